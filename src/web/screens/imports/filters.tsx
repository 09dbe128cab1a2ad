import type { z } from 'zod';
import type { Summary } from '../../../http/api/imports/shapes.ts';
import type { jobsAnswer } from '../../../http/api/jobs/shapes.ts';
import { count } from '../../format.ts';
import { useLoaded } from '../../load.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Select } from '../../parts/select.tsx';
import { useSearchedText } from '../../parts/use-searched-text.ts';
import { query, setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import { t } from './words.ts';

/** Names of filters in the page's address. */
export const FILTERS = ['q', 'state', 'waiting', 'job', 'since', 'until'] as const;

/** States by which a person looks for imports, besides all. One that is being checked is only for moments. */
const SEGMENTS = ['planned', 'posting', 'partly-booked', 'in-doubt', 'completed', 'rejected', 'cancelled'] as const;

/** A filter goes with the first page of what it lets through. */
function setFilter(changes: Readonly<Record<string, string | undefined>>): void {
  setQuery({ before: undefined, after: undefined, ...changes });
}

/** What of the imports is shown: kept in the address of the page, so that a link shows the same. */
export function Filters({ of: { states, most = 0 } }: { readonly of: Partial<Summary> }) {
  const { loaded } = useLoaded<z.output<typeof jobsAnswer>>('/api/jobs');
  const given = query.value;
  const job = given.get('job') ?? '';
  const names = new Set([...(loaded.value.value?.jobs.map(({ name }) => name) ?? []), ...(job === '' ? [] : [job])]);
  const state = given.get('waiting') === null ? (given.get('state') ?? '') : undefined;
  const segment = (of: string, name: string, n = 0) => (
    <Link key={of} to={addressWith({ state: of, waiting: undefined })} aria-current={of === state ? 'page' : undefined}>
      {name} {n > 0 && <span class="n">{n >= most ? `${count(most - 1)}+` : count(n)}</span>}
    </Link>
  );
  return (
    <search class="filters" aria-label={t.filter}>
      <SearchField />
      <span class="days">
        <Day name="since" label={t.from} />–<Day name="until" label={t.to} />
      </span>
      <Select
        label={t.job}
        value={job}
        options={[['', t.allJobs], ...[...names].sort().map((name) => [name, name] as const)]}
        onChange={(to) => setFilter({ job: to })}
      />
      {FILTERS.some((name) => given.has(name)) && (
        <button type="button" class="quiet" onClick={clear}>
          {t.clear}
        </button>
      )}
      <nav class="segments" aria-label={t.state}>
        {segment('', t.all)}
        {SEGMENTS.map((each) => segment(each, common.state[each], states?.[each]))}
      </nav>
    </search>
  );
}

/** The address of the first page of imports, those that are shown now but for some changes. */
export function addressWith(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const kept = [...query.value].filter(([name]) => !(name in changes || name === 'before' || name === 'after'));
  const params = new URLSearchParams([
    ...kept,
    ...Object.entries(changes).filter((each): each is [string, string] => !!each[1]),
  ]);
  return params.size === 0 ? '/' : `/?${params}`;
}

/** A day as the person's clock has it. The last one counts whole. */
function Day({ name, label }: { readonly name: 'since' | 'until'; readonly label: string }) {
  const more = name === 'until' ? 1 : 0;
  const moved = (from: Date, days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
  const given = query.value.get(name);
  // Sweden's way of writing a date is that of a field for dates.
  const shown = given === null ? '' : moved(new Date(given), -more).toLocaleDateString('sv');
  return (
    <input
      type="date"
      aria-label={label}
      value={shown}
      onChange={({ currentTarget: { value } }) =>
        setFilter({ [name]: value && moved(new Date(`${value}T00:00`), more).toISOString() })
      }
    />
  );
}

export function clear(): void {
  setFilter(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
}

/** What is typed is searched for when the person pauses. */
function SearchField() {
  const searched = useSearchedText(query.value.get('q') ?? '', (q) => setFilter({ q }));
  return (
    <div class="search">
      <Icon of="search" />
      <input type="search" aria-label={t.search} maxLength={200} placeholder={t.searchHelp} {...searched} />
    </div>
  );
}
