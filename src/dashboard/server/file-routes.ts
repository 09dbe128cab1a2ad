import multipart from '@fastify/multipart';
import type { Api } from './build-server.ts';
import { draftUploadRoute } from './draft-upload-route.ts';
import type { Drafts } from './drafts.ts';
import { createGate } from './gate.ts';
import { retryRoute } from './retry-route.ts';
import type { Served } from './server-ports.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { uploadRoute } from './upload-route.ts';

/** Parts of a form, the file included. */
const PARTS_MAX = 4;
/** Headers of one part. */
const PART_HEADERS_MAX = 16;
/** Bytes of a field that is no file. */
const FIELD_BYTES = 1_024;

/** What the routes that take a file share. */
export interface FileRoutes extends Served {
  readonly server: Api;
  readonly files: TemporaryFiles;
  /** Lets only so many files be received at once. */
  gate<T>(work: () => Promise<T>): Promise<T>;
}

/** The routes that take a file: their bodies are streams of any media type, which nothing reads before they do. */
export async function fileRoutes(server: Api, served: Served, files: TemporaryFiles, drafts: Drafts): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(multipart, {
    limits: {
      parts: PARTS_MAX,
      fields: PARTS_MAX,
      fieldSize: FIELD_BYTES,
      headerPairs: PART_HEADERS_MAX,
    },
  });
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const routes = { ...served, server, files, gate: createGate(served.limits.uploads, 'uploads') };
  uploadRoute(routes);
  retryRoute(routes);
  draftUploadRoute(routes, drafts);
}
