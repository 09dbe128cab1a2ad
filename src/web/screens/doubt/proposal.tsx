import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Time } from '../../parts/time.tsx';
import { may, user } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import type { Done } from './answer.tsx';
import { followsWords } from './answer-dialog.tsx';
import { answerWords } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { Late } from './late.tsx';
import type { DoubtStory } from './use-doubts.ts';
import { doubtWords } from './words.ts';

interface ProposalProps {
  readonly story: DoubtStory;
  readonly proposal: NonNullable<DoubtStory['proposal']>;
  readonly url: string;
  readonly onAnswered: (outcome: Done) => Promise<void>;
}

/** What one person has said, and what a second one does about it. */
export function Proposal({ story, proposal, url, onAnswered }: ProposalProps) {
  const a = answerWords.value;
  const t = doubtWords.value;
  const asking = useSignal<'confirm' | 'reject' | undefined>(undefined);
  const isMine = user.value?.name === proposal.who && !proposal.mayConfirm;
  const words = a.answer[kindOfDoubt(story.step)];
  const answer = proposal.became === 'booked' ? words.booked : words.not;
  const what = proposal.entries === undefined ? answer : `${answer} (${t.partOf(count(proposal.entries))})`;
  return (
    <>
      <h3>{a.proposal.title}</h3>
      <div class="proposal">
        <p>
          <strong>{isMine ? a.proposal.mine(what) : a.proposal.stands(proposal.who, what)}</strong>
        </p>
        <blockquote>{proposal.reason}</blockquote>
        <p class="soft">
          <Time at={proposal.at} />
        </p>
        {!isMine && !proposal.mayConfirm && <p>{a.proposal.cannot}</p>}
      </div>
      {may('operator') ? (
        <div class="acts">
          {proposal.mayConfirm && (
            <button type="button" class="primary" onClick={() => (asking.value = 'confirm')}>
              {a.proposal.confirm}
            </button>
          )}
          <button type="button" onClick={() => (asking.value = 'reject')}>
            {isMine ? a.proposal.withdraw : a.proposal.reject}
          </button>
        </div>
      ) : (
        <p class="soft">{common.value.mayNot('operator')}</p>
      )}
      {asking.value !== undefined && (
        <ProposalDialog
          story={story}
          proposal={proposal}
          url={url}
          verb={asking.value}
          title={
            asking.value === 'confirm'
              ? a.proposal.confirmTitle(what)
              : isMine
                ? a.proposal.withdrawTitle
                : a.proposal.rejectTitle
          }
          onClose={() => (asking.value = undefined)}
          onAnswered={onAnswered}
        />
      )}
    </>
  );
}

interface ProposalDialogProps extends ProposalProps {
  readonly verb: 'confirm' | 'reject';
  readonly title: string;
  readonly onClose: () => void;
}

function ProposalDialog({ story, proposal, url, verb, title, onClose, onAnswered }: ProposalDialogProps) {
  const a = answerWords.value;
  const looked = useSignal(false);
  const reason = useSignal('');
  const { isBusy, failure, act } = useAction();
  const isConfirming = verb === 'confirm';
  const ready = isConfirming ? looked.value : reason.value.trim() !== '';
  const send = () =>
    act(async () => {
      const { became, who, at } = proposal;
      await ask(url.replace(/doubt$/, verb), {
        method: 'POST',
        json: { became, who, at, ...(isConfirming ? {} : { reason: reason.value.trim() }) },
      });
      await onAnswered(isConfirming ? 'decided' : 'rejected');
    });
  return (
    <Question
      title={title}
      answer={isConfirming ? a.proposal.confirm : title}
      keep={a.keep}
      isReady={ready && !isBusy.value}
      failure={failure.value}
      onAnswer={() => void send()}
      onClose={onClose}
    >
      {isConfirming ? (
        <>
          <blockquote>
            {proposal.reason} <span class="soft">({proposal.who})</span>
          </blockquote>
          <Notice tone={proposal.became === 'booked' ? 'plain' : 'warn'}>{followsWords(story, proposal.became)}</Notice>
          {proposal.became === 'not-booked' && story.lateUntil !== undefined && <Late until={story.lateUntil} />}
          <div class="answer-tick">
            <label>
              <input
                type="checkbox"
                checked={looked.value}
                onChange={(event) => (looked.value = event.currentTarget.checked)}
              />
              {a.proposal.looked}
            </label>
          </div>
        </>
      ) : (
        <>
          <p>{a.proposal.rejectHelp}</p>
          <ReasonField reason={reason} />
        </>
      )}
    </Question>
  );
}
