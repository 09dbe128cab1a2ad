import type { ComponentChildren } from 'preact';
import { bytes, count } from '../../format.ts';
import { Time } from '../../parts/time.tsx';
import { who } from '../../parts/who.ts';
import { common } from '../../words.ts';
import { duration } from './duration.ts';
import type { Events, WholeImport } from './live-import.ts';
import { t } from './words.ts';

type Stage = 'done' | 'now' | 'later' | 'ended';

const RESTING = new Set(['completed', 'partly-booked', 'rejected', 'in-doubt', 'cancelled']);

/** The way of a file to its receipt in four steps: where it is, and when it came there. */
export function Timeline({ of, events }: { readonly of: WholeImport; readonly events: Events }) {
  const { state, rows, entries } = of;
  const last = (...names: readonly string[]) => events.findLast(({ what }) => names.includes(what));
  const planned = last('planned', 'posting');
  const posting = last('posting');
  const finished = events.findLast(({ what, detail }) => RESTING.has(what) && !hasBatch(detail));
  const isResting = RESTING.has(state);
  const isWhole = state === 'rejected' || state === 'cancelled';
  const settled = entries.planned - entries.pending - entries.inDoubt;
  const corrections = events.filter(({ what }) => what === 'correction').length;
  const retries = events.filter(({ what }) => what === 'retry').length;
  return (
    <section class="sheet pad timeline" aria-label={t.value.timeline}>
      <ol>
        <Step name={t.value.steps.taken} stage="done">
          <Time at={of.takenIn} />
          <span>
            {t.value.by(who(of.who))} · {bytes(of.bytes)}
          </span>
        </Step>
        <Step
          name={t.value.steps.planned}
          stage={state === 'planning' ? 'now' : isWhole && of.planned === undefined ? 'ended' : 'done'}
        >
          {state === 'planning' ? (
            <span aria-live="polite">{t.value.rowsRead(count(rows.read))}</span>
          ) : isWhole && of.planned === undefined ? (
            t.value.never
          ) : (
            <>
              {planned === undefined ? null : <Time at={planned.at} />}
              <span>{t.value.rowsRead(count(rows.read))}</span>
            </>
          )}
        </Step>
        <Step
          name={t.value.steps.posting}
          stage={
            state === 'posting'
              ? 'now'
              : isResting && posting !== undefined && !isWhole
                ? 'done'
                : isResting
                  ? 'ended'
                  : 'later'
          }
        >
          {state === 'posting' ? (
            <>
              <progress
                value={settled}
                max={Math.max(1, entries.planned)}
                aria-label={t.value.settledOf(count(settled), count(entries.planned))}
              />
              <span>{t.value.settledOf(count(settled), count(entries.planned))}</span>
            </>
          ) : isResting && posting !== undefined && !isWhole ? (
            <>
              <Time at={posting.at} />
              <span>
                {t.value.bookedOf[of.kind === 'bookings' ? 'booked' : 'created'](
                  count(entries.booked),
                  count(entries.planned),
                )}
              </span>
            </>
          ) : isResting ? (
            t.value.never
          ) : (
            t.value.notYet
          )}
        </Step>
        <Step name={t.value.steps.receipt} stage={isResting ? 'done' : 'later'} of={isResting ? state : undefined}>
          {isResting && finished !== undefined ? (
            <>
              <Time at={finished.at} />
              <span>
                {common.value.state[state]} · {t.value.worked(duration(of.duration))}
              </span>
            </>
          ) : (
            t.value.notYet
          )}
          {corrections > 0 && <span>{t.value.corrections(corrections, count(corrections))}</span>}
          {retries > 0 && <span>{t.value.retries(retries, count(retries))}</span>}
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly name: string;
  readonly stage: Stage;
  /** The state in which it ended. */
  readonly of?: string | undefined;
  readonly children: ComponentChildren;
}

function Step({ name, stage, of, children }: StepProps) {
  return (
    <li
      class={`step-${stage} ${of === undefined ? '' : `ends-${of}`}`}
      aria-current={stage === 'now' ? 'step' : undefined}
    >
      <strong>{name}</strong>
      {children}
    </li>
  );
}

/** A line about one batch is no end of the import. */
function hasBatch(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'batch' in detail;
}
