import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../../api.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { go } from '../../route.ts';
import { useAction } from '../../use-action.ts';
import { BookBar } from './book-bar.tsx';
import { outcomeWords } from './book-words.ts';
import { type Choice, ChooseJob } from './choose-job.tsx';
import { FileSummary } from './file-summary.tsx';
import { UNTRIED, useDryRun } from './follow-dry-run.ts';
import { AUTO, type Reading } from './form.ts';
import { NewJob } from './new-job.tsx';
import { PlanShown } from './plan-shown.tsx';
import type { Look, Taken } from './shapes.ts';
import { t } from './words.ts';

interface DraftedFileProps {
  readonly draft: string;
  /** @param gone the server has it no more */
  readonly onLeave: (gone: boolean) => void;
}

/** A file that was brought: what it is, by which job it would be read, and the plan. */
export function DraftedFile({ draft, onLeave }: DraftedFileProps) {
  const choice = useSignal<Choice | undefined>(undefined);
  const reading = useSignal<Reading>(AUTO);
  const definition = useSignal<Readonly<Record<string, unknown>> | undefined>(undefined);
  const { trying, start, abandon } = useDryRun(draft);
  const { loaded, again } = useLoaded<Look>(lookAddress(draft, choice.value, reading.value));
  const { value: look, failure, isLoading } = loaded.value;
  const began = useRef(false);

  const choose = (chosen: Choice) => {
    choice.value = chosen;
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
    const [best] = look.jobs.filter(({ fits }) => fits);
    choose(best === undefined ? 'new' : { job: best.name });
  }, [look]);

  if (look === undefined) {
    return failure === undefined ? (
      <p class="loading" role="status">
        {t.value.looking}
      </p>
    ) : (
      <>
        <Failure failure={failure} again={again} />
        <button type="button" onClick={() => onLeave(false)}>
          {t.value.another}
        </button>
      </>
    );
  }
  return (
    <>
      <FileSummary look={look} onAnother={() => onLeave(false)} />
      {look.corrects !== undefined && choice.value === undefined ? (
        <Correction draft={draft} corrects={look.corrects} onOther={() => choose('new')} />
      ) : (
        <ChooseJob look={look} chosen={choice.value} onChoose={choose} />
      )}
      {failure !== undefined && <Failure failure={failure} again={again} />}
      {choice.value === 'new' && (
        <NewJob
          look={look}
          isLooking={isLoading}
          reading={reading}
          definition={definition}
          trying={trying.value}
          onPlan={(of) => start({ definition: of })}
        />
      )}
      <p class="visually-hidden" role="status">
        {trying.value.plan === undefined ? '' : outcomeWords(trying.value.plan)}
      </p>
      <PlanShown
        trying={trying.value}
        onAbandon={abandon}
        onAgain={() => {
          const { of } = trying.peek();
          if (of !== undefined) start(of);
        }}
      />
      {choice.value !== undefined && (
        <BookBar draft={draft} choice={choice.value} trying={trying.value} definition={definition.value} />
      )}
    </>
  );
}

/** A job says itself how it reads a file; for a new one a person may. */
function lookAddress(draft: string, choice: Choice | undefined, reading: Reading): string {
  const said: Readonly<Record<string, string>> = choice === 'new' ? { ...reading } : { ...choice };
  const given = Object.entries(said).filter(([, value]) => value !== '' && value !== 'auto');
  const asked = new URLSearchParams(given).toString();
  return `/api/drafts/${draft}/look${asked === '' ? '' : `?${asked}`}`;
}

interface CorrectionProps {
  readonly draft: string;
  readonly corrects: NonNullable<Look['corrects']>;
  readonly onOther: () => void;
}

/** The file holds failed rows of an import: it mends that one. */
function Correction({ draft, corrects, onOther }: CorrectionProps) {
  const { isBusy, failure, act } = useAction();
  const take = () =>
    act(async () => {
      const taken = await ask<Taken>(`/api/drafts/${draft}/book`, { method: 'POST', json: { job: corrects.job } });
      go(`/imports/${taken.import}`);
    });
  return (
    <>
      <Notice tone="plain">
        <p>
          <strong>{t.value.corrects(corrects.file)}</strong> {t.value.correctsHelp}
        </p>
        <div class="acts">
          <button type="button" class="primary" disabled={isBusy.value} onClick={() => void take()}>
            {t.value.takeIn}
          </button>
          <Link to={`/imports/${corrects.import}`} class="btn">
            {t.value.toImport}
          </Link>
          <button type="button" class="quiet" onClick={onOther}>
            {t.value.newJob}
          </button>
        </div>
      </Notice>
      {failure.value !== undefined && <Failure failure={failure.value} />}
    </>
  );
}
