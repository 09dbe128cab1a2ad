import { useSignal } from '@preact/signals';
import type { ChartAnswer, SuggestionsAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { useLoaded } from '../../load.ts';
import { Over } from '../../parts/picker/over.tsx';
import { fieldOf, PickerList } from '../../parts/picker/picker.tsx';
import { usePicker } from '../../parts/picker/use-picker.ts';
import { shortValue } from '../../text/issue-facts.ts';
import { CellEditor, type CellEditorProps, type EndEditing } from './cell-editor.tsx';
import { entriesText, type Kind } from './scale.ts';
import { t } from './words.ts';

interface ChartEditorProps extends CellEditorProps {
  /** Of an import. */
  readonly id: string;
  readonly of: ChartAnswer['of'];
  readonly kind: Kind;
  /** What is wrong with the cell, where the same can be corrected in all vouchers at once. */
  readonly cause: WaitingCause | undefined;
  /** All vouchers of the cause get the value: asks first. */
  readonly onAll: (value: string) => void;
}

/** The field of a cell that says an account, or a VAT code: by number or name, for this row alone or for all that say the same. */
export function ChartEditor({ id, of, kind, cause, onAll, ...editor }: ChartEditorProps) {
  const { loaded } = useLoaded<SuggestionsAnswer>(cause && `/api/imports/${id}/suggestions?cause=${cause.no}`);
  const suggested = loaded.value.value?.suggestions ?? [];
  const picker = usePicker({ chart: `/api/imports/${id}/chart?of=${of}`, suggested, not: cause?.value });
  const isForAll = useSignal(false);
  const use = (value: string, end: EndEditing, toAll = isForAll.value) => {
    if (cause === undefined || !toAll) return end(value);
    end();
    onAll(value === cause.value ? '' : value);
  };
  return (
    <CellEditor
      {...editor}
      help={{
        attributes: fieldOf('cell', picker),
        onType: picker.type,
        meant: (field) => (isForAll.value ? undefined : picker.meant(field)),
        onKey(event, end) {
          if (event.key !== 'Enter') return picker.move(event.key);
          // Up, as in every other cell.
          if (event.shiftKey) return false;
          const isAll = isForAll.value || event.ctrlKey || event.metaKey;
          picker.whenFound(event.currentTarget.value, (value) => use(value, end, isAll));
          return true;
        },
        shown: (field, end) => (
          <Over of={field}>
            <PickerList id="cell" of={of} picker={picker} words={t.picker} onUse={({ value }) => use(value, end)}>
              {cause !== undefined && (
                <fieldset class="scope">
                  <legend class="visually-hidden">{t.scope.title}</legend>
                  {[false, true].map((isAll) => (
                    <label key={String(isAll)} data-key={isAll ? 'Ctrl ↵' : '↵'}>
                      <input
                        type="radio"
                        name="scope"
                        tabIndex={-1}
                        checked={isForAll.value === isAll}
                        onChange={() => {
                          isForAll.value = isAll;
                        }}
                      />
                      <span>
                        {isAll
                          ? t.scope.all(entriesText(kind, cause.entries), shortValue(cause.value ?? ''))
                          : t.scope.one}
                      </span>
                    </label>
                  ))}
                </fieldset>
              )}
            </PickerList>
          </Over>
        ),
      }}
    />
  );
}
