import { z } from 'zod';
import { jobSchema } from '../domain/job.ts';

/** The published JSON Schema of a job, from the same zod schema that checks it; for editors that complete and check. */
export function jobSchemaJson(): Record<string, unknown> {
  const schema = z.toJSONSchema(jobSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // zod leaves defaults and examples out where input and output differ in type; here both are of the input.
      if (def.type === 'default') jsonSchema.default = def.defaultValue as never;
      const { oneOrMany, shown, ...own } = jsonSchema;
      if (shown !== undefined) {
        delete jsonSchema['shown'];
        jsonSchema.examples = [String(shown).replace(/^"(.*)"$/, '$1')];
      }
      if (oneOrMany === true) allowSingle(jsonSchema, own);
    },
  });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    $id: 'urn:bilag:schema:job',
    title: 'bilag job',
    description: 'A job definition: jobs/NAME.yaml.',
    ...rest,
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One item may stand for a list of one. */
function allowSingle(schema: JsonSchema, { items, description, default: preset, type, minItems }: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, { anyOf: [items, { type, minItems, items }] });
  if (description !== undefined) schema.description = description;
  if (preset !== undefined) schema.default = preset;
}
