import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, answerErrors, apiError, ERROR_PAGE_POLICY, errorPage, SECURITY_HEADERS } from './errors.ts';
import type { ServerPorts } from './ports.ts';

const PREFIX = '/queues';
/** The board's own pages: a package that lies beside bilag. */
const UI = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
/** Redis may go away while it is asked: after this time, in milliseconds, the answer is that it is away. */
const ANSWER_MS = 3_000;

/** The way back, which the board would hide in a menu: in the middle of its top, on a telephone at the foot. */
const BACK_STYLE = `#back{position:fixed;z-index:999;top:.8rem;left:50%;transform:translateX(-50%);padding:.5rem 1rem;
border-radius:6px;background:#0b6b58;color:#fff;font:500 14px/1.2 system-ui,sans-serif;text-decoration:none}
#back:focus-visible{outline:2px solid #fff;outline-offset:-4px}@media(max-width:48rem){#back{top:auto;bottom:1rem}}`;
/** The board itself speaks what the browser asks for. */
function back(language = ''): string {
  const words = /^(nb|nn|no)\b/i.test(language) ? 'Tilbake til bilag' : 'Back to bilag';
  return `<link href="${PREFIX}/back.css" rel="stylesheet"><a id="back" href="/jobs">← ${words}</a>`;
}

/** The board has what this server has, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The style that an icon of this version brings along.
  "style-src 'self' 'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** What its page would load from another site, and style that stands in its text: browsers would refuse both. */
const REFUSED = [/<link href="https:[^>]*>/g, /<style>[\s\S]*?<\/style>/g, / style="[^"]*"/g];

const AWAY = new ApiError(
  503,
  'redis-away',
  'Redis is away, and the queues with it.',
  'Nothing is lost: the ledger knows what is due, and bilag goes on when Redis is back.',
);

/**
 * The queues as bull-board shows them, at `/queues`, for administrators (design, section 3). Nothing can be changed there, twice
 * over: the board is read-only, and of its routes only those that read are registered.
 */
export async function queueRoutes(
  server: FastifyInstance,
  { queues, log }: Pick<ServerPorts, 'log'> & Required<Pick<ServerPorts, 'queues'>>,
): Promise<void> {
  const adapter = new FastifyAdapter().setBasePath(PREFIX);
  const setApiRoutes = adapter.setApiRoutes.bind(adapter);
  adapter.setApiRoutes = (routes) =>
    setApiRoutes(routes.filter(({ method }) => [method].flat().every((each) => each === 'get')));
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: {
      uiBasePath: UI,
      uiConfig: { boardTitle: 'bilag', hideDocsLink: true },
    },
  });
  const shown = new Map<string, BullMQAdapter>();
  const answer = answerErrors({ log });
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const told = (error as { code?: string }).code === 'FST_ERR_HANDLER_TIMEOUT' ? AWAY : error;
    const known = apiError(told);
    if (known === undefined || !request.headers.accept?.includes('text/html')) return answer(told, request, reply);
    return reply
      .code(known.status)
      .headers({ ...SECURITY_HEADERS, 'content-security-policy': ERROR_PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(errorPage(known));
  };

  await server.register(
    // biome-ignore lint/nursery/noMisusedPromises: Fastify waits for it
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, role: 'administrator' };
        route.schema = { ...route.schema, hide: true };
        route.handlerTimeout = ANSWER_MS;
        // In place of the board's own, which tells whoever asks what went wrong inside.
        route.errorHandler = refuse;
      });
      scope.addHook('preHandler', async () => {
        const there = await queues();
        if (there === undefined) throw AWAY;
        for (const queue of there) {
          if (shown.has(queue.name)) continue;
          shown.set(queue.name, new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false }));
        }
        board.replaceQueues(there.map(({ name }) => shown.get(name)!));
      });
      scope.addHook('onSend', async (request, reply, payload) => {
        const isPage = String(reply.getHeader('content-type')).startsWith('text/html') && reply.statusCode < 400;
        if (!isPage || typeof payload !== 'string') return payload;
        reply.header('content-security-policy', POLICY);
        return REFUSED.reduce((page, each) => page.replaceAll(each, ''), payload).replace(
          /<body[^>]*>/,
          (body) => body + back(request.headers['accept-language']),
        );
      });
      scope.get('/back.css', (_request, reply) => reply.type('text/css').send(BACK_STYLE));
      adapter.registerPlugin()(scope, { prefix: PREFIX }, () => undefined);
    },
    { prefix: PREFIX },
  );
}
