import type { Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';
import type { CliContext } from './context.ts';
import { readableTime } from './figures.ts';
import { type Style, styleFor, type Tone } from './style.ts';

export type { Logger };

/** pino's numbers for its levels, from which on a line has this colour. */
const TONES: readonly (readonly [number, Tone])[] = [
  [50, 'red'],
  [40, 'yellow'],
];

/** A log on stdout: JSON for programs, lines on a terminal. */
export async function createLogger(level: LogLevel, { out, env }: CliContext): Promise<Logger> {
  const { pino } = await import('pino');
  const style = styleFor(out, env);
  const write = (line: string) => out.write(out.isTerminal ? readableLine(line, style) : line);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
}

/** A line of the log for people: when, and what was said. */
export function readableLine(json: string, style: Style): string {
  const { time, level, msg } = JSON.parse(json) as { time: string; level: number; msg?: string };
  const tone = TONES.find(([from]) => level >= from)?.[1];
  const text = msg ?? '';
  return `${style('dim', readableTime(Date.parse(time)))}  ${tone === undefined ? text : style(tone, text)}\n`;
}
