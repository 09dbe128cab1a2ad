import type { z } from 'zod';
import { counted } from '../core/counted.ts';
import { UsageError } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { nearest } from '../core/nearest.ts';
import { flag, group } from '../core/schema-parts.ts';
import { DAY_MS, duration } from './durations.ts';
import type { NotifySettings } from './notify-section.ts';
import type { User } from './users.ts';

/** The whole configuration (design, section 6): bilag.yaml and the environment. Folders are absolute paths. */
export interface Config {
  /** `BILAG_HOME`: ledger, stored files, private Redis. */
  readonly home: string;
  readonly jobs: string;
  readonly inbox: string;
  /** By name; empty where none is configured. */
  readonly services: Readonly<Record<string, Service>>;
  /** `redis://`, `rediss://` or `unix://`, maybe with a password; undefined: the private server. */
  readonly redisUrl: string | undefined;
  /** `BILAG_REDIS_SERVER`: the program to start as private server; undefined: found on the PATH. */
  readonly redisServer: string | undefined;
  /** Absolute path of the SQLite file. */
  readonly ledgerPath: string;
  readonly log: LogLevel;
  readonly dashboard: { readonly host: string; readonly port: number };
  readonly watch: WatchSettings;
  readonly notify: NotifySettings;
  /** Who may use the dashboard; empty: whoever is on this machine. */
  readonly users: readonly User[];
  /** Addresses and networks of proxies whose X-Forwarded-For is believed, beside those on this machine. */
  readonly trustedProxies: readonly string[];
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An accounting service, complete: defaults filled in, variables put in, all durations in milliseconds (design, section 6). */
export interface Service {
  /** Its name under `services`. */
  readonly name: string;
  /** Host in lower case, no slash at the end, without `/api/biz`. */
  readonly baseUrl: string;
  /** `auth: { type: headers }` is none here: its headers are among `headers`. */
  readonly auth: { readonly type: 'none' } | { readonly type: 'bearer'; readonly token: string };
  readonly headers: Readonly<Record<string, string>>;
  /** The `company` key, else the CompanyKey header, else empty. */
  readonly company: string;
  /** Currency that its books are kept in, by its three letters; undefined where nobody says it. */
  readonly currency: string | undefined;
  readonly connectTimeoutMs: number;
  readonly replyTimeoutMs: number;
  readonly rate: { readonly requests: number; readonly perMs: number } | undefined;
  /** Bookings under way at once, across all machines. */
  readonly concurrency: number;
  readonly rejection: 'whole' | 'unknown';
  /** Statuses known to mean "nothing was done"; always with 429. */
  readonly notApplied: readonly number[];
  /** What proves that a contact was not created, where the outcome of its creation is not known; as `probe` has it. */
  readonly absence: { readonly quietMs: number; readonly looks: number; readonly everyMs: number };
  /** ID of a product: its custom values show which custom fields products have. */
  readonly product: number | undefined;
  /** Characters of a description that it takes, the probe's marker included. */
  readonly descriptionMax: number;
  readonly cache: { readonly accountsMs: number; readonly vatTypesMs: number; readonly missingMs: number };
  /** How a booking whose outcome is not known is looked up. */
  readonly probe:
    | {
        /** Appended to every description; holds `{import}` and `{batch}`, and may hold `{entry}`. */
        readonly marker: string;
        /** Begins with a slash; `{description}` stands for an entry's first description. */
        readonly path: string;
        /** After a request, until an entry that is not there counts as absent. */
        readonly quietMs: number;
        /** So often in a row must it be absent. */
        readonly looks: number;
        /** Between two looks. */
        readonly everyMs: number;
      }
    | undefined;
}

/**
 * Whether nothing tells the books of two services apart: neither has a company, and they have one address and the same
 * credentials.
 */
export function isTwin(one: Service, other: Service): boolean {
  return one.company === '' && other.company === '' && doorOf(one) === doorOf(other);
}

function doorOf({ baseUrl, auth, headers }: Service): string {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return JSON.stringify([baseUrl, auth, sent.sort(([one], [two]) => (one < two ? -1 : 1))]);
}

/**
 * The service of a job.
 * @throws UsageError where it is not configured: it says how to
 */
export function findService(services: Readonly<Record<string, Service>>, name: string): Service {
  const found = Object.hasOwn(services, name) ? services[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(services);
  const meant = nearest(name, names);
  const add = `add services.${name} to bilag.yaml.`;
  throw new UsageError(
    `the service ${JSON.stringify(name)} is not configured.`,
    meant !== undefined
      ? `Did you mean "${meant}"? Configured: ${names.join(', ')}.`
      : name === 'main'
        ? `Set ACCOUNTING_URL and ACCOUNTING_TOKEN, or ${add}`
        : `${names.length === 0 ? 'No service is configured' : `Configured: ${names.join(', ')}`}. To add it, ${add}`,
    { reason: 'service-none', facts: { service: name } },
  );
}

/** Where a job asks for more requests at once than its service is given: what is sent, and how to change it. */
export function cappedConcurrency(
  { batch, service }: Job,
  services: Readonly<Record<string, Service>>,
): { readonly what: string; readonly remedy: string } | undefined {
  const { concurrency } = findService(services, service);
  if (batch.concurrency <= concurrency) return undefined;
  return {
    what: `batch.concurrency is ${batch.concurrency}, but the service ${service} takes ${counted(concurrency, 'request')} at once at most`,
    remedy: `To send more, set services.${service}.concurrency in bilag.yaml.`,
  };
}

/** `watch` in bilag.yaml: when a file in the inbox is complete (design, section 7). */
export const watchSection = group(
  {
    minimumAge: duration(0, DAY_MS, '2s').default(2_000),
    scan: duration(100, DAY_MS, '5s').default(5_000),
    unfinished: duration(0, DAY_MS, '30s').default(30_000),
    marker: flag('marker: true').default(false),
  },
  'watch: { minimumAge: 2s }',
);

/** How the inbox is watched. */
interface WatchSettings {
  /** A file that was not renamed in is taken when it is unchanged for so long, in two looks. */
  readonly minimumAgeMs: number;
  /** The same for one that ends as if its writer had stopped half-way. */
  readonly unfinishedMs: number;
  /** Between two looks at the inbox; what is told of changes only makes a look come sooner. */
  readonly scanMs: number;
  /** A file is only taken when `NAME.done` lies beside it. */
  readonly marker: boolean;
}

export function watchSettings(section: z.output<typeof watchSection>): WatchSettings {
  return {
    minimumAgeMs: section.minimumAge,
    unfinishedMs: section.unfinished,
    scanMs: section.scan,
    marker: section.marker,
  };
}
