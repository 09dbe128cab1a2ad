import type { ComponentChildren } from 'preact';
import { count } from '../../format.ts';
import { Fold } from '../../parts/fold.tsx';
import { Told } from '../../parts/why.tsx';
import { common } from '../../words.ts';
import type { JobFit, Look } from './shapes.ts';
import { t } from './words.ts';

/** By which job the file is read: one that is there, or a new one. */
export type Choice = { readonly job: string } | 'new';

interface ChooseJobProps {
  readonly look: Look;
  readonly chosen: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** The jobs whose columns stand in the file, then a new one; the others are further down. */
export function ChooseJob({ look, chosen, onChoose }: ChooseJobProps) {
  const fitting = look.jobs.filter(({ fits }) => fits);
  const others = look.jobs.filter(({ fits }) => !fits);
  const isChosen = (name: string) => chosen !== undefined && chosen !== 'new' && chosen.job === name;
  const radio = (key: string, isOn: boolean, choice: Choice, name: ComponentChildren, more: ComponentChildren) => (
    <label key={key} class={isOn ? 'choice chosen' : 'choice'}>
      <input type="radio" name="job" checked={isOn} onChange={() => onChoose(choice)} />
      <span>
        {name} <span class="choice-more soft">{more}</span>
      </span>
    </label>
  );
  const ofJob = (job: JobFit) =>
    radio(
      job.name,
      isChosen(job.name),
      { job: job.name },
      <>
        <strong>{job.name}</strong>{' '}
        <span class="soft">
          {common.kinds[job.kind]} · {t.inService(job.service)}
        </span>{' '}
        <span class={`badge ${job.fits ? 'state-completed' : ''}`}>{job.fits ? t.fits : t.fitsNot}</span>
      </>,
      job.fits ? reads(job) : job.reason && <Told of={job.reason} />,
    );
  const found = look.jobs.find(({ name }) => isChosen(name));
  return (
    <Fold
      class="sheet job-choice"
      title={<h2>{t.job}</h2>}
      says={
        chosen === undefined
          ? t.whichJob
          : found === undefined
            ? t.newJob
            : `${found.name} · ${t.inService(found.service)}`
      }
      open={fitting.length > 1}
    >
      <fieldset class="choices">
        <legend class="visually-hidden">{t.job}</legend>
        <p class="soft">{fitting.length === 0 ? t.noJobFits : fitting.length > 1 ? t.severalFit : t.jobHelp}</p>
        {fitting.map(ofJob)}
        {radio('', chosen === 'new', 'new', <strong>{t.newJob}</strong>, t.newJobHelp)}
        {others.length > 0 && (
          <details>
            <summary>{t.otherJobs(count(others.length))}</summary>
            {others.map(ofJob)}
          </details>
        )}
      </fieldset>
    </Fold>
  );
}

/** Columns that are told of a job. */
const TOLD = 8;

function reads({ columns, sheet }: JobFit): string {
  const headers = [...new Set(columns.map(({ header }) => header))];
  const more = headers.length > TOLD ? ', …' : '';
  const where = sheet === undefined ? '' : `${sheet}: `;
  return `${t.reads} ${where}${headers.slice(0, TOLD).join(', ')}${more}`;
}
