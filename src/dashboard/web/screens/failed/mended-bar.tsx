import type { WaitingAnswer } from '../../../server/api-mends.ts';
import { count } from '../../format.ts';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import type { Kind } from './scale.ts';
import { verbsOf } from './verbs.ts';
import { t } from './words.ts';

interface MendedBarProps {
  readonly kind: Kind;
  readonly revised: WaitingAnswer['revised'];
  /** What became of the last decision; empty: nothing to say. */
  readonly done: string;
  /** What is under way; empty: nothing. */
  readonly progress: string;
  readonly canBook: boolean;
  readonly onBook: () => void;
  readonly onClose: () => void;
}

/** At the foot of the screen: what is mended and not booked yet, wherever the person is. */
export function MendedBar({ kind, revised, done, progress, canBook, onBook, onClose }: MendedBarProps) {
  const verbs = verbsOf(kind);
  const hasMended = revised.entries > 0 && progress === '';
  const isShown = hasMended || done !== '' || progress !== '';
  const told = useLostFocus<HTMLDivElement>(done);
  return (
    <div class={isShown ? 'mended-bar shown' : 'mended-bar'}>
      <div ref={told} role="status" tabIndex={-1}>
        {done !== '' && <strong>{done}</strong>} {progress !== '' && <span>{progress}</span>}
        {hasMended && <span>{t.value.mended(verbs, count(revised.ready), count(revised.held))}</span>}
      </div>
      {isShown && (
        <div class="actions">
          {hasMended && canBook && (
            <button type="button" class="primary" onClick={onBook}>
              {t.value.bookMended(verbs)}
            </button>
          )}
          {hasMended && (
            <button type="button" class="plain" onClick={() => setQuery({ revised: 'yes', cause: undefined })}>
              {t.value.showMended}
            </button>
          )}
          {done !== '' && (
            <button type="button" class="plain" onClick={onClose}>
              {common.value.close}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
