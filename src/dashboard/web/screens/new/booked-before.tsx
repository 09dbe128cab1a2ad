import { Dialog } from '../../parts/dialog.tsx';
import { Link } from '../../parts/link.tsx';
import { common } from '../../words.ts';
import type { Earlier } from './shapes.ts';
import { t } from './words.ts';

interface BookedBeforeProps {
  readonly earlier: Earlier;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The same file was imported under this job before: shall it be taken in once more? */
export function BookedBefore({ earlier, onAgain, onClose }: BookedBeforeProps) {
  return (
    <Dialog title={t.value.before} onClose={onClose}>
      <div class="form">
        <p>{earlier.error.message}</p>
        <p class="soft">{t.value.beforeHelp}</p>
        <div class="actions">
          <button type="button" onClick={onClose}>
            {common.value.cancel}
          </button>
          <button type="button" onClick={onAgain}>
            {t.value.bookAgain}
          </button>
          <Link to={`/imports/${earlier.import}`} class="button primary">
            {t.value.toEarlier}
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
