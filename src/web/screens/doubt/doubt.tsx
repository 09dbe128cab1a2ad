import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { amount, count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { query, setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import { settledWords } from './settled-words.ts';
import { Story } from './story.tsx';
import { type Item, useDoubts } from './use-doubts.ts';
import { doubtWords } from './words.ts';
import './doubt.css';

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
          <button type="button" class="quiet" onClick={() => setQuery({ import: undefined })}>
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
        <div class="sheet pad doubt-empty">
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

interface DoubtItemProps {
  readonly item: Item;
  readonly turn: Signal<number>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onAnswered: () => Promise<void>;
}

/** A batch of the list, and under it all that is known of it. */
function DoubtItem({ item, turn, isOpen, onToggle, onAnswered }: DoubtItemProps) {
  const t = doubtWords.value;
  const what = `${item.file}, ${t.batch(String(item.batch))}`;
  const tone = item.settled !== undefined ? 'settled' : item.contradicted ? 'contradicted' : 'open';
  const state = { settled: t.settled, contradicted: t.contradicted, open: t.inDoubt }[tone];
  return (
    <article class={`sheet pad doubt is-${tone}`} aria-label={what}>
      <h2 class="doubt-head">
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={onToggle}>
          <span class="doubt-mark" aria-hidden="true" />
          <span class="doubt-name">
            <span class="doubt-file">{item.file}</span> <span class="soft">{t.batch(String(item.batch))}</span>
          </span>
          <span class={`badge doubt-state is-${tone}`}>{state}</span>
        </button>
      </h2>
      <p class="doubt-facts">
        {item.step === 'book' && <span>{common.value.entries(item.entries, count(item.entries))}</span>}
        {item.about !== undefined && <span class="doubt-amount">{item.about}</span>}
        {item.debit !== undefined && <span class="doubt-amount">{amount(item.debit)}</span>}
        {item.sent !== undefined && (
          <span>
            {t.sent} <Time at={item.sent} />
          </span>
        )}
        <span>{item.job}</span>
        <Link to={`/imports/${item.import}`}>{t.toImport}</Link>
      </p>
      {item.settled === undefined && item.message !== undefined && (
        <p class="doubt-message">
          <q>{item.message}</q>
        </p>
      )}
      {item.settled !== undefined && <p class="doubt-settled">{settledLine(item)}</p>}
      {item.settled === undefined && item.proposed !== undefined && (
        <p class="doubt-proposed">{t.awaitsSecond(item.proposed.who)}</p>
      )}
      {isOpen && <Story key={item.key} url={item.url} turn={turn} onAnswered={onAnswered} />}
    </article>
  );
}

/** How it came out of doubt, and by whom. */
function settledLine({ settled }: Item): string {
  const t = doubtWords.value;
  if (settled === undefined) return '';
  const how = settledWords(settled);
  const by = settled.decisions.at(-1);
  if (by === undefined) return sentence(how);
  const who = by.who === 'probe' ? t.probe : by.who;
  return `${sentence(how)} ${t.bySomebody(who, by.reason)}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
