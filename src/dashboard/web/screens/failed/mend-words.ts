import { count } from '../../format.ts';
import { shortValue } from '../../text/issue-facts.ts';
import { decisions } from './decision-words.ts';
import type { MendAsk } from './mend-ask.ts';
import { setKindOf } from './set-kind.ts';

interface MendWords {
  readonly title: string;
  readonly question: string;
  readonly button: string;
}

/**
 * The words of a decision.
 * @param scale 412 rows in 88 entries
 * @param to what is to be used instead, as far as it was said
 */
export function mendWords(asked: MendAsk, scale: string, to: string): MendWords {
  const { set, retry, ...others } = decisions.value;
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
    case 'retry':
      return asked.mended
        ? {
            title: retry.titleMended,
            question: mendedQuestion(asked.mended, retry.askMended(scale)),
            button: retry.doMended(scale),
          }
        : { title: retry.title, question: retry.ask(scale), button: retry.do(scale) };
    default: {
      const words = others[asked.do];
      return { title: words.title, question: words.ask(scale), button: words.do(scale) };
    }
  }
}

function mendedQuestion({ held }: { readonly held: number }, question: string): string {
  return held === 0 ? question : `${question} ${decisions.value.retry.stillHeld(count(held))}`;
}
