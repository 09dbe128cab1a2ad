import type { ComponentChildren } from 'preact';
import { ask } from '../../api.ts';
import { count, when } from '../../format.ts';
import { Failure } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { sayRun } from '../../why/why.ts';
import { common } from '../../words.ts';
import type { JobActions } from './jobs.tsx';
import type { ListedJob, ListedService } from './requests.ts';
import { t } from './words.ts';

/** Jobs whose fetch failed that are told of here; the table has them all. */
const TOLD = 3;

interface InTroubleProps {
  readonly services: readonly ListedService[];
  readonly jobs: readonly ListedJob[];
  readonly actions: JobActions;
  /** A service is tried again. */
  readonly changed: () => void;
}

/** Who is in trouble, since when, and what ends it; nothing where nobody is. */
export function InTrouble({ services, jobs, actions, changed }: InTroubleProps) {
  const failed = jobs.filter(({ failing }) => failing === 'run').slice(0, TOLD);
  return (
    <>
      {services.map((service) => (
        <Service key={service.name} of={service} jobs={jobs} changed={changed} />
      ))}
      {failed.map(({ name, last, lastRun, nextRun, schedule }) => (
        <Say
          key={name}
          one={
            <>
              {t.fetchFailed(name)} (<Time at={lastRun?.ended ?? last!.at} as={when} />)
            </>
          }
          acts={
            isOperator.value && (
              <button type="button" class="primary" disabled={actions.isBusy} onClick={() => actions.run(name)}>
                {t.runNow}
                <span class="visually-hidden"> {name}</span>
              </button>
            )
          }
        >
          {nextRun === undefined ? (
            t.noNextRun
          ) : (
            <>
              {t.nextRun}: <Time at={nextRun} as={(iso) => when(iso, schedule?.tz)} />.
            </>
          )}{' '}
          {lastRun?.message && sayRun(lastRun.told)}
        </Say>
      ))}
    </>
  );
}

interface SayProps {
  readonly one: ComponentChildren;
  readonly acts: ComponentChildren;
  readonly children: ComponentChildren;
}

function Say({ one, acts, children }: SayProps) {
  return (
    <div class="say rejected">
      <div>
        <p class="one">{one}</p>
        <div class="soft">{children}</div>
      </div>
      <span class="acts">{acts}</span>
    </div>
  );
}

interface ServiceProps {
  readonly of: ListedService;
  readonly jobs: readonly ListedJob[];
  readonly changed: () => void;
}

function Service({ of, jobs, changed }: ServiceProps) {
  const { name, company = name, condition, trouble, mayTry } = of;
  const { isBusy, failure, act } = useAction();
  if (trouble === undefined || condition === 'well' || condition === 'unknown') return null;
  const tryNow = async () => {
    if (await act(() => ask(`/api/services/${encodeURIComponent(name)}/try`, { method: 'POST' }))) changed();
  };
  const wait = jobs.filter(({ service, underWay }) => service === name && underWay > 0).length;
  return (
    <>
      <Say
        one={
          <>
            {company}: {t.condition[condition].toLowerCase()} {t.since} <Time at={trouble.since} as={when} />.
          </>
        }
        acts={
          isOperator.value &&
          mayTry && (
            <button type="button" class="primary" disabled={isBusy.value} onClick={() => void tryNow()}>
              {t.tryNow}
              <span class="visually-hidden"> {company}</span>
            </button>
          )
        }
      >
        {wait > 0 && t.jobsWait(count(wait))} {t.ends[condition]}{' '}
        {trouble.next !== undefined && (
          <>
            {common.trouble.next} <Time at={trouble.next} relative />.
          </>
        )}
      </Say>
      <Failure failure={failure.value} />
    </>
  );
}
