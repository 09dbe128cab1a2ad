import { join, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import type { Environment } from '../core/environment.ts';
import { nearest } from '../core/nearest.ts';
import { type Config, LOG_LEVELS, type LogLevel } from './config.ts';

/** Found wrong in a variable of the environment: its name, and a predicate that shows no value which may be secret. */
export interface VariableFinding {
  readonly name: string;
  readonly message: string;
}

const KNOWN = ['BILAG_HOME', 'BILAG_JOBS', 'BILAG_INBOX', 'BILAG_LOG', 'BILAG_DASHBOARD', 'BILAG_REDIS_SERVER'];
/** Letters by which a variable may differ from a known one and still be taken for a slip. */
const SLIP = 2;
const LARGEST_PORT = 65_535;
const DASHBOARD = { host: '127.0.0.1', port: 4747 };

/** The part of the configuration that the environment alone gives; defaults as in the design, section 6. */
export function readEnvironment(
  cwd: string,
  environment: Environment,
): {
  readonly config: Omit<Config, 'services' | 'watch' | 'notify' | 'users' | 'trustedProxies'>;
  readonly findings: readonly VariableFinding[];
} {
  const findings: VariableFinding[] = [];
  const say = (name: string, message: string) => void findings.push({ name, message });
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const home = resolve(cwd, given('BILAG_HOME') ?? '.bilag');

  for (const name of Object.keys(environment)) {
    const meant =
      name.startsWith('BILAG_') && !KNOWN.includes(name)
        ? KNOWN.find((known) => distance(known, name) <= SLIP)
        : undefined;
    if (meant !== undefined) say(name, `is not a variable of bilag. Did you mean ${meant}?`);
  }

  const log = given('BILAG_LOG') ?? 'info';
  if (!isLogLevel(log)) {
    const meant = nearest(log, LOG_LEVELS);
    say(
      'BILAG_LOG',
      `must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(log)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    );
  }
  return {
    config: {
      home,
      jobs: resolve(cwd, given('BILAG_JOBS') ?? 'jobs'),
      inbox: resolve(cwd, given('BILAG_INBOX') ?? 'inbox'),
      redisUrl: redisUrl(given('REDIS_URL'), say),
      redisServer: given('BILAG_REDIS_SERVER'),
      ledgerPath: ledgerPath(given('LEDGER_URL'), cwd, say) ?? join(home, 'ledger.db'),
      log: isLogLevel(log) ? log : 'info',
      dashboard: dashboard(given('BILAG_DASHBOARD'), say),
    },
    findings,
  };
}

type Say = (name: string, message: string) => void;

function redisUrl(value: string | undefined, say: Say): string | undefined {
  if (value === undefined) return undefined;
  if (/^redis(s)?[+-]?(sentinel|cluster)|^sentinel:/i.test(value) || /^rediss?:\/\/[^/]*,/i.test(value))
    say('REDIS_URL', 'names a Cluster or a Sentinel, which is not yet supported. Name one server: redis://host:6379');
  else if (/^unix:/i.test(value)) {
    if (!/^unix:\/\/\/./i.test(value)) say('REDIS_URL', 'must name a socket by its whole path: unix:///run/redis.sock');
  } else if (!/^rediss?:\/\/./i.test(value) || !URL.canParse(value))
    say('REDIS_URL', 'must begin with redis://, rediss:// or unix://. For example: redis://127.0.0.1:6379');
  return value;
}

function ledgerPath(value: string | undefined, cwd: string, say: Say): string | undefined {
  if (value === undefined) return undefined;
  if (/^postgres(ql)?:/i.test(value))
    say('LEDGER_URL', 'with postgres:// is not yet supported. Use sqlite:PATH, or leave it out');
  else if (/^sqlite:.*:memory:/i.test(value))
    say(
      'LEDGER_URL',
      'must be a file: a ledger in memory forgets what was booked. For example: sqlite:/var/lib/bilag/ledger.db',
    );
  else if (!/^sqlite:./i.test(value))
    say('LEDGER_URL', 'must begin with sqlite:. For example: sqlite:/var/lib/bilag/ledger.db');
  else {
    const path = value.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
    if (path.startsWith('//'))
      say('LEDGER_URL', 'must be a path on this machine. For example: sqlite:/var/lib/bilag/ledger.db');
    return resolve(cwd, path);
  }
  return undefined;
}

function dashboard(value: string | undefined, say: Say): Config['dashboard'] {
  if (value === undefined) return DASHBOARD;
  const match = /^(?:(\[[\da-f:]+\]|[^:[\]]*):)?(\d{1,5})$/i.exec(value);
  const port = Number(match?.[2]);
  if (match === null || port > LARGEST_PORT) {
    say(
      'BILAG_DASHBOARD',
      `must be an address and a port, not ${JSON.stringify(value)}. For example: ${DASHBOARD.host}:${DASHBOARD.port}`,
    );
    return DASHBOARD;
  }
  return { host: match[1] === undefined ? DASHBOARD.host : match[1].replace(/^\[|\]$/g, ''), port };
}

function isLogLevel(value: string): value is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(value);
}
