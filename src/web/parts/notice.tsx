import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api.ts';
import { sayFailure } from '../why/why.ts';
import { common } from '../words.ts';

interface NoticeProps {
  /** bad: it did not go, or something is wrong; warn: it waits for a person; good: done. */
  readonly tone: 'bad' | 'warn' | 'good' | 'plain';
  readonly children: ComponentChildren;
}

/** Something that people should see; read out when it appears. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface FailureProps {
  /** Undefined: nothing was refused, and nothing is shown. */
  readonly failure: ApiFailure | undefined;
  readonly again?: () => void;
}

/** What the server refused: why, and what to do. */
export function Failure({ failure, again }: FailureProps) {
  if (failure === undefined) return null;
  const [what, remedy] = sayFailure(failure);
  return (
    <Notice tone="bad">
      <p>
        <strong>{what}</strong> {remedy}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {common.again}
        </button>
      )}
    </Notice>
  );
}
