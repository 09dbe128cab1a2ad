import { useSignal } from '@preact/signals';
import type { ApiFailure } from '../../api.ts';
import { ask } from '../../api.ts';
import { asFailure } from '../../load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/notice.tsx';
import { common } from '../../words.ts';
import { addressOf } from './requests.ts';
import { t } from './words.ts';

const REASON_MAX_CHARACTERS = 500;

interface PauseDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onPaused: () => void;
}

/** Asks why a job is to be paused. */
export function PauseDialog({ name, onClose, onPaused }: PauseDialogProps) {
  const reason = useSignal('');
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);
  const pause = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    try {
      await ask(`${addressOf(name)}/pause`, { method: 'POST', json: { reason: reason.value } });
      onPaused();
      onClose();
    } catch (error) {
      failure.value = asFailure(error);
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={t.value.pauseOf(name)} onClose={onClose}>
      <form class="form" onSubmit={(event) => void pause(event)}>
        <p>{t.value.pausedMeans}</p>
        {failure.value !== undefined && <Failure failure={failure.value} />}
        <label>
          {common.value.reason}
          <input
            type="text"
            required
            maxLength={REASON_MAX_CHARACTERS}
            placeholder={t.value.pauseExample}
            value={reason.value}
            onInput={(event) => {
              reason.value = event.currentTarget.value;
            }}
          />
          <span class="help">{t.value.pauseHelp}</span>
        </label>
        <div class="actions">
          <button type="button" onClick={onClose}>
            {common.value.cancel}
          </button>
          <button type="submit" class="primary" disabled={isBusy.value || reason.value.trim() === ''}>
            {t.value.pauseIt}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
