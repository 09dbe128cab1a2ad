import { useRef } from 'preact/hooks';
import { Failure } from '../../parts/notice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { heldWords, money, willWords } from './book-words.ts';
import type { Trying } from './follow-dry-run.ts';
import { f } from './form-words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { Vouchers } from './vouchers.tsx';

interface BesideProps {
  readonly trying: Trying;
  /** Nothing is wrong with the form. */
  readonly isSound: boolean;
}

/** Beside the columns: the vouchers that come of them. While others are made, the last ones stay. */
export function Beside({ trying: { plan, running, failure }, isSound }: BesideProps) {
  const last = useRef<Plan | undefined>(undefined);
  last.current = plan ?? (running === undefined ? undefined : last.current);
  const { current: shown } = last;
  const { bookings, receipt } = shown ?? {};
  return (
    <aside class="side" aria-label={p.first} aria-busy={running !== undefined}>
      <Failure failure={failure} />
      {isSound && bookings !== undefined && bookings.first.length > 0 ? (
        <Vouchers bookings={bookings}>
          <footer class="small">
            <b>{willWords(shown!)}</b> {money(shown!)} <span class="soft">{heldWords(shown!)}</span>
          </footer>
        </Vouchers>
      ) : (
        <Sheet title={p.first}>
          <p class="in soft" role="status">
            {!isSound
              ? f.besideLater
              : receipt?.reason !== undefined
                ? causeTitle(receipt.reason)
                : shown !== undefined
                  ? willWords(shown)
                  : running !== undefined
                    ? p.planning
                    : f.besideChecked}
          </p>
        </Sheet>
      )}
    </aside>
  );
}
