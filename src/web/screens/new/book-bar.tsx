import { type Signal, useSignal } from '@preact/signals';
import type { JobAnswers } from '../../../core/job-answers.ts';
import { ask } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Link } from '../../parts/link.tsx';
import { Failure } from '../../parts/notice.tsx';
import { useAction } from '../../use-action.ts';
import { say } from '../../why/why.ts';
import { common } from '../../words.ts';
import { bookWords, heldWords, readyOf } from './book-words.ts';
import type { Choice } from './choose-job.tsx';
import type { Trying } from './follow-dry-run.ts';
import { SaveJob } from './save-job.tsx';
import type { Earlier, Taken } from './shapes.ts';
import { t } from './words.ts';

/** It is refused until a person says that she means it. */
const BEFORE = 'imported-before';

interface BookBarProps {
  readonly draft: string;
  readonly choice: Choice;
  readonly trying: Trying;
  readonly definition: Readonly<Record<string, unknown>> | undefined;
  readonly isBooking: Signal<boolean>;
  /** Of a new job: back to its columns. */
  readonly onBack: () => void;
  readonly onBooked: (taken: Taken) => void;
}

/** What to do with a plan: it stays in sight below it. */
export function BookBar({ draft, choice, trying, definition, isBooking, onBack, onBooked }: BookBarProps) {
  const { failure, act } = useAction();
  const earlier = useSignal<Earlier & { readonly job: string }>();
  const { plan } = trying;

  async function book(
    job: string,
    options: { readonly force?: boolean; readonly hash?: string; readonly answers?: JobAnswers } = {},
  ): Promise<void> {
    isBooking.value = true;
    earlier.value = undefined;
    await act(async () => onBooked(await ask<Taken>(`/api/drafts/${draft}/book`, { json: { job, ...options } })));
    isBooking.value = false;
    const { code, body } = failure.value ?? {};
    if (code === BEFORE) earlier.value = { ...(body as Earlier), job };
  }

  return (
    <>
      {failure.value?.code !== BEFORE && <Failure failure={failure.value} />}
      {choice === 'new' ? (
        <SaveJob
          plan={plan}
          definition={definition}
          isBusy={isBooking.value}
          isPlanOf={
            definition !== undefined &&
            trying.of !== undefined &&
            'definition' in trying.of &&
            same(trying.of.definition, definition)
          }
          onBack={onBack}
          onSaved={(name) => book(name, plan === undefined ? {} : { hash: plan.hash })}
        />
      ) : (
        plan?.receipt.state === 'planned' && (
          <div class="foot">
            <span class="soft">{heldWords(plan) || t.nothingYet}</span>
            <span class="acts">
              <button
                type="button"
                class={readyOf(plan) > 0 ? 'primary' : undefined}
                disabled={isBooking.value}
                onClick={() => void book(choice.job, { hash: plan.hash, answers: answersIn(trying) })}
              >
                {isBooking.value ? t.booking : bookWords(plan)}
              </button>
            </span>
          </div>
        )
      )}
      {earlier.value !== undefined && (
        <BookedBefore
          earlier={earlier.value}
          onAgain={() => void book(earlier.value!.job, { force: true })}
          onClose={() => {
            earlier.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** What the plan was made with, beside its job. */
const answersIn = ({ of }: Trying) => (of !== undefined && 'answers' in of ? of.answers : undefined) ?? {};

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface BookedBeforeProps {
  readonly earlier: Earlier;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The same file was imported under this job before: shall it be received once more? */
export function BookedBefore({ earlier, onAgain, onClose }: BookedBeforeProps) {
  return (
    <Dialog title={t.before} onClose={onClose}>
      <div class="form">
        <p>{say([earlier.error.code], earlier.error.facts)}</p>
        <p class="soft">{t.beforeHelp}</p>
        <div class="acts">
          <button type="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="button" onClick={onAgain}>
            {t.bookAgain}
          </button>
          <Link to={`/imports/${earlier.import}`} class="btn primary">
            {t.toEarlier}
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
