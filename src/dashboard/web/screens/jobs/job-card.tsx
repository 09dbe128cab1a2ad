import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { zonedTime } from '../../format.ts';
import { language } from '../../language.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { JobDetails } from './job-details.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { Problems } from './problems.tsx';
import { addressOf, type ListedJob } from './requests.ts';
import { RunWords } from './run-words.tsx';
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
    <article class="sheet job" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{name}</h3>
        <p class="soft">
          {kinds[job.kind] ?? job.kind} → {job.service}
        </p>
        {paused !== undefined && <span class="badge state-partly-booked">{t.value.paused}</span>}
        {underWay && <span class="badge state-posting">{t.value.underWay}</span>}
        {isOperator.value && (
          <div class="actions">
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
