import type { Explorer } from './explorer.ts';
import { NUM } from './seed.ts';
import { NOW, type State, type Step } from './world.ts';

const CANCELLATION = { at: NOW, who: 'someone', reason: 'wrong', words: { todo: 'book', done: 'booked' } };

/** A person cancels the import; what is unsent is taken back in a transaction of its own, perhaps by another process. */
export async function cancelSteps(explorer: Explorer, state: State): Promise<Step[]> {
  const { code, config } = explorer;
  if (!config.cancel) return [];
  const { isCancelled, importState, batches } = explorer.view(state.ledger);
  if (isCancelled) {
    if (importState !== 'planning' && importState !== 'posting' && importState !== 'cancelled') return [];
    const { ledger } = await explorer.verb(state.ledger, 'take back', () => code.ledger.cancelling.cancelSome(NUM));
    return [{ what: 'what is unsent is taken back', state: { ...state, ledger } }];
  }
  // What was taken back and is retried gets new numbers: to cancel that, too, would never end.
  if (importState !== 'planning' && batches.some(({ state: is }) => is === 'withdrawn')) return [];
  const { ledger, result } = await explorer.verb(state.ledger, 'cancel', () =>
    code.ledger.cancelling.cancel(NUM, CANCELLATION),
  );
  return result === undefined ? [] : [{ what: 'a person cancels the import', state: { ...state, ledger } }];
}
