import { useSignal } from '@preact/signals';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useLostFocus } from '../../parts/use-lost-focus.ts';
import { usePolled } from '../../poll.ts';
import { common } from '../../words.ts';
import { DayChart } from './day-chart.tsx';
import { JobCard } from './job-card.tsx';
import { Machine } from './machine.tsx';
import { Problems } from './problems.tsx';
import { type Jobs as Answer, LOOK_MS, type Operation, type Services } from './requests.ts';
import { ServiceCard } from './service-card.tsx';
import { t } from './words.ts';
import './jobs.css';

/** The screen "Jobs and service": what runs by itself, what it books into, and the machine behind it. */
export function Jobs() {
  const jobs = usePolled<Answer>('/api/jobs', LOOK_MS);
  const services = usePolled<Services>('/api/services', LOOK_MS);
  const operation = usePolled<Operation>('/api/operation', LOOK_MS);
  const { value: there, failure } = jobs.loaded.value;
  return (
    <Page title={common.value.nav.jobs} about={t.value.about}>
      {failure !== undefined && <Failure failure={failure} again={jobs.again} />}
      <section class="jobs-part" aria-labelledby="jobs">
        <h2 id="jobs">{t.value.jobs}</h2>
        {there === undefined && failure === undefined && <Loading />}
        {there !== undefined && <JobList answer={there} changed={jobs.again} />}
      </section>
      <section class="jobs-part" aria-labelledby="services">
        <h2 id="services">{t.value.services}</h2>
        {services.loaded.value.failure !== undefined && <Failure failure={services.loaded.value.failure} />}
        {services.loaded.value.value?.services.length === 0 && <p class="empty">{t.value.noServices}</p>}
        {services.loaded.value.value?.services.map((service) => (
          <ServiceCard key={service.name} service={service} changed={services.again} />
        ))}
      </section>
      <DayChart />
      <section class="jobs-part" aria-labelledby="machine">
        <h2 id="machine">{t.value.machine}</h2>
        {operation.loaded.value.failure !== undefined && <Failure failure={operation.loaded.value.failure} />}
        {operation.loaded.value.value !== undefined && <Machine operation={operation.loaded.value.value} />}
      </section>
    </Page>
  );
}

function JobList({ answer, changed }: { readonly answer: Answer; readonly changed: () => void }) {
  const { jobs, broken, unreadable } = answer;
  /** What was done last, said where it is read out. */
  const done = useSignal('');
  const told = useLostFocus<HTMLParagraphElement>(done.value);
  return (
    <>
      <p ref={told} tabIndex={-1} class={done.value === '' ? 'visually-hidden' : 'done notice good'} role="status">
        {done.value}
      </p>
      {unreadable !== undefined && (
        <Notice tone="bad">
          <p>{unreadable}</p>
        </Notice>
      )}
      {broken.map(({ name, problems }) => (
        <Problems key={name} name={name} problems={problems} goesOn={false} />
      ))}
      {jobs.length === 0 && broken.length === 0 && unreadable === undefined && (
        <p class="empty">
          {t.value.noJobs} {t.value.noJobsHow} <Link to="/new">{common.value.nav.new}</Link>
        </p>
      )}
      {jobs.map((job) => (
        <JobCard
          key={job.name}
          job={job}
          changed={(what) => {
            done.value = what;
            changed();
          }}
        />
      ))}
    </>
  );
}
