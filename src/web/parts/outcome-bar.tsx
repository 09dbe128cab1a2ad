import { count } from '../format.ts';
import { common, OUTCOMES, type Outcome } from '../words.ts';

interface OutcomeBarProps {
  readonly counts: Readonly<Partial<Record<Outcome, number>>>;
  readonly legend?: boolean;
  /** What the parts are called here. */
  readonly words?: Readonly<Partial<Record<Outcome, string>>>;
}

/** The narrowest part, of 100: one voucher of ten thousand is seen too. */
const NARROWEST = 1.4;
/** Between two parts, of 100. */
const BETWEEN = 0.35;

/** Counts by outcome as one bar: its text says all that its colours do. */
export function OutcomeBar({ counts, legend = false, words = common.outcome }: OutcomeBarProps) {
  const of = (outcome: Outcome) => counts[outcome] ?? 0;
  const there = OUTCOMES.filter((outcome) => of(outcome) > 0);
  const total = there.reduce((sum, outcome) => sum + of(outcome), 0);
  const wide = there.map((outcome) => Math.max(NARROWEST, (100 * of(outcome)) / total));
  const whole = wide.reduce((sum, each) => sum + each, 0);
  const said = there.map((outcome) => `${count(of(outcome))} ${words[outcome]}`).join(', ');
  let x = 0;
  return (
    <>
      <svg
        class={legend ? 'bar tall' : 'bar'}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
      >
        {there.map((outcome, at) => {
          const width = (100 * wide[at]!) / whole;
          x += width;
          const tone = `of-${outcome}${outcome === 'pending' ? ' flow' : ''}`;
          return (
            <rect key={outcome} class={tone} x={x - width} width={there[at + 1] ? width - BETWEEN : width} height="8" />
          );
        })}
      </svg>
      {legend && (
        <ul class="legend">
          {there.map((outcome) => (
            <li key={outcome} class={`of-${outcome}`}>
              <span>
                <b>{count(of(outcome))}</b> {words[outcome]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
