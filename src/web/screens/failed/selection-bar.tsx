import { count } from '../../format.ts';
import { common } from '../../words.ts';
import type { FailedModel } from './failed-model.ts';
import { type Kind, scaleText } from './scale.ts';
import { verbsOf } from './verbs.ts';
import { t } from './words.ts';

interface SelectionBarProps {
  readonly model: FailedModel;
  readonly kind: Kind;
  readonly isFixed: boolean;
  readonly onCorrect: (what: 'skip' | 'book' | 'retry') => void;
}

/** How many match, which of them are chosen, and what can be done with those. */
export function SelectionBar({ model, kind, isFixed, onCorrect }: SelectionBarProps) {
  const { head, entries } = model.list;
  const { value: chosen } = model.chosen;
  const matching = head.value?.matching ?? { entries: 0, rows: 0 };
  const loaded = entries.value.length;
  const size = model.chosenCount.value;
  const isAll = chosen === 'all';
  const areLoadedChosen = isAll || (loaded > 0 && chosen.size >= loaded);
  const hasDuplicates = entries.value.some(
    ({ seq, state, trial }) => model.isChosen(seq) && (state === 'duplicate' || trial === 'duplicate'),
  );
  if (isFixed) return <p class="selection">{t.matching(scaleText(kind, matching))}</p>;
  return (
    <div class="selection">
      <label class="check">
        <input
          type="checkbox"
          checked={areLoadedChosen}
          disabled={loaded === 0}
          onChange={(event) => (event.currentTarget.checked ? model.chooseLoaded() : model.chooseNone())}
        />
        {t.selectShown(count(loaded))}
      </label>
      {!isAll && loaded < matching.entries && areLoadedChosen && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            model.chosen.value = 'all';
          }}
        >
          {t.selectAll(count(matching.entries))}
        </button>
      )}
      <span role="status">
        {size.entries === 0 ? t.matching(scaleText(kind, matching)) : t.selected(scaleText(kind, size))}{' '}
        {model.list.isLoading.value && <span class="soft">{common.loading}</span>}
      </span>
      {size.entries > 0 && (
        <span class="acts">
          <button type="button" onClick={() => onCorrect('retry')}>
            {t.retrySelected}
          </button>
          {hasDuplicates && (
            <button type="button" onClick={() => onCorrect('book')}>
              {t.bookSelected(verbsOf(kind))}
            </button>
          )}
          <button type="button" onClick={() => onCorrect('skip')}>
            {t.skipSelected}
          </button>
          <button type="button" class="quiet" onClick={model.chooseNone}>
            {t.unselect}
          </button>
        </span>
      )}
    </div>
  );
}
