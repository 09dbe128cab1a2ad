import { count } from '../../format.ts';
import { shortValue } from '../../text/issue-facts.ts';
import { answerText } from '../../text/issue-words.ts';
import { decisions } from './decision-words.ts';
import type { MendAsk } from './mend-ask.ts';
import { thenText } from './question.tsx';
import { setKindOf } from './set-kind.ts';
import type { Verbs } from './verbs.ts';

interface MendWords {
  readonly title: string;
  readonly question: string;
  readonly button: string;
}

/**
 * The words of a decision.
 * @param scale 412 rows of 88 entries
 * @param to what is to be used instead, as far as it was said
 */
export function mendWords(asked: MendAsk, v: Verbs, scale: string, to: string): MendWords {
  const { set, retry, skip, book, answer } = decisions.value;
  switch (asked.do) {
    case 'set': {
      const from = shortValue(asked.cause.value ?? '');
      const shown = to === '' ? '…' : to;
      return {
        title: set.title[setKindOf(asked.cause.code)](from === '' ? set.empty : from),
        question: from === '' ? set.askEmpty(shown, scale) : set.ask(shown, from, scale),
        button: set.do(scale),
      };
    }
    case 'answer': {
      const { cause, answer: said } = asked;
      return {
        title: answerText(cause.code, said),
        question: answer.ask(scale, thenText(cause.code, said)),
        button: answer.do(scale),
      };
    }
    case 'skip':
      return { title: skip.title, question: skip.ask(scale), button: skip.do(scale) };
    case 'book':
      return { title: book.title, question: book.ask(v, scale), button: book.do(v, scale) };
    case 'retry': {
      if (asked.mended === undefined) {
        return { title: retry.title, question: retry.ask(v, scale), button: retry.do(scale) };
      }
      const { held } = asked.mended;
      const question = retry.askMended(v, scale);
      return {
        title: retry.titleMended(v),
        question: held === 0 ? question : `${question} ${retry.stillHeld(count(held))}`,
        button: retry.doMended(v, scale),
      };
    }
  }
}
