import type { Signal } from '@preact/signals';
import { common } from '../../words.ts';
import { decisions } from './decision-words.ts';

/** Characters of a reason. */
const REASON_CHARACTERS = 500;

/** Why a person decides as she does. */
export function ReasonField({ reason }: { readonly reason: Signal<string> }) {
  return (
    <>
      <label>
        {common.value.reason}
        <textarea
          rows={2}
          required
          maxLength={REASON_CHARACTERS}
          aria-describedby="reason-help"
          value={reason.value}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      <span class="help" id="reason-help">
        {decisions.value.reasonHelp}
      </span>
    </>
  );
}
