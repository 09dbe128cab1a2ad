import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { cancelledAnswer, takenAnswer } from '../../../http/api/shapes.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { WaitsFor, waitsOnly } from '../../parts/waits-for.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import type { Events, WholeImport } from './live-import.ts';
import { t } from './words.ts';

type Taken = z.output<typeof takenAnswer>;
type Cancelled = z.output<typeof cancelledAnswer>;

interface NextStepProps {
  readonly of: WholeImport;
  readonly events: Events;
  /** Something was done to it. */
  readonly done: () => void;
}

/** What waits, for whom, and what can be done about it: in one line, with its buttons. */
export function NextStep({ of, events, done }: NextStepProps) {
  const { import: id, state, entries, waiting = 0, kind } = of;
  const said = useSignal('');
  /** What was said is about work that goes on: where it has ended, its outcome says more. */
  const isOfWork = useSignal(false);
  const { isBusy: isDoing, failure, act: attempt } = useAction();
  const isCancelling = useSignal(false);
  const act = async (work: () => Promise<string>) => {
    said.value = '';
    isOfWork.value = true;
    await attempt(async () => {
      said.value = await work();
    });
    done();
  };
  const book = () =>
    act(async () => {
      await ask(`/api/imports/${id}/book`, { method: 'POST' });
      return state === 'planned' ? t.value.booked : t.value.started;
    });
  const retry = () =>
    act(async () => {
      const taken = await ask<Taken>(`/api/imports/${id}/retry`, { method: 'POST' });
      const left = taken.mends === undefined ? '' : ` ${t.value.correctionsLeft(taken.mends.by.join(', '))}`;
      return (taken.state === 'completed' ? t.value.nothingLeft : t.value.retried) + left;
    });
  const cancel = (reason: string) =>
    act(async () => {
      isCancelling.value = false;
      isOfWork.value = false;
      const { withdrawn, sending } = await ask<Cancelled>(`/api/imports/${id}/cancel`, {
        method: 'POST',
        json: { reason },
      });
      if (withdrawn === 0 && sending === 0) return t.value.cancelledWhole;
      return t.value.cancelled(count(withdrawn), sending, count(sending));
    });
  const isWaiting = state === 'partly-booked' || state === 'in-doubt';
  const canStart = state === 'planned' || state === 'rejected' || state === 'cancelled';
  const isAtWork = state === 'planning' || state === 'posting';
  const isEnding = isAtWork && events.at(-1)?.what === 'cancelled';
  const isWaitedFor = state === 'in-doubt' && of.waitsFor !== undefined;
  const canCancel = (isAtWork || state === 'planned' || isWaitedFor) && !isEnding;
  const blocked = isAtWork ? blockedBy(events) : undefined;
  const doubtful = of.waitsFor?.find((other) => other.state === 'in-doubt');
  const { action } = t.value;
  const told = useLostFocus<HTMLElement>(said.value);
  return (
    <section ref={told} tabIndex={-1} class={`sheet pad next-step next-${state}`} aria-label={t.value.next}>
      <p>
        <strong>{isEnding ? t.value.ending : waitsOnly(of) ? t.value.nextWaits : t.value.nextOf[state]}</strong>{' '}
        {state === 'planned' && <span>{t.value.planChanged}</span>}
      </p>
      {of.waitsFor !== undefined && (
        <Notice tone="warn">
          <WaitsFor of={of.waitsFor} />
        </Notice>
      )}
      {blocked !== undefined && (
        <Notice tone="warn">
          <strong>{t.value.blocked}:</strong> {blocked}
        </Notice>
      )}
      <div class="acts">
        {entries.inDoubt > 0 && (
          <Link to={`/doubt?import=${id}`} class="btn primary">
            {t.value.settle(entries.inDoubt, count(entries.inDoubt))}
          </Link>
        )}
        {doubtful !== undefined && (
          <Link to={`/doubt?import=${doubtful.import}`} class={entries.inDoubt > 0 ? 'btn' : 'btn primary'}>
            {t.value.settleOther(doubtful.file)}
          </Link>
        )}
        {waiting > 0 && isWaiting && (
          <Link to={`/imports/${id}/failed`} class={entries.inDoubt > 0 ? 'btn' : 'btn primary'}>
            {t.value.mend(waiting, count(waiting))}
          </Link>
        )}
        {isOperator.value && waiting > 0 && isWaiting && (
          <button type="button" disabled={isDoing.value} onClick={() => void retry()}>
            {action.retry}
          </button>
        )}
        {isOperator.value && state === 'rejected' && (
          <Link to="/new" class="btn primary">
            {action.bring}
          </Link>
        )}
        {isOperator.value && canStart && (
          <button
            type="button"
            class={state === 'planned' ? 'primary' : ''}
            disabled={isDoing.value}
            onClick={() => void book()}
          >
            {state !== 'planned' ? action.again : kind === 'bookings' ? action.book : action.create}
          </button>
        )}
        {isOperator.value && canCancel && (
          <button
            type="button"
            class="danger"
            disabled={isDoing.value}
            onClick={() => {
              isCancelling.value = true;
            }}
          >
            {action.cancel}
          </button>
        )}
      </div>
      {isDoing.value && <p role="status">{t.value.doing}</p>}
      {said.value !== '' && (isAtWork || !isOfWork.value) && <Notice tone="good">{said.value}</Notice>}
      {failure.value !== undefined && <Failure failure={failure.value} />}
      {isCancelling.value && (
        <CancelDialog
          onClose={() => {
            isCancelling.value = false;
          }}
          onCancel={(reason) => void cancel(reason)}
        />
      )}
    </section>
  );
}

/** What it stands still for: said since it last went on. */
function blockedBy(events: Events): string | undefined {
  const last = events.at(-1);
  if (last?.what !== 'blocked') return undefined;
  return String((last.detail as { readonly message?: unknown } | undefined)?.message ?? '');
}

interface CancelDialogProps {
  readonly onClose: () => void;
  readonly onCancel: (reason: string) => void;
}

/** Asks why: the reason stays in the history, and beside every entry that is held by it. */
function CancelDialog({ onClose, onCancel }: CancelDialogProps) {
  const reason = useSignal('');
  const said = reason.value.trim();
  return (
    <Question
      title={t.value.cancelTitle}
      answer={t.value.action.cancel}
      tone="danger"
      keep={common.value.close}
      isReady={said !== ''}
      onAnswer={() => onCancel(said)}
      onClose={onClose}
    >
      <p>{t.value.cancelAbout}</p>
      <ReasonField reason={reason} />
    </Question>
  );
}
