import type { User } from '../../config/users-section.ts';
import { sessionAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import type { Served } from './server-ports.ts';

/** Who is signed in. */
export function sessionRoutes(server: Api, _served: Served, users: readonly User[]): void {
  server.get(
    '/api/session',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Who asks, and what they may do',
        operationId: 'getSession',
        response: answers({ 200: sessionAnswer }),
      },
    },
    (request) => {
      const user = users.find(({ name }) => name === request.who);
      return { name: request.who, role: user?.role ?? 'administrator', signIn: users.length > 0 };
    },
  );
}
