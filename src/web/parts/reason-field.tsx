import type { Signal } from '@preact/signals';
import { common } from '../words.ts';

/** As long as the server takes, in characters. */
const REASON_MAX = 500;

interface ReasonFieldProps {
  readonly reason: Signal<string>;
  readonly label?: string;
  readonly help?: string;
  readonly rows?: number;
}

/** Why a person decides as she does: it stays in the history. */
export function ReasonField({ reason, label, help, rows = 3 }: ReasonFieldProps) {
  return (
    <>
      <label>
        {label ?? common.reason}
        <textarea
          rows={rows}
          required
          maxLength={REASON_MAX}
          aria-describedby={help && 'reason-help'}
          value={reason.value}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      {help !== undefined && (
        <span class="help" id="reason-help">
          {help}
        </span>
      )}
    </>
  );
}
