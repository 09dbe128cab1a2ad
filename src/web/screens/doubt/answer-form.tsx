import { type Signal, useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { resolvedAnswer } from '../../../http/api/doubts/shapes.ts';
import { ask } from '../../api.ts';
import { clock, count } from '../../format.ts';
import { Failure } from '../../parts/notice.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { now } from '../../parts/time.tsx';
import { useAction } from '../../use-action.ts';
import { a } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import type { DoubtStory } from './use-doubts.ts';

export type Became = DoubtStory['decisions'][number]['became'];
/** What is left to say, where an answer is corrected or withdrawn. */
export type Preset = Became | 'withdrawn';
/** What came of it. */
export type Done = z.output<typeof resolvedAnswer>['outcome'] | 'withdrawn';

interface AnswerFormProps {
  readonly story: DoubtStory;
  readonly url: string;
  readonly chosen: Signal<ReadonlySet<number> | undefined>;
  readonly preset: Preset | undefined;
  readonly onAnswered: (outcome: Done) => Promise<void>;
  /** Leaves everything as it is, where there is an answer already. */
  readonly onLeave: (() => void) | undefined;
}

/** Two answers, what bilag does after each, and how the person knows. */
export function AnswerForm({ story, url, chosen, preset, onAnswered, onLeave }: AnswerFormProps) {
  const { step, entries, state, sender, recovered, contradictions, secondPerson, lateUntil } = story;
  const became = useSignal<Preset | undefined>(preset);
  const reason = useSignal('');
  const senderGone = useSignal(false);
  const { isBusy, failure, act } = useAction();
  /** The service may still be at work on it: nobody can know that it is not booked. */
  const isLate = now.value < Date.parse(lateUntil ?? '0');
  const isInDoubt = state === 'in-doubt';
  const isWithdrawal = preset === 'withdrawn';
  const isCorrection = preset !== undefined && !isWithdrawal;
  // What was sent again is in the service, once or twice; nothing of it waits.
  const sentAgain = !isInDoubt && contradictions.some((each) => each.became === 'not-booked');
  const options: readonly Became[] = isCorrection
    ? [preset as Became]
    : sentAgain
      ? ['booked']
      : ['booked', 'not-booked'];
  const some = chosen.value;
  const asksSender = became.value === 'not-booked' && (isCorrection || isInDoubt) && sender.state === 'unknown';
  const isReady =
    became.value !== undefined && some?.size !== 0 && reason.value.trim() !== '' && (!asksSender || senderGone.value);
  const n = some?.size ?? entries;
  const name = (each: Became) => a.answer[kindOfDoubt(step)][each](n);
  const send = () =>
    act(async () => {
      const said = { reason: reason.value.trim() };
      const answer = { ...said, attempt: story.attempt, became: became.value };
      const { outcome } = await ask<{ outcome: Done }>(url.replace(/doubt$/, isWithdrawal ? 'withdraw' : 'resolve'), {
        json: isWithdrawal
          ? said
          : {
              ...answer,
              entries: some && [...some],
              senderGone: asksSender || undefined,
              correct: isCorrection || undefined,
            },
      });
      await onAnswered(outcome);
    });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy.value) void send();
      }}
    >
      {isInDoubt && entries > 1 && !recovered && !isWithdrawal && (
        <>
          <label class="tick">
            <input
              type="checkbox"
              checked={some !== undefined}
              onChange={() => (chosen.value = some === undefined ? new Set() : undefined)}
            />
            {a.some}
          </label>
          {some !== undefined && (
            <p class="soft" role="status">
              {a.someHelp} {a.chosen(some.size, count(some.size), count(entries))}
            </p>
          )}
        </>
      )}
      {isWithdrawal ? (
        <p>{a.withdrawHelp}</p>
      ) : (
        <fieldset class="answers" aria-label={a.title}>
          {options.map((each) => (
            <label key={each} class={became.value === each ? 'answer on' : 'answer'}>
              <input
                type="radio"
                name="became"
                checked={became.value === each}
                disabled={each === 'not-booked' && isInDoubt && (isLate || sender.state === 'alive')}
                onChange={() => (became.value = each)}
              />
              <b>{name(each)}</b>
              <span class="soft">
                {followsWords(story, each, n)}
                {each === 'not-booked' && isLate && ` ${a.wait(clock(lateUntil!))}`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {isCorrection && <p class="soft">{a.correctHelp}</p>}
      {asksSender && (
        <label class="tick">
          <input
            type="checkbox"
            checked={senderGone.value}
            onChange={(event) => (senderGone.value = event.currentTarget.checked)}
          />
          {a.senderGone}
        </label>
      )}
      <ReasonField
        reason={reason}
        {...(isWithdrawal ? {} : { label: a.howKnown, help: secondPerson ? a.howHelpTwo : a.howHelp })}
        rows={2}
      />
      <Failure failure={failure.value} />
      <div class="acts">
        <button type="submit" class="primary" disabled={!isReady || isBusy.value}>
          {became.value === undefined
            ? a.send
            : became.value === 'withdrawn'
              ? a.withdrawNow
              : a.sendThis(name(became.value))}
        </button>
        {onLeave !== undefined && (
          <button type="button" onClick={onLeave}>
            {a.keep}
          </button>
        )}
      </div>
    </form>
  );
}

/** What comes of an answer about so many. */
function followsWords({ step, cancelled, recovered }: DoubtStory, became: Became, n: number): string {
  const { follows } = a;
  if (became === 'booked') return follows.booked(n);
  if (recovered) return follows.notRecovered;
  if (cancelled) return follows.notCancelled;
  return kindOfDoubt(step) === 'field' ? follows.notField : follows.not(n);
}
