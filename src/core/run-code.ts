import type { Facts } from './facts.ts';
import type { RefusalReason } from './refusal.ts';

/** Why a run did not fetch its files, or did not take one of them, or why a file of the inbox is not received. Added to, never changed. */
export const RUN_CODES = [
  'abandoned',
  'absent',
  'certificate',
  'compressed',
  'credentials',
  'denied',
  'folder',
  'garbled',
  'header-wrong',
  'host-key',
  'host-key-other',
  'host-unknown',
  'inbox-name',
  'inbox-root',
  'interrupted',
  'job-absent',
  'length-unknown',
  'link',
  'name-wrong',
  'no-file',
  'not-listed',
  'not-readable',
  'not-moved',
  'not-sftp',
  'path-absent',
  'private',
  'private-key',
  'redirected',
  'refused',
  'signed-out',
  'silent',
  'slow',
  'special',
  'status',
  'stopped',
  'system',
  'too-often',
  'troubled',
  'unencrypted',
  'unmatched',
  'unreachable',
  'unreadable',
  'url-wrong',
  'variables',
  'web-page',
] as const;
export type RunCode = (typeof RUN_CODES)[number];

/** Why a run failed, in a form that any language can word. */
export interface RunTold {
  /** One of runs, behind `run/`; else that of an issue with a file, or of a refusal. */
  readonly code: string;
  readonly reason?: RefusalReason;
  readonly variant?: string;
  readonly facts?: Facts;
  /** The file that was not taken; absent: it is about the run. */
  readonly file?: string;
  /** So many others were not taken either. */
  readonly more?: number;
}
