import type { z } from 'zod';
import type { ImportState } from '../../../core/states.ts';
import type { jobsAnswer } from '../../../http/api/jobs/shapes.ts';
import { useLoaded } from '../../load.ts';
import { useSearchedText } from '../../parts/use-searched-text.ts';
import { query, setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import { t } from './words.ts';

const KINDS = ['bookings', 'contacts', 'custom-fields'] as const;
/** Names of filters in the page's address. */
export const FILTERS = ['q', 'state', 'waiting', 'job', 'kind'] as const;

/** A filter goes with the first page of what it lets through. */
function setFilter(changes: Readonly<Record<string, string | undefined>>): void {
  setQuery({ before: undefined, after: undefined, ...changes });
}

/** What of the imports is shown: kept in the address of the page, so that a link shows the same. */
export function Filters() {
  const { loaded } = useLoaded<z.output<typeof jobsAnswer>>('/api/jobs');
  const given = query.value;
  const job = given.get('job') ?? '';
  const names = new Set([...(loaded.value.value?.jobs.map(({ name }) => name) ?? []), ...(job === '' ? [] : [job])]);
  const state = given.get('waiting') === 'true' ? 'waiting' : (given.get('state') ?? '');
  const chooseState = (to: string) =>
    setFilter(
      to === 'waiting' ? { waiting: 'true', state: undefined } : { waiting: undefined, state: to || undefined },
    );
  return (
    <search class="filters" aria-label={t.value.filter}>
      <SearchField />
      <label>
        {t.value.state}
        <select value={state} onChange={({ currentTarget }) => chooseState(currentTarget.value)}>
          <option value="">{t.value.all}</option>
          <option value="waiting">{t.value.waitsForMe}</option>
          {IMPORT_STATES.map((each) => (
            <option key={each} value={each}>
              {common.value.state[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t.value.job}
        <select value={job} onChange={({ currentTarget }) => setFilter({ job: currentTarget.value })}>
          <option value="">{t.value.all}</option>
          {[...names].sort().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t.value.kind}
        <select
          value={given.get('kind') ?? ''}
          onChange={({ currentTarget }) => setFilter({ kind: currentTarget.value })}
        >
          <option value="">{t.value.all}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t.value.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {FILTERS.some((name) => given.has(name)) && (
        <button type="button" class="quiet" onClick={clear}>
          {t.value.clear}
        </button>
      )}
    </search>
  );
}

export function clear(): void {
  setFilter(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
}

/** What is typed is searched for when the person pauses. */
function SearchField() {
  const searched = useSearchedText(query.value.get('q') ?? '', (q) => setFilter({ q }));
  return (
    <label class="search">
      {t.value.search}
      <input type="search" maxLength={200} placeholder={t.value.searchHelp} {...searched} />
    </label>
  );
}

/** Every state of an import, in the order of its life. */
export const IMPORT_STATES = [
  'planning',
  'planned',
  'posting',
  'completed',
  'partly-booked',
  'in-doubt',
  'rejected',
  'cancelled',
] as const satisfies readonly ImportState[];
