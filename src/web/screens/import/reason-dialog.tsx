import { useSignal } from '@preact/signals';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { common } from '../../words.ts';

interface ReasonDialogProps {
  /** On the button that does it, too. */
  readonly title: string;
  readonly about: string;
  readonly tone?: 'danger';
  readonly onAnswer: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why: the reason stays in the history. */
export function ReasonDialog({ about, onAnswer, ...of }: ReasonDialogProps) {
  const text = useSignal('');
  const reason = text.value.trim();
  return (
    <Question {...of} answer={of.title} keep={common.close} isReady={reason !== ''} onAnswer={() => onAnswer(reason)}>
      <p>{about}</p>
      <ReasonField reason={text} />
    </Question>
  );
}
