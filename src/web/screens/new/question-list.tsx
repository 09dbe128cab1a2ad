import type { ComponentChildren } from 'preact';
import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { type Asked, type AskedCode, type Chosen, choicesOf } from './questions.ts';
import { t } from './words.ts';

interface QuestionListProps {
  readonly asked: readonly Asked[];
  /** What was chosen for causes of the plan, which can be taken back. */
  readonly chosen: readonly Chosen[];
  /** The job that remembers the answers, where it is there already. */
  readonly job: string | undefined;
  readonly onAnswer: (at: number, answer: string) => void;
  readonly onTakeBack: (chosen: Chosen) => void;
}

/** What the file does not say, each with its reason, and the answers that a job can have: before all else. */
export function QuestionList({ asked, chosen, job, onAnswer, onTakeBack }: QuestionListProps) {
  if (asked.length + chosen.length === 0) return null;
  const open = asked.filter(({ answer }) => answer === undefined).length;
  return (
    <Sheet title={t.questions(open, count(open))} says={job === undefined ? t.restFound : t.remembers(job)}>
      {asked.map((each, at) => {
        const { q, why } = t.ask[each.code as AskedCode];
        return (
          <Answer
            key={`${each.code} ${each.column ?? ''}`}
            no={each.answer === undefined ? at + 1 : undefined}
            title={q(each)}
          >
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
          </Answer>
        );
      })}
      {chosen.map((each) => (
        <Answer key={each.key + each.of} title={t.settle[each.key].said(each.of, `${each.to} ${each.name}`)}>
          <button type="button" class="quiet" onClick={() => onTakeBack(each)}>
            {t.settle.takeBack}
          </button>
        </Answer>
      ))}
    </Sheet>
  );
}

interface AnswerProps {
  /** Of a question that is open. */
  readonly no?: number | undefined;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Answer({ no, title, children }: AnswerProps) {
  return (
    <fieldset class={no === undefined ? 'ask ok' : 'ask'}>
      <legend class="visually-hidden">{title}</legend>
      <span class="q" aria-hidden="true">
        {no ?? <Icon of="check" />}
      </span>
      <div>
        <p aria-hidden="true">
          <b>{title}</b>
        </p>
        {children}
      </div>
    </fieldset>
  );
}
