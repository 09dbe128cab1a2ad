import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { exchange } from '../../src/service/exchange.ts';

/** undici documents that a request may be started several times; no server can be made to provoke it, so it is played. */
function restarting(errors: unknown[]): Dispatcher {
  const dispatch = (_options: unknown, handler: Dispatcher.DispatchHandler) => {
    const controller = { abort() {} } as unknown as Dispatcher.DispatchController;
    for (let start = 0; start < 2; start++) {
      try {
        handler.onRequestStart?.(controller, {});
      } catch (error) {
        errors.push(error);
        handler.onResponseError?.(controller, error as Error);
      }
    }
    return true;
  };
  return { dispatch } as unknown as Dispatcher;
}

test('a request that undici starts a second time is stopped before its first byte, and is in doubt', async () => {
  const errors: unknown[] = [];
  let asked = 0;
  const beforeSend = () => {
    asked += 1;
    return true;
  };
  const limits = { replyTimeoutMs: 1_000, replyBytes: 1_000 };
  const request = { method: 'POST', path: '/', headers: {}, body: '[]', beforeSend, ...limits } as const;
  const seen = await exchange(restarting(errors), request);
  expect(seen).toMatchObject({ sent: true, reply: undefined, error: 'not sent again' });
  expect(errors).toHaveLength(1);
  expect(asked).toBe(1);
});
