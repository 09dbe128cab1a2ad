import type { Command } from 'commander';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../output/exit-code.ts';

/** The service of jobs that name none. */
const DEFAULT_SERVICE = 'main';

/**
 * `bilag service`: what the service answers, for people who set jobs up and for those who look what became of them.
 * @param ends told the exit code that is to come
 */
export function addServiceCommands(
  program: Command,
  context: CliContext,
  ends: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const service = program
    .command('service')
    .description('look up accounts, VAT types, models, data types, contacts and products in the service')
    .addHelpText('after', NOTES);
  const add = (name: string, description: string) =>
    service
      .command(name)
      .description(description)
      .option('--service <name>', 'as bilag.yaml calls it', DEFAULT_SERVICE)
      .option('--json', 'print one JSON object');

  add('accounts', 'accounts by their numbers')
    .argument('<number...>', 'account numbers')
    .action(async (numbers, options) =>
      ends((await import('./look-ups.ts')).accountsCommand(numbers, options, context)),
    );
  add('vat-types', 'all VAT types').action(async (options) =>
    ends((await import('./look-ups.ts')).vatTypesCommand(options, context)),
  );
  add('models', 'models (entity types) by their names')
    .argument('<name...>', 'for example Contact')
    .action(async (names, options) => ends((await import('./look-ups.ts')).modelsCommand(names, options, context)));
  add('field-types', 'data types of custom fields').action(async (options) =>
    ends((await import('./look-ups.ts')).fieldTypesCommand(options, context)),
  );
  add('contacts', 'the first contacts')
    .option('--top <n>', 'how many to ask for', '10')
    .action(async (options) => ends((await import('./contacts.ts')).contactsCommand(options, context)));
  add('contact', 'one contact, with its custom values')
    .argument('<id>', 'its ID')
    .action(async (id, options) => ends((await import('./contacts.ts')).contactCommand(id, options, context)));
  add('product', 'the custom values of one product')
    .argument('<id>', 'its ID')
    .action(async (id, options) => ends((await import('./look-ups.ts')).productCommand(id, options, context)));
}

const NOTES = `
Accounts, VAT types, models and data types may come from the cache, as old as "cache" of the service allows.

Exit codes: 0 everything that was asked for is there; 3 something is not there, or is there several times: a voucher that
needs it would be put on hold; 2 and 1 as everywhere
`;
