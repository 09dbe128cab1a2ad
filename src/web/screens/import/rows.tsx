import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { hasVouchers, shownKind, sortOf } from '../../kinds.ts';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { Table } from '../../parts/table.tsx';
import { common, OUTCOMES, type Outcome } from '../../words.ts';
import type { WholeImport } from './live-import.ts';
import type { CountedImport } from './on-hold.ts';
import { t } from './words.ts';

/** Outcomes as the kind of import calls them. */
export function createdWords(kind: JobKind): Readonly<Record<Outcome, string>> {
  const { outcome } = common;
  return hasVouchers(kind) ? outcome : { ...outcome, ...t.outcomeCreated };
}

/** Where every row ended up, and what it made. */
export function Rows({ of }: { readonly of: CountedImport }) {
  const { rows, entries, kind, waitsFor = [] } = of;
  const waiting = waitsFor.reduce((sum, each) => sum + each.entries, 0);
  const words = createdWords(kind);
  const entriesOf = (outcome: Outcome) => (outcome === 'skipped' ? 0 : entries[outcome]);
  const there = OUTCOMES.filter((each) => rows[each] > 0 || each === 'booked' || entriesOf(each) > 0);
  return (
    <>
      <Table
        label={t.where}
        columns={[[t.where], [t.rows, 'num'], [t.entriesOf[sortOf(kind)], 'num']]}
        foot={
          <tr>
            <th scope="row">{t.read}</th>
            <td class="num">{count(rows.read)}</td>
            <td class="num">{count(entries.planned)}</td>
          </tr>
        }
      >
        {there.map((outcome) => (
          <tr key={outcome}>
            <th scope="row">
              <span class={`dot of-${outcome}`} /> {words[outcome]}
              {outcome === 'held' && of.refused > 0 && (
                <span class="under">{t.ofWhichRejected(count(of.refused))}</span>
              )}
              {outcome === 'pending' && waiting > 0 && <span class="under">{t.pendingWaits(count(waiting))}</span>}
            </th>
            <td class="num">{count(rows[outcome])}</td>
            <td class="num">{outcome === 'skipped' ? '' : count(entriesOf(outcome))}</td>
          </tr>
        ))}
      </Table>
      <Fields of={of} />
      <Records of={of} />
    </>
  );
}

const CREATED = ['created', 'existing', 'held', 'rejected', 'inDoubt'] as const;

/** Custom fields that a job of contacts asks for: they stand in no row. */
function Fields({ of: { kind, customFields } }: { readonly of: WholeImport }) {
  if (!shownKind(kind).fieldsFirst || customFields === undefined) return null;
  return (
    <p class="gap">
      {t.fieldsCount}:{' '}
      {CREATED.filter((each) => customFields[each] > 0)
        .map((each) => `${count(customFields[each])} ${t.createdWords[each]}`)
        .join(', ')}
    </p>
  );
}

/** Records that are shown before somebody asks for all that the receipt has. */
const RECORDS_SHOWN = 20;

/** Contacts and custom fields that the service has by now, and what it calls each. */
function Records({ of: { records = [], moreRecords = 0 } }: { readonly of: WholeImport }) {
  const [shown, isAll] = useFirst(records, RECORDS_SHOWN);
  if (records.length === 0) return null;
  return (
    <>
      <h3 class="gap">{t.records}</h3>
      <Table label={t.records} columns={[[t.row, 'num'], [t.name], [t.outcome], [t.serviceId, 'num']]}>
        {shown.map(({ row, name, outcome, id }, at) => (
          <tr key={at}>
            <td class="num">{row ?? <span class="soft">{t.fieldOfJob}</span>}</td>
            <th scope="row">{name}</th>
            <td>{t.made[outcome]}</td>
            <td class="num">{id ?? <span class="soft">{t.noId}</span>}</td>
          </tr>
        ))}
      </Table>
      <ShowAll of={records.length - shown.length} words={t.showAll(count(records.length))} isAll={isAll} />
      {shown.length === records.length && moreRecords > 0 && <p class="soft">{t.moreRecords(count(moreRecords))}</p>}
    </>
  );
}
