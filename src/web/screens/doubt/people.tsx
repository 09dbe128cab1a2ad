import { clock, count } from '../../format.ts';
import { a } from './answer-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import type { DoubtStory } from './use-doubts.ts';
import { t } from './words.ts';

/** So many people who may answer are named. */
const NAMED = 3;

/** Who of two people has answered; what they said, where this person has answered too. */
export function People({ story: { step, entries, answers, mayAnswer = [] } }: { readonly story: DoubtStory }) {
  const here = answers.filter(({ place }) => place === 'dashboard');
  const elsewhere = answers.filter((each) => !here.includes(each));
  const hasAnswered = here.some(({ mine }) => mine);
  // What was the same has settled it.
  const differing = hasAnswered ? names(here.filter(({ mine }) => !mine)) : '';
  return (
    <footer>
      {differing !== '' && (
        <div class="say rejected">
          <div>
            <p class="one">{a.disagree(differing)}</p>
            <p class="soft">{a.disagreeHelp}</p>
          </div>
        </div>
      )}
      <h3>{a.two}</h3>
      <ol class="steps">
        {here.map(({ who, at, mine, became, reason, entries: part }) => (
          <li key={who} class="booked done">
            <b>{mine ? a.you : who}</b> <time dateTime={at}>{clock(at)}</time>
            {became === undefined ? (
              <span class="sub">{a.unseen}</span>
            ) : (
              <>
                <p>
                  {a.answer[kindOfDoubt(step)][became](part ?? entries)}
                  {part !== undefined && ` (${t.partOf(count(part))})`}
                </p>
                <q class="sub">{reason}</q>
              </>
            )}
          </li>
        ))}
        {!hasAnswered && (
          <li class="posting">
            <b>{a.you}</b>
            <span class="sub">{here.length === 0 ? a.lookFirst : a.lookToo}</span>
          </li>
        )}
        {here.length + (hasAnswered ? 0 : 1) < 2 && (
          <li>
            <b>{mayAnswer.length === 0 || mayAnswer.length > NAMED ? a.somebody : a.either(mayAnswer)}</b>
            <span class="sub">{a.lookUnseen}</span>
          </li>
        )}
        <li>
          <b>{a.acts}</b>
          <span class="sub">{a.actsWhen}</span>
        </li>
      </ol>
      {elsewhere.length > 0 && <p class="small soft">{a.elsewhere(names(elsewhere))}</p>}
    </footer>
  );
}

const names = (of: DoubtStory['answers']) => of.map(({ who }) => who).join(', ');
