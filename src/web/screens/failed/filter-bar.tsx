import type { WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { useSearchedText } from '../../parts/use-searched-text.ts';
import { setQuery } from '../../route.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import { type FailedFilter, isFiltered, WAITING_STATES } from './failed-filter.ts';
import { t } from './words.ts';

/** Which of the rows are looked at: it stands in the address, so that it can be sent to a colleague. */
export function FilterBar({
  filter,
  causes,
}: {
  readonly filter: FailedFilter;
  readonly causes: readonly WaitingCause[];
}) {
  const { value: text } = t;
  const searched = useSearchedText(filter.q ?? '', (q) => setQuery({ q }));
  return (
    <search class="filter" aria-label={text.filter}>
      <label>
        {text.filterCause}
        <select value={filter.cause ?? ''} onChange={(event) => setQuery({ cause: event.currentTarget.value })}>
          <option value="">{text.any}</option>
          {causes.map((cause) => (
            <option key={cause.no} value={cause.no}>
              {causeTitle(cause)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.filterState}
        <select value={filter.state ?? ''} onChange={(event) => setQuery({ state: event.currentTarget.value })}>
          <option value="">{text.any}</option>
          {WAITING_STATES.map((state) => (
            <option key={state} value={state}>
              {common.value.outcome[state]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.filterText}
        <input type="search" {...searched} />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.revised === true}
          onChange={(event) => setQuery({ revised: event.currentTarget.checked ? 'yes' : undefined })}
        />
        {text.filterRevised}
      </label>
      {isFiltered(filter) && (
        <button
          type="button"
          class="quiet"
          onClick={() => setQuery({ cause: undefined, state: undefined, q: undefined, revised: undefined })}
        >
          {text.clear}
        </button>
      )}
    </search>
  );
}
