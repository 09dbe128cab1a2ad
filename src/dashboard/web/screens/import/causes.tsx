import { count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

type Cause = WholeImport['issues'][number];

/** Why entries wait, by cause; and what people should know of those that do not. */
export function Causes({ of: { issues, remarks = [], state, kind } }: { readonly of: WholeImport }) {
  const isWhole = state === 'rejected' || state === 'cancelled';
  return (
    <>
      {issues.length > 0 && !isWhole && <CauseTable title={t.value.issues} causes={issues} kind={kind} />}
      {remarks.length > 0 && <CauseTable title={t.value.remarks} causes={remarks} kind={kind} />}
    </>
  );
}

interface CauseTableProps {
  readonly title: string;
  readonly causes: readonly Cause[];
  readonly kind: WholeImport['kind'];
}

function CauseTable({ title, causes, kind }: CauseTableProps) {
  return (
    <section class="sheet">
      <h2>{title}</h2>
      <Table
        label={title}
        columns={[
          [t.value.cause],
          [t.value.firstRow, 'num'],
          [t.value.rows, 'num'],
          [t.value.entriesOf[kind === 'bookings' ? 'bookings' : 'created'], 'num'],
        ]}
        class="causes"
      >
        {causes.map(({ code, column, value, message, suggestion, row, rows, entries, settled }) => (
          <tr key={`${code} ${column} ${value} ${message}`}>
            <th scope="row">
              {causeTitle({ code, column, value, message })}
              <span class="under">
                <Why of={{ message, suggestion }} />
              </span>
              {settled && <span class="under">{t.value.settled}</span>}
            </th>
            <td class="num">{row ?? ''}</td>
            <td class="num">{count(rows)}</td>
            <td class="num">{count(entries)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
