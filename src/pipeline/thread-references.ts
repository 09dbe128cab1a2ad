import type { MessagePort } from 'node:worker_threads';
import type { Question, ThreadAnswer } from './plan-messages.ts';
import type { References } from './plan-ports.ts';

/** In the planner's thread: what the service says, asked of the main thread, so that one cache and one client serve everything. */
export function threadReferences(port: MessagePort): References {
  let asked = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  port.on('message', ({ id, answer }: ThreadAnswer) => {
    waiting.get(id)!(answer);
    waiting.delete(id);
  });
  function ask<T>(question: Question): Promise<T> {
    const id = ++asked;
    port.postMessage({ id, ask: question });
    return new Promise((resolve) => waiting.set(id, resolve as (answer: unknown) => void));
  }
  return {
    accounts: (numbers) => ask({ accounts: numbers }),
    vatTypes: () => ask({ vatTypes: true }),
    contacts: (skip, top) => ask({ contacts: { skip, top } }),
    model: (name) => ask({ model: name }),
    fieldTypes: () => ask({ fieldTypes: true }),
    shownFields: (model) => ask({ shownFields: model }),
  };
}
