import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSearchedText } from '../../parts/use-searched-text.ts';
import { setQuery } from '../../route.ts';
import type { FailedFilter } from './failed-filter.ts';
import { t } from './words.ts';

interface FilterBarProps {
  readonly filter: FailedFilter;
  /** Entries that wait, and those of them that are corrected and not booked yet; undefined: not known. */
  readonly waiting: number | undefined;
  readonly revised: number;
}

/** Which of the rows are looked at: it stands in the address, so that it can be sent to a colleague. */
export function FilterBar({ filter: { q = '', revised }, waiting, revised: corrected }: FilterBarProps) {
  const searched = useSearchedText(q, (q) => setQuery({ q }));
  const segment = (name: string, n: number | undefined, to?: 'yes' | 'no') => (
    <button
      type="button"
      aria-pressed={revised === (to === undefined ? undefined : to === 'yes')}
      onClick={() => setQuery({ revised: to })}
    >
      {name} <span class="n">{n === undefined ? '' : count(n)}</span>
    </button>
  );
  return (
    <search class="filter" aria-label={t.filter}>
      <div class="search">
        <Icon of="search" />
        <input type="search" aria-label={t.filterText} placeholder={t.filterText} {...searched} />
      </div>
      <div class="segments">
        {segment(t.any, waiting)}
        {segment(t.toFix, waiting === undefined ? undefined : waiting - corrected, 'no')}
        {segment(t.filterRevised, corrected, 'yes')}
      </div>
    </search>
  );
}
