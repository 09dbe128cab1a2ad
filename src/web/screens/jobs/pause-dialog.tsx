import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useAction } from '../../use-action.ts';
import { addressOf } from './requests.ts';
import { t } from './words.ts';

interface PauseDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onPaused: () => void;
}

/** Asks why a job is to be paused. */
export function PauseDialog({ name, onClose, onPaused }: PauseDialogProps) {
  const reason = useSignal('');
  const { isBusy, failure, act } = useAction();
  const pause = () =>
    act(async () => {
      await ask(`${addressOf(name)}/pause`, { json: { reason: reason.value } });
      onPaused();
      onClose();
    });
  return (
    <Question
      title={t.pauseOf(name)}
      answer={t.pauseIt}
      isReady={!isBusy.value && reason.value.trim() !== ''}
      failure={failure.value}
      onAnswer={() => void pause()}
      onClose={onClose}
    >
      <p>{t.pausedMeans}</p>
      <ReasonField reason={reason} help={t.pauseHelp} />
    </Question>
  );
}
