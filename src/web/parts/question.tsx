import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api.ts';
import { common } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './notice.tsx';

interface QuestionProps {
  readonly title: string;
  /** On the button that answers it; undefined: there is nothing to answer any more. */
  readonly answer: string | undefined;
  readonly tone?: 'primary' | 'danger';
  /** On the button that leaves everything as it is. */
  readonly keep?: string;
  /** It can be answered as it stands. */
  readonly isReady: boolean;
  /** Why the last answer was refused. */
  readonly failure?: ApiFailure | undefined;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog with a form: what is asked, and two buttons. */
export function Question(props: QuestionProps) {
  const { title, answer, tone = 'primary', keep, isReady, failure, onAnswer, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onAnswer();
        }}
      >
        {children}
        <Failure failure={failure} />
        <div class="acts">
          <button type="button" onClick={onClose}>
            {keep ?? common.cancel}
          </button>
          {answer !== undefined && (
            <button type="submit" class={tone} disabled={!isReady}>
              {answer}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
