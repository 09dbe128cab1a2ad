import type { WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { amount, count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { sayFailure } from '../../why/why.ts';
import { common } from '../../words.ts';
import { entryName, type FailedModel } from './failed-model.ts';
import { t } from './words.ts';

interface HeadRowProps {
  readonly model: FailedModel;
  readonly span: number;
  readonly entry: WaitingEntry;
  readonly item: number;
  /** The cursor is in this row. */
  readonly isHere: boolean;
  readonly isFixed: boolean;
}

/** The head of an entry in the grid: which one it is, how it stands, and what is between debit and credit. */
export function HeadRow({ model, span, entry, item, isHere, isFixed }: HeadRowProps) {
  const { seq, problems, trial, difference, revised } = entry;
  const kind = model.list.head.value?.kind;
  const name = entryName(entry, kind);
  const isChosen = model.isChosen(seq);
  const [first, ...others] = problems;
  const isCorrected = revised || model.edits.stateOf(seq)?.kind === 'failed';
  return (
    <tr aria-rowindex={item + 2} aria-selected={isFixed ? undefined : isChosen} class="entry">
      <td
        colSpan={span}
        aria-colindex={1}
        aria-colspan={span}
        tabIndex={isHere ? 0 : -1}
        data-cursor={isHere ? '' : undefined}
      >
        <div class="entry-head">
          <div class="entry-line">
            {!isFixed && (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t.selectEntry(name)}
                checked={isChosen}
                onChange={(event) => model.choose(seq, event.currentTarget.checked)}
              />
            )}
            <strong>{name}</strong>
            <span class="soft">{entry.entry === '' ? '' : t.rowsOf(entry.rows)}</span>
            {trial === undefined ? (
              <span class={`badge of-${entry.state}`}>{common.outcome[entry.state]}</span>
            ) : (
              <span class={`badge trial-${trial}`}>{t.trial[trial]}</span>
            )}
            {difference !== undefined && <span class="difference">{t.difference(amount(difference))}</span>}
            {difference === undefined && trial === 'ready' && hasVouchers(kind) && (
              <span class="soft balanced">{t.balanced}</span>
            )}
            <SaveState model={model} seq={seq} />
            {isCorrected && !isFixed && (
              <button
                type="button"
                class="quiet small"
                tabIndex={-1}
                aria-label={t.undoOf(name)}
                onClick={() => void model.undo(seq)}
              >
                {t.undo}
              </button>
            )}
          </div>
          <div class="entry-why">
            {first !== undefined && causeTitle(first)}
            {others.length > 0 && ` (${t.andMore(count(others.length))})`}
            {first === undefined && entry.lines.length > 0 && whyOfLines(entry)}
          </div>
        </div>
      </td>
    </tr>
  );
}

/** What is wrong in its rows, each cause once. */
function whyOfLines({ lines }: WaitingEntry): string {
  const titles = new Set(lines.flatMap(({ problems }) => problems.map(causeTitle)));
  return [...titles].join(' · ');
}

/** Whether what was written in an entry is with the server; where it is not, why. */
function SaveState({ model, seq }: { readonly model: FailedModel; readonly seq: number }) {
  const state = model.edits.stateOf(seq);
  if (state === undefined) return null;
  if (state.kind !== 'failed') return <span class={`saving ${state.kind}`}>{t.edit[state.kind]}</span>;
  return (
    <>
      <span class="saving failed" role="alert">
        {t.notSaved(sayFailure(state.why).join(' '))}
      </span>
      <button type="button" class="quiet small" tabIndex={-1} onClick={() => model.edits.flush(seq)}>
        {common.again}
      </button>
    </>
  );
}
