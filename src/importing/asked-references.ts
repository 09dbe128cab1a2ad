import type { References } from '../reading/plan-ports.ts';
import type { TaskTools } from '../threads/thread-messages.ts';

/** In a thread: what the service says, asked of the main thread, so that one cache and one client serve everything. */
export function askedReferences({ ask }: Pick<TaskTools, 'ask'>): References {
  return {
    accounts: (numbers) => ask({ accounts: numbers }),
    vatTypes: () => ask({ vatTypes: true }),
    contacts: (skip, top) => ask({ contacts: { skip, top } }),
    model: (name) => ask({ model: name }),
    fieldTypes: () => ask({ fieldTypes: true }),
    shownFields: (model) => ask({ shownFields: model }),
  };
}
