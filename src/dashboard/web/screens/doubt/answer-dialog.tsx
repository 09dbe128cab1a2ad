import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { resolvedAnswer } from '../../../server/api-doubts.ts';
import { type ApiFailure, ask } from '../../api.ts';
import { count } from '../../format.ts';
import { asFailure } from '../../load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { common } from '../../words.ts';
import type { Became, Done } from './answer.tsx';
import { answerWords } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { Late } from './late.tsx';
import { settledWords } from './settled-words.ts';
import type { DoubtStory } from './use-doubts.ts';
import { doubtWords } from './words.ts';

/** As long as the server takes, in characters. */
export const REASON_MAX = 500;

interface AnswerDialogProps {
  readonly story: DoubtStory;
  readonly url: string;
  readonly became: Became;
  readonly chosen: ReadonlySet<number> | undefined;
  /** It still waits for this answer. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAnswered: (outcome: Done) => Promise<void>;
}

/** Asks how a person knows, and says plainly what follows from the answer. */
export function AnswerDialog({ story, url, became, chosen, isOpen, onClose, onAnswered }: AnswerDialogProps) {
  const a = answerWords.value;
  const t = doubtWords.value;
  const reason = useSignal('');
  const senderGone = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isSending = useSignal(false);
  const kind = kindOfDoubt(story.step);
  const words = a.answer[kind];
  const title = became === 'booked' ? words.booked : words.not;
  const asksSender = became === 'not-booked' && story.state === 'in-doubt' && story.sender.state === 'unknown';
  const ready = reason.value.trim() !== '' && (!asksSender || senderGone.value);
  const send = async () => {
    isSending.value = true;
    try {
      const { outcome } = await ask<z.output<typeof resolvedAnswer>>(url.replace(/doubt$/, 'resolve'), {
        method: 'POST',
        json: {
          attempt: story.attempt,
          became,
          reason: reason.value.trim(),
          ...(chosen === undefined ? {} : { entries: [...chosen] }),
          ...(asksSender ? { senderGone: true } : {}),
        },
      });
      await onAnswered(outcome);
    } catch (error) {
      failure.value = asFailure(error);
      isSending.value = false;
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {isOpen ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !isSending.value) void send();
          }}
        >
          {kind === 'entries' && (
            <p>
              <strong>
                {story.file}, {t.batch(String(story.batch))}
              </strong>
              :{' '}
              {chosen === undefined
                ? a.allOf(count(story.entries))
                : a.chosen(chosen.size, count(chosen.size), count(story.entries))}
            </p>
          )}
          <Notice tone={became === 'booked' ? 'plain' : 'warn'}>{followsWords(story, became)}</Notice>
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
          <label>
            {a.howKnown}
            <textarea
              rows={3}
              required
              maxLength={REASON_MAX}
              value={reason.value}
              aria-describedby="answer-help"
              onInput={(event) => (reason.value = event.currentTarget.value)}
            />
          </label>
          <p class="help" id="answer-help">
            {a.howHelp}
          </p>
          {failure.value !== undefined && <Failure failure={failure.value} />}
          <div class="actions">
            <button type="button" onClick={onClose}>
              {a.keep}
            </button>
            <button
              type="submit"
              class={became === 'booked' ? 'primary' : 'danger'}
              disabled={!ready || isSending.value}
            >
              {title}
            </button>
          </div>
        </form>
      ) : (
        <>
          <Notice tone="plain">
            {story.proposal === undefined
              ? t.settledNow(`${story.file}, ${t.batch(String(story.batch))}`, settledWords(story))
              : t.awaitsSecond(story.proposal.who)}
          </Notice>
          <div class="actions">
            <button type="button" onClick={onClose}>
              {common.value.close}
            </button>
          </div>
        </>
      )}
    </Dialog>
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
