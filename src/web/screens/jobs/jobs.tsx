import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { language } from '../../language.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { usePolled } from '../../poll.ts';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import { type Did, Done } from './done.tsx';
import { InTrouble } from './in-trouble.tsx';
import { JobMore } from './job-more.tsx';
import { JobTable } from './job-table.tsx';
import { Machine, Queues } from './operation.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { Problems } from './problems.tsx';
import {
  type Jobs as Answer,
  addressOf,
  type ListedJob,
  LOOK_MS,
  type Operation,
  type Run,
  type Services,
} from './requests.ts';
import { ServiceList } from './service-list.tsx';
import { t } from './words.ts';
import './jobs.css';

/** What a person does with a job. */
export interface JobActions {
  readonly isBusy: boolean;
  run(name: string): void;
  resume(name: string): void;
  pause(name: string): void;
  more(name: string): void;
}

/** The screen "Jobs": who is in trouble, what runs by itself, what it books into, and the machine behind it. */
export function Jobs() {
  const jobs = usePolled<Answer>('/api/jobs', LOOK_MS);
  const services = usePolled<Services>('/api/services', LOOK_MS);
  const operation = usePolled<Operation>('/api/operation', LOOK_MS);
  const { value: there, failure } = jobs.loaded.value;
  const listed = services.loaded.value.value?.services ?? [];
  const { value: works, failure: worksNot } = operation.loaded.value;
  const { isBusy, failure: refused, act } = useAction();
  const did = useSignal<Did>();
  const asks = useSignal<{ readonly what: 'pause' | 'more'; readonly job: string }>();
  const sought = useSignal('');
  const told = useLostFocus<HTMLDivElement>(JSON.stringify(did.value) ?? '');
  const post = async (name: string, what: 'run' | 'resume') => {
    let answer: { readonly run?: Run } = {};
    did.value = undefined;
    if (await act(async () => void (answer = await ask(`${addressOf(name)}/${what}`, { method: 'POST' }))))
      did.value = { name, what, run: answer.run?.run };
    jobs.again();
  };
  const opens = (what: 'pause' | 'more') => (job: string) => {
    asks.value = { what, job };
  };
  const actions: JobActions = {
    isBusy: isBusy.value,
    run: (name) => void post(name, 'run'),
    resume: (name) => void post(name, 'resume'),
    pause: opens('pause'),
    more: opens('more'),
  };
  const close = () => {
    asks.value = undefined;
  };
  const all = there?.jobs ?? [];
  const shown = all.filter(({ name, company }) => `${name} ${company}`.toLowerCase().includes(sought.value));
  const asked = asks.value;
  return (
    <Page
      title={common.nav.jobs}
      about={t.about}
      actions={
        <>
          <search class="search">
            <Icon of="search" />
            <input
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              onInput={({ currentTarget }) => {
                sought.value = currentTarget.value.trim().toLowerCase();
              }}
            />
          </search>
          {isOperator.value && (
            <Link to="/new" class="btn">
              <Icon of="new" />
              {t.newJob}
            </Link>
          )}
        </>
      }
    >
      <InTrouble services={listed} jobs={all} actions={actions} changed={services.again} />
      <div ref={told} tabIndex={-1} role="status">
        <Done of={did.value} jobs={all} />
      </div>
      <Failure failure={refused.value} />
      <Failure failure={failure} again={jobs.again} />
      {there === undefined && failure === undefined && <Loading />}
      {there !== undefined && <Broken answer={there} />}
      {there !== undefined && shown.length === 0 && (
        <p class="sheet empty">
          {all.length > 0 ? t.notFound : t.noJobs} {all.length === 0 && <Link to="/new">{common.nav.new}</Link>}
        </p>
      )}
      {shown.length > 0 && <JobTable jobs={shown} services={listed} actions={actions} />}
      <ServiceList services={services.loaded.value} />
      <div class="sec">
        <h2>{t.behind}</h2>
      </div>
      <Failure failure={worksNot} />
      {works !== undefined && (
        <div class="ops">
          <Queues operation={works} />
          <Machine operation={works} />
        </div>
      )}
      {asked?.what === 'pause' && (
        <PauseDialog
          name={asked.job}
          onClose={close}
          onPaused={() => {
            did.value = { name: asked.job, what: 'pause' };
            jobs.again();
          }}
        />
      )}
      {asked?.what === 'more' && <JobMore name={asked.job} actions={actions} onClose={close} />}
    </Page>
  );
}

/** Jobs that can't be used, or are used as they were before somebody broke them. */
function Broken({ answer: { jobs, broken, unread } }: { readonly answer: Answer }) {
  const isBad = ({ problems }: Pick<ListedJob, 'problems'>) => problems.length > 0;
  return (
    <>
      {unread?.map(({ words }) => (
        <Notice key={words.en} tone="bad">
          <p>{words[language.value]}</p>
        </Notice>
      ))}
      {[...broken, ...jobs.filter(isBad)].map((job) => (
        <Problems key={job.name} name={job.name} diagnoses={job.diagnoses} goesOn={'kind' in job} />
      ))}
    </>
  );
}
