import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../../parts/notice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { may } from '../../session.ts';
import { common } from '../../words.ts';
import { AnswerForm, type Became, type Done, type Preset } from './answer-form.tsx';
import { a } from './answer-words.ts';
import { People } from './people.tsx';
import type { DoubtStory } from './use-doubts.ts';

/** What is said in the place of an answer that was wrong. */
const OTHER: Readonly<Record<Became, Became>> = { booked: 'not-booked', 'not-booked': 'booked' };

interface AnswerProps {
  readonly story: DoubtStory;
  readonly url: string;
  readonly chosen: Signal<ReadonlySet<number> | undefined>;
  /** It waits for an answer. */
  readonly isOpen: boolean;
  readonly onAnswered: () => Promise<void>;
}

/** Where a person says what became of a batch, and sees who else has. */
export function Answer({ story, url, chosen, isOpen, onAnswered }: AnswerProps) {
  const { secondPerson, mayDecide, answers, correctable } = story;
  /** Something is said in the place of an answer: of one's own, or of one that was decided. */
  const anew = useSignal<'change' | 'withdraw'>();
  const done = useSignal<Done>();
  // Others go on meanwhile, so that it may be so no more.
  const shown = done.value !== undefined && isOpen !== (done.value === 'decided') ? done.value : undefined;
  const said = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: who goes on by keyboard goes on from here.
  useEffect(() => {
    if (done.value !== undefined) said.current?.focus();
  }, [done.value]);
  const answered = async (outcome: Done) => {
    done.value = outcome;
    anew.value = chosen.value = undefined;
    await onAnswered();
  };
  const mine = answers.find((each) => each.mine);
  const mayCorrect = !isOpen && correctable !== undefined;
  const button = (opens: 'change' | 'withdraw', words: string) => (
    <button type="button" onClick={() => (anew.value = opens)}>
      {words}
    </button>
  );
  const form = (preset?: Preset) => (
    <AnswerForm
      story={story}
      url={url}
      chosen={chosen}
      preset={preset}
      onAnswered={answered}
      onLeave={anew.value && (() => (anew.value = undefined))}
    />
  );
  const body = () => {
    if (!may('operator')) return <p class="soft">{common.mayNot('operator')}</p>;
    if (mayCorrect)
      return anew.value === undefined ? (
        <div class="acts">{button('change', a.correct)}</div>
      ) : (
        form(OTHER[correctable])
      );
    if (!isOpen) return null;
    if (!mayDecide) return <Notice tone="warn">{a.noUsers}</Notice>;
    if (mine === undefined) return form();
    if (anew.value !== undefined) return form(anew.value === 'withdraw' ? 'withdrawn' : undefined);
    return (
      <div class="acts">
        {button('change', a.change)}
        {button('withdraw', a.withdraw)}
      </div>
    );
  };
  if (!isOpen && !mayCorrect && shown === undefined) return null;
  return (
    <Sheet title={a.title}>
      <div class="in">
        <p ref={said} role="status" tabIndex={-1} class={shown === undefined ? 'visually-hidden' : 'notice good'}>
          {shown !== undefined && a.done[shown]}
        </p>
        {body()}
      </div>
      {isOpen && secondPerson && mayDecide && <People story={story} />}
    </Sheet>
  );
}
