import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { CorrectedAnswer, WaitingAnswer } from '../../../http/api/corrections/shapes.ts';
import type { takenAnswer } from '../../../http/api/shapes.ts';
import { ask } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { shortValue } from '../../text/issue-facts.ts';
import { answerText, causeTitle } from '../../text/issue-words.ts';
import { useAction } from '../../use-action.ts';
import type { CorrectionAsk, CorrectionRequest, Counts } from './correct-ask.ts';
import { decisions } from './decision-words.ts';
import { waitingAddress } from './failed-filter.ts';
import type { FailedModel } from './failed-model.ts';
import { thenText } from './question.tsx';
import { entriesText, type Kind, scaleText } from './scale.ts';
import { SetFields } from './set-fields.tsx';
import { setKindOf } from './set-kind.ts';
import { verbsOf } from './verbs.ts';

type Taken = z.output<typeof takenAnswer>;
/** What is decided about entries; the others answer a question. */
type Correcting = Exclude<CorrectionAsk, { do: 'answer' }>;

interface CorrectDialogProps {
  readonly asked: CorrectionAsk;
  readonly kind: Kind;
  readonly model: FailedModel;
  readonly onDone: (answer: CorrectedAnswer) => void;
  readonly onClose: () => void;
}

/** Asks before many rows are decided at once: how many, and what is to become of them. */
export function CorrectDialog({ asked, kind, model, onDone, onClose }: CorrectDialogProps) {
  const counts = useSignal<Counts | undefined>('counts' in asked.of ? asked.of.counts : undefined);
  const look = useAction();
  const { isBusy: isSending, failure, act } = useAction();
  const warning = useSignal('');
  /** Of `set`: what is used instead; of the others: the reason. */
  const text = useSignal(asked.do === 'set' ? asked.to : '');
  const remember = useSignal(false);
  const series = useSignal('');
  useEffect(() => {
    if (!('filter' in asked.of)) return;
    const { filter } = asked.of;
    void look.act(async () => {
      counts.value = (await ask<WaitingAnswer>(waitingAddress(model.id, filter, 1))).matching;
    });
  }, []);

  const correctionOf = (asked: Correcting): CorrectionRequest['mend'] => {
    const said = text.value.trim();
    if (asked.do === 'retry') return { do: 'retry' };
    if (asked.do !== 'set') return { do: asked.do, reason: said };
    const { column, cause } = asked;
    return { do: 'set', column, from: cause.value ?? '', to: said, ...(remember.value ? { remember: true } : {}) };
  };

  async function send(expect: Counts): Promise<void> {
    warning.value = '';
    if (asked.do !== 'retry' && text.value.trim() === '') {
      warning.value = asked.do === 'set' ? decisions.valueMissing : decisions.reasonMissing;
      return;
    }
    await act(async () => {
      if (!(await model.edits.settle())) {
        warning.value = decisions.unsaved;
        return;
      }
      if (asked.do === 'answer') {
        const { cause, answer } = asked;
        const kept = remember.value ? { remember: true, ...(series.value === '' ? {} : { series: series.value }) } : {};
        const json = { answers: [{ code: cause.code, answer }], reason: text.value.trim(), ...kept };
        const { state } = await ask<Taken>(`/api/imports/${model.id}/answers`, { json });
        onDone({ ...expect, ready: 0, held: 0, state });
        return;
      }
      const select = 'filter' in asked.of ? asked.of.filter : { entries: asked.of.entries };
      const json: CorrectionRequest = { select, expect, mend: correctionOf(asked) };
      onDone(await ask<CorrectedAnswer>(`/api/imports/${model.id}/mends`, { json }));
    });
    const { code, body } = failure.value ?? {};
    if (code !== 'count-changed') return;
    const { entries, rows } = body as Counts;
    counts.value = { entries, rows };
    warning.value = decisions.changed(scaleText(kind, { entries, rows }));
  }

  const { value: expect } = counts;
  // Of a cause the rows that it stands in, and not the sound ones of the same entries.
  const rows = asked.do === 'set' ? asked.cause.rows : expect?.rows;
  const scale = expect === undefined ? undefined : scaleText(kind, { ...expect, rows: rows ?? 0 }, 'of');
  const said = correctionWords(asked, kind, scale ?? '…', text.value.trim());
  return (
    <Question
      title={said.title}
      answer={isSending.value ? decisions.working : said.button}
      isReady={expect !== undefined && !isSending.value}
      failure={failure.value?.code === 'count-changed' ? undefined : (failure.value ?? look.failure.value)}
      onAnswer={() => {
        if (expect !== undefined) void send(expect);
      }}
      onClose={onClose}
    >
      {asked.cause !== undefined && <p class="soft">{causeTitle(asked.cause)}</p>}
      {asked.do === 'set' && <SetFields id={model.id} cause={asked.cause} value={text} remember={remember} />}
      {(asked.do === 'skip' || asked.do === 'book' || asked.do === 'answer') && (
        <ReasonField reason={text} help={decisions.reasonHelp} rows={2} />
      )}
      {asked.do === 'answer' && isKept(asked.cause.code, asked.answer) && (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={remember.value}
              onChange={(event) => {
                remember.value = event.currentTarget.checked;
              }}
            />
            {decisions.keep}
          </label>
          {remember.value && asked.cause.code === 'other-series' && (
            <label>
              {decisions.series}
              <input
                value={series.value}
                onInput={(event) => {
                  series.value = event.currentTarget.value;
                }}
              />
            </label>
          )}
        </>
      )}
      <p class="asked">{scale === undefined ? decisions.counting : said.question}</p>
      {warning.value !== '' && <Notice tone="warn">{warning.value}</Notice>}
    </Question>
  );
}

/** Answers that a job can remember: what voucher numbers mean. */
function isKept(code: string, answer: string): boolean {
  return code === 'numbers-restart' || (answer === 'different' && (code === 'date-changed' || code === 'other-series'));
}

interface CorrectionWords {
  readonly title: string;
  readonly question: string;
  readonly button: string;
}

/**
 * The words of a decision.
 * @param scale 412 rows of 88 entries
 * @param to what is to be used instead, as far as it was said
 */
function correctionWords(asked: CorrectionAsk, kind: Kind, scale: string, to: string): CorrectionWords {
  const { set, retry, skip, book, answer } = decisions;
  const v = verbsOf(kind);
  switch (asked.do) {
    case 'set': {
      const from = shortValue(asked.cause.value ?? '');
      const shown = to === '' ? '…' : to;
      return {
        title: set.title[setKindOf(asked.cause.code)](from === '' ? set.empty : from),
        question: from === '' ? set.askEmpty(shown, scale) : set.ask(shown, from, scale),
        button: set.do(scale),
      };
    }
    case 'answer': {
      const { cause, answer: said } = asked;
      return {
        title: answerText(cause.code, said),
        question: answer.ask(scale, thenText(cause.code, said)),
        button: answer.do(scale),
      };
    }
    case 'skip':
      return { title: skip.title, question: skip.ask(scale), button: skip.do(scale) };
    case 'book':
      return { title: book.title, question: book.ask(v, scale), button: book.do(v, scale) };
    case 'retry': {
      if (asked.corrected === undefined) {
        return { title: retry.title, question: retry.ask(v, scale), button: retry.do(scale) };
      }
      const { entries, held } = asked.corrected;
      const booked = entriesText(kind, entries - held);
      const question = retry.askCorrected(v, booked);
      return {
        title: retry.titleCorrected(v),
        question: held === 0 ? question : `${question} ${retry.stillHeld(entriesText(kind, held))}`,
        button: retry.doCorrected(v, booked),
      };
    }
  }
}
