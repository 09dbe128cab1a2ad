import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { draftAnswer } from '../../../http/api/drafts/shapes.ts';
import type { cancelledAnswer, takenAnswer } from '../../../http/api/shapes.ts';
import { ask } from '../../api.ts';
import { amount, count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Link } from '../../parts/link.tsx';
import { Failure } from '../../parts/notice.tsx';
import type { Standing } from '../../parts/troubles.tsx';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { isWaiting, WaitsFor } from '../../parts/waits-for.tsx';
import { usePolled } from '../../poll.ts';
import { go } from '../../route.ts';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { sayStall } from '../../why/why.ts';
import { common } from '../../words.ts';
import type { Events, WholeImport } from './live-import.ts';
import { waitingFor } from './on-hold.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { type ConfirmedRetry, RetryDialog } from './retry-dialog.tsx';
import { t } from './words.ts';

/** Between two looks at how the service is, in milliseconds. */
const LOOK_MS = 5_000;

type Taken = z.output<typeof takenAnswer>;
type Cancelled = z.output<typeof cancelledAnswer>;

interface SayProps {
  readonly of: WholeImport;
  readonly events: Events;
  /** Something was done to it. */
  readonly done: () => void;
}

/** How it stands in one sentence, with the one action that it asks for; what else can be done stands beside it. */
export function Say({ of, events, done }: SayProps) {
  const { import: id, state, entries, waiting = 0, kind, retry: retriable, totals, waitsFor } = of;
  const said = useSignal('');
  const asking = useSignal<'retry' | 'cancel' | ''>('');
  const { isBusy, failure, act: attempt } = useAction();
  const act = async (path: string, work: (answer: Taken & Cancelled) => string, json?: unknown) => {
    asking.value = said.value = '';
    await attempt(async () => {
      const sent = json === undefined ? {} : { json };
      said.value = work(await ask<Taken & Cancelled>(`/api/imports/${id}/${path}`, { method: 'POST', ...sent }));
    });
    done();
  };
  const book = () => act('book', () => (state === 'planned' ? t.bookingBegun : t.begunAgain));
  const retry = ({ entries: n, rows, leaveCancelled }: ConfirmedRetry) =>
    act(`retry?entries=${n}&rows=${rows}${leaveCancelled ? '&leaveCancelled=true' : ''}`, ({ state: now, mends }) => {
      const left = mends === undefined ? '' : ` ${t.correctionsLeft(mends.by.join(', '))}`;
      return (now === 'completed' ? t.nothingLeft : t.retried) + left;
    });
  const cancel = (reason: string) =>
    act(
      'cancel',
      ({ withdrawn, sending }) =>
        withdrawn === 0 && sending === 0
          ? t.cancelledWhole
          : t.cancelled(withdrawn, count(withdrawn), sending, count(sending)),
      { reason },
    );
  /** The file as if it were brought once more: there the question is answered. */
  const answer = () =>
    attempt(async () => {
      const { draft } = await ask<z.output<typeof draftAnswer>>(`/api/imports/${id}/draft`, { method: 'POST' });
      go(`/new?draft=${draft}&job=${encodeURIComponent(of.job)}`);
    });
  const rests = state === 'partly-booked' || state === 'in-doubt';
  const isAtWork = state === 'planning' || state === 'posting';
  const isEnding = isAtWork && events.at(-1)?.what === 'cancelled';
  const canCancel = (isAtWork || state === 'planned' || (state === 'in-doubt' && waitsFor !== undefined)) && !isEnding;
  const canStart = state === 'planned' || state === 'rejected' || state === 'cancelled';
  const doubtful = waitsFor?.find((other) => other.state === 'in-doubt');
  const { action, say } = t;
  const told = useLostFocus<HTMLElement>(said.value);
  /** Somebody stopped it, and nobody began it again: nothing asks for a person. */
  const isStopped = state === 'partly-booked' && !!of.cancelled;
  const how = isStopped ? 'stopped' : state;
  const words = say[isEnding ? 'ending' : isWaiting(of) ? 'waits' : how](sayCounts(of));
  const button = (name: ComponentChildren, press: () => void, of = '') => (
    <button type="button" class={of} disabled={isBusy.value} onClick={press}>
      {name}
    </button>
  );
  const opens = (what: 'retry' | 'cancel' | '') => () => {
    asking.value = what;
  };
  /** The first of the links leads on; there is one filled button. */
  let isFirst = !isStopped;
  const link = (to: string, words: string) => {
    const of = isFirst ? 'btn primary' : 'btn';
    isFirst = false;
    return (
      <Link to={to} class={of}>
        {words}
      </Link>
    );
  };
  return (
    <section ref={told} tabIndex={-1} aria-label={t.next}>
      {(state !== 'completed' || said.value !== '') && (
        <div class={`say state-${how}`}>
          <div>
            <p class="one">{words}</p>
            {said.value !== '' ? (
              <p role="status">{said.value}</p>
            ) : (
              state === 'planned' && <p class="soft">{t.planChanged}</p>
            )}
            {waitsFor !== undefined && <WaitsFor of={waitsFor} />}
            {of.blocked !== undefined ? (
              <p>
                <b>{t.blocked}:</b> {sayStall(of.blocked).join(' ')}
              </p>
            ) : (
              isAtWork && <Trouble of={of.service} />
            )}
          </div>
          <div class="acts">
            {entries.inDoubt > 0 && link(`/doubt?import=${id}`, t.settle(entries.inDoubt, count(entries.inDoubt)))}
            {doubtful !== undefined && link(`/doubt?import=${doubtful.import}`, t.settleOther(doubtful.file))}
            {waiting > 0 && rests && link(`/imports/${id}/failed`, failedWords(of, isStopped))}
            {isOperator.value && (
              <>
                {retriable !== undefined && rests && button(action.retry, opens('retry'))}
                {state === 'rejected' &&
                  (asks(of) ? button(action.answer, () => void answer(), 'primary') : link('/new', action.bring))}
                {canStart &&
                  button(
                    state !== 'planned'
                      ? action.again
                      : hasVouchers(kind)
                        ? t.book(entries.planned, count(entries.planned), money(totals))
                        : action.create,
                    () => void book(),
                    state === 'planned' ? 'primary' : '',
                  )}
                {canCancel && button(action.cancel, opens('cancel'))}
              </>
            )}
          </div>
        </div>
      )}
      <Failure failure={failure.value} />
      {asking.value === 'retry' && retriable !== undefined && (
        <RetryDialog of={retriable} onClose={opens('')} onRetry={(confirmed) => void retry(confirmed)} />
      )}
      {/* The reason stands beside every entry that is held by it, too. */}
      {asking.value === 'cancel' && (
        <ReasonDialog
          title={t.cancelTitle}
          about={t.cancelAbout}
          tone="danger"
          onAnswer={(reason) => void cancel(reason)}
          onClose={opens('')}
        />
      )}
    </section>
  );
}

/** What the import waits for while its service is in trouble. */
function Trouble({ of: service }: { readonly of: string }) {
  const { troubles = [] } = usePolled<Partial<Standing>>('/api/standing', LOOK_MS).loaded.value.value ?? {};
  const trouble = troubles.find(({ name }) => name === service);
  if (trouble === undefined) return null;
  const { what, does } = common.trouble[trouble.why!];
  return (
    <p>
      <b>{t.blocked}:</b> {what}. {does}
    </p>
  );
}

function failedWords(of: WholeImport, isStopped: boolean): string {
  const { toFix, booked } = waitingFor(of);
  if (isStopped) return t.see(toFix + booked, count(toFix + booked), of);
  return toFix > 0 ? t.fix(toFix, count(toFix), of) : t.check(booked, count(booked), of);
}

/** Rejected for a question that a key of the job answers. */
const asks = ({ reason }: WholeImport) => reason?.choices !== undefined;

/** Numbers that the sentence may tell, each as it is counted and as it is shown. */
function sayCounts(of: WholeImport) {
  const { booked, planned, pending, inDoubt } = of.entries;
  const { toFix: waiting, booked: already } = waitingFor(of);
  return {
    kind: of.kind,
    hasVouchers: hasVouchers(of.kind),
    asks: asks(of),
    ...{ n: { booked, planned, pending, inDoubt, waiting, already } },
    booked: count(booked),
    planned: count(planned),
    pending: count(pending),
    inDoubt: count(inDoubt),
    waiting: count(waiting),
    already: count(already),
  };
}
export type SayCounts = ReturnType<typeof sayCounts>;

/** `NOK 602,118.22`, of what is still to be booked; nothing where there are no amounts. */
function money({ currency = '', debit, pending }: WholeImport['totals']): string {
  return `, ${currency} ${amount(pending?.debit ?? debit)}`;
}
