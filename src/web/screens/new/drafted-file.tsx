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

interface DraftedFileProps {
  readonly draft: string;
  /** The job that was chosen for it already. */
  readonly job?: string | undefined;
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
  const definition = useSignal<Readonly<Record<string, unknown>> | undefined>(undefined);
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
    else if (trying.peek().running) abandon();
    else trying.value = UNTRIED;
  };
  useEffect(() => {
    if (failure?.code === 'draft-unknown') onLeave(true);
  }, [failure]);
  useEffect(() => {
    if (look === undefined || began.current) return;
    began.current = true;
    if (look.corrects !== undefined) return;
    if (job !== undefined) return choose({ job });
    const [best, ...others] = look.jobs.filter(({ fits }) => fits);
    // Where several fit a person chooses.
    if (others.length === 0) choose(best === undefined ? 'new' : { job: best.name });
  }, [look]);

  const { value: chosen } = choice;
  const { plan } = trying.value;
  useEffect(() => {
    // A job says itself how its files are read: of what it leaves open its plan tells.
    asked.value = withQuestions(asked.peek(), questionsIn(chosen === 'new' ? look : undefined, plan));
  }, [look, plan, chosen]);
  const tryAnswers = () => {
    if (chosen !== undefined && chosen !== 'new') start({ ...chosen, answers: answersOf(asked.peek(), picked.peek()) });
  };
  const answer = (at: number, given: string) => {
    asked.value = asked.peek().map((each, no) => (no === at ? { ...each, answer: given } : each));
    tryAnswers();
  };
  const pick = (all: readonly Chosen[]) => {
    picked.value = all;
    tryAnswers();
  };
  // What was answered beside the plan of a new job is looked at at once.
  useEffect(() => {
    const { of } = trying.peek();
    const { value: now } = definition;
    if (isChecking.peek() && now !== undefined && JSON.stringify(of) !== JSON.stringify({ definition: now }))
      start({ definition: now });
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
          <QuestionList
            asked={asked.value}
            chosen={picked.value}
            job={jobName}
            onAnswer={answer}
            onTakeBack={(one) => pick(picked.value.filter((each) => each !== one))}
          />
          {chosen === 'new' && (
            <div hidden={isChecking.value}>
              <NewJob
                look={look}
                isLooking={isLoading}
                reading={reading}
                answers={answersOf(asked.value, picked.value)}
                definition={definition}
                trying={trying.value}
                onPlan={(of) => {
                  isChecking.value = true;
                  start({ definition: of });
                }}
              />
            </div>
          )}
          <p class="visually-hidden" role="status">
            {trying.value.plan === undefined ? '' : outcomeWords(trying.value.plan)}
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
                const { of } = trying.peek();
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
  const seen = common.rows(rows, count(rows));
  return whole ? seen : t.rowsMore(seen);
}

/** Of an answer, what was given. */
const defined = (all: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** A job says itself how it reads a file; for a new one a person may. */
function lookAddress(
  draft: string,
  choice: Choice | undefined,
  reading: Reading,
  { dates, decimal, encoding, sheet }: JobAnswers,
): string {
  const said: Readonly<Record<string, string>> =
    choice === 'new' ? { ...reading, ...defined({ dates, decimal, encoding, sheet }) } : { ...choice };
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

/** The file holds failed rows of an import: it mends that one. */
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
