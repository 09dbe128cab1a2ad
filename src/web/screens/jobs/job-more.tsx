import { count } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePolled } from '../../poll.ts';
import { isOperator } from '../../session.ts';
import { sayRun } from '../../why/why.ts';
import { common } from '../../words.ts';
import type { JobActions } from './jobs.tsx';
import { addressOf, LOOK_MS, NEWS, type Run, type WholeJob } from './requests.ts';
import { t } from './words.ts';

interface JobMoreProps {
  readonly name: string;
  readonly actions: JobActions;
  readonly onClose: () => void;
}

/** What else there is of a job: where its files come from, its fetches and its definition. */
export function JobMore({ name, actions, onClose }: JobMoreProps) {
  const { loaded, again } = usePolled<WholeJob>(addressOf(name), LOOK_MS);
  const { value: job, failure } = loaded.value;
  return (
    <Dialog title={name} onClose={onClose}>
      <Failure failure={failure} again={again} />
      {job === undefined && failure === undefined && <Loading />}
      {job !== undefined && (
        <div class="form">
          <Facts
            of={[
              [
                t.inbox,
                <>
                  <code>{job.inbox}</code> <span class="soft">{t.named(job.match.join(', '))}</span>
                </>,
              ],
              [t.fetches, job.fetch && <code>{job.fetch.from}</code>],
              [
                t.schedule,
                job.schedule && (
                  <>
                    <code>{job.schedule.cron}</code>, {job.schedule.tz}
                  </>
                ),
              ],
            ]}
          />
          {job.runs.length > 0 && (
            <Table label={`${t.runs}: ${name}`} columns={[[t.runs], [t.asked], [t.detail]]}>
              {job.runs.map((run) => (
                <tr key={run.run}>
                  <td>
                    <Time at={run.began} />
                  </td>
                  <td>{run.by ?? common.others.schedule}</td>
                  <td>
                    <RunWords of={run} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <h3>{t.definition}</h3>
          <Scrolled class="definition" label={`${t.definition}: ${name}`}>
            <pre>{job.definition}</pre>
          </Scrolled>
          <div class="acts">
            {isOperator.value && job.paused !== undefined && job.fetch !== undefined && (
              <button
                type="button"
                onClick={() => {
                  actions.run(name);
                  onClose();
                }}
              >
                {t.runNow}
              </button>
            )}
            <Link to={`/?job=${encodeURIComponent(name)}`} class="btn">
              {t.allImports}
            </Link>
            <button type="button" onClick={onClose}>
              {common.close}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** What came of a fetch: with what it brought and why it failed. */
function RunWords({ of }: { readonly of: Run }) {
  const { outcome, files, imports, message } = of;
  const brought = NEWS.reduce((sum, how) => sum + (files[how] ?? 0), 0);
  const { came } = t;
  return (
    <>
      {outcome === undefined ? came.posting : outcome === 'ok' ? t.brought(brought, count(brought)) : came[outcome]}
      {imports.map((id) => (
        <>
          {' '}
          <Link to={`/imports/${id}`}>{id}</Link>
        </>
      ))}
      {message && <span class="sub err">{sayRun(of.told)}</span>}
    </>
  );
}
