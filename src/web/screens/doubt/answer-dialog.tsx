import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { resolvedAnswer } from '../../../http/api/doubts/shapes.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import type { Became, Done } from './answer.tsx';
import { answerWords } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { Late } from './late.tsx';
import { settledWords } from './settled-words.ts';
import type { DoubtStory } from './use-doubts.ts';
import { doubtWords } from './words.ts';

interface AnswerDialogProps {
  readonly story: DoubtStory;
  readonly url: string;
  readonly became: Became;
  readonly chosen: ReadonlySet<number> | undefined;
  /** It still waits for this answer. */
  readonly isOpen: boolean;
  /** It was answered, and this takes the answer's place. */
  readonly isCorrection: boolean;
  readonly onClose: () => void;
  readonly onAnswered: (outcome: Done) => Promise<void>;
}

/** Asks how a person knows, and says plainly what follows from the answer. */
export function AnswerDialog(props: AnswerDialogProps) {
  const { story, url, became, chosen, isCorrection, onClose, onAnswered } = props;
  const isOpen = props.isOpen || isCorrection;
  const a = answerWords.value;
  const t = doubtWords.value;
  const reason = useSignal('');
  const senderGone = useSignal(false);
  const { isBusy, failure, act } = useAction();
  const kind = kindOfDoubt(story.step);
  const words = a.answer[kind];
  const title = became === 'booked' ? words.booked : words.not;
  const asksSender =
    became === 'not-booked' && (isCorrection || story.state === 'in-doubt') && story.sender.state === 'unknown';
  const ready = reason.value.trim() !== '' && (!asksSender || senderGone.value);
  const send = () =>
    act(async () => {
      const { outcome } = await ask<z.output<typeof resolvedAnswer>>(url.replace(/doubt$/, 'resolve'), {
        method: 'POST',
        json: {
          attempt: story.attempt,
          became,
          reason: reason.value.trim(),
          ...(chosen === undefined ? {} : { entries: [...chosen] }),
          ...(asksSender ? { senderGone: true } : {}),
          ...(isCorrection ? { correct: true } : {}),
        },
      });
      await onAnswered(outcome);
    });
  return (
    <Question
      title={title}
      answer={isOpen ? title : undefined}
      tone={became === 'booked' ? 'primary' : 'danger'}
      keep={isOpen ? a.keep : common.value.close}
      isReady={isOpen && ready && !isBusy.value}
      failure={failure.value}
      onAnswer={() => void send()}
      onClose={onClose}
    >
      {isOpen ? (
        <>
          {kind === 'entries' && (
            <p>
              <strong>
                {story.file}, {t.batch(String(story.batch))}
              </strong>
              :{' '}
              {chosen === undefined
                ? a.allOf(story.entries, count(story.entries))
                : a.chosen(chosen.size, count(chosen.size), count(story.entries))}
            </p>
          )}
          <Notice tone={became === 'booked' ? 'plain' : 'warn'}>{followsWords(story, became)}</Notice>
          {isCorrection && <p>{a.correctHelp}</p>}
          {became === 'not-booked' && story.lateUntil !== undefined && <Late until={story.lateUntil} />}
          {story.secondPerson && <p>{a.follows.proposed}</p>}
          {asksSender && (
            <div class="answer-tick">
              <label>
                <input
                  type="checkbox"
                  checked={senderGone.value}
                  onChange={(event) => (senderGone.value = event.currentTarget.checked)}
                />
                {a.senderGone}
              </label>
            </div>
          )}
          <ReasonField reason={reason} label={a.howKnown} help={a.howHelp} />
        </>
      ) : (
        <Notice tone="plain">
          {story.proposal === undefined
            ? t.settledNow(`${story.file}, ${t.batch(String(story.batch))}`, settledWords(story))
            : t.awaitsSecond(story.proposal.who)}
        </Notice>
      )}
    </Question>
  );
}

/** What comes of an answer. */
export function followsWords({ step, cancelled, recovered }: DoubtStory, became: Became): string {
  const { follows } = answerWords.value;
  if (became === 'booked') return follows.booked;
  if (recovered) return follows.notRecovered;
  if (cancelled) return follows.notCancelled;
  return kindOfDoubt(step) === 'field' ? follows.notField : follows.not;
}
