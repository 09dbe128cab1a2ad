import { resolve } from 'node:path';
import { readConfig } from '../../config/read-config.ts';
import { seen } from '../../core/disk.ts';
import { UsageError } from '../../core/issue.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { counted, readableTime } from '../output/text.ts';
import { inSession } from '../session.ts';

/** `bilag backup`: a copy of what can't be made again, while bilag works. */
export async function backupCommand(folder: string, context: CliContext): Promise<ExitCode> {
  const found = await readConfig(context);
  // To open it would make one, and an empty ledger would take the place of what was saved before.
  if ((await seen(found.ledgerPath)) === undefined) {
    throw new UsageError(
      `There is no ledger at ${found.ledgerPath}, so there is nothing to copy.`,
      'Say where it is with BILAG_HOME, or call bilag in the folder that it works in.',
    );
  }
  return inSession(context, async ({ runtime }) => {
    const { backUp } = await import('../../doubt/backup.ts');
    const path = resolve(context.cwd, folder);
    const { at, bytes, added, files } = await backUp(path, runtime.ports);
    const { config } = runtime;
    context.err.write(
      [
        `${path}: the ledger as of ${readableTime(at)} (${(bytes / 1024 ** 2).toFixed(1)} MB), its attempt log, and ${counted(files, 'stored file')}, ${added} of them new.`,
        `Not in it: the jobs (${config.jobs}), bilag.yaml, the environment, and the inbox (${config.inbox}). Keep copies of those too.`,
        'Putting it back: docs/operating.md, "Backup and restore".',
        '',
      ].join('\n'),
    );
    return EXIT.ok;
  });
}
