import type { z } from 'zod';
import type { importsAnswer } from '../../../http/api/shapes.ts';
import { amount, count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { waitsOnly } from '../../parts/waits-for.tsx';
import { who } from '../../parts/who.ts';
import { t } from './words.ts';

export type ListedImport = z.output<typeof importsAnswer>['imports'][number];

/** The list itself: a row for each import, in the order in which they came. */
export function ImportRows({ imports }: { readonly imports: readonly ListedImport[] }) {
  return (
    <Table
      label={t.value.list}
      columns={[
        [t.value.file],
        [t.value.state],
        [t.value.outcome, 'outcome'],
        [t.value.amount, 'num'],
        [t.value.takenIn],
        [t.value.waits],
      ]}
      class="sheet pad imports"
    >
      {imports.map((each) => (
        <ImportRow key={each.import} of={each} />
      ))}
    </Table>
  );
}

function ImportRow({ of }: { readonly of: ListedImport }) {
  const { import: id, file, job, kind, state, takenIn } = of;
  return (
    <tr>
      <th scope="row">
        <Link to={`/imports/${id}`}>{file}</Link>
        <span class="under">
          {job}
          {kind !== 'bookings' && kind !== job && ` · ${t.value.kinds[kind]}`}
        </span>
      </th>
      <td class="state">
        <StateBadge state={state} waits={waitsOnly(of)} booked={of.entries?.booked} cancelled={of.cancelled === true} />
      </td>
      <td class="outcome">
        <Outcome of={of} />
      </td>
      <td class="num amount">{of.amount === undefined ? '' : amount(of.amount)}</td>
      <td class="taken">
        <Time at={takenIn} relative />
        <span class="under">{t.value.by(who(of.who))}</span>
      </td>
      <td class="waits">
        <Waits of={of} />
      </td>
    </tr>
  );
}

function Outcome({ of: { state, rows, kind } }: { readonly of: ListedImport }) {
  if (state === 'rejected') return <span class="soft">{t.value.rejectedWhole}</span>;
  if (state === 'cancelled' && (rows === undefined || rows.read === 0))
    return <span class="soft">{t.value.taken}</span>;
  if (rows === undefined) return null;
  if (state === 'planning') return <span class="soft num">{t.value.read(count(rows.read))}</span>;
  const { ofRows, createdOfRows, toBook } = t.value;
  const said = state === 'planned' ? toBook : kind === 'bookings' ? ofRows : createdOfRows;
  const part = state === 'planned' ? rows.pending : rows.booked;
  return (
    <>
      <OutcomeBar counts={rows} />
      <span class="under">{rows.read === 0 ? t.value.noRows : said(count(part), count(rows.read))}</span>
    </>
  );
}

/** What a person has to do about it, and where. */
function Waits({ of }: { readonly of: ListedImport }) {
  const { import: id, state, entries, waiting = 0 } = of;
  const doubts = entries?.inDoubt ?? 0;
  const about = ` (${of.file})`;
  if (state === 'rejected')
    return (
      <Link to={`/imports/${id}`}>
        {t.value.why}
        <span class="visually-hidden">{about}</span>
      </Link>
    );
  if (state === 'planned' && (of.rows?.pending ?? 0) > 0)
    return (
      <Link to={`/imports/${id}`}>
        {t.value.bookIt}
        <span class="visually-hidden">{about}</span>
      </Link>
    );
  return (
    <>
      {of.waitsFor?.map((other) => (
        <Link key={other.import} to={`/imports/${other.import}`}>
          {t.value.waitsFor(count(other.entries), other.file)}
          <span class="visually-hidden">{about}</span>
        </Link>
      ))}
      {state === 'in-doubt' && (
        <Link to={`/doubt?import=${id}`} class="doubt">
          {t.value.doubts(count(doubts))}
          <span class="visually-hidden">{about}</span>
        </Link>
      )}
      {waiting > 0 && (state === 'partly-booked' || state === 'in-doubt') && (
        <Link to={`/imports/${id}/failed`}>
          {t.value.failedRows(waiting, count(waiting))}
          <span class="visually-hidden">{about}</span>
        </Link>
      )}
    </>
  );
}
