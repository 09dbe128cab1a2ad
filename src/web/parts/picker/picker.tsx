import type { ComponentChildren } from 'preact';
import type { ChartAnswer, ShownSuggestion } from '../../../http/api/corrections/shapes.ts';
import { count, day, time } from '../../format.ts';
import type { Translation } from '../../language.ts';
import { common } from '../../words.ts';
import { Marked } from '../marked.tsx';
import type en from './picker-words.en.ts';
import type { Picker } from './use-picker.ts';
import './picker.css';

export type PickerWords = Translation<typeof en>;

/** What the field says of the list beneath it. */
export function fieldOf(id: string, { options, active }: Picker, isOpen = true) {
  const isListed = isOpen && options.length > 0;
  return {
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isListed,
    'aria-controls': isListed ? `${id}-list` : undefined,
    'aria-activedescendant': isListed && active >= 0 ? `${id}-${active}` : undefined,
  } as const;
}

interface PickerListProps {
  /** Of the field; its parts are called after it. */
  readonly id: string;
  readonly of: ChartAnswer['of'];
  readonly picker: Picker;
  readonly words: PickerWords;
  readonly onUse: (chosen: ShownSuggestion) => void;
  /** What is chosen besides. */
  readonly children?: ComponentChildren;
}

/** What there is to choose from: what is suggested, with the reason, and what holds the letters that were typed. */
export function PickerList({ id, of, picker, words, onUse, children }: PickerListProps) {
  const { answer, text, isFresh, first, hits, options, active } = picker;
  const { [of]: own } = words.of;
  const typed = text.split(/\s+/).filter(Boolean);
  const option = (one: ShownSuggestion, at: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    <div
      key={one.value}
      id={`${id}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      ref={at === active ? (shown) => shown?.scrollIntoView({ block: 'nearest' }) : undefined}
      onClick={() => onUse(one)}
    >
      <b>
        <Marked of={one.value} parts={typed} />
      </b>
      <span>
        <Marked of={one.name} parts={typed} />
        {one.why !== undefined && <small>{reasonText(one.why, words)}</small>}
      </span>
    </div>
  );
  const total = count(answer?.total ?? 0);
  const found = text === '' ? own.all(total) : own.found(text, count(answer?.matching ?? 0), total);
  return (
    <div class="picker">
      {options.length > 0 && (
        <div id={`${id}-list`} class="options" role="listbox" aria-label={own.list}>
          {first.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a list of options holds groups, and no set of fields.
            <div role="group" aria-label={words.suggested}>
              <p aria-hidden="true">{words.suggested}</p>
              {first.map(option)}
            </div>
          )}
          {hits.map((one, at) => option(one, first.length + at))}
        </div>
      )}
      <p role="status">{!isFresh ? common.loading : answer?.matching === 0 && text !== '' ? own.none : found}</p>
      {answer !== undefined && <Standing of={answer} words={words} />}
      {children}
    </div>
  );
}

/** How what is listed stands to what the service has. */
function Standing({ of: { state, readAt, whole }, words }: { readonly of: ChartAnswer; readonly words: PickerWords }) {
  const told =
    state === 'reading'
      ? words.reading
      : state === 'other-books'
        ? words.otherBooks
        : state === 'away'
          ? readAt === undefined
            ? words.awayUnread
            : words.away(time(readAt))
          : whole
            ? ''
            : words.partial;
  return told === '' ? null : <p>{told}</p>;
}

/** Why a value is suggested. */
export function reasonText(why: NonNullable<ShownSuggestion['why']>, words: PickerWords): string {
  if (why.is === 'nearest') return words.why.nearest;
  if (why.is === 'rate') return words.why.rate(why.percent);
  return words.why.replaced(count(why.entries), count(why.of), day(why.at));
}
