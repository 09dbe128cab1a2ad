import type { Signal } from '@preact/signals';
import type { ShownSuggestion, SuggestionsAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { useLoaded } from '../../load.ts';
import { ChartField } from '../../parts/picker/chart-field.tsx';
import { shortValue } from '../../text/issue-facts.ts';
import { decisions } from './decision-words.ts';
import { setKindOf } from './set-kind.ts';
import { t } from './words.ts';

interface SetFieldsProps {
  readonly id: string;
  readonly cause: WaitingCause;
  readonly value: Signal<string>;
  readonly remember: Signal<boolean>;
}

/** What is to be used instead, for every row of a cause. */
export function SetFields({ id, cause, value, remember }: SetFieldsProps) {
  const { loaded } = useLoaded<SuggestionsAnswer>(`/api/imports/${id}/suggestions?cause=${cause.no}`);
  const { set: text } = decisions;
  const { suggestions = [], inFile = [cause.value!] } = loaded.value.value ?? {};
  const kind = setKindOf(cause.code);
  return (
    <>
      {kind === 'other' ? (
        <OtherField value={value} suggestions={suggestions} />
      ) : (
        <ChartField
          chart={`/api/imports/${id}/chart`}
          of={kind === 'vat' ? 'vat-type' : kind}
          label={text.label[kind]}
          words={t.picker}
          suggestions={suggestions}
          proposal={cause.proposal}
          not={cause.value}
          help="set-help"
          first={value.peek()}
          onValue={(to) => {
            value.value = to;
          }}
        />
      )}
      <span class="help" id="set-help">
        {text.help}
      </span>
      {kind !== 'other' && cause.value && (
        <label class="check">
          <input
            type="checkbox"
            checked={remember.value}
            onChange={(event) => {
              remember.value = event.currentTarget.checked;
            }}
          />
          {text.remember(inFile.map(shortValue).join(', '), value.value.trim() || '…')}
        </label>
      )}
    </>
  );
}

interface FieldProps {
  readonly value: Signal<string>;
  readonly suggestions: readonly ShownSuggestion[];
}

/** Any other value: typed, or one of those that there are. */
function OtherField({ value, suggestions }: FieldProps) {
  const { set: text } = decisions;
  return (
    <>
      <label>
        {text.label.other}
        <input
          type="text"
          required
          autocomplete="off"
          aria-describedby="set-help"
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      </label>
      {suggestions.length > 0 && (
        <fieldset class="suggestions">
          <legend>{text.suggestions}</legend>
          {suggestions.map((each) => (
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
    </>
  );
}
