import { useSignal } from '@preact/signals';
import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { waitsOnly } from '../../parts/waits-for.tsx';
import { who } from '../../parts/who.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import type { OfImport } from '../screens.ts';
import { Batches } from './batches.tsx';
import { Downloads } from './downloads.tsx';
import { eventWords } from './event-words.ts';
import { type Events, useLiveImport, type WholeImport } from './live-import.ts';
import { NextStep } from './next-step.tsx';
import { Receipt } from './receipt.tsx';
import { Timeline } from './timeline.tsx';
import { Unmatched } from './unmatched.tsx';
import { t } from './words.ts';
import './import.css';

const NOT_FOUND = 404;

/** One import, from its file to its receipt, as it stands now. */
export function Import({ id }: OfImport) {
  const { receipt, history, told, turn, again } = useLiveImport(id);
  const { value, failure } = receipt.value;
  if (value === undefined)
    return (
      <Page title={common.value.nav.imports}>
        {failure === undefined ? (
          <Loading />
        ) : failure.status === NOT_FOUND ? (
          <Notice tone="warn">
            {common.value.notFound} <Link to="/">{common.value.toImports}</Link>
          </Notice>
        ) : (
          <Failure failure={failure} again={again} />
        )}
      </Page>
    );
  const live = told.value;
  const isNewer = live !== undefined && (live.state === 'planning' || live.state === 'posting');
  const of: WholeImport =
    isNewer && live.rows !== undefined && live.entries !== undefined
      ? { ...value, state: live.state, rows: live.rows, entries: live.entries, waitsFor: live.waitsFor }
      : value;
  const events = history.value.value?.events ?? [];
  return (
    <Page title={of.file} about={<About of={of} />}>
      {failure !== undefined && <Failure failure={failure} again={again} />}
      <Mismatches of={of} />
      <NextStep of={of} events={events} done={again} />
      <Timeline of={of} events={events} />
      <Reason of={of} />
      {of.state !== 'planning' && <Receipt of={of} />}
      <Causes of={of} />
      {of.state !== 'planning' && <Unmatched of={of} />}
      {/* While it is planned a part of them is written, and only that. */}
      {of.state !== 'planning' && <Batches of={of} turn={turn.value} />}
      <div class="beside">
        <Downloads of={of} />
        <History events={events} kind={of.kind} />
      </div>
    </Page>
  );
}

function About({ of }: { readonly of: WholeImport }) {
  return (
    <span class="import-about">
      <StateBadge state={of.state} waits={waitsOnly(of)} booked={of.entries.booked} />
      <span>
        {t.value.job} <Link to={`/?job=${encodeURIComponent(of.job)}`}>{of.job}</Link>
      </span>
      <span>
        {t.value.service} {of.service}
        {of.company !== '' && ` · ${of.company}`}
      </span>
      <span>
        {t.value.takenIn} <Time at={of.takenIn} /> {t.value.by(who(of.who))}
      </span>
      <code class="soft">{of.import}</code>
    </span>
  );
}

/** What does not add up is said before all else. */
function Mismatches({ of: { mismatches = [], rows } }: { readonly of: WholeImport }) {
  if (mismatches.length === 0) return null;
  return (
    <Notice tone="bad">
      <h2>{t.value.addsUpNot}</h2>
      <ul class="plain-list">
        {mismatches.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>
        {t.value.compare} {rows.read > 0 && <span class="soft">{t.value.rowsRead(count(rows.read))}.</span>}
      </p>
    </Notice>
  );
}

/** Why the whole file was refused, or a correction of it. */
function Reason({ of: { reason, state } }: { readonly of: WholeImport }) {
  if (reason === undefined) return null;
  const title =
    state === 'rejected' ? t.value.reason : state === 'cancelled' ? t.value.reasonCancelled : t.value.reasonCorrection;
  return (
    <Notice tone={state === 'cancelled' ? 'plain' : 'bad'}>
      <h2>{title}</h2>
      {state !== 'cancelled' && (
        <p>
          <strong>{causeTitle(reason)}</strong>
        </p>
      )}
      <p>
        <Why of={reason} />
      </p>
    </Notice>
  );
}

type Cause = WholeImport['issues'][number];

/** Why entries wait, by cause; and what people should know of those that do not. */
function Causes({ of: { issues, remarks = [], state, kind } }: { readonly of: WholeImport }) {
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
    <section class="sheet pad">
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

/** The newest lines, which are shown before somebody asks for all. */
const SHOWN = 20;

/** Everything that was done and decided, by whom and when; the newest first. */
function History({ events, kind }: { readonly events: Events; readonly kind: JobKind }) {
  const isAll = useSignal(false);
  const newest = events.toReversed();
  const shown = isAll.value ? newest : newest.slice(0, SHOWN);
  const earlier = newest.length - shown.length;
  return (
    <section class="sheet pad history">
      <h2>{t.value.history}</h2>
      <ol>
        {shown.map((event, at) => (
          <li key={newest.length - at}>
            <p class="soft">
              <Time at={event.at} /> · {who(event.who)}
            </p>
            <p>{eventWords(event, kind)}</p>
            {event.detail !== undefined && (
              <details>
                <summary>{t.value.details}</summary>
                <pre>{JSON.stringify(event.detail, null, 2)}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isAll.value = true;
          }}
        >
          {t.value.earlier(earlier, count(earlier))}
        </button>
      )}
    </section>
  );
}
