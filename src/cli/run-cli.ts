import { CommanderError } from 'commander';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './output/exit-code.ts';
import { explainError, wantsStacks } from './output/explain-error.ts';
import { styleFor } from './output/text.ts';
import { createProgram } from './program.ts';

/** Runs one command line, `argv` without the program. @returns its exit code (design, section 7) */
export async function runCli(argv: readonly string[], context: CliContext, version: string): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  try {
    const program = createProgram(context, version, (ended) => {
      code = ended;
    });
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return EXIT.usage;
    }
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Help and version end so too, and have said what there was to say.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      if (argv.includes('--json')) tellJson(error.message.replace(/^error: /, ''), 'See bilag --help.', context);
      return EXIT.usage;
    }
    return tell(error, argv, context);
  }
}

function tell(error: unknown, argv: readonly string[], context: CliContext): ExitCode {
  const { err, env } = context;
  const { code, message, suggestion } = explainError(error);
  const style = styleFor(err, env);
  err.write(`${style('red', 'bilag:')} ${message}\n`);
  if (suggestion !== undefined && suggestion !== '') err.write(`  ${suggestion}\n`);
  if (wantsStacks(env) && error instanceof Error) err.write(`${error.stack}\n`);
  if (argv.includes('--json')) tellJson(message, suggestion, context);
  return code;
}

/** Whoever reads our stdout as JSON gets an object in this case too. */
function tellJson(message: string, suggestion: string | undefined, context: CliContext): void {
  context.out.write(`${JSON.stringify({ error: { message, ...(suggestion === undefined ? {} : { suggestion }) } })}\n`);
}
