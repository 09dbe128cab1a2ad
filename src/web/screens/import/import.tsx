import { count } from '../../format.ts';
import { hasVouchers, sortOf } from '../../kinds.ts';
import { Facts } from '../../parts/facts.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { isWaiting } from '../../parts/waits-for.tsx';
import { who } from '../../parts/who.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { readingFacts } from '../../text/reading-facts.ts';
import { sayOf } from '../../why/why.ts';
import { common } from '../../words.ts';
import type { OfImport } from '../screens.ts';
import { b } from './batch-words.ts';
import { Batches } from './batches.tsx';
import { Downloads } from './downloads.tsx';
import { History } from './history.tsx';
import { useLiveImport, type WholeImport } from './live-import.ts';
import { Money } from './money.tsx';
import { countedOnHold } from './on-hold.ts';
import { Progress } from './progress.tsx';
import { Rows } from './rows.tsx';
import { Say } from './say.tsx';
import { Unmatched } from './unmatched.tsx';
import { t } from './words.ts';
import './import.css';

const NOT_FOUND = 404;

/** One import, from its file to its receipt, as it stood at one moment. */
export function Import({ id }: OfImport) {
  const { receipt, history, told, turn, again } = useLiveImport(id);
  const { value, failure } = receipt.value;
  if (value === undefined)
    return (
      <Page title={common.nav.imports}>
        {failure === undefined ? (
          <Loading />
        ) : failure.status === NOT_FOUND ? (
          <Notice tone="warn">
            {common.notFound} <Link to="/">{common.toImports}</Link>
          </Notice>
        ) : (
          <Failure failure={failure} again={again} />
        )}
      </Page>
    );
  // Only while it is planned there is nothing but a count of rows, which is told.
  const rows = value.state === 'planning' && told.value?.state === 'planning' ? told.value.rows : undefined;
  const of = countedOnHold(rows === undefined ? value : { ...value, rows });
  const { state, kind, reading, wrong = [] } = of;
  const events = history.value.value?.events ?? [];
  const isPlanned = state !== 'planning';
  const isReceipt = isPlanned && state !== 'rejected' && (state !== 'cancelled' || of.rows.read > 0);
  return (
    <Page
      crumb={['/', common.nav.imports]}
      title={of.file}
      badge={
        <StateBadge
          state={state}
          waits={isWaiting(of)}
          booked={of.entries.booked}
          cancelled={of.cancelled !== undefined}
        />
      }
      about={
        <>
          <Link to={`/?job=${encodeURIComponent(of.job)}`}>{of.job}</Link> · {of.service}
          {of.company !== '' && ` · ${of.company}`} · {t.takenIn} <Time at={of.takenIn} /> {t.by(who(of.who))}
        </>
      }
      actions={
        <>
          <button type="button" onClick={() => print()}>
            <Icon of="print" />
            {t.print}
          </button>
          <Downloads of={of} />
        </>
      }
    >
      <Failure failure={failure} again={again} />
      {wrong.length > 0 && (
        <Notice tone="bad">
          <h2>{t.addsUpNot}</h2>
          <ul class="plain-list">
            {wrong.map((each, at) => (
              <li key={at}>{sayOf('wrong', each)}</li>
            ))}
          </ul>
          <p>{t.compare}</p>
        </Notice>
      )}
      <Say of={of} events={events} done={again} />
      <Reason of={of} />
      <div class="two">
        <div>
          <section class="sheet receipt">
            {isReceipt && (
              <>
                <Money of={of} />
                <Fold title={t.where} says={t.rowsRead(count(of.rows.read))} open={!hasVouchers(kind)} class="paper">
                  <Rows of={of} />
                </Fold>
              </>
            )}
            <Causes of={of} />
            {/* While it is planned a part of them is written, and only that. */}
            {isPlanned && (
              <Fold title={b.batches}>
                <Batches of={of} turn={turn.value} />
              </Fold>
            )}
            {reading !== undefined && (
              <Fold title={t.reading} says={reading.type.toUpperCase()}>
                <Facts of={readingFacts(reading)} />
              </Fold>
            )}
            <Fold title={t.technical}>
              <Facts
                of={[
                  [t.importId, of.import],
                  ['URL', <a href={of.links.self}>{of.links.self}</a>],
                ]}
              />
            </Fold>
          </section>
          {isPlanned && <Unmatched of={of} />}
        </div>
        <aside>
          <Progress of={of} events={events} />
          <History of={of} events={events} done={again} />
        </aside>
      </div>
    </Page>
  );
}

/** Why the whole file was refused, or a correction of it. */
function Reason({ of: { reason, state } }: { readonly of: WholeImport }) {
  if (reason === undefined) return null;
  const title = state === 'rejected' ? t.reason : state === 'cancelled' ? t.reasonCancelled : t.reasonCorrection;
  return (
    <Notice tone={title === t.reasonCorrection ? 'bad' : 'plain'}>
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

/** Why entries wait, by cause; and what people should know of those that do not. */
function Causes({ of: { issues, remarks = [], state, kind } }: { readonly of: WholeImport }) {
  const isWhole = state === 'rejected' || state === 'cancelled';
  return (
    <>
      {([t.issues, t.remarks] as const).map((title, at) => {
        const causes = at === 0 ? (isWhole ? [] : issues) : remarks;
        if (causes.length === 0) return null;
        return (
          <Fold key={title} title={title} says={causeTitle(causes[0]!)} open={at === 1 || !hasVouchers(kind)}>
            <Table
              label={title}
              columns={[[t.cause], [t.firstRow, 'num'], [t.rows, 'num'], [t.entriesOf[sortOf(kind)], 'num']]}
              class="causes"
            >
              {causes.map((cause, at) => (
                <tr key={at}>
                  <th scope="row">
                    {causeTitle(cause)}
                    <span class="under">
                      <Why of={cause} />
                    </span>
                    {cause.settled && <span class="under">{t.settled}</span>}
                  </th>
                  <td class="num">{cause.row ?? ''}</td>
                  <td class="num">{count(cause.rows)}</td>
                  <td class="num">{count(cause.entries)}</td>
                </tr>
              ))}
            </Table>
          </Fold>
        );
      })}
    </>
  );
}
