import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BatchState } from '../../../core/states.ts';
import type { Batches as Answer, ListedBatch } from '../../../http/api/imports/shapes.ts';
import { type ApiFailure, ask } from '../../api.ts';
import { amount, count } from '../../format.ts';
import { sortOf } from '../../kinds.ts';
import { asFailure } from '../../load.ts';
import { Failure } from '../../parts/notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Select } from '../../parts/select.tsx';
import { Head } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toggled } from '../../toggled.ts';
import { BatchDetails } from './batch-details.tsx';
import { b } from './batch-words.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** Batches on a page. */
const PAGE = 10;
/** Batches that are asked for again as they change; whoever looks at more sees them as they were. */
const FOLLOWED = 200;

/** What was sent together, and what became of it: a page at a time, each line opens. @param turn goes up when they change */
export function Batches({ of, turn }: { readonly of: WholeImport; readonly turn: number }) {
  const url = of.links.batches;
  const state = useSignal<BatchState | ''>('');
  const answer = useSignal<Answer>();
  const failure = useSignal<ApiFailure>();
  const open = useSignal<ReadonlySet<number>>(new Set());
  const load = async (address: string, before: readonly ListedBatch[], signal?: AbortSignal) => {
    try {
      const page = await ask<Answer>(address, { signal });
      answer.value = { ...page, batches: [...before, ...page.batches] };
      failure.value = undefined;
    } catch (error) {
      if (!signal?.aborted) failure.value = asFailure(error);
    }
  };
  useEffect(() => {
    const leaving = new AbortController();
    const shown = Math.min(FOLLOWED, Math.max(PAGE, answer.value?.batches.length ?? 0));
    const filter = state.value === '' ? '' : `&state=${state.value}`;
    void load(`${url}?limit=${shown}${filter}`, [], leaving.signal);
    return () => leaving.abort();
  }, [url, turn, state.value]);
  const { value } = answer;
  const total = value?.states.reduce((sum, { batches }) => sum + batches, 0) ?? 0;
  if (value === undefined || (total === 0 && failure.value === undefined)) return null;
  const toggle = (no: number) => {
    open.value = toggled(open.value, no);
  };
  return (
    <section class="batches">
      <p class="soft small">{b.batchesAbout}</p>
      <div class="batch-filter">
        <label>
          {b.stateOfBatch}
          <Select
            value={state.value}
            options={[
              ['', `${b.anyState} (${count(total)})`],
              ...value.states.map(
                ({ state: each, batches }) => [each, `${b.batchState[each]} (${count(batches)})`] as const,
              ),
            ]}
            onChange={(to) => {
              state.value = to as BatchState | '';
            }}
          />
        </label>
      </div>
      <Failure failure={failure.value} />
      <Scrolled label={b.batches}>
        <table>
          <Head
            columns={[
              [b.batch],
              [b.stateOfBatch],
              [t.entriesOf[sortOf(of.kind)], 'num'],
              [t.rows, 'num'],
              [t.debit, 'num'],
              [b.attempts, 'num'],
            ]}
          />
          {value.batches.map((batch) => (
            <tbody key={batch.batch}>
              <BatchRow of={batch} isOpen={open.value.has(batch.batch)} toggle={() => toggle(batch.batch)} />
              {open.value.has(batch.batch) && (
                <tr class="opened">
                  <td colSpan={6} id={`batch-${batch.batch}`}>
                    <BatchDetails url={batch.url} turn={turn} names={of.accountNames ?? {}} />
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </Scrolled>
      {value.next !== undefined && (
        <button type="button" class="quiet" onClick={() => void load(value.next!, value.batches)}>
          {b.more}
        </button>
      )}
    </section>
  );
}

interface BatchRowProps {
  readonly of: ListedBatch;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function BatchRow({ of, isOpen, toggle }: BatchRowProps) {
  const { batch, state, step, about, parent, entries, rows, debit, attempts, message, due } = of;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="quiet opener"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `batch-${batch}` : undefined}
          aria-label={b.open(String(batch))}
          onClick={toggle}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {batch}
        </button>
        {parent !== undefined && <span class="under">{b.parent(String(parent))}</span>}
      </th>
      <td>
        <span class={`badge batch-${state}`}>
          {state === 'booked' && step !== 'book' ? b.done : b.batchState[state]}
        </span>
        {step !== 'book' && (
          <span class="under">
            {b.step[step]}: {about}
          </span>
        )}
        {due !== undefined && (
          <span class="under">
            {b.due} <Time at={due} />
          </span>
        )}
        {message !== undefined && state !== 'booked' && <span class="under message">{b.said(message)}</span>}
      </td>
      <td class="num">{count(entries)}</td>
      <td class="num">{count(rows)}</td>
      <td class="num">{debit === undefined ? '' : amount(debit)}</td>
      <td class="num">{count(attempts)}</td>
    </tr>
  );
}
