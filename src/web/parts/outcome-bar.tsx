import { count } from '../format.ts';
import { common, OUTCOMES, type Outcome } from '../words.ts';

/** Counts by outcome as one bar: its text says all that its colours do. */
export function OutcomeBar({
  counts,
  legend = false,
}: {
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly legend?: boolean;
}) {
  const there = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const total = there.reduce((sum, outcome) => sum + counts[outcome], 0);
  const said = there.map((outcome) => `${count(counts[outcome])} ${common.value.outcome[outcome]}`).join(', ');
  return (
    <div class="outcomes">
      <div class="outcome-bar" role="img" aria-label={said} title={said}>
        {there.map((outcome) => (
          <span key={outcome} class={`of-${outcome}`} style={{ flexGrow: counts[outcome] / total }} />
        ))}
      </div>
      {legend && (
        <ul class="legend">
          {there.map((outcome) => (
            <li key={outcome} class={`of-${outcome}`}>
              {count(counts[outcome])} {common.value.outcome[outcome]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
