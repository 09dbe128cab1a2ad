import type { LogLevel } from '../config/config.ts';
import { errorCode, LOG_EVENTS, type Log } from '../core/log.ts';
import { SECRET, withoutSecrets } from '../core/secrets.ts';
import type { CliContext } from './context.ts';
import { logWords } from './output/explain-error.ts';
import { readableTime, type Style, styleFor, type Tone } from './output/text.ts';

/** pino's numbers for its levels, from which on a line has this colour. */
const TONES: readonly (readonly [number, Tone])[] = [
  [50, 'red'],
  [40, 'yellow'],
];

/** Fields whose value is a secret whatever it is, as deep as anybody logs them. */
const SECRET_FIELDS = ['authorization', 'Authorization', 'cookie', 'token', 'password', 'passphrase', 'secret'].flatMap(
  (field) => [field, `*.${field}`, `*.*.${field}`],
);

/**
 * A log on stdout: JSON for programs (`event`, its fields, and `msg` for people), lines on a terminal.
 * @param secrets texts that no line may show, whoever wrote it and wherever in it they stand
 */
export async function createLogger(
  level: LogLevel,
  { out, env }: CliContext,
  secrets: readonly string[] = [],
): Promise<Log> {
  const { pino } = await import('pino');
  const style = styleFor(out, env);
  // As they stand in JSON.
  const clean = withoutSecrets(secrets.map((secret) => JSON.stringify(secret).slice(1, -1)));
  const write = (line: string) => out.write(out.isTerminal ? readableLine(clean(line), style) : clean(line));
  const redact = { paths: SECRET_FIELDS, censor: SECRET };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, { write });
  return (event, message, { error, ...fields } = {}) => {
    const [severity] = LOG_EVENTS[event];
    const code = errorCode(error);
    logger[severity]({ event, ...fields, ...(code === undefined ? {} : { code }) }, logWords(message, error));
  };
}

/** A line of the log for people: when, and what was said. */
export function readableLine(json: string, style: Style): string {
  const { time, level, msg } = JSON.parse(json) as { time: string; level: number; msg?: string };
  const tone = TONES.find(([from]) => level >= from)?.[1];
  const text = msg ?? '';
  return `${style('dim', readableTime(Date.parse(time)))}  ${tone === undefined ? text : style(tone, text)}\n`;
}
