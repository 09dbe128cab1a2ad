import { companyWords } from '../../core/company.ts';
import { answerBooks } from '../../posting/whose-books.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { inSession } from '../session.ts';

/** `bilag books same|other SERVICE`: answers whether a service keeps the books that it kept before. */
export function booksCommand(name: string, same: boolean, context: CliContext): Promise<ExitCode> {
  return inSession(context, async ({ runtime: { config, ports } }) => {
    const { about, books } = await answerBooks(name, config.services, same, ports);
    const words = companyWords(books);
    context.err.write(
      about === 'ids'
        ? `Service ${name} keeps the same books as before, with other IDs: what waits is planned afresh and sent.\n`
        : same
          ? `Service ${name} keeps the same books as before: vouchers that were booked in those of ${words} are duplicates.\n`
          : `Service ${name} keeps other books than before: those of ${words}.\n`,
    );
    return EXIT.ok;
  });
}
