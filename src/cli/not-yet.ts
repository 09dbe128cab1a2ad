import { UsageError } from '../core/issue.ts';

/** What the interface names and no version has built. */
export function notYet(what: string): never {
  throw new UsageError(`"${what}" is not there yet.`, 'All commands: bilag --help');
}
