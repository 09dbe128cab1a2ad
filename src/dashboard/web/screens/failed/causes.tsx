import { useSignal } from '@preact/signals';
import type { WaitingCause } from '../../../server/api-mends.ts';
import { count } from '../../format.ts';
import { CauseCard } from './cause-card.tsx';
import type { Mend } from './mend-ask.ts';
import type { Kind } from './scale.ts';
import { t } from './words.ts';

interface CausesProps {
  readonly causes: readonly WaitingCause[];
  /** The file's own. */
  readonly columns: readonly string[];
  readonly kind: Kind;
  readonly shown: number | undefined;
  readonly isFixed: boolean;
  readonly onShow: (no: number) => void;
  readonly onMend: (cause: WaitingCause, mend: Mend) => void;
  readonly onAnswer: (cause: WaitingCause, answer: string) => void;
}

/** Causes that are listed at once: a file may have thousands. */
const AT_ONCE = 8;

/** Why entries wait, one line for four hundred rows. */
export function Causes({ causes, columns, kind, shown, isFixed, onShow, onMend, onAnswer }: CausesProps) {
  const listed = useSignal(AT_ONCE);
  const rest = causes.length - listed.value;
  return (
    <section class="sheet causes" aria-labelledby="causes">
      <h2 id="causes">{t.value.causes}</h2>
      <ul>
        {causes.slice(0, listed.value).map((cause) => (
          <CauseCard
            key={cause.no}
            cause={cause}
            columns={columns}
            kind={kind}
            isShown={shown === cause.no}
            isFixed={isFixed}
            onShow={() => onShow(cause.no)}
            onMend={(mend) => onMend(cause, mend)}
            onAnswer={(answer) => onAnswer(cause, answer)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            listed.value += AT_ONCE * 4;
          }}
        >
          {t.value.causesMore(count(Math.min(rest, AT_ONCE * 4)))}
        </button>
      )}
    </section>
  );
}
