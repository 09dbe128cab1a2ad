import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { common } from '../../words.ts';
import { t } from './words.ts';

/** Characters of a reason. */
const REASON_MAX = 500;

interface CancelDialogProps {
  readonly onClose: () => void;
  readonly onCancel: (reason: string) => void;
}

/** Asks why: the reason stays in the history, and beside every entry that is held by it. */
export function CancelDialog({ onClose, onCancel }: CancelDialogProps) {
  const reason = useSignal('');
  return (
    <Dialog title={t.value.cancelTitle} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.value.trim() !== '') onCancel(reason.value.trim());
        }}
      >
        <p>{t.value.cancelAbout}</p>
        <label>
          {common.value.reason}
          <textarea
            rows={3}
            required
            maxLength={REASON_MAX}
            value={reason.value}
            onInput={({ currentTarget }) => {
              reason.value = currentTarget.value;
            }}
          />
        </label>
        <div class="actions">
          <button type="button" onClick={onClose}>
            {common.value.close}
          </button>
          <button type="submit" class="danger" disabled={reason.value.trim() === ''}>
            {t.value.action.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
