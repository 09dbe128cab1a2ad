import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { may } from '../../session.ts';
import { common } from '../../words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { answerWords } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { Proposal } from './proposal.tsx';
import type { DoubtStory } from './use-doubts.ts';

export type Became = DoubtStory['decisions'][number]['became'];

/** What is said in the place of an answer that was wrong. */
const OTHER: Readonly<Record<Became, Became>> = { booked: 'not-booked', 'not-booked': 'booked' };

/** What came of what this person did. */
export type Done = 'decided' | 'proposed' | 'rejected';

/** Whether that is still so: others go on meanwhile. */
function holds(done: Done, { proposal }: DoubtStory, isOpen: boolean): boolean {
  if (done === 'decided') return true;
  return isOpen && (proposal !== undefined) === (done === 'proposed');
}

interface AnswerProps {
  readonly story: DoubtStory;
  readonly url: string;
  readonly chosen: Signal<ReadonlySet<number> | undefined>;
  /** It waits for an answer. */
  readonly isOpen: boolean;
  readonly onAnswered: () => Promise<void>;
}

/** Where a person says what became of a batch. */
export function Answer({ story, url, chosen, isOpen, onAnswered }: AnswerProps) {
  const a = answerWords.value;
  const asking = useSignal<Became | undefined>(undefined);
  const done = useSignal<Done | undefined>(undefined);
  const shown = done.value !== undefined && holds(done.value, story, isOpen) ? done.value : undefined;
  const said = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: who goes on by keyboard goes on from here.
  useEffect(() => {
    if (done.value !== undefined) said.current?.focus();
  }, [done.value]);
  const answered = async (outcome: Done) => {
    done.value = outcome;
    asking.value = undefined;
    chosen.value = undefined;
    await onAnswered();
  };
  const close = () => {
    asking.value = undefined;
  };
  return (
    <section class={isOpen ? 'answer' : ''}>
      <p ref={said} role="status" tabIndex={-1} class={shown === undefined ? 'visually-hidden' : 'notice good'}>
        {shown !== undefined && a.done[shown]}
      </p>
      {isOpen && story.proposal !== undefined && (
        <Proposal story={story} proposal={story.proposal} url={url} onAnswered={answered} />
      )}
      {isOpen && story.proposal === undefined && (
        <Buttons story={story} chosen={chosen} onAsk={(became) => (asking.value = became)} />
      )}
      {!isOpen && story.correctable !== undefined && may('operator') && (
        <p class="acts">
          <button type="button" onClick={() => (asking.value = OTHER[story.correctable!])}>
            {a.correct}
          </button>
        </p>
      )}
      {/* Also when it is settled meanwhile: what one is about to say does not vanish under one's hands. */}
      {asking.value !== undefined && (
        <AnswerDialog
          story={story}
          url={url}
          became={asking.value}
          chosen={chosen.value}
          isOpen={isOpen && story.proposal === undefined}
          isCorrection={!isOpen && story.correctable !== undefined && story.correctable !== asking.value}
          onClose={close}
          onAnswered={answered}
        />
      )}
    </section>
  );
}

interface ButtonsProps {
  readonly story: DoubtStory;
  readonly chosen: AnswerProps['chosen'];
  readonly onAsk: (became: Became) => void;
}

function Buttons({ story, chosen, onAsk }: ButtonsProps) {
  const a = answerWords.value;
  const { entries, state, sender, recovered, contradictions, secondPerson, mayDecide } = story;
  if (!may('operator')) return <p class="soft">{common.value.mayNot('operator')}</p>;
  if (!mayDecide) return <Notice tone="warn">{a.proposal.noUsers}</Notice>;
  const words = a.answer[kindOfDoubt(story.step)];
  const isInDoubt = state === 'in-doubt';
  const some = chosen.value;
  const none = some !== undefined && some.size === 0;
  // What was sent again is in the service, once or twice; nothing of it waits.
  const sentAgain = !isInDoubt && contradictions.some(({ became }) => became === 'not-booked');
  return (
    <>
      <h3>{a.decide}</h3>
      <p>
        {a.decideHelp} {secondPerson && a.proposal.rule}
      </p>
      {isInDoubt && entries > 1 && !recovered && (
        <>
          <label class="answer-some">
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
      <div class="acts">
        <button type="button" class="primary" disabled={none} onClick={() => onAsk('booked')}>
          {words.booked}
        </button>
        {!sentAgain && (
          <button
            type="button"
            disabled={none || (isInDoubt && sender.state === 'alive')}
            onClick={() => onAsk('not-booked')}
          >
            {words.not}
          </button>
        )}
      </div>
    </>
  );
}
