import type { Signal } from '@preact/signals';
import type { SuggestionsAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { useLoaded } from '../../load.ts';
import { shortValue } from '../../text/issue-facts.ts';
import { decisions } from './decision-words.ts';
import { setKindOf } from './set-kind.ts';

interface SetFieldsProps {
  readonly id: string;
  readonly cause: WaitingCause;
  readonly value: Signal<string>;
  readonly remember: Signal<boolean>;
}

/** Suggestions that are listed under the field; the field's own list has all. */
const LISTED = 5;

/** What is to be used instead, for every row of a cause. */
export function SetFields({ id, cause, value, remember }: SetFieldsProps) {
  const { loaded } = useLoaded<SuggestionsAnswer>(`/api/imports/${id}/suggestions?cause=${cause.no}`);
  const { value: text } = decisions;
  const suggestions = loaded.value.value?.suggestions ?? [];
  const kind = setKindOf(cause.code);
  return (
    <>
      <label>
        {text.set.label[kind]}
        <input
          type="text"
          required
          autocomplete="off"
          list="set-suggestions"
          aria-describedby="set-help"
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      </label>
      <span class="help" id="set-help">
        {text.set.help}
      </span>
      <datalist id="set-suggestions">
        {suggestions.map((each) => (
          <option key={each.value} value={each.value}>
            {each.name}
          </option>
        ))}
      </datalist>
      {suggestions.length > 0 && (
        <fieldset class="suggestions">
          <legend>{text.set.suggestions}</legend>
          {suggestions.slice(0, LISTED).map((each) => (
            <button
              key={each.value}
              type="button"
              aria-pressed={value.value === each.value}
              onClick={() => {
                value.value = each.value;
              }}
            >
              <strong>{each.value}</strong> {each.name}
            </button>
          ))}
        </fieldset>
      )}
      {kind === 'account' && cause.value !== undefined && cause.value !== '' && (
        <div>
          <label class="check">
            <input
              type="checkbox"
              aria-describedby="remember-help"
              checked={remember.value}
              onChange={(event) => {
                remember.value = event.currentTarget.checked;
              }}
            />
            {text.set.remember(shortValue(cause.value))}
          </label>
          <span class="help" id="remember-help">
            {text.set.rememberHelp}
          </span>
        </div>
      )}
    </>
  );
}
