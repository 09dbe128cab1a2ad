import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { RESTING_STATES } from '../../../core/states.ts';
import type { CorrectedAnswer, WaitingAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { count } from '../../format.ts';
import { UNNAMED } from '../../kinds.ts';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { query, setQuery } from '../../route.ts';
import { isOperator, signIns } from '../../session.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import type { OfImport } from '../screens.ts';
import { Causes } from './causes.tsx';
import type { Correction, CorrectionAsk } from './correct-ask.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { readFilter } from './failed-filter.ts';
import { createFailedModel } from './failed-model.ts';
import { FilterBar } from './filter-bar.tsx';
import { entriesText, type Kind, scaleText } from './scale.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useStatus, waitingOf } from './status.ts';
import { StatusNotice } from './status-notice.tsx';
import { useUnsaved } from './unsaved.ts';
import { verbsOf } from './verbs.ts';
import { t } from './words.ts';
import { Workbook } from './workbook.tsx';
import './failed-rows.css';

const NO_FILTER = { cause: undefined, q: undefined, revised: undefined };

/** Rows with errors: why they wait, and how they are corrected, four hundred with one decision or a cell at a time. */
export function FailedRows({ id }: OfImport) {
  const model = useMemo(() => createFailedModel(id), [id]);
  const { list } = model;
  const asked = useSignal<CorrectionAsk>();
  const done = useSignal('');
  const { status, failure, isBusy, again, isNow } = useStatus(id, ({ booked, waiting, wasBusy }) => {
    const kind = list.head.value?.kind ?? UNNAMED;
    const { booked: told, none } = t.done;
    if (booked > 0) done.value = told(verbsOf(kind), entriesText(kind, booked));
    else if (wasBusy) done.value = waiting === 0 ? '' : none(verbsOf(kind), entriesText(kind, waiting));
    if (wasBusy) setQuery({ revised: undefined });
    void list.reload();
  });
  const filter = readFilter(query.value);
  const filtered = JSON.stringify(filter);
  useEffect(() => {
    model.chooseNone();
    void list.show(filter);
  }, [filtered]);
  // What was refused while nobody was signed in is asked for again.
  useEffect(() => {
    if (signIns.value > 0) void list.reload();
  }, [signIns.value]);
  useEffect(() => model.close, [model]);
  // A new plan has causes of its own.
  const isGone = filter.cause !== undefined && list.head.value?.causes.every(({ no }) => no !== filter.cause) === true;
  useEffect(() => {
    if (isGone) setQuery({ cause: undefined });
  }, [isGone]);
  useUnsaved(model.edits);

  const { value: head } = list.head;
  const state = status?.state;
  const isFixed = !isOperator.value || (state !== 'partly-booked' && state !== 'in-doubt');
  const canSubmit = head?.book === true && !isFixed;

  function correct(cause: WaitingCause, what: Correction, to = ''): void {
    const of = { filter: { cause: cause.no } };
    const column = head?.columns.indexOf(cause.column ?? '') ?? -1;
    if (what === 'set' && column >= 0) asked.value = { do: 'set', of, cause, column, to };
    else if (what === 'skip' || what === 'book' || what === 'retry') asked.value = { do: what, of, cause };
    else show(cause.no);
  }
  function show(no: number): void {
    model.sought.value = no;
    const isShown = filtered === JSON.stringify({ cause: no });
    if (isShown) void list.show(filter);
    else setQuery({ cause: String(no), q: undefined, revised: undefined });
    document.getElementById('rows')?.scrollIntoView({ behavior: 'auto', block: 'start' });
  }
  function correctChosen(what: 'skip' | 'book' | 'retry'): void {
    const { value: chosen } = model.chosen;
    const isAll = chosen === 'all' || chosen.size === head?.matching.entries;
    const of = isAll ? { filter } : { entries: [...chosen], counts: model.chosenCount.value };
    asked.value = { do: what, of };
  }
  function finished({ entries, rows, state: now }: CorrectedAnswer): void {
    const what = asked.value?.do;
    asked.value = undefined;
    if (what === undefined || head === undefined) return;
    done.value = t.done[what](
      what === 'set' ? entriesText(head.kind, entries) : scaleText(head.kind, { entries, rows }),
    );
    model.chooseNone();
    isNow(now);
    again();
    // What is worked on is asked for when it rests.
    if (RESTING_STATES.has(now)) void list.reload();
  }

  /** It counts for all that wait with its code, whichever plan found them. */
  function answer(cause: WaitingCause, said: string): void {
    const counts = { entries: 0, rows: 0 };
    for (const { code, entries, rows } of head?.causes ?? []) {
      if (code !== cause.code) continue;
      counts.entries += entries;
      counts.rows += rows;
    }
    asked.value = { do: 'answer', of: { entries: [], counts }, cause, answer: said };
  }

  const [first] = head?.causes ?? [];
  const isBooked = first !== undefined && head!.causes.every(({ code }) => code === 'duplicate');
  const title = isBooked ? causeTitle(first) : t.title;
  const waiting = status === undefined ? undefined : waitingOf(status);
  return (
    <Page
      crumb={[`/imports/${id}`, status?.file ?? t.toImport]}
      title={title}
      badge={
        waiting !== undefined &&
        waiting > 0 && <span class="badge of-held">{t.onHold(entriesText(status?.kind ?? 'bookings', waiting))}</span>
      }
      about={status && `${status.job} · ${t.about}`}
    >
      <Failure failure={failure} again={again} />
      {status !== undefined && (
        <StatusNotice
          id={id}
          status={status}
          waiting={head === undefined ? undefined : waiting}
          canSubmit={head === undefined || head.book || list.isLoading.value}
        />
      )}
      {!isOperator.value && <p class="soft">{t.onlyLook}</p>}
      <Failure failure={list.failure.value} again={() => void list.reload()} />
      {head === undefined ? (
        list.failure.value === undefined && <Loading />
      ) : (
        <div class="failed">
          {head.causes.length > 0 && (
            <Causes
              causes={head.causes}
              columns={head.columns}
              kind={head.kind}
              shown={filter.cause}
              waiting={
                status === undefined
                  ? ''
                  : scaleText(head.kind, {
                      entries: waitingOf(status),
                      rows: status.rows.held + status.rows.rejected + status.rows.duplicate,
                    })
              }
              isFixed={isFixed}
              onShow={show}
              onCorrect={correct}
              onAnswer={answer}
            />
          )}
          {(head.causes.length > 0 || head.matching.entries > 0) && (
            <section class="sheet rows" id="rows" aria-label={t.grid}>
              <FilterBar filter={filter} waiting={waiting} revised={head.revised.entries} />
              <SelectionBar model={model} kind={head.kind} isFixed={isFixed} onCorrect={correctChosen} />
              <Failure failure={model.failure.value} />
              {list.entries.value.length === 0 ? (
                <p class="empty">
                  {t.nothing}{' '}
                  <button type="button" class="btn" onClick={() => setQuery(NO_FILTER)}>
                    {t.clear}
                  </button>
                </p>
              ) : (
                <EntryGrid model={model} isFixed={isFixed} onAll={(cause, to) => correct(cause, 'set', to)} />
              )}
              <p class="visually-hidden" role="status">
                {list.isLoadingMore.value ? t.loadingMore : model.said.value}
              </p>
            </section>
          )}
          {head.causes.length > 0 && (
            <Workbook
              id={id}
              isFixed={isFixed}
              isBusy={isBusy}
              onTaken={(taken) => {
                done.value = '';
                isNow(taken.state);
                again();
              }}
            />
          )}
          <CorrectedBar
            kind={head.kind}
            revised={head.revised}
            done={done.value}
            canBook={canSubmit && !isBusy}
            onBook={() => {
              const { entries, held } = head.revised;
              const corrected = entries > held ? head.revised : undefined;
              asked.value = { do: 'retry', of: { filter: { revised: true } }, corrected };
            }}
            onClose={() => {
              done.value = '';
            }}
          />
        </div>
      )}
      {asked.value !== undefined && head !== undefined && (
        <CorrectDialog
          asked={asked.value}
          kind={head.kind}
          model={model}
          onDone={finished}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </Page>
  );
}

interface CorrectedBarProps {
  readonly kind: Kind;
  readonly revised: WaitingAnswer['revised'];
  /** What became of the last decision; empty: nothing to say. */
  readonly done: string;
  readonly canBook: boolean;
  readonly onBook: () => void;
  readonly onClose: () => void;
}

/** At the foot of the screen: what is corrected and not booked yet, wherever the person is. */
function CorrectedBar({ kind, revised, done, canBook, onBook, onClose }: CorrectedBarProps) {
  const verbs = verbsOf(kind);
  const hasCorrected = revised.entries > 0;
  /** What the rules let pass, or have not been asked about yet. */
  const hopeful = revised.entries - revised.held;
  const isShown = hasCorrected || done !== '';
  const told = useLostFocus<HTMLDivElement>(done);
  return (
    <div class={isShown ? 'mended-bar shown' : 'mended-bar'}>
      <div ref={told} role="status" tabIndex={-1}>
        {done !== '' && <strong>{done}</strong>}{' '}
        {hasCorrected && <span>{t.corrected(verbs, count(revised.ready), count(revised.held))}</span>}
      </div>
      {isShown && (
        <div class="acts">
          {hasCorrected && canBook && (
            <button type="button" class={hopeful > 0 ? 'primary' : ''} onClick={onBook}>
              {hopeful > 0 ? t.bookCorrected(verbs, hopeful, count(hopeful)) : t.retrySelected}
            </button>
          )}
          {done !== '' && (
            <button type="button" class="quiet" onClick={onClose}>
              {common.close}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
