import { z } from 'zod';
import type { Health } from '../../pipeline/health.ts';
import { aliveAnswer, healthAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import type { Served } from './server-ports.ts';

/** What those who run bilag ask: is it well, what does it do, what can it be asked. */
export function operationRoutes(server: Api, { ports }: Served): void {
  server.get(
    '/health/live',
    {
      config: { role: 'anyone' },
      exposeHeadRoute: true,
      schema: { summary: 'The process answers', operationId: 'live', response: answers({ 200: aliveAnswer }) },
    },
    () => ({ ok: true }),
  );
  let asked: Promise<Health> | undefined;
  /** Anyone may ask, as often as they like: one look serves all who ask meanwhile. */
  const health = () =>
    (asked ??= ports.health().finally(() => {
      asked = undefined;
    }));
  server.get(
    '/health/ready',
    {
      config: { role: 'anyone' },
      exposeHeadRoute: true,
      schema: {
        summary: 'Files can be booked: Redis, ledger, disk',
        description: '503 where something is not well. What it is, is told to users.',
        operationId: 'ready',
        response: answers({ 200: healthAnswer, 503: healthAnswer }),
      },
    },
    async (request, reply) => {
      const { ok, checks } = await health();
      const told = checks.map(({ name, ok: well, what, remedy }) => ({
        name,
        ok: well,
        ...(request.known ? { what, ...(remedy === undefined ? {} : { remedy }) } : {}),
      }));
      return reply.code(ok ? 200 : 503).send({ ok, checks: told });
    },
  );
  server.get(
    '/metrics',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Figures, for Prometheus',
        operationId: 'metrics',
        response: answers({ 200: { content: { 'text/plain': { schema: z.string() } } } }),
      },
    },
    async (_request, reply) => {
      const { type, text } = await ports.metrics();
      return reply.type(type).send(text);
    },
  );
  server.get(
    '/api/openapi.json',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'This document',
        operationId: 'openapi',
        response: answers({ 200: z.looseObject({ openapi: z.string() }) }),
      },
    },
    () => server.swagger(),
  );
}
