import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { LONG_TEXT, TEXT, writeTable } from './write-answer.ts';

/** `bilag service field-types`: the data types that custom fields can have. */
export function fieldTypesCommand(options: ServiceCommandOptions, context: CliContext): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const fieldTypes = await (await references()).fieldTypes();
    writeTable(
      options,
      context,
      { fieldTypes },
      {
        columns: { name: TEXT, description: LONG_TEXT, code: TEXT },
        rows: fieldTypes.map(({ name, description, code }) => [name, description, code]),
      },
    );
    if (fieldTypes.length === 0) context.err.write('The service has no data types for custom fields.\n');
    return EXIT.ok;
  });
}
