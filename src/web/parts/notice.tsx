import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api.ts';
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

/** What the server refused: its words, and what to do. */
export function Failure({ failure, again }: { readonly failure: ApiFailure; readonly again?: () => void }) {
  return (
    <Notice tone="bad">
      <p lang="en">
        <strong>{failure.message}</strong> {failure.suggestion}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {common.value.again}
        </button>
      )}
    </Notice>
  );
}
