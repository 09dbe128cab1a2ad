import { Command } from 'commander';
import type { CliContext } from './context.ts';
import { notYet } from './not-yet.ts';
import type { ExitCode } from './output/exit-code.ts';
import { addServiceCommands } from './service/add-service-commands.ts';

const DEFAULT_WAIT = '10m';
const WAIT_HELP = 'leave after this time without progress';
const HELP_WIDTH = 100;

/**
 * The command line (design, section 7; fixed). Each command loads what it needs when it runs, so that the small ones
 * start at once.
 * @param done told the exit code of the command that ran
 */
export function createProgram(context: CliContext, version: string, done: (code: ExitCode) => void): Command {
  const program = new Command('bilag')
    .description('Books CSV and XLSX files in an accounting service: every row accounted for, nothing booked twice.')
    .version(version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('Try: bilag --help')
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => context.err.write(text),
      getOutHelpWidth: () => context.out.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => context.err.columns ?? HELP_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', EXIT_CODES);
  const ends = async (code: Promise<ExitCode>) => done(await code);

  program
    .command('demo')
    .description('a tour: the samples, booked in a sandbox on this machine')
    .option('--once', 'leave when everything is booked')
    .action(async (options) => ends((await import('./demo/demo-command.ts')).demoCommand(options, context)));
  waits(
    program
      .command('import')
      .description('book files, by a job')
      .argument('<file...>', 'CSV or XLSX files')
      .requiredOption('--job <name>', 'the job: jobs/NAME.yaml')
      .option('--dry-run', 'plan only: say what would be booked, and send nothing')
      .option('--force', 'import a file again that was imported before; duplicates are still recognised'),
  ).action(async (files, options) =>
    ends((await import('./commands/import.ts')).importCommand(files, options, context)),
  );
  program
    .command('plan')
    .description('say what would be booked: totals, issues, duplicates; send nothing')
    .argument('<file>', 'a CSV or XLSX file')
    .requiredOption('--job <name>', 'the job: jobs/NAME.yaml')
    .option('--all', 'list every entry, not only the first ones')
    .option('--out <file>', 'also write every entry into a file, .xlsx or .csv: its rows, lines, and why it is held')
    .option('--json', 'print one JSON object')
    .option('--wait <duration>', WAIT_HELP, DEFAULT_WAIT)
    .action(async (file, options) =>
      ends((await import('./commands/import.ts')).importCommand([file], { ...options, dryRun: true }, context)),
    );
  waits(
    program
      .command('run')
      .description('fetch the files of a job now, and book what is new')
      .argument('<job>', 'the job: jobs/NAME.yaml, with fetch'),
  ).action(async (job, options) => ends((await import('./commands/run.ts')).runCommand(job, options, context)));
  program
    .command('start')
    .description('watch, fetch, plan and book until stopped')
    .option('--only <roles>', 'some of the work: watch,schedule,plan,post,dashboard')
    .action(async (options) => ends((await import('./commands/start.ts')).startCommand(options, context)));
  program
    .command('list')
    .description('the imports, newest first')
    .option('--json', 'print one JSON object')
    .action(async (options) => ends((await import('./commands/list.ts')).listCommand(options, context)));
  program
    .command('show')
    .description('the receipt and the history of an import')
    .argument('<import>', 'its id, or the beginning of it')
    .option('--json', 'print one JSON object')
    .option('--out <file>', 'write the audit trail, .xlsx or .csv: every entry, its rows, outcome and number')
    .action(async (id, options) => ends((await import('./commands/show.ts')).showCommand(id, options, context)));
  program
    .command('failed')
    .description('the held and rejected entries, and why')
    .argument('<import>', 'its id, or the beginning of it')
    .option('--out <file>', "write them whole, .xlsx or .csv, in the file's own columns, to be corrected")
    .action(async (id, options) => ends((await import('./commands/failed.ts')).failedCommand(id, options, context)));
  waits(
    program
      .command('retry')
      .description('book what waited: as it is, or as it was corrected')
      .argument('<import>', 'its id, or the beginning of it')
      .option('--file <corrected>', 'the corrected file of "bilag failed --out"')
      .option(
        '--answer <code=answer>',
        'what you say to a question about the whole file; may be repeated',
        (value: string, before: string[] = []) => [...before, value],
      )
      .option('--reason <text>', 'why you answer so')
      .option('--remember', 'have the job remember what the answer says about voucher numbers')
      .option('--series <text>', 'what the series of the file is called, for other-series=different --remember')
      .option('--as-file', 'also what was corrected on the screen and not submitted, without those corrections'),
  ).action(async (id, options) => ends((await import('./commands/retry.ts')).retryCommand(id, options, context)));
  program
    .command('cancel')
    .description('take an import back: nothing more of it is sent; what is booked stays booked')
    .argument('<import>', 'its id, or the beginning of it')
    .requiredOption('--reason <text>', 'why; it stays in the history')
    .option('--json', 'print one JSON object')
    .action(async (id, options) => ends((await import('./commands/cancel.ts')).cancelCommand(id, options, context)));
  waits(
    program
      .command('resolve')
      .description('show a batch in doubt; say what became of it, after checking in the service')
      .argument('<import>', 'its id, or the beginning of it')
      .argument('<batch>', 'its number')
      .option('--booked', 'it was booked, or created; of a custom field: it is there and active')
      .option('--not-booked', 'it was not: it is sent again')
      .option('--reason <text>', 'how you know; it stays in the history')
      .option(
        '--entries <keys>',
        'only these entries, between commas, by key or rows; the others stay in doubt',
        (keys: string, before: string[] = []) => [...before, keys],
      )
      .option(
        '--correct',
        'with --booked or --not-booked: what was said before is wrong, and nothing was built on it yet',
      )
      .option('--withdraw', 'take your own answer back, where the job wants two people; with --reason')
      .option('--sender-gone', 'the process that sent it, on another machine, has surely ended'),
  ).action(async (id, batch, options) =>
    ends((await import('./commands/resolve.ts')).resolveCommand(id, batch, options, context)),
  );
  program
    .command('recover')
    .description('what was sent and a restored ledger does not know; takes it back')
    .option('--accept', 'take it back: booked where that is known, else in doubt')
    .option('--reason <text>', 'what happened to the ledger; it stays in the history')
    .option('--json', 'print one JSON object')
    .action(async (options) => ends((await import('./commands/recover.ts')).recoverCommand(options, context)));
  program
    .command('backup')
    .description('copy ledger, attempt log and stored files into a folder, while bilag works')
    .argument('<folder>', 'a new one, or an earlier backup, which is brought up to date')
    .action(async (folder) => ends((await import('./commands/backup.ts')).backupCommand(folder, context)));
  program
    .command('inbox')
    .description('the folder that is watched')
    .command('take-over')
    .description('make the inbox this home’s, after a move or a restore; the other home takes nothing from it then')
    .action(async () => ends((await import('./commands/inbox.ts')).takeOverCommand(context)));
  const books = program
    .command('books')
    .description('whether a service keeps the books that it kept before, when bilag asks');
  for (const [answer, description] of [
    ['same', 'they are the same: what was booked in them is not booked again'],
    ['other', 'they are others: nothing was booked in them yet'],
  ] as const) {
    books
      .command(answer)
      .description(description)
      .argument('<service>', 'its name under services')
      .action(async (service) =>
        ends((await import('./commands/books.ts')).booksCommand(service, answer === 'same', context)),
      );
  }
  program
    .command('reverse', { hidden: true })
    .argument('[args...]')
    .allowUnknownOption()
    .action(() => notYet('reverse'));
  const job = program.command('job').description('the job definitions');
  job
    .command('check')
    .description('say what is wrong in a job, or in all of them')
    .argument('[name]', 'the job')
    .action(async (name) => ends((await import('./commands/job-check.ts')).jobCheckCommand(name, context)));
  job
    .command('new', { hidden: true })
    .argument('[args...]')
    .allowUnknownOption()
    .action(() => notYet('job new'));
  addServiceCommands(program, context, ends);
  program
    .command('token')
    .description('make a token for a user of the dashboard and its interface')
    .argument('<name>', 'the user')
    .requiredOption('--role <role>', 'viewer, operator or administrator')
    .action(async (name, options) => ends((await import('./commands/users.ts')).tokenCommand(name, options, context)));
  program
    .command('password')
    .description('make the hash of a password, for a user of the dashboard')
    .argument('<name>', 'the user')
    .requiredOption('--role <role>', 'viewer, operator or administrator')
    .addHelpText(
      'after',
      '\nAsks for the password twice; where no terminal is, it is the first line of standard input.',
    )
    .action(async (name, options) =>
      ends((await import('./commands/users.ts')).passwordCommand(name, options, context)),
    );
  program
    .command('doctor')
    .description('Redis, ledger, service, credentials, folders, jobs: what is wrong and what to do')
    .action(async () => ends((await import('./doctor/doctor-command.ts')).doctorCommand(context)));
  program
    .command('sandbox')
    .description('a small accounting service on this machine, to try things with')
    .option('--port <n>', 'default: any that is free')
    .option('--faults <spec>', 'for example reset-after=0.02,500=0.01,slow=0.1,down=30s')
    .option(
      '--quirks <spec>',
      'how it differs all the time, for example descriptionMax=255,blanks=collapsed,linesAfter=5000',
    )
    .option('--seed <n>', 'the same faults for the same seed')
    .option('--token <t>', 'ask for this bearer token')
    .option('--locked-before <date>', 'nothing can be booked on dates before this one')
    .action(async (options) => ends((await import('./demo/sandbox-command.ts')).sandboxCommand(options, context)));
  return program;
}

function waits(command: Command): Command {
  return command
    .option('--json', 'print one JSON object')
    .option('--wait <duration>', WAIT_HELP, DEFAULT_WAIT)
    .option('--no-wait', 'record and return at once; a running "bilag start" does the rest');
}

const EXIT_CODES = `
Exit codes, the first that applies:
  130  interrupted
    2  the command line or the configuration is wrong, or the service refuses us
    1  failure
    5  still pending
    4  something is in doubt
    3  something is held, rejected, or a held duplicate
    0  everything is booked, or there was nothing to do
`;
