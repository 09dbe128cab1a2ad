import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { group, whole } from '../../../core/schema-parts.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import { storedPath } from '../../../ledger/stored-file.ts';
import { makeTrail } from '../../../reporting/make-trail.ts';
import { ApiError } from '../../errors.ts';
import { attachment, type TemporaryFiles } from '../../files.ts';
import { createGate } from '../../limits.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers } from '../describe.ts';
import { byId, importOf } from './routes.ts';

const MEDIA = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
/** What people sent us is never told as what it may be: no browser is to open it as a page. */
const BYTES = 'application/octet-stream';

const which = group(
  {
    correction: whole(1, Number.MAX_SAFE_INTEGER, '1')
      .optional()
      .meta({ type: 'integer', minimum: 1, description: 'a corrected file that was received; default: the original' }),
  },
  '?correction=1',
);

/** What can be taken home of an import: every entry with what became of it, and the file as it came. */
export function downloadRoutes(server: Api, { ports, limits, leaving }: Served, files: TemporaryFiles): void {
  const { ledger } = ports;
  const gate = createGate(limits.workbooks, 'audit trails');
  for (const ending of ['xlsx', 'csv'] as const) {
    server.get(
      `/api/imports/:id/trail.${ending}`,
      {
        config: { role: 'viewer' },
        schema: {
          summary: `Every entry, its rows, outcome, and what the service calls it, as ${ending === 'csv' ? 'CSV' : 'a workbook'}`,
          operationId: ending === 'csv' ? 'getTrailCsv' : 'getTrail',
          params: byId,
          response: answers({ 200: binary(MEDIA[ending]) }),
        },
      },
      async (request, reply) => {
        const row = await importOf(request.params, ports);
        const made = () =>
          files.use(`.${ending}`, async (path) => {
            await makeTrail(row, path, ports, leaving);
            const { size } = await stat(path);
            const content = createReadStream(path);
            // What is open can be read to its end, also when its name is gone.
            await once(content, 'open');
            return { content, size };
          });
        const { content, size } = await gate(made);
        return give(reply, MEDIA[ending], `${parse(row.file).name}.trail.${ending}`, size).send(content);
      },
    );
  }
  server.get(
    '/api/imports/:id/file',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The file as it came, byte for byte',
        operationId: 'getFile',
        params: byId,
        querystring: which,
        response: answers({ 200: binary(BYTES) }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      const { correction } = request.query;
      const { file, sha256 } = correction === undefined ? row : await correctionOf(row.num, correction);
      const stored = await openStored({ file, sha256, host: row.host }, ports);
      const { size } = await stored.stat();
      return give(reply, BYTES, file, size).send(stored.createReadStream());
    },
  );

  async function correctionOf(num: number, no: number) {
    const found = (await ledger.imports.corrections(num)).find((each) => each.no === no);
    if (found !== undefined) return found;
    throw new ApiError(404, 'correction-unknown', `This import has no correction ${no}.`);
  }
}

/** Opens a file that was received. @throws ApiError 404 where it is kept on another machine */
export async function openStored(
  { file, sha256, host }: Pick<ImportRow, 'file' | 'sha256' | 'host'>,
  { home, host: here }: Pick<ServerPorts, 'home' | 'host'>,
): Promise<FileHandle> {
  return await open(storedPath(home, sha256)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new ApiError(
      404,
      'file-elsewhere',
      `${file} is not kept on this machine.`,
      host === here ? undefined : `It was received on ${host}: look there.`,
      { facts: { file, host } },
    );
  });
}

function binary(media: string) {
  return { content: { [media]: { schema: z.string().meta({ contentMediaType: media, contentEncoding: 'binary' }) } } };
}

function give(reply: FastifyReply, media: string, name: string, size: number): FastifyReply {
  return reply.type(media).header('content-length', size).header('content-disposition', attachment(name));
}
