import { Command } from 'commander';
import type { CliContext } from './context.ts';
import { notYet } from './not-yet.ts';
import type { ExitCode } from './output/exit-code.ts';
import { addServiceCommands } from './service/add-service-commands.ts';

const DEFAULT_WAIT = '10m';
const WAIT_HELP = 'stop waiting after this time without progress';
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
    .description('take a tour: book the samples in a sandbox on this machine')
    .option('--once', 'leave when everything is booked')
    .action(async (options) => ends((await import('./demo/demo-command.ts')).demoCommand(options, context)));
  waits(
    program
      .command('import')
      .description('book files with a job')
      .argument('<file...>', 'CSV or XLSX files')
      .requiredOption('--job <name>', 'the job: jobs/NAME.yaml')
      .option('--dry-run', 'plan only: show what would be booked, and send nothing')
      .option('--force', 'import a file that was imported before; duplicates are still found'),
  ).action(async (files, options) =>
    ends((await import('./commands/import.ts')).importCommand(files, options, context)),
  );
  program
    .command('plan')
    .description('show what would be booked (totals, problems, duplicates), and send nothing')
    .argument('<file>', 'a CSV or XLSX file')
    .requiredOption('--job <name>', 'the job: jobs/NAME.yaml')
    .option('--all', 'list every voucher, not only the first ones')
    .option(
      '--out <file>',
      'also write every voucher to a file, .xlsx or .csv: its rows, its lines, and why it is on hold',
    )
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
    .description('list the imports, newest first')
    .option('--json', 'print one JSON object')
    .action(async (options) => ends((await import('./commands/list.ts')).listCommand(options, context)));
  program
    .command('show')
    .description('show the receipt and the history of an import')
    .argument('<import>', 'its ID, or the beginning of it')
    .option('--json', 'print one JSON object')
    .option('--out <file>', 'write the audit trail, .xlsx or .csv: every voucher with its rows, outcome and number')
    .action(async (id, options) => ends((await import('./commands/show.ts')).showCommand(id, options, context)));
  program
    .command('failed')
    .description('list the vouchers on hold or rejected, and why')
    .argument('<import>', 'its ID, or the beginning of it')
    .option('--out <file>', "write them, .xlsx or .csv, in the file's own columns, so that you can correct them")
    .option('--take-back <skip>', 'first put what was skipped on hold again; its number is in the history')
    .option('--reason <text>', 'why it is taken back; it stays in the history')
    .action(async (id, options) => ends((await import('./commands/failed.ts')).failedCommand(id, options, context)));
  waits(
    program
      .command('retry')
      .description('book what was on hold: as it is, or as you corrected it')
      .argument('<import>', 'its ID, or the beginning of it')
      .option('--file <corrected>', 'the corrected file of "bilag failed --out"')
      .option(
        '--answer <code=answer>',
        'your answer to a question about the whole file; may be repeated',
        (value: string, before: string[] = []) => [...before, value],
      )
      .option('--reason <text>', 'why you answer so')
      .option('--remember', 'let the job remember what the answer says about voucher numbers')
      .option('--series <text>', 'what the series of the file is called, for other-series=different --remember')
      .option('--as-file', 'also retry what was corrected on the screen and not submitted, without those corrections'),
  ).action(async (id, options) => ends((await import('./commands/retry.ts')).retryCommand(id, options, context)));
  program
    .command('cancel')
    .description('send nothing more of an import; what is booked stays booked')
    .argument('<import>', 'its ID, or the beginning of it')
    .requiredOption('--reason <text>', 'why; it stays in the history')
    .option('--json', 'print one JSON object')
    .action(async (id, options) => ends((await import('./commands/cancel.ts')).cancelCommand(id, options, context)));
  waits(
    program
      .command('resolve')
      .description('show a batch in doubt, and say what became of it once you have checked in the service')
      .argument('<import>', 'its ID, or the beginning of it')
      .argument('<batch>', 'its number')
      .option('--booked', 'it was booked, or created; of a custom field: it is there and active')
      .option('--not-booked', 'it was not: it is sent again')
      .option('--reason <text>', 'how you know; it stays in the history')
      .option(
        '--entries <keys>',
        'only these vouchers, separated by commas, by number or rows; the others stay in doubt',
        (keys: string, before: string[] = []) => [...before, keys],
      )
      .option(
        '--correct',
        'with --booked or --not-booked: the earlier answer is wrong, and nothing was built on it yet',
      )
      .option('--withdraw', 'take your own answer back, where the job wants two people; with --reason')
      .option('--sender-gone', 'you are sure that the process that sent it, on another machine, has ended'),
  ).action(async (id, batch, options) =>
    ends((await import('./commands/resolve.ts')).resolveCommand(id, batch, options, context)),
  );
  program
    .command('recover')
    .description('show what was sent that a restored ledger does not know, and take it back')
    .option('--accept', 'take it back: booked where that is known, else in doubt')
    .option('--reason <text>', 'what happened to the ledger; it stays in the history')
    .option('--json', 'print one JSON object')
    .action(async (options) => ends((await import('./commands/recover.ts')).recoverCommand(options, context)));
  program
    .command('backup')
    .description('copy the ledger, the attempt log and the stored files to a folder, while bilag works')
    .argument('<folder>', 'a new folder, or an earlier backup, which is brought up to date')
    .action(async (folder) => ends((await import('./commands/backup.ts')).backupCommand(folder, context)));
  program
    .command('inbox')
    .description('the folder that bilag watches')
    .command('take-over')
    .description('give the inbox to this home, after a move or a restore; the other home then takes nothing from it')
    .action(async () => ends((await import('./commands/inbox.ts')).takeOverCommand(context)));
  const books = program
    .command('books')
    .description('say whether a service keeps the same books as before, when bilag asks');
  for (const [answer, description] of [
    ['same', 'they are the same: what was booked in them is not booked again'],
    ['other', 'they are other books: nothing was booked in them yet'],
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
  const job = program.command('job').description('check the job definitions');
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
    .description('check Redis, ledger, services, credentials, folders and jobs: what is wrong, and what to do')
    .action(async () => ends((await import('./doctor/doctor-command.ts')).doctorCommand(context)));
  program
    .command('sandbox')
    .description('run a small accounting service on this machine, to try things with')
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
    .option('--no-wait', 'record the import and return at once; a running "bilag start" does the rest');
}

const EXIT_CODES = `
Exit codes, the first that applies:
  130  interrupted
    2  the command line or the configuration is wrong, or the service rejects the credentials
    1  failure
    5  still pending
    4  something is in doubt
    3  something is on hold, rejected or cancelled, or a duplicate is on hold
    0  everything is booked, or there is nothing to do
`;
