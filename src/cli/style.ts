import { styleText } from 'node:util';
import type { Environment } from '../config/environment.ts';
import type { Output } from './context.ts';

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan';
export type Style = (tone: Tone, text: string) => string;

/** No colours: for files, pipes, and people who said so. */
export const plain: Style = (_, text) => text;

/** Colours on a terminal, unless NO_COLOR holds anything. */
export function styleFor(output: Output, env: Environment): Style {
  if (!output.isTerminal || (env['NO_COLOR'] ?? '') !== '') return plain;
  return (tone, text) => styleText(tone, text, { validateStream: false });
}
