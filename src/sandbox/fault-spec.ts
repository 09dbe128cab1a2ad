import { UsageError } from '../core/issue.ts';
import { FAULT_KINDS, type FaultKind, isFaultKind } from './fault-kinds.ts';

/** How likely a fault is, out of 1. */
export interface Chance {
  readonly kind: FaultKind;
  readonly probability: number;
}

export const REPLY_STYLES = ['full', 'ids', 'empty', '201', '204'] as const;
/** How a successful booking or contact is answered: with ID and number, with ID alone, 200 without a body, 201, or 204. */
export type ReplyStyle = (typeof REPLY_STYLES)[number];

export interface FaultSpec {
  /** For POST requests of the interface; `slow` is apart. */
  readonly post: readonly Chance[];
  readonly get: readonly Chance[];
  readonly slowPost: number;
  readonly slowGet: number;
  /** Milliseconds. */
  readonly slowFor: number;
  /** Milliseconds, told in whole seconds. */
  readonly retryAfter: number;
  /** Milliseconds from the start for which connections are refused. */
  readonly down: number;
  /** Milliseconds from the start for which connections are accepted and cut at once. */
  readonly drop: number;
  readonly reply: ReplyStyle;
}

const SLOW_FOR_MS = 500;
const RETRY_AFTER_MS = 1000;
/** The longest duration that a timer can hold. */
const MAX_DURATION_MS = 2 ** 31 - 1;

const DURATIONS = {
  down: 'down',
  drop: 'drop',
  'slow-for': 'slowFor',
  'retry-after': 'retryAfter',
} as const;

/**
 * Reads `reset-after=0.02,500=0.01,slow=0.1,down=30s`: `kind=probability` for POST requests, `get-kind=probability` for
 * GET requests, durations for down, drop, slow-for and retry-after, and `reply=STYLE`. The empty text is no faults.
 * @throws UsageError that names the part and what could stand there
 */
export function parseFaultSpec(text: string): FaultSpec {
  const chances = { post: [] as Chance[], get: [] as Chance[] };
  const slow = { post: 0, get: 0 };
  const durations = { down: 0, drop: 0, slowFor: SLOW_FOR_MS, retryAfter: RETRY_AFTER_MS };
  let reply: ReplyStyle = 'full';
  const seen = new Set<string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = part, value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    if (seen.has(name)) throw new UsageError(`Faults: ${name} stands twice in "${text}".`, 'Name each fault once.');
    seen.add(name);
    if (Object.hasOwn(DURATIONS, name)) {
      durations[DURATIONS[name as keyof typeof DURATIONS]] = duration(part, value);
    } else if (name === 'reply') {
      reply = replyStyle(part, value);
    } else {
      const method = name.startsWith('get-') ? 'get' : 'post';
      const kind = faultKind(method === 'get' ? name.slice('get-'.length) : name, part);
      if (kind === 'slow') slow[method] = probability(part, value);
      else chances[method].push({ kind, probability: probability(part, value) });
    }
  }
  for (const method of ['post', 'get'] as const) checkSum(chances[method], text);
  return { ...chances, slowPost: slow.post, slowGet: slow.get, ...durations, reply };
}

/** @throws UsageError that lists the kinds */
export function faultKind(name: string, part = name): FaultKind {
  if (isFaultKind(name)) return name;
  const known = Object.keys(FAULT_KINDS).join(', ');
  const others = `${Object.keys(DURATIONS).join(', ')} (durations), reply=${REPLY_STYLES.join('|')}`;
  throw new UsageError(
    `Faults: "${part}" is not a fault that is known.`,
    `Known: ${known}; get-KIND for GET; ${others}.`,
  );
}

function probability(part: string, value: string): number {
  const number = /^(\d+(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 0 && number <= 1) return number;
  throw new UsageError(`Faults: "${part}" needs a probability from 0 to 1.`, 'For example reset-after=0.02.');
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function duration(part: string, value: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(value);
  const ms = match ? Math.round(Number(match[1]) * (UNITS[match[2] ?? ''] ?? Number.NaN)) : Number.NaN;
  if (ms <= MAX_DURATION_MS) return ms;
  throw new UsageError(`Faults: "${part}" needs a duration.`, 'For example down=30s, slow-for=500ms or down=2m.');
}

function replyStyle(part: string, value: string): ReplyStyle {
  const style = REPLY_STYLES.find((each) => each === value);
  if (style) return style;
  throw new UsageError(`Faults: "${part}" is no kind of reply.`, `Known: ${REPLY_STYLES.join(', ')}.`);
}

function checkSum(chances: readonly Chance[], text: string): void {
  const sum = chances.reduce((total, each) => total + each.probability, 0);
  // 0.1 + 0.2 + 0.7 is a little more than 1.
  if (sum <= 1 + 1e-9) return;
  throw new UsageError(
    `Faults: the probabilities in "${text}" sum to ${sum.toFixed(3)}.`,
    'At most one fault befalls a request: sum to 1 at most.',
  );
}
