import { useSignal } from '@preact/signals';
import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { Balances } from '../../parts/balances.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { Table } from '../../parts/table.tsx';
import { common, OUTCOMES, type Outcome } from '../../words.ts';
import { Accounts } from './accounts.tsx';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** Places of entries: skipped rows make none. */
const IN_ENTRIES = ['booked', 'pending', 'inDoubt', 'held', 'rejected', 'duplicate'] as const;

/** What became of an outcome is called by the kind of import. */
function outcomeWord(outcome: Outcome, kind: JobKind): string {
  if (kind !== 'bookings' && (outcome === 'booked' || outcome === 'duplicate')) return t.value.outcomeCreated[outcome];
  return common.value.outcome[outcome];
}

/** The account that proves that nothing was lost: a sum of rows that adds up, and per account file against booked. */
export function Receipt({ of }: { readonly of: WholeImport }) {
  const { rows, entries, state, kind, waitsFor = [] } = of;
  if (state === 'rejected' || (state === 'cancelled' && rows.read === 0)) return null;
  const placed = OUTCOMES.reduce((sum, outcome) => sum + rows[outcome], 0);
  const waiting = waitsFor.reduce((sum, each) => sum + each.entries, 0);
  const adds = placed === rows.read && (of.mismatches ?? []).length === 0;
  const there = OUTCOMES.filter(
    (outcome) => rows[outcome] > 0 || outcome === 'booked' || entriesOf(outcome, entries) > 0,
  );
  return (
    <section class={`sheet pad receipt receipt-${state}`}>
      <h2>{t.value.receipt}</h2>
      <OutcomeBar counts={rows} />
      <div class="receipt-parts">
        <div>
          <Table
            label={t.value.proof}
            columns={[
              [t.value.where],
              [t.value.rows, 'num'],
              [t.value.entriesOf[kind === 'bookings' ? 'bookings' : 'created'], 'num'],
            ]}
            class="proof"
            foot={
              <tr>
                <th scope="row">{t.value.read}</th>
                <td class="num">{count(rows.read)}</td>
                <td class="num">{count(entries.planned)}</td>
              </tr>
            }
          >
            {there.map((outcome) => (
              <tr key={outcome}>
                <th scope="row" class={`of-${outcome}`}>
                  {outcomeWord(outcome, kind)}
                  {outcome === 'pending' && waiting > 0 && (
                    <span class="under">{t.value.pendingWaits(waiting, count(waiting))}</span>
                  )}
                </th>
                <td class="num">{count(rows[outcome])}</td>
                <td class="num">{outcome === 'skipped' ? '' : count(entriesOf(outcome, entries))}</td>
              </tr>
            ))}
          </Table>
          <p class={adds ? 'adds-up' : 'adds-not'} role={adds ? undefined : 'alert'}>
            {adds ? `✓ ${t.value.addsUp}` : `✗ ${t.value.addsUpNot}`}
            {placed !== rows.read && ` ${t.value.sumDiffers(count(placed), count(rows.read))}`}
            {(state === 'posting' || state === 'planned') && <span class="soft"> {t.value.soFar}</span>}
          </p>
          <CreatedCounts of={of} />
        </div>
        <div>
          {of.totals.accounts.length > 0 && (
            <>
              <h3>
                {t.value.accounts}
                {of.totals.currency !== undefined && `, ${of.totals.currency}`}
              </h3>
              <p class="soft small">{t.value.accountsAbout}</p>
              <Accounts of={of} />
            </>
          )}
          <Balances of={of.totals.balances ?? []} />
        </div>
      </div>
      <Records of={of} />
    </section>
  );
}

function entriesOf(outcome: Outcome, entries: WholeImport['entries']): number {
  return (IN_ENTRIES as readonly string[]).includes(outcome) ? entries[outcome as (typeof IN_ENTRIES)[number]] : 0;
}

const CREATED = ['created', 'existing', 'held', 'rejected', 'inDoubt'] as const;

/** Contacts and custom fields, where the import is about any. */
function CreatedCounts({ of: { kind, contacts, customFields } }: { readonly of: WholeImport }) {
  if (kind === 'bookings') return null;
  const lines = [
    ...(kind === 'contacts' ? ([[t.value.contactsCount, contacts]] as const) : []),
    ...(customFields === undefined ? [] : ([[t.value.fieldsCount, customFields]] as const)),
  ];
  return (
    <dl class="facts">
      {lines.map(([name, counts]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {CREATED.filter((each) => counts[each] > 0 || each === 'created')
              .map((each) => `${count(counts[each])} ${t.value.createdWords[each]}`)
              .join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Records that are shown before somebody asks for all that the receipt has. */
const RECORDS_SHOWN = 20;

/** Contacts and custom fields that the service has by now, and what it calls each. */
function Records({ of: { records = [], moreRecords = 0 } }: { readonly of: WholeImport }) {
  const isAll = useSignal(false);
  if (records.length === 0) return null;
  const shown = isAll.value ? records : records.slice(0, RECORDS_SHOWN);
  return (
    <>
      <h3>{t.value.records}</h3>
      <Table
        label={t.value.records}
        columns={[[t.value.row, 'num'], [t.value.name], [t.value.outcome], [t.value.serviceId, 'num']]}
      >
        {shown.map(({ row, name, outcome, id }) => (
          <tr key={`${row} ${name} ${id}`}>
            <td class="num">{row ?? <span class="soft">{t.value.fieldOfJob}</span>}</td>
            <th scope="row">{name}</th>
            <td>{t.value.made[outcome]}</td>
            <td class="num">{id ?? <span class="soft">{t.value.noId}</span>}</td>
          </tr>
        ))}
      </Table>
      {shown.length < records.length ? (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isAll.value = true;
          }}
        >
          {t.value.showAll(count(records.length))}
        </button>
      ) : (
        moreRecords > 0 && <p class="soft">{t.value.moreRecords(count(moreRecords))}</p>
      )}
    </>
  );
}
