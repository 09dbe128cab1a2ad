import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { JobAnswers } from '../../../core/job-answers.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { type Field, hasVouchers, KIND_NAMES } from '../../kinds.ts';
import { Notice } from '../../parts/notice.tsx';
import { sayOf } from '../../why/why.ts';
import { definitionOf } from './definition.ts';
import { FieldRow } from './field-row.tsx';
import type { Trying } from './follow-dry-run.ts';
import { AMOUNT_FORMS, fieldsOf, type JobForm, proposed, type Reading } from './form.ts';
import { f } from './form-words.ts';
import { JobText } from './job-text.tsx';
import { MoreOfJob } from './more-of-job.tsx';
import { ofField, ofNoField } from './problems.ts';
import { ReadingForm } from './reading-form.tsx';
import type { Checked, Look } from './shapes.ts';

/** Time without a further change after which a definition is checked, in milliseconds. */
const SETTLED_MS = 250;

interface NewJobProps {
  readonly look: Look;
  readonly isLooking: boolean;
  readonly reading: Signal<Reading>;
  /** To questions about the file: keys of the job that no field of the form has. */
  readonly answers: JobAnswers;
  /** What the form says; undefined while the file is looked at anew. */
  readonly definition: Signal<Readonly<Record<string, unknown>> | undefined>;
  readonly trying: Trying;
  readonly onPlan: (definition: Readonly<Record<string, unknown>>) => void;
}

/** A new job: how the file is read, and which column is what. It is filled in as far as the file says it. */
export function NewJob({ look, isLooking, reading, answers, definition, trying, onPlan }: NewJobProps) {
  const form = useSignal<JobForm>(proposed(look));
  const checked = useSignal<Checked>();
  const change = (to: Partial<JobForm>) => {
    form.value = { ...form.value, ...to };
  };
  // Other columns, another proposal; what was filled in for columns that are still there stays.
  const headers = JSON.stringify(look.columns.map(({ header }) => header));
  useEffect(() => {
    form.value = proposed(look);
  }, [headers]);

  const said = JSON.stringify(definitionOf(form.value, reading.value, look, answers));
  useEffect(() => {
    const now = JSON.parse(said) as Record<string, unknown>;
    definition.value = now;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      ask<Checked>('/api/jobs/check', { json: { definition: now }, signal: leaving.signal }).then(
        (found) => {
          checked.value = found;
        },
        () => undefined,
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [said]);

  const { value: now } = form;
  const problems = checked.value?.problems ?? [];
  const rest = ofNoField(problems, now);
  const why = (field: Field) =>
    look.proposal.columns.find((each) => each.field === field && isProposed(each.column, field));
  const isProposed = (column: number, field: Field) => look.columns[column]?.header === now.columns[field];
  return (
    <section class="sheet pad new-job" aria-label={f.title} aria-busy={isLooking}>
      <h2>{f.title}</h2>
      <ReadingForm look={look} reading={reading} kind={now.kind} />
      <div class="pairs">
        <label>
          {f.kind}
          <select
            value={now.kind}
            onChange={(event) =>
              change({ kind: event.currentTarget.value as JobForm['kind'], columns: {}, second: {} })
            }
          >
            {KIND_NAMES.map((kind) => (
              <option key={kind} value={kind}>
                {f.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
        {look.services.length > 1 && (
          <label>
            {f.service}
            <select value={now.service} onChange={(event) => change({ service: event.currentTarget.value })}>
              {look.services.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {hasVouchers(now.kind) && (
        <fieldset class="amount-forms">
          <legend>{f.amounts}</legend>
          {AMOUNT_FORMS.map((amounts) => (
            <label key={amounts} class={`choice${now.amounts === amounts ? ' chosen' : ''}`}>
              <input
                type="radio"
                name="amounts"
                checked={now.amounts === amounts}
                onChange={() => change({ amounts })}
              />
              <span>
                <strong>{f.forms[amounts][0]}</strong>
                <span class="choice-more soft">{f.forms[amounts][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="fields">
        {fieldsOf(now).map((field) => (
          <FieldRow
            key={field}
            field={field}
            form={now}
            columns={look.columns}
            why={why(field)?.why}
            problems={ofField(problems, field, now)}
            onChange={change}
          />
        ))}
      </div>
      <MoreOfJob
        form={now}
        columns={look.columns}
        proved={look.proposal.figures?.proved}
        found={look.proposal.currency?.value}
        onChange={change}
      />
      {rest.length > 0 && (
        <Notice tone="warn">
          <ul>
            {rest.map((problem) => (
              <li key={problem.key + problem.message}>{sayOf('problem', problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {checked.value !== undefined && <JobText yaml={checked.value.yaml} />}
      <div class="acts end">
        {problems.length > 0 && (
          <span class="soft" role="status">
            {f.wrong(count(problems.length))}
          </span>
        )}
        <button
          type="button"
          class="primary"
          disabled={isLooking || problems.length > 0 || trying.running !== undefined || checked.value === undefined}
          onClick={() => onPlan(JSON.parse(said) as Record<string, unknown>)}
        >
          {f.showPlan}
        </button>
      </div>
    </section>
  );
}
