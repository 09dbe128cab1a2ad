import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths of the screens (web/screens/screens.ts): each is answered with the one page, which shows what the path says. */
export const PAGES = ['/', '/new', '/imports/:id', '/imports/:id/failed', '/doubt', '/jobs'];

/** A page may load what this server has, and nothing else; nothing that stands in it as text is run. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** A file whose name has its content's hash never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the pages. They hold nothing of anybody's, so that anyone may have them: what they show they ask the interface for.
 * @param folder as the build made it: index.html, and assets/ with hashes in the names
 * @param page of that folder
 */
export async function pageRoutes(server: FastifyInstance, folder: string, page: Buffer): Promise<void> {
  const schema = { hide: true };
  const config = { role: 'anyone' } as const;
  // biome-ignore lint/nursery/noMisusedPromises: Fastify waits for it
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = schema;
      route.config = { ...route.config, ...config };
    });
    await scope.register(fastifyStatic, {
      root: `${folder}/assets`,
      prefix: '/assets/',
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
    });
  });
  server.get('/imports', { schema, config }, (_request, reply) => reply.redirect('/'));
  for (const path of PAGES) server.get(path, { schema, config }, (_request, reply) => sendPage(reply, page));
}

export async function readPage(folder: string): Promise<Buffer> {
  return readFile(join(folder, 'index.html'));
}

/** The one page; it shows what the address says, or that there is nothing. */
export function sendPage(reply: FastifyReply, page: Buffer): FastifyReply {
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);
}

/** Addresses that programs ask: what is wrong there is JSON, whoever asks. */
const OF_PROGRAMS = /^\/(?:api|assets|health|metrics|queues)(?:\/|$)/;

/** Whether a person opened an address in a browser. */
export function wantsPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = url.split('?')[0]!;
  return method === 'GET' && !OF_PROGRAMS.test(path) && (headers.accept ?? '').includes('text/html');
}
