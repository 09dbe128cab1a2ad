import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { LookPart } from '../../core/look.ts';
import { lookWords } from '../../reporting/look-words.ts';
import { errorAnswer } from './shapes.ts';

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
/** Bodies of files: they are streamed, so that no schema of a route may check them. */
const FILE_BODY = {
  content: {
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES } } },
    'text/csv': { schema: BYTES },
    'application/octet-stream': { schema: BYTES },
  },
};
/** Marks a route until its body has been described; the maker of the document takes every body to be needed. */
const OPTIONAL = 'x-body-optional';

/** A body of another media type than JSON. */
export interface OtherBody {
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

/** A moment as answers have it. @param at milliseconds since 1970 */
export const isoTime = (at: number) => new Date(at).toISOString();

/** What a look found, as the ledger keeps it; a look of before may have none. */
export function partsBody(kept: string | null) {
  if (kept === null) return {};
  const parts = JSON.parse(kept) as LookPart[];
  return { parts, words: lookWords(parts) };
}

/** The answers of a route, by status; errors have one shape everywhere. */
export function answers(byStatus: Readonly<Record<number, z.ZodType | OtherBody>>): Record<string, unknown> {
  return { ...byStatus, '4xx': errorAnswer, '5xx': errorAnswer };
}

/** Has an OpenAPI document made from the schemas of the routes that are registered after this. */
export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'bilag',
        version,
        description:
          'Brings files in, says what became of them, and has them corrected. Every answer that is an error holds `error`: a code for programs, a message and a suggestion for people.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'bilag-session' },
        },
      },
      servers: [{ url: '/' }],
    },
    transform: ({ schema, url, route }) => {
      const config = route.config;
      return {
        url,
        schema: {
          ...inJsonSchema(schema),
          ...(config?.role === 'anyone' ? {} : { security: [{ token: [] }, { session: [] }] }),
          ...(config?.file === undefined ? {} : { body: FILE_BODY }),
          ...(config?.file === 'optional' ? { [OPTIONAL]: true } : {}),
        },
      };
    },
    transformObject(made) {
      const document = 'openapiObject' in made ? made.openapiObject : made.swaggerObject;
      for (const operation of Object.values(document.paths ?? {}).flatMap((each) => Object.values(each ?? {}))) {
        const { [OPTIONAL]: optional, requestBody } = operation as Record<string, unknown>;
        if (optional === true) Object.assign(requestBody as object, { required: false });
        delete (operation as Record<string, unknown>)[OPTIONAL];
      }
      return document;
    },
  });
}

function inJsonSchema(schema: FastifySchema | undefined): FastifySchema {
  return mapped(schema ?? {}, 'input') as FastifySchema;
}

/** In an address and in JSON a text is a text; its example is an example. */
function plainText({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { shown } = jsonSchema;
  if (shown === undefined) return;
  delete jsonSchema['shown'];
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { type: 'string', examples: [shown] });
}

/** Every zod schema in it as JSON Schema: what a client may send, or what it gets. */
function mapped(value: unknown, io: 'input' | 'output'): unknown {
  if (value instanceof z.ZodType) {
    const { $schema: _, ...json } = z.toJSONSchema(value, { io, override: plainText });
    return json;
  }
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, mapped(held, key === 'response' ? 'output' : io)]),
  );
}
