import type { Signal } from '@preact/signals';
import { amount, count, day, shownAmount } from '../../format.ts';
import { listed } from '../../listed.ts';
import { Account } from '../../parts/account.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Figure } from '../../parts/figure.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Table } from '../../parts/table.tsx';
import { toggled } from '../../toggled.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { datesWords } from './question-words.ts';
import { type DoubtStory, isOpen } from './use-doubts.ts';
import { t } from './words.ts';

type Content = DoubtStory['content'];
type Entry = Content['entries'][number];

interface LookForProps {
  readonly story: DoubtStory;
  readonly further: readonly Entry[];
  /** Entries that an answer is about; undefined: all of them, and there is nothing to tick. */
  readonly chosen: Signal<ReadonlySet<number> | undefined>;
  /** Shows further entries; absent where all are shown. */
  readonly more?: () => Promise<void>;
}

/** Entries that one recognises best: those of the largest amounts. */
const RECOGNISED = 5;

/** What to look for in the service: what was sent, with its dates, accounts, amounts and texts. */
export function LookFor({ story, further, chosen, more }: LookForProps) {
  const { content, recovered } = story;
  const kind = kindOfDoubt(story.step);
  const { dates, marker, debit } = content;
  const entries = [...content.entries, ...further];
  const title = isOpen(story) ? t.lookFor : t.wasSent;
  const known = [dates && datesWords(dates), debit && t.total(amount(debit))];
  return (
    <Sheet title={title} says={kind === 'entries' ? listed(known) : isOpen(story) && t.lookIn[kind]}>
      {content.totals.length > 0 && <Totals story={story} />}
      <OfRecord content={content} />
      {(marker !== undefined || recovered || (kind === 'entries' && entries.length > 0)) && (
        <footer>
          {marker !== undefined && (
            <p class="small">
              {t.marker} <code>{marker}</code>
            </p>
          )}
          {recovered && <p class="small soft">{t.lost}</p>}
          {entries.length > 1 && debit !== undefined && !recovered && <Recognised entries={content.entries} />}
          {kind === 'entries' && entries.length > 0 && (
            <details class="more" open={entries.length === 1 || chosen.value !== undefined}>
              <summary>{t.allEntries(story.entries, count(story.entries))}</summary>
              <ul class="doubt-entries">
                {entries.map((entry) => (
                  <SentEntry key={entry.seq} entry={entry} chosen={chosen} />
                ))}
              </ul>
              {more !== undefined && (
                <button type="button" onClick={() => void more()}>
                  {t.moreEntries}
                </button>
              )}
            </details>
          )}
        </footer>
      )}
    </Sheet>
  );
}

/** Both sides of each account, as its journal has them. */
function Totals({ story: { content, entries } }: { readonly story: DoubtStory }) {
  const { totals, debit = '' } = content;
  const side = (name: string, sum: string) => <Figure name={name}>{shownAmount(sum)}</Figure>;
  return (
    <Table
      label={t.totals}
      columns={[[t.account], [t.debit, 'num'], [t.credit, 'num']]}
      class="money list cards"
      foot={
        <tr>
          <th scope="row">{t.vouchers(count(entries))}</th>
          {side(t.debit, debit)}
          {side(t.credit, debit)}
        </tr>
      }
    >
      {totals.map(({ account, name, amount: sum, ...of }) => (
        <tr key={account}>
          <th scope="row">
            <Account of={account} name={name} />
          </th>
          {side(t.debit, of.debit ?? (sum.startsWith('-') ? '0' : sum))}
          {side(t.credit, of.credit ?? (sum.startsWith('-') ? sum.slice(1) : '0'))}
        </tr>
      ))}
    </Table>
  );
}

function OfRecord({ content: { contact, field } }: { readonly content: Content }) {
  if (contact !== undefined)
    return (
      <Facts
        class="in facts"
        of={[
          [t.contact.name, contact.name],
          [t.contact.email, contact.email],
          [t.contact.phone, contact.phone],
          [t.contact.address, contact.address.join(', ')],
          [t.contact.comment, contact.comment],
          ...contact.custom.map((each) => [each.field, each.value] as const),
        ]}
      />
    );
  if (field === undefined) return null;
  return (
    <Facts
      class="in facts"
      of={[
        [t.field.name, field.name],
        [t.field.model, field.model],
        [t.field.type, field.type],
        [t.field.nullable, field.nullable ? t.field.yes : t.field.no],
      ]}
    />
  );
}

const sizeOf = ({ debit }: Entry) => Number(debit);

function Recognised({ entries }: { readonly entries: readonly Entry[] }) {
  const largest = [...entries].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, RECOGNISED);
  return (
    <>
      <h3>{t.recognise}</h3>
      <ul class="doubt-largest small">
        {largest.map(({ seq, date, debit, lines }) => (
          <li key={seq}>
            <span class="soft">{day(date)}</span>
            <span>{lines[0]?.description}</span>
            <span class="num">{amount(debit)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function SentEntry({ entry, chosen }: { readonly entry: Entry; readonly chosen: LookForProps['chosen'] }) {
  const { seq, rows, date, debit, lines, moreLines } = entry;
  const name = entry.entry === '' ? t.rows(rows) : t.entry(entry.entry);
  const ticked = chosen.value;
  const toggle = () => {
    chosen.value = toggled(ticked ?? [], seq);
  };
  return (
    <li>
      <p class="doubt-entry">
        {ticked !== undefined && (
          <input type="checkbox" aria-label={t.pick(name)} checked={ticked.has(seq)} onChange={toggle} />
        )}
        <b>{name}</b>
        {date !== '' && <span>{day(date)}</span>}
        {debit !== '' && <span class="num">{amount(debit)}</span>}
        {entry.entry !== '' && rows !== '' && <span class="soft">{t.rows(rows)}</span>}
      </p>
      {lines.length > 0 && (
        <Table label={name} columns={[[t.account], [t.description], [t.amount, 'num'], [t.vat]]}>
          {lines.map((line, at) => (
            <tr key={at}>
              <td>
                <Account of={line.account} name={line.name} />
              </td>
              <td>
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
