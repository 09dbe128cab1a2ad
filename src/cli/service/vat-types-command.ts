import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { LONG_TEXT, NUMBER, TEXT, writeTable } from './write-answer.ts';

/** `bilag service vat-types`: all of them. */
export function vatTypesCommand(options: ServiceCommandOptions, context: CliContext): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const vatTypes = await (await references()).vatTypes();
    writeTable(
      options,
      context,
      { vatTypes: vatTypes.map((type) => ({ ...type, percent: type.percent ?? null })) },
      {
        columns: { code: TEXT, name: LONG_TEXT, percent: NUMBER, 'input or output': TEXT, ID: NUMBER },
        rows: vatTypes.map(({ id, code, name, percent = '', output }) => [
          code,
          name,
          percent,
          output ? 'output' : 'input',
          String(id),
        ]),
      },
    );
    if (vatTypes.length === 0) context.err.write('The service has no VAT types.\n');
    return EXIT.ok;
  });
}
