import { group, text } from '../../domain/schema-parts.ts';
import { ApiError } from './api-error.ts';
import { servicesAnswer, triedAnswer } from './api-operation.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import type { Served } from './server-ports.ts';
import { serviceBody } from './service-body.ts';

const byName = group({ name: text('the name of a service', 'main') }, '/api/services/main');

/** The accounting services, as far as anybody here knows how they are. */
export function serviceRoutes(server: Api, { ports }: Served): void {
  const { works } = ports;
  server.get(
    '/api/services',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The services: how they are, and why posting to one rests',
        operationId: 'listServices',
        response: answers({ 200: servicesAnswer }),
      },
    },
    async () => {
      const queues = await works.queues();
      return {
        process: `${ports.host}, process ${process.pid}`,
        services: works.services.map((service) => serviceBody(service, queues, ports)),
      };
    },
  );
  server.post(
    '/api/services/:name/try',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Try posting to a service again now',
        description:
          'Ends the rest of a service that refused us or failed too often; one that asked us to wait is not asked before.',
        operationId: 'tryService',
        params: byName,
        response: answers({ 202: triedAnswer }),
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      if (!works.services.some((service) => service.name === name)) {
        const known = works.services.map((service) => service.name).join(', ');
        throw new ApiError(
          404,
          'service-unknown',
          `There is no service ${JSON.stringify(name)}.`,
          `Configured: ${known}.`,
        );
      }
      if (!(await works.hasten(name))) {
        throw new ApiError(
          409,
          'not-resting',
          `Posting to ${name} does not rest, or ${name} itself asked us to wait.`,
          'Look at it again.',
        );
      }
      ports.say(`Posting to the service ${name} is tried again: ${request.who} asked for it.`, { service: name });
      return reply.code(202).send({ name, tried: true });
    },
  );
}
