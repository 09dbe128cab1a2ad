import type { NotifySettings } from './notify-section.ts';
import type { Service } from './service.ts';
import type { User } from './users-section.ts';
import type { WatchSettings } from './watch-section.ts';

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
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
