import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { query, setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import './doubt.css';
import { DoubtItem } from './doubt-item.tsx';
import { settledWords } from './settled-words.ts';
import { useDoubts } from './use-doubts.ts';
import { doubtWords } from './words.ts';

/** Which batch is open stands in the address, so that it can be passed on: `?batch=IMPORT-NO`. */
const OPEN = 'batch';

/** What is in doubt: each batch opens to all that is known of it, and takes a person's answer. */
export function Doubt() {
  const t = doubtWords.value;
  const of = query.value.get('import') ?? undefined;
  const open = query.value.get(OPEN) ?? undefined;
  const wanted = useSignal(open).peek();
  const { items, failure, next, turn, more, again } = useDoubts(of, wanted);
  const shown = items.value;
  const settled = (shown ?? []).filter((item) => item.settled !== undefined);
  const last = settled.at(-1);
  const said = useSignal('');
  useEffect(() => {
    if (last?.settled !== undefined)
      said.value = t.settledNow(`${last.file}, ${t.batch(String(last.batch))}`, settledWords(last.settled));
  }, [settled.length]);
  return (
    <Page title={common.value.nav.doubt} about={<span class="doubt-about">{t.about}</span>}>
      {of !== undefined && (
        <p class="doubt-filter">
          {t.oneImport}{' '}
          <button type="button" class="plain" onClick={() => setQuery({ import: undefined })}>
            {t.all}
          </button>
        </p>
      )}
      {/* What settled is said once, and stays where it was. */}
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {failure.value !== undefined && <Failure failure={failure.value} again={() => void again()} />}
      {shown === undefined && failure.value === undefined && <Loading />}
      {shown !== undefined && shown.length === 0 && (
        <div class="sheet doubt-empty">
          <h2>{t.nothing}</h2>
          <p>{t.nothingMeans}</p>
        </div>
      )}
      {shown?.map((item) => (
        <DoubtItem
          key={item.key}
          item={item}
          turn={turn}
          isOpen={item.key === open}
          onToggle={() => setQuery({ [OPEN]: item.key === open ? undefined : item.key })}
          onAnswered={again}
        />
      ))}
      {next.value !== undefined && (
        <button type="button" onClick={() => void more()}>
          {t.more}
        </button>
      )}
    </Page>
  );
}
