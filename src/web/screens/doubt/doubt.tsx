import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { amount, count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { query, setQuery } from '../../route.ts';
import { common } from '../../words.ts';
import { OneDoubt } from './one-doubt.tsx';
import { questionWords } from './question-words.ts';
import { settledSentence, settledWords } from './settled-words.ts';
import { type Item, useDoubts } from './use-doubts.ts';
import { t } from './words.ts';
import './doubt.css';

/** What is unconfirmed: one batch with all that is known of it, or a list of several. Which one it is stands in the address. */
export function Doubt() {
  const of = query.value.get('import') ?? undefined;
  const open = query.value.get('batch') ?? undefined;
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
  // A list of one says less than what it leads to.
  const sole = shown?.length === 1 && shown[0]!.settled === undefined ? shown[0]!.key : undefined;
  useEffect(() => {
    if (open === undefined && sole !== undefined) setQuery({ batch: sole });
  }, [open, sole]);
  const item = shown?.find(({ key }) => key === (open ?? sole));
  const waiting = (shown ?? []).filter((each) => each.settled === undefined && each !== item).length;
  return (
    <>
      {/* What is settled is said once, and stays where it was. */}
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {item !== undefined ? (
        <OneDoubt key={item.key} url={item.url} turn={turn} others={waiting} onAnswered={again} />
      ) : (
        <Page
          title={common.nav.doubt}
          about={t.about}
          actions={
            of === undefined ? undefined : (
              <button type="button" onClick={() => setQuery({ import: undefined })}>
                {t.all}
              </button>
            )
          }
        >
          <Failure failure={failure.value} again={() => void again()} />
          {shown === undefined && failure.value === undefined && <Loading />}
          {shown?.length === 0 && (
            <div class="sheet empty">
              <h2>{t.nothing}</h2>
              <p>{t.nothingMeans}</p>
            </div>
          )}
          {shown !== undefined && shown.length > 0 && (
            <ul class="sheet doubt-list">
              {shown.map((each) => (
                <Row key={each.key} item={each} />
              ))}
            </ul>
          )}
          {next.value !== undefined && (
            <button type="button" onClick={() => void more()}>
              {t.more}
            </button>
          )}
        </Page>
      )}
    </>
  );
}

/** A batch of the list: its question, and what tells it from others. */
function Row({ item }: { readonly item: Item }) {
  const { key, file, batch, debit, sent, job, settled, contradicted, answered = [] } = item;
  const [tone, state] =
    settled !== undefined
      ? ['booked', t.settled]
      : contradicted
        ? ['rejected', t.contradicted]
        : ['unconfirmed', t.inDoubt];
  return (
    <li class={tone} aria-label={`${file}, ${t.batch(String(batch))}`}>
      <div>
        <Link to={`/doubt?batch=${key}`} class="file">
          {questionWords(item)}
        </Link>
        <span class="sub">
          {file}, {t.batch(String(batch))} · {job}
          {sent !== undefined && (
            <>
              {' '}
              · {t.sent} <Time at={sent} />
            </>
          )}
        </span>
        {settled !== undefined && <p class="small">{settledSentence(settled)}</p>}
        {settled === undefined && answered.length > 0 && <p class="small word">{t.answered(answered.join(', '))}</p>}
      </div>
      <span class="badge">{state}</span>
      <span class="num">{debit === undefined ? count(item.entries) : amount(debit)}</span>
      <Icon of="next" />
    </li>
  );
}
