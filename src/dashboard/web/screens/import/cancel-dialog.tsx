import { useSignal } from '@preact/signals';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { common } from '../../words.ts';
import { t } from './words.ts';

interface CancelDialogProps {
  readonly onClose: () => void;
  readonly onCancel: (reason: string) => void;
}

/** Asks why: the reason stays in the history, and beside every entry that is held by it. */
export function CancelDialog({ onClose, onCancel }: CancelDialogProps) {
  const reason = useSignal('');
  const said = reason.value.trim();
  return (
    <Question
      title={t.value.cancelTitle}
      answer={t.value.action.cancel}
      tone="danger"
      keep={common.value.close}
      isReady={said !== ''}
      onAnswer={() => onCancel(said)}
      onClose={onClose}
    >
      <p>{t.value.cancelAbout}</p>
      <ReasonField reason={reason} />
    </Question>
  );
}
