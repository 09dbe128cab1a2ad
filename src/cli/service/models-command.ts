import type { ModelLookup } from '../../domain/custom-field.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { NUMBER, TEXT, writeTable } from './write-answer.ts';

/** `bilag service models`: models by their names; custom fields are added to one of them. */
export function modelsCommand(
  names: readonly string[],
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const cache = await references();
    const asked = [...new Set(names)];
    const lookups = await Promise.all(asked.map((name) => cache.model(name)));
    writeTable(
      options,
      context,
      { models: lookups.map((lookup, i) => ({ asked: asked[i], ...lookup })) },
      {
        columns: { name: TEXT, label: TEXT, ID: NUMBER },
        rows: lookups
          .flatMap((lookup) => (lookup.found === 'one' ? [lookup.model] : []))
          .map(({ id, name, label }) => [name, label, String(id)]),
      },
    );
    const missing = lookups.flatMap((lookup, i) => missingWords(asked[i]!, lookup) ?? []);
    for (const words of missing) context.err.write(`${words}\n`);
    return missing.length === 0 ? EXIT.ok : EXIT.held;
  });
}

function missingWords(name: string, lookup: ModelLookup): string | undefined {
  const model = `model ${JSON.stringify(name)}`;
  if (lookup.found === 'none') return `The ${model} is unknown to the service.`;
  if (lookup.found === 'one') return undefined;
  return `The service has ${lookup.count} models of the name ${JSON.stringify(name)}: bilag does not choose between them.`;
}
