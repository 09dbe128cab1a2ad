import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { JobAnswers } from '../../../core/job-answers.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import { BookBar } from './book-bar.tsx';
import { outcomeWords } from './book-words.ts';
import { type Choice, ChooseJob } from './choose-job.tsx';
import { UNTRIED, useDryRun } from './follow-dry-run.ts';
import { AUTO, type Reading } from './form.ts';
import { NewJob } from './new-job.tsx';
import { PlanShown } from './plan-shown.tsx';
import { QuestionList } from './question-list.tsx';
import { type Asked, answersOf, type Chosen, questionsIn, withQuestions } from './questions.ts';
import type { Look, Taken } from './shapes.ts';
import { type Step, Steps } from './steps.tsx';
import { t } from './words.ts';

type Definition = Readonly<Record<string, unknown>>;

interface DraftedFileProps {
  readonly draft: string;
  /** The job that was chosen for it already. */
  readonly job?: string | null | undefined;
  /** It came with others: back to them. */
  readonly onBack?: (() => void) | undefined;
  /** @param gone the server has it no more */
  readonly onLeave: (gone: boolean) => void;
  readonly onBooked: (taken: Taken) => void;
}

/** A file that was brought: by which job it is read, which column is what, what it comes to, and booking it. */
export function DraftedFile({ draft, job, onBack, onLeave, onBooked }: DraftedFileProps) {
  const choice = useSignal<Choice>();
  /** Of a new job: the columns are done with, and its plan is looked at. */
  const isChecking = useSignal(false);
  const isBooking = useSignal(false);
  const reading = useSignal<Reading>(AUTO);
  const definition = useSignal<Definition>();
  const asked = useSignal<readonly Asked[]>([]);
  const picked = useSignal<readonly Chosen[]>([]);
  const { trying, start, abandon } = useDryRun(draft);
  const { loaded, again } = useLoaded<Look>(
    lookAddress(draft, choice.value, reading.value, answersOf(asked.value, [])),
  );
  const { value: look, failure, isLoading } = loaded.value;
  const began = useRef(false);
  const stage = useRef<HTMLDivElement>(null);

  const choose = (chosen: Choice) => {
    choice.value = chosen;
    isChecking.value = false;
    asked.value = [];
    picked.value = [];
    // Starting another plan ends the one before; two requests could overtake each other.
    if (chosen !== 'new') start(chosen);
    else if (trying.value.running) abandon();
    else trying.value = UNTRIED;
  };
  useEffect(() => {
    if (failure?.code === 'draft-unknown') onLeave(true);
  }, [failure]);
  useEffect(() => {
    if (look === undefined || began.current) return;
    began.current = true;
    if (look.corrects !== undefined) return;
    if (job) return choose({ job });
    const [best, ...others] = look.jobs.filter(({ fits }) => fits);
    // Where several fit a person chooses.
    if (others.length === 0) choose(best === undefined ? 'new' : { job: best.name });
  }, [look]);

  const { value: chosen } = choice;
  const { plan } = trying.value;
  useEffect(() => {
    // A job says itself how its files are read: of what it leaves open its plan tells.
    // Columns that are not settled yet would raise questions that are none.
    const known = isChecking.value || chosen !== 'new' ? plan : undefined;
    asked.value = withQuestions(asked.value, questionsIn(chosen === 'new' ? look : undefined, known));
  }, [look, plan, chosen, isChecking.value]);
  const tryAnswers = () => {
    if (chosen !== undefined && chosen !== 'new') start({ ...chosen, answers: answersOf(asked.value, picked.value) });
  };
  const answer = (at: number, given: string) => {
    asked.value = asked.value.map((each, no) => (no === at ? { ...each, answer: given } : each));
    tryAnswers();
  };
  const pick = (all: readonly Chosen[]) => {
    picked.value = all;
    tryAnswers();
  };
  /** Tries a new job, unless it is what was tried last. */
  const tryJob = (now: Definition) => {
    const { of, failure: failed } = trying.value;
    if (failed !== undefined || JSON.stringify(of) !== JSON.stringify({ definition: now })) start({ definition: now });
  };
  // What was answered beside the plan of a new job is looked at at once.
  useEffect(() => {
    const { value: now } = definition;
    if (isChecking.value && now !== undefined) tryJob(now);
  }, [definition.value]);
  const step: Step = isBooking.value
    ? 'book'
    : chosen === undefined
      ? 'file'
      : chosen === 'new' && !isChecking.value
        ? 'columns'
        : 'check';
  // What was pressed is gone with its step: the keyboard goes on from here.
  useEffect(() => {
    if (look === undefined || step === 'book' || stage.current?.contains(document.activeElement)) return;
    stage.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step, look === undefined, picked.value]);

  const jobName = chosen === undefined || chosen === 'new' ? undefined : chosen.job;
  const another = (
    <button type="button" class="quiet small" onClick={onBack ?? (() => onLeave(false))}>
      {onBack === undefined ? t.another : t.backToFiles}
    </button>
  );
  const questions = (
    <QuestionList
      asked={asked.value}
      chosen={picked.value}
      job={jobName}
      onAnswer={answer}
      onTakeBack={(one) => pick(picked.value.filter((each) => each !== one))}
    />
  );
  const about =
    look === undefined ? undefined : (
      <>
        {look.file} · {rowsWords(look)} · {another}
      </>
    );
  return (
    <Page title={common.nav.new} about={about} actions={<Steps now={step} />}>
      {look === undefined ? (
        failure === undefined ? (
          <p class="loading" role="status">
            {t.looking}
          </p>
        ) : (
          <>
            <Failure failure={failure} again={again} />
            {another}
          </>
        )
      ) : (
        <div ref={stage} tabIndex={-1} class="stage">
          {look.corrects !== undefined && chosen === undefined ? (
            <Correction draft={draft} corrects={look.corrects} onOther={() => choose('new')} onBooked={onBooked} />
          ) : (
            !isChecking.value && <ChooseJob look={look} chosen={chosen} onChoose={choose} />
          )}
          <Failure failure={failure} again={again} />
          {step !== 'columns' && questions}
          {chosen === 'new' && (
            <div hidden={isChecking.value}>
              <NewJob
                look={look}
                isLooking={isLoading}
                reading={reading}
                answers={answersOf(asked.value, picked.value)}
                definition={definition}
                trying={trying.value}
                questions={step === 'columns' && questions}
                onSound={(now) => {
                  // A long file is read when somebody asks for it.
                  if (look.whole && !isChecking.value) tryJob(now);
                }}
                onPlan={(now) => {
                  isChecking.value = true;
                  tryJob(now);
                }}
              />
            </div>
          )}
          <p class="visually-hidden" role="status">
            {step === 'columns' || plan === undefined ? '' : outcomeWords(plan)}
          </p>
          {(step === 'check' || step === 'book') && (
            <PlanShown
              trying={trying.value}
              onChoose={(one) => pick([...picked.value.filter(({ key, of }) => key !== one.key || of !== one.of), one])}
              onAbandon={() => {
                abandon();
                isChecking.value = false;
              }}
              onAgain={() => {
                const { of } = trying.value;
                if (of !== undefined) start(of);
              }}
            />
          )}
          {chosen !== undefined && step !== 'columns' && (
            <BookBar
              draft={draft}
              choice={chosen}
              trying={trying.value}
              definition={definition.value}
              isBooking={isBooking}
              onBack={() => {
                isChecking.value = false;
              }}
              onBooked={onBooked}
            />
          )}
        </div>
      )}
    </Page>
  );
}

/** `126 rows`, as far as it was looked at. */
export function rowsWords({ rows, whole }: Look): string {
  const seen = common.rows(count(rows));
  return whole ? seen : t.rowsMore(seen);
}

/** A job says itself how it reads a file; for a new one a person may. */
function lookAddress(
  draft: string,
  choice: Choice | undefined,
  reading: Reading,
  { dates, decimal, encoding, sheet }: JobAnswers,
): string {
  const answered = { dates: dates ?? reading.dates, decimal: decimal ?? reading.decimal };
  const file = { encoding: encoding ?? reading.encoding, sheet: sheet ?? reading.sheet };
  const said: object = choice === 'new' ? { ...reading, ...answered, ...file } : { ...choice };
  const given = Object.entries(said).filter(([, value]) => value !== '' && value !== 'auto');
  const asked = new URLSearchParams(given).toString();
  return `/api/drafts/${draft}/look${asked === '' ? '' : `?${asked}`}`;
}

interface CorrectionProps {
  readonly draft: string;
  readonly corrects: NonNullable<Look['corrects']>;
  readonly onOther: () => void;
  readonly onBooked: (taken: Taken) => void;
}

/** The file holds failed rows of an import: it corrects that one. */
function Correction({ draft, corrects, onOther, onBooked }: CorrectionProps) {
  const { isBusy, failure, act } = useAction();
  const take = () =>
    act(async () => {
      onBooked(await ask<Taken>(`/api/drafts/${draft}/book`, { json: { job: corrects.job } }));
    });
  return (
    <>
      <Notice tone="plain">
        <p>
          <strong>{t.corrects(corrects.file)}</strong> {t.correctsHelp}
        </p>
        <div class="acts">
          <button type="button" class="primary" disabled={isBusy.value} onClick={() => void take()}>
            {t.takeIn}
          </button>
          <Link to={`/imports/${corrects.import}`} class="btn">
            {t.toImport}
          </Link>
          <button type="button" class="quiet" onClick={onOther}>
            {t.newJob}
          </button>
        </div>
      </Notice>
      <Failure failure={failure.value} />
    </>
  );
}
