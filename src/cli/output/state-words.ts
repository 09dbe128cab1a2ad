import { agree, counted } from '../../core/counted.ts';
import type { KindWords } from '../../core/entry-words.ts';
import { type ImportState, waitsOnly } from '../../core/states.ts';
import { kindWords } from '../../kinds/kinds.ts';
import type { Receipt } from '../../reporting/receipt.ts';
import type { Style, Tone } from './text.ts';

interface StateWords {
  readonly sign: string;
  readonly words: string | ((kind: KindWords) => string);
  readonly tone: Tone;
}

/** A state as a person says it, with the sign and the colour that go with it. */
const STATES: Readonly<Record<ImportState, StateWords>> = {
  planning: { sign: '…', words: 'planning', tone: 'cyan' },
  planned: { sign: '✓', words: ({ done }) => `planned; nothing is ${done} yet`, tone: 'green' },
  posting: { sign: '…', words: 'posting', tone: 'cyan' },
  completed: { sign: '✓', words: 'completed', tone: 'green' },
  'partly-booked': { sign: '!', words: ({ done }) => `partly ${done}`, tone: 'yellow' },
  rejected: { sign: '✗', words: ({ done }) => `rejected; nothing was ${done}`, tone: 'red' },
  'in-doubt': { sign: '?', words: 'in doubt', tone: 'magenta' },
  cancelled: { sign: '✗', words: ({ done }) => `cancelled; nothing was ${done}`, tone: 'dim' },
};

/** The first line about an import: its sign, its file, and what became of it. */
export function headline(receipt: Receipt, style: Style): string {
  const { state, file, entries, kind } = receipt;
  const { held, rejected, planned, booked } = entries;
  const waits = held + rejected;
  const { one, many, done } = kindWords(kind);
  // A plan of which something can't be booked is no success.
  const [sign, tone, words] =
    state === 'planned' && waits > 0
      ? [
          '!',
          'yellow' as const,
          `planned; nothing is ${done} yet, and ${waits} of ${counted(planned, one, many)} ${agree(waits, 'needs', 'need')} correcting first`,
        ]
      : waitsOnly(state, entries.pending, receipt.waiting ?? [])
        ? ['…', 'yellow' as const, 'waits for another import']
        : [STATES[state].sign, STATES[state].tone, stateWords(state, booked, kind)];
  return `${style(tone, sign)} ${style('bold', file)}: ${style(tone, words)}`;
}

/** @param booked entries that are booked, or created */
export function stateWords(state: ImportState, booked = 1, kind?: string): string {
  const words = kindWords(kind);
  if (state === 'partly-booked' && booked === 0) return `nothing is ${words.done}; what is on hold is below`;
  const said = STATES[state].words;
  return typeof said === 'string' ? said : said(words);
}

export function stateTone(state: ImportState): Tone {
  return STATES[state].tone;
}
