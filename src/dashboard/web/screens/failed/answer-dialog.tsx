import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { WaitingCause } from '../../../server/api-mends.ts';
import type { takenAnswer } from '../../../server/api-schemas.ts';
import { ask } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { answerText, causeTitle } from '../../text/issue-words.ts';
import { useAction } from '../../use-action.ts';
import { decisions } from './decision-words.ts';
import type { FailedModel } from './failed-model.ts';
import type { Counts } from './mend-ask.ts';
import { thenText } from './question.tsx';
import { type Kind, scaleText } from './scale.ts';

export type Taken = z.output<typeof takenAnswer>;

interface AnswerDialogProps {
  readonly cause: WaitingCause;
  readonly answer: string;
  /** All that there are: an answer counts for every one of its code. */
  readonly causes: readonly WaitingCause[];
  readonly kind: Kind;
  readonly model: FailedModel;
  readonly onDone: (taken: Taken, counts: Counts) => void;
  readonly onClose: () => void;
}

/** Asks before a question about the whole file is answered: how many entries it is about, what becomes of them, and why. */
export function AnswerDialog({ cause, answer, causes, kind, model, onDone, onClose }: AnswerDialogProps) {
  const { isBusy, failure, act } = useAction();
  const reason = useSignal('');
  const warning = useSignal('');
  const counts = causes
    .filter(({ code }) => code === cause.code)
    .reduce((sum, { entries, rows }) => ({ entries: sum.entries + entries, rows: sum.rows + rows }), {
      entries: 0,
      rows: 0,
    });
  const scale = scaleText(kind, counts, 'of');
  const { ask: question, do: button } = decisions.value.answer;

  async function send(): Promise<void> {
    warning.value = reason.value.trim() === '' ? decisions.value.reasonMissing : '';
    if (warning.value !== '') return;
    await act(async () => {
      if (!(await model.edits.settle())) {
        warning.value = decisions.value.unsaved;
        return;
      }
      const json = { answers: [{ code: cause.code, answer }], reason: reason.value.trim() };
      onDone(await ask<Taken>(`/api/imports/${model.id}/answers`, { method: 'POST', json }), counts);
    });
  }

  return (
    <Question
      title={answerText(cause.code, answer)}
      answer={isBusy.value ? decisions.value.working : button(scale)}
      isReady={!isBusy.value}
      failure={failure.value}
      onAnswer={() => void send()}
      onClose={onClose}
    >
      <p class="soft">{causeTitle(cause)}</p>
      <ReasonField reason={reason} help={decisions.value.reasonHelp} rows={2} />
      <p class="asked">{question(scale, thenText(cause.code, answer))}</p>
      {warning.value !== '' && <Notice tone="warn">{warning.value}</Notice>}
    </Question>
  );
}
