import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MendedAnswer, WaitingAnswer } from '../../../server/api-mends.ts';
import { ApiFailure, ask } from '../../api.ts';
import { asFailure } from '../../load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import { decisions } from './decision-words.ts';
import { waitingAddress } from './failed-filter.ts';
import type { FailedModel } from './failed-model.ts';
import type { Counts, MendAsk, MendRequest } from './mend-ask.ts';
import { mendWords } from './mend-words.ts';
import { ReasonField } from './reason-field.tsx';
import { type Kind, scaleText } from './scale.ts';
import { SetFields } from './set-fields.tsx';
import { verbsOf } from './verbs.ts';

interface MendDialogProps {
  readonly asked: MendAsk;
  readonly kind: Kind;
  readonly model: FailedModel;
  readonly onDone: (answer: MendedAnswer) => void;
  readonly onClose: () => void;
}

/** Asks before many rows are decided at once: how many, and what is to become of them. */
export function MendDialog({ asked, kind, model, onDone, onClose }: MendDialogProps) {
  const counts = useSignal<Counts | undefined>('counts' in asked.of ? asked.of.counts : undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const warning = useSignal('');
  const isSending = useSignal(false);
  /** Of `set`: what is used instead; of the others: the reason. */
  const text = useSignal('');
  const remember = useSignal(false);
  useEffect(() => {
    if (!('filter' in asked.of)) return;
    ask<WaitingAnswer>(waitingAddress(model.id, asked.of.filter, 1)).then(
      ({ matching }) => {
        counts.value = matching;
      },
      (error: unknown) => {
        failure.value = asFailure(error);
      },
    );
  }, []);

  const mendOf = (): MendRequest['mend'] => {
    const said = text.value.trim();
    if (asked.do === 'retry') return { do: 'retry' };
    if (asked.do !== 'set') return { do: asked.do, reason: said };
    const { column, cause } = asked;
    return { do: 'set', column, from: cause.value ?? '', to: said, ...(remember.value ? { remember: true } : {}) };
  };

  async function send(expect: Counts): Promise<void> {
    failure.value = undefined;
    warning.value = '';
    if (asked.do !== 'retry' && text.value.trim() === '') {
      warning.value = asked.do === 'set' ? decisions.value.valueMissing : decisions.value.reasonMissing;
      return;
    }
    isSending.value = true;
    try {
      if (!(await model.edits.settle())) {
        warning.value = decisions.value.unsaved;
        return;
      }
      const select = 'filter' in asked.of ? asked.of.filter : { entries: asked.of.entries };
      const json: MendRequest = { select, expect, mend: mendOf() };
      onDone(await ask<MendedAnswer>(`/api/imports/${model.id}/mends`, { method: 'POST', json }));
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'count-changed') {
        const { entries, rows } = error.body as Counts;
        counts.value = { entries, rows };
        warning.value = decisions.value.changed(scaleText(kind, { entries, rows }));
      } else failure.value = asFailure(error);
    } finally {
      isSending.value = false;
    }
  }

  const { value: expect } = counts;
  // Of a cause the rows that it stands in, and not the sound ones of the same entries.
  const rows = asked.do === 'set' ? asked.cause.rows : expect?.rows;
  const scale = expect === undefined ? undefined : scaleText(kind, { ...expect, rows: rows ?? 0 }, 'of');
  const said = mendWords(asked, verbsOf(kind), scale ?? '…', text.value.trim());
  return (
    <Dialog title={said.title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (expect !== undefined && !isSending.value) void send(expect);
        }}
      >
        {asked.cause !== undefined && <p class="soft">{causeTitle(asked.cause)}</p>}
        {asked.do === 'set' && <SetFields id={model.id} cause={asked.cause} value={text} remember={remember} />}
        {(asked.do === 'skip' || asked.do === 'book') && <ReasonField reason={text} />}
        <p class="asked">{scale === undefined ? decisions.value.counting : said.question}</p>
        {warning.value !== '' && <Notice tone="warn">{warning.value}</Notice>}
        {failure.value !== undefined && <Failure failure={failure.value} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {common.value.cancel}
          </button>
          <button type="submit" class="primary" disabled={expect === undefined || isSending.value}>
            {isSending.value ? decisions.value.working : said.button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
