import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ChartAnswer, ShownSuggestion } from '../../../http/api/corrections/shapes.ts';
import { fieldOf, PickerList, type PickerWords, reasonText } from './picker.tsx';
import { usePicker } from './use-picker.ts';

interface ChartFieldProps {
  /** Where the chart is searched: `/api/imports/ID/chart`. */
  readonly chart: string;
  readonly of: ChartAnswer['of'];
  readonly label: string;
  readonly words: PickerWords;
  readonly suggestions: readonly ShownSuggestion[];
  /** What is most likely meant. */
  readonly proposal?: ShownSuggestion | undefined;
  /** What is wrong, and never offered. */
  readonly not?: string | undefined;
  /** No number is a value that is not in the chart. */
  readonly mustExist?: true;
  /** ID of what helps with the field. */
  readonly help: string;
  /** What stands in it in the beginning. */
  readonly first?: string;
  /** Told what stands in it; '' while that is no value. */
  readonly onValue: (value: string, name: string) => void;
}

/** The field of an account or a VAT code: chosen by number or name, or typed. */
export function ChartField({
  chart,
  of,
  words,
  suggestions,
  not,
  mustExist,
  first = '',
  onValue,
  ...props
}: ChartFieldProps) {
  const chosen = useSignal<ShownSuggestion | undefined>(props.proposal);
  const isOpen = useSignal(first === '');
  const field = useSignal(first);
  const picker = usePicker({ chart: `${chart}?of=${of}`, suggested: suggestions, not });
  const written = field.value.trim();
  const listed = [chosen.value, ...picker.options].find((one) => one?.value === written);
  const name = listed?.name ?? '';
  // Words that are searched for are no account: where all accounts are known, nothing is corrected with them.
  const isWhole = picker.answer?.whole;
  const isValue = listed !== undefined || isWhole === false || (!(mustExist && isWhole) && /^\d*$/.test(written));
  useLayoutEffect(() => onValue(isValue ? written : '', name), [isValue, written, name]);
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
        {props.label}
        <input
          type="text"
          required
          aria-describedby={props.help}
          {...fieldOf('set', picker, isOpen.value)}
          value={field.value}
          onFocus={(event) => event.currentTarget.select()}
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
          <p class="picker-chosen">
            {listed.name}
            {listed.why !== undefined && <span class="soft"> · {reasonText(listed.why, words)}</span>}
          </p>
        )
      )}
    </>
  );
}
