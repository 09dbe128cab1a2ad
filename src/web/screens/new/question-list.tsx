import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { type Asked, type AskedCode, choicesOf } from './questions.ts';
import { t } from './words.ts';

interface QuestionListProps {
  readonly asked: readonly Asked[];
  /** The job that remembers the answers, where it is there already. */
  readonly job: string | undefined;
  readonly onAnswer: (at: number, answer: string) => void;
}

/** What the file does not say, each with its reason, and the answers that a job can have: before all else. */
export function QuestionList({ asked, job, onAnswer }: QuestionListProps) {
  if (asked.length === 0) return null;
  const open = asked.filter(({ answer }) => answer === undefined).length;
  return (
    <section class="sheet" aria-labelledby="ask">
      <header>
        <h2 id="ask">{t.value.questions(open, count(open))}</h2>
        <span class="small soft">{job === undefined ? t.value.restFound : t.value.remembers(job)}</span>
      </header>
      {asked.map((each, at) => {
        const { q, why } = t.value.ask[each.code as AskedCode];
        const isOpen = each.answer === undefined;
        return (
          <fieldset key={`${each.code} ${each.column ?? ''}`} class={isOpen ? 'ask' : 'ask ok'}>
            <legend class="visually-hidden">{q(each)}</legend>
            <span class="q" aria-hidden="true">
              {isOpen ? at + 1 : <Icon of="check" />}
            </span>
            <div>
              <p aria-hidden="true">
                <b>{q(each)}</b>
              </p>
              <p class="soft small">{why(each)}</p>
              <div class="acts">
                {choicesOf(each).map(([value, words]) => (
                  <label key={value} class={each.answer === value ? 'opt on' : 'opt'}>
                    <input
                      type="radio"
                      name={`ask-${at}`}
                      checked={each.answer === value}
                      onChange={() => onAnswer(at, value)}
                    />
                    {words}
                  </label>
                ))}
              </div>
            </div>
          </fieldset>
        );
      })}
    </section>
  );
}
