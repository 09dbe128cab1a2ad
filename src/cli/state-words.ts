import type { ImportState } from '../domain/import.ts';
import type { Style, Tone } from './style.ts';

/** A state as a person says it, with the sign and the colour that go with it. */
const STATES: Readonly<Record<ImportState, { readonly sign: string; readonly words: string; readonly tone: Tone }>> = {
  planning: { sign: '…', words: 'being planned', tone: 'cyan' },
  planned: { sign: '✓', words: 'planned; nothing is booked yet', tone: 'green' },
  posting: { sign: '…', words: 'being booked', tone: 'cyan' },
  completed: { sign: '✓', words: 'completed', tone: 'green' },
  'partly-booked': { sign: '!', words: 'partly booked', tone: 'yellow' },
  rejected: { sign: '✗', words: 'rejected; nothing was booked', tone: 'red' },
  'in-doubt': { sign: '?', words: 'in doubt', tone: 'magenta' },
  cancelled: { sign: '✗', words: 'cancelled; nothing was booked', tone: 'dim' },
};

export function stateSign(state: ImportState, style: Style): string {
  return style(STATES[state].tone, STATES[state].sign);
}

/** @param booked entries that are booked */
export function stateWords(state: ImportState, booked = 1): string {
  return state === 'partly-booked' && booked === 0 ? 'nothing is booked; what waits is below' : STATES[state].words;
}

export function stateTone(state: ImportState): Tone {
  return STATES[state].tone;
}
