import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { count, zonedTime } from '../../format.ts';
import { language } from '../../language.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePolled } from '../../poll.ts';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { Problems } from './problems.tsx';
import { addressOf, type ListedJob, LOOK_MS, type Run, type WholeJob } from './requests.ts';
import { t } from './words.ts';

interface JobCardProps {
  readonly job: ListedJob;
  /** Told what was done, in words. */
  readonly changed: (what: string) => void;
}

/** A job: what it takes, when it runs, what came of it, and what can be done. */
export function JobCard({ job, changed }: JobCardProps) {
  const { name, paused, problems } = job;
  const { isBusy, failure, act } = useAction();
  const asks = useSignal(false);
  const isOpen = useSignal(false);
  const heading = `job-${name}`;
  const post = async (what: 'run' | 'resume', said: string) => {
    if (await act(() => ask(`${addressOf(name)}/${what}`, { method: 'POST' }))) changed(said);
  };
  const kinds: Readonly<Record<string, string>> = t.value.kind;
  const underWay = job.lastRun !== undefined && job.lastRun.ended === undefined;
  return (
    <article class="sheet pad job" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{name}</h3>
        <p class="soft">
          {kinds[job.kind] ?? job.kind} → {job.service}
        </p>
        {paused !== undefined && <span class="badge state-partly-booked">{t.value.paused}</span>}
        {underWay && <span class="badge state-posting">{t.value.underWay}</span>}
        {isOperator.value && (
          <div class="acts">
            {job.fetch !== undefined && (
              <button type="button" disabled={isBusy.value} onClick={() => void post('run', t.value.begun(name))}>
                {t.value.runNow} <span class="visually-hidden">{name}</span>
              </button>
            )}
            {paused === undefined ? (
              <button
                type="button"
                onClick={() => {
                  asks.value = true;
                }}
              >
                {t.value.pause} <span class="visually-hidden">{name}</span>
              </button>
            ) : (
              <button
                type="button"
                class="primary"
                disabled={isBusy.value}
                onClick={() => void post('resume', t.value.resumed(name))}
              >
                {t.value.resume} <span class="visually-hidden">{name}</span>
              </button>
            )}
          </div>
        )}
      </header>
      {failure.value !== undefined && <Failure failure={failure.value} />}
      {problems.length > 0 && <Problems name={name} problems={problems} goesOn={true} />}
      {paused !== undefined && (
        <Notice tone="warn">
          <p>
            <strong>{t.value.pausedBy(paused.who)}</strong>, <Time at={paused.at} relative />: {paused.reason}
          </p>
          <p class="soft">{t.value.pausedMeans}</p>
        </Notice>
      )}
      <JobFacts job={job} />
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>
          {t.value.more} <span class="visually-hidden">{name}</span>
        </summary>
        {isOpen.value && <JobDetails name={name} />}
      </details>
      {asks.value && (
        <PauseDialog
          name={name}
          onClose={() => {
            asks.value = false;
          }}
          onPaused={() => changed(`${name}: ${t.value.paused}.`)}
        />
      )}
    </article>
  );
}

function JobFacts({ job }: { readonly job: ListedJob }) {
  const { schedule, fetch, nextRun, lastRun } = job;
  // What never runs by itself has no schedule and no runs to tell of.
  const runs = fetch !== undefined || schedule !== undefined || lastRun !== undefined;
  return (
    <dl class="job-facts">
      <div>
        <dt>{t.value.inbox}</dt>
        <dd>
          <code>{job.inbox}</code>
          <br />
          <span class="soft">{t.value.named(job.match.join(', '))}</span>
        </dd>
      </div>
      <div>
        <dt>{t.value.fetches}</dt>
        {fetch === undefined ? (
          <dd class="soft">{t.value.fetchesNothing}</dd>
        ) : (
          <dd>
            {t.value.fetchWay[fetch.way]}
            <br />
            <code>{fetch.from}</code>
          </dd>
        )}
      </div>
      {runs && (
        <>
          <div>
            <dt>{t.value.schedule}</dt>
            {schedule === undefined ? (
              <dd class="soft">{t.value.noSchedule}</dd>
            ) : (
              <dd title={schedule.cron}>
                {schedule.words?.[language.value] ?? <code>{schedule.cron}</code>}, {schedule.tz}
                {nextRun !== undefined && (
                  <>
                    <br />
                    <span class="soft">
                      {t.value.nextRun}: {zonedTime(nextRun, schedule.tz)} (<Time at={nextRun} relative />)
                    </span>
                  </>
                )}
              </dd>
            )}
          </div>
          <div>
            <dt>{t.value.lastRun}</dt>
            {lastRun === undefined ? (
              <dd class="soft">{t.value.noRun}</dd>
            ) : (
              <dd>
                <Time at={lastRun.ended ?? lastRun.began} relative />: <RunWords run={lastRun} />
              </dd>
            )}
          </div>
        </>
      )}
    </dl>
  );
}

/** The last runs of a job, and its definition. */
function JobDetails({ name }: { readonly name: string }) {
  const { loaded, again } = usePolled<WholeJob>(addressOf(name), LOOK_MS);
  const { value: job, failure } = loaded.value;
  if (failure !== undefined) return <Failure failure={failure} again={again} />;
  if (job === undefined) return <Loading />;
  return (
    <>
      <h4>{t.value.runs}</h4>
      {job.runs.length === 0 && <p class="soft">{t.value.noRun}</p>}
      {job.runs.length > 0 && (
        <Table label={`${t.value.runs}: ${name}`} columns={[[t.value.when], [t.value.asked], [t.value.detail]]}>
          {job.runs.map((run) => (
            <tr key={run.run}>
              <td>
                <Time at={run.began} />
              </td>
              <td>{run.by === undefined ? t.value.bySchedule : t.value.byPerson(run.by)}</td>
              <td>
                <RunWords run={run} links />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <h4>{t.value.definition}</h4>
      <p class="soft">{t.value.definitionAbout}</p>
      <Scrolled class="definition" label={`${t.value.definition}: ${name}`}>
        <pre>{job.definition}</pre>
      </Scrolled>
    </>
  );
}

/** What the ledger calls files that a run took in. */
const NEWS = ['new', 'again', 'correction'];
const TONES = { ok: 'state-completed', 'nothing-new': '', failed: 'state-rejected' };

/** What came of a run: in words, with what it brought and why it failed. */
function RunWords({ run, links = false }: { readonly run: Run; readonly links?: boolean }) {
  const { outcome, files, imports, message, suggestion } = run;
  if (outcome === undefined) return <span class="badge state-posting">{t.value.underWay}</span>;
  const brought = NEWS.reduce((sum, how) => sum + (files[how] ?? 0), 0);
  return (
    <>
      <span class={`badge ${TONES[outcome]}`}>{t.value.outcome[outcome]}</span>{' '}
      {brought > 0 && t.value.brought(brought, count(brought))}
      {links &&
        imports.map((id) => (
          <>
            {' '}
            <Link to={`/imports/${id}`}>{id}</Link>
          </>
        ))}
      {message !== undefined && (
        <span class="refusal">
          {message} {suggestion}
        </span>
      )}
    </>
  );
}
