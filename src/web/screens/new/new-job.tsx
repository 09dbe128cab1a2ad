import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { JobAnswers } from '../../../core/job-answers.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { hasVouchers, KIND_NAMES } from '../../kinds.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { sayOf } from '../../why/why.ts';
import { common } from '../../words.ts';
import { Beside } from './beside.tsx';
import { ColumnMap } from './column-map.tsx';
import { definitionOf } from './definition.ts';
import type { Trying } from './follow-dry-run.ts';
import { AMOUNT_FORMS, type AmountForm, type JobForm, proposed, type Reading } from './form.ts';
import { f } from './form-words.ts';
import { JobText } from './job-text.tsx';
import { MoreOfJob } from './more-of-job.tsx';
import { ofNoField } from './problems.ts';
import { ReadingForm } from './reading-form.tsx';
import type { Checked, Look } from './shapes.ts';
import { t } from './words.ts';

/** Time without a further change after which a definition is checked, in milliseconds. */
const SETTLED_MS = 250;

type Options = readonly (readonly [value: string, words: string])[];
type Definition = Readonly<Record<string, unknown>>;

interface NewJobProps {
  readonly look: Look;
  readonly isLooking: boolean;
  readonly reading: Signal<Reading>;
  /** To questions about the file: keys of the job that no field of the form has. */
  readonly answers: JobAnswers;
  /** What the form says; undefined while the file is looked at anew. */
  readonly definition: Signal<Definition | undefined>;
  readonly trying: Trying;
  /** What the file does not say, above its columns. */
  readonly questions: ComponentChildren;
  /** Nothing is wrong with it as it stands now. */
  readonly onSound: (definition: Definition) => void;
  readonly onPlan: (definition: Definition) => void;
}

/** A new job: how the file is read, and which column is what. It is filled in as far as the file says it. */
export function NewJob(props: NewJobProps) {
  const { look, isLooking, reading, answers, definition, trying, questions, onSound, onPlan } = props;
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
    const now = JSON.parse(said) as Definition;
    definition.value = now;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      ask<Checked>('/api/jobs/check', { json: { definition: now }, signal: leaving.signal }).then(
        (found) => {
          checked.value = found;
          if (found.problems.length === 0) onSound(now);
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
  const choose = (label: string, value: string, options: Options, to: (value: string) => void) => (
    <label>
      <span class="small soft">{label}</span> <Select value={value} options={options} onChange={to} />
    </label>
  );
  const kinds: Options = KIND_NAMES.map((kind) => [kind, common.kinds[kind]]);
  const ways: Options = AMOUNT_FORMS.map((way) => [way, f.forms[way][0]]);
  return (
    <>
      <div class="split">
        <div aria-busy={isLooking}>
          {questions}
          <Sheet
            title={f.title}
            acts={
              <span class="acts">
                {choose(f.kind, now.kind, kinds, (kind) =>
                  change({ kind: kind as JobForm['kind'], columns: {}, second: {} }),
                )}
                {look.services.length > 1 &&
                  choose(
                    f.service,
                    now.service,
                    look.services.map((name) => [name, name]),
                    (service) => change({ service }),
                  )}
              </span>
            }
          >
            {hasVouchers(now.kind) && (
              <div class="in ways">
                {choose(f.amounts, now.amounts, ways, (amounts) => change({ amounts: amounts as AmountForm }))}
                <p class="small soft">{f.forms[now.amounts][1]}</p>
              </div>
            )}
            <ColumnMap form={now} look={look} problems={problems} onChange={change} />
            <MoreOfJob
              form={now}
              columns={look.columns}
              proved={look.proposal.figures?.proved}
              found={look.proposal.currency?.value}
              onChange={change}
            />
            <ReadingForm look={look} reading={reading} kind={now.kind} />
            {checked.value !== undefined && <JobText yaml={checked.value.yaml} />}
          </Sheet>
          {rest.length > 0 && (
            <Notice tone="warn">
              <ul>
                {rest.map((problem) => (
                  <li key={problem.key + problem.message}>{sayOf('problem', problem)}</li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <Beside trying={trying} isSound={checked.value !== undefined && problems.length === 0} />
      </div>
      <div class="foot">
        <span class="soft" role="status">
          {problems.length > 0 ? f.wrong(count(problems.length)) : t.nothingYet}
        </span>
        <button
          type="button"
          class="primary"
          disabled={isLooking || problems.length > 0 || checked.value === undefined}
          onClick={() => onPlan(definition.value!)}
        >
          {f.showPlan}
        </button>
      </div>
    </>
  );
}
