import { stat } from 'node:fs/promises';
import { UsageError } from '../../core/issue.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { inSession } from '../session.ts';

/** `bilag inbox take-over`: makes the inbox this home's after a move or a restore. */
export function takeOverCommand(context: CliContext): Promise<ExitCode> {
  return inSession(context, async ({ runtime: { config, ports } }) => {
    const { inbox } = config;
    const isFolder = await stat(inbox).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      throw new UsageError(
        `There is no inbox at ${inbox}.`,
        'Name it with BILAG_INBOX, or do nothing: bilag start creates it, and it then belongs to this home.',
      );
    }
    const { ownerWords, takeOver } = await import('../../arriving/inbox/owner.ts');
    const { before, home } = await takeOver(inbox, ports);
    const own = `The inbox ${inbox} belongs to this home now: ${home.path} (${home.id}).`;
    if (before?.home === home.id) context.err.write(`The inbox ${inbox} already belongs to this home: ${home.path}.\n`);
    else if (before === undefined) context.err.write(`${own} It belonged to no home.\n`);
    else {
      context.err.write(
        `${own} It belonged to ${ownerWords(before)}, which takes nothing from it any more.\nbilag start names what is in processing/ and was not received by this home; bilag does not know what came after the backup: docs/operating.md, "Backup and restore".\n`,
      );
    }
    return EXIT.ok;
  });
}
