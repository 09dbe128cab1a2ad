import type { Signal } from '@preact/signals';
import { amount, count, day } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { type DoubtStory, isOpen } from './use-doubts.ts';
import { doubtWords } from './words.ts';

type Entry = DoubtStory['content']['entries'][number];

interface SentProps {
  readonly story: DoubtStory;
  readonly further: readonly Entry[];
  /** Entries that an answer is about; undefined: all of them, and there is nothing to tick. */
  readonly chosen: Signal<ReadonlySet<number> | undefined>;
  /** Shows further entries; absent where all are shown. */
  readonly more?: () => Promise<void>;
}

/** What to look for in the service: what was sent, with its dates, amounts and descriptions. */
export function Sent({ story, further, chosen, more }: SentProps) {
  const t = doubtWords.value;
  const { content, recovered } = story;
  const kind = kindOfDoubt(story.step);
  const { dates, contact, field } = content;
  const entries = [...content.entries, ...further];
  const when =
    dates === undefined ? '' : dates.from === dates.to ? day(dates.from) : t.range(day(dates.from), day(dates.to));
  return (
    <section>
      <h3>{isOpen(story) ? t.lookFor : t.wasSent}</h3>
      {isOpen(story) && <p>{kind === 'entries' ? t.lookIn.entries(when) : t.lookIn[kind]}</p>}
      {kind === 'entries' && (
        <dl class="story-facts">
          <Fact name={t.dates} value={when} />
          <Fact name={t.count} value={count(story.entries)} />
          {content.debit !== undefined && <Fact name={t.total} value={amount(content.debit)} />}
          {content.marker !== undefined && (
            <div>
              <dt>{t.marker}</dt>
              <dd>
                <code class="story-marker">{content.marker}</code>
              </dd>
            </div>
          )}
        </dl>
      )}
      {content.totals.length > 0 && (
        <details open={content.totals.length <= FEW_ACCOUNTS}>
          <summary>
            {t.totals} ({count(content.totals.length)})
          </summary>
          <Totals content={content} />
        </details>
      )}
      {contact !== undefined && (
        <dl class="story-facts">
          <Fact name={t.contact.name} value={contact.name} />
          <Fact name={t.contact.email} value={contact.email} />
          <Fact name={t.contact.phone} value={contact.phone} />
          <Fact name={t.contact.address} value={contact.address.join(', ')} />
          <Fact name={t.contact.comment} value={contact.comment} />
          {contact.custom.map((each) => (
            <Fact key={each.field} name={each.field} value={each.value} />
          ))}
        </dl>
      )}
      {field !== undefined && (
        <dl class="story-facts">
          <Fact name={t.field.name} value={field.name} />
          <Fact name={t.field.model} value={field.model} />
          <Fact name={t.field.type} value={field.type} />
          <Fact name={t.field.nullable} value={field.nullable ? t.field.yes : t.field.no} />
        </dl>
      )}
      {recovered && <p class="soft">{t.lost}</p>}
      {kind === 'entries' && entries.length > 0 && (
        <details open={entries.length <= FEW || chosen.value !== undefined}>
          <summary>
            {t.entriesSent} ({count(story.entries)})
          </summary>
          <ul class="story-entries">
            {entries.map((entry) => (
              <SentEntry key={entry.seq} entry={entry} chosen={chosen} />
            ))}
          </ul>
          {more !== undefined && (
            <button type="button" onClick={() => void more()}>
              {t.moreChecked}
            </button>
          )}
        </details>
      )}
    </section>
  );
}

/** So many entries, and so many accounts, are shown without being asked for. */
const FEW = 5;
const FEW_ACCOUNTS = 10;

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Totals({ content }: { readonly content: DoubtStory['content'] }) {
  const t = doubtWords.value;
  return (
    <Table
      label={t.totals}
      columns={[[t.account], [t.amount, 'num']]}
      class="story-totals"
      foot={
        content.debit === undefined ? undefined : (
          <tr>
            <th scope="row">{t.debit}</th>
            <td class="num">{amount(content.debit)}</td>
          </tr>
        )
      }
    >
      {content.totals.map(({ account, name, amount: sum }) => (
        <tr key={account}>
          <td>
            {account} <span class="soft">{name}</span>
          </td>
          <td class="num">{amount(sum)}</td>
        </tr>
      ))}
    </Table>
  );
}

function SentEntry({ entry, chosen }: { readonly entry: Entry; readonly chosen: SentProps['chosen'] }) {
  const t = doubtWords.value;
  const { seq, rows, date, debit, lines, moreLines } = entry;
  const name = entry.entry === '' ? t.rows(rows) : entry.entry;
  const ticked = chosen.value;
  const toggle = () => {
    const now = new Set(ticked);
    if (!now.delete(seq)) now.add(seq);
    chosen.value = now;
  };
  return (
    <li class="story-entry">
      <p class="story-entry-head">
        {ticked !== undefined && (
          <input type="checkbox" aria-label={t.pick(name)} checked={ticked.has(seq)} onChange={toggle} />
        )}
        <strong>{entry.entry === '' ? t.rows(rows) : t.entry(entry.entry)}</strong>
        {date !== '' && <span>{day(date)}</span>}
        {debit !== '' && <span class="num">{amount(debit)}</span>}
        {entry.entry !== '' && rows !== '' && <span class="soft">{t.rows(rows)}</span>}
      </p>
      {lines.length > 0 && (
        <Table label={t.entry(name)} columns={[[t.account], [t.description], [t.amount, 'num'], [t.vat]]}>
          {lines.map((line, at) => (
            <tr key={at}>
              <td>
                {line.account} <span class="soft">{line.name}</span>
              </td>
              <td class="story-text">
                {line.description}
                {line.date !== date && <span class="soft"> {day(line.date)}</span>}
              </td>
              <td class="num">{amount(line.amount)}</td>
              <td>{line.vat ?? ''}</td>
            </tr>
          ))}
        </Table>
      )}
      {moreLines !== undefined && <p class="soft">{t.moreLines(count(moreLines))}</p>}
    </li>
  );
}
