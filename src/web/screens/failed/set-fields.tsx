import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ShownSuggestion, SuggestionsAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { useLoaded } from '../../load.ts';
import { fieldOf, PickerList, reasonText } from '../../parts/picker/picker.tsx';
import { usePicker } from '../../parts/picker/use-picker.ts';
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

/** Suggestions that are listed under the field; the field's own list has all. */
const LISTED = 5;

/** What is to be used instead, for every row of a cause. */
export function SetFields({ id, cause, value, remember }: SetFieldsProps) {
  const { loaded } = useLoaded<SuggestionsAnswer>(`/api/imports/${id}/suggestions?cause=${cause.no}`);
  const { set: text } = decisions.value;
  const suggestions = loaded.value.value?.suggestions ?? [];
  const kind = setKindOf(cause.code);
  return (
    <>
      {kind === 'other' ? (
        <OtherField value={value} suggestions={suggestions} />
      ) : (
        <ChartField
          id={id}
          cause={cause}
          of={kind === 'vat' ? 'vat-type' : kind}
          value={value}
          suggestions={suggestions}
        />
      )}
      <span class="help" id="set-help">
        {text.help}
      </span>
      {kind !== 'other' && cause.value !== undefined && cause.value !== '' && (
        <label class="check">
          <input
            type="checkbox"
            checked={remember.value}
            onChange={(event) => {
              remember.value = event.currentTarget.checked;
            }}
          />
          {text.remember(shortValue(cause.value), value.value.trim() || '…')}
        </label>
      )}
    </>
  );
}

interface FieldProps {
  readonly value: Signal<string>;
  readonly suggestions: readonly ShownSuggestion[];
}

/** An account or a VAT code: chosen by number or name, or typed. */
function ChartField({ id, cause, of, value, suggestions }: FieldProps & ChartProps) {
  const { picker: words } = t.value;
  const chosen = useSignal<ShownSuggestion | undefined>(cause.proposal);
  const isOpen = useSignal(value.peek() === '');
  const field = useSignal(value.peek());
  const picker = usePicker({ chart: `/api/imports/${id}/chart?of=${of}`, suggested: suggestions, not: cause.value });
  const written = field.value.trim();
  const listed = [chosen.value, ...picker.options].find((one) => one?.value === written);
  // Words that are searched for are no account: where all accounts are known, nothing is corrected with them.
  const isValue = listed !== undefined || /^\d*$/.test(written) || picker.answer?.whole === false;
  useLayoutEffect(() => {
    value.value = isValue ? written : '';
  }, [isValue, written]);
  const use = (one: ShownSuggestion) => {
    field.value = one.value;
    chosen.value = one;
    isOpen.value = false;
  };
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // A number, or what was chosen, is what is answered with.
      const moved = picker.meant(written) !== written;
      if (!isOpen.value || (isValue && !moved)) return;
      picker.whenFound(written, (meant) => {
        if (meant === written) return;
        field.value = meant;
        isOpen.value = false;
      });
    } else if (!isOpen.value && event.key === 'ArrowDown') isOpen.value = true;
    else if (!picker.move(event.key)) return;
    event.preventDefault();
  };
  return (
    <>
      <label>
        {decisions.value.set.label[of === 'account' ? of : 'vat']}
        <input
          type="text"
          required
          aria-describedby="set-help"
          {...fieldOf('set', picker, isOpen.value)}
          value={field.value}
          onInput={(event) => {
            field.value = event.currentTarget.value;
            isOpen.value = true;
            picker.type(field.value);
          }}
          onKeyDown={press}
        />
      </label>
      {isOpen.value ? (
        <PickerList id="set" of={of} picker={picker} words={words} onUse={use} />
      ) : (
        listed !== undefined && (
          <p class="chosen">
            {listed.name}
            {listed.why !== undefined && <span class="soft"> · {reasonText(listed.why, words)}</span>}
          </p>
        )
      )}
    </>
  );
}

interface ChartProps extends Pick<SetFieldsProps, 'id' | 'cause'> {
  readonly of: 'account' | 'vat-type';
}

/** Any other value: typed, or one of those that there are. */
function OtherField({ value, suggestions }: FieldProps) {
  const { set: text } = decisions.value;
  return (
    <>
      <label>
        {text.label.other}
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
      <datalist id="set-suggestions">
        {suggestions.map((each) => (
          <option key={each.value} value={each.value}>
            {each.name}
          </option>
        ))}
      </datalist>
      {suggestions.length > 0 && (
        <fieldset class="suggestions">
          <legend>{text.suggestions}</legend>
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
    </>
  );
}
