import { UsageError } from '../../src/core/issue.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import type { Explorer } from './explorer.ts';
import { NUM } from './seed.ts';
import { inOrder, LEASE_LEFT_MS, NOW, type Request, replace, type State, type Step, timesApplied } from './world.ts';

/** The service: a request that is on its way is applied, wholly or in part. */
export function serviceSteps({ config }: Explorer, state: State): Step[] {
  return state.requests.flatMap((request, at) => {
    if (request.stage !== 'wire') return [];
    const { entries } = request;
    const parts = config.rejection === 'unknown' && entries.length > 1 ? entries.map((entry) => [entry]) : [];
    return [entries, ...parts].map((applied) => {
      const next = {
        ...state,
        requests: replace(state.requests, at, { ...request, stage: 'over', left: 'quiet', applied } as const),
      };
      const twice = applied.find((entry) => timesApplied(next, entry) > 1);
      return {
        what: `the service applies ${request.attempt} (${applied.join(' ')})`,
        state: next,
        broken: twice && `${twice} is booked twice`,
      };
    });
  });
}

/** Time passes: those who are awake keep their leases. */
export async function timeSteps(explorer: Explorer, state: State): Promise<Step[]> {
  const here = state.senders.flatMap((sender, at) => (sender === null ? [] : [at]));
  const ledger = await explorer.older(state.ledger);
  const masks = Array.from({ length: 2 ** here.length }, (_, mask) => mask);
  return inOrder(masks, (mask) =>
    pass(explorer, { ...state, ledger }, new Set(here.filter((_at, bit) => (mask >> bit) % 2 === 1))),
  );
}

async function pass(explorer: Explorer, state: State, awake: ReadonlySet<number>): Promise<Step> {
  let { ledger } = state;
  const senders = await inOrder(state.senders, async (sender, at) => {
    if (sender === null || !awake.has(at)) return sender && { ...sender, held: false };
    // Held all along, so that nobody can have struck it out.
    if (sender.held)
      ledger = (await explorer.verb(ledger, `keep ${sender.holder}`, () => keep(explorer, sender.holder))).ledger;
    return sender;
  });
  const requests = state.requests.map((request): Request => {
    if (request.left !== 'gone') return request;
    return { ...request, left: 'quiet', stage: explorer.config.lateness === 'ever' ? 'wire' : 'over' };
  });
  const names = [...awake].map((at) => state.senders[at]!.as).join(' and ');
  return { what: `time passes; ${names || 'nobody'} is awake`, state: { ...state, ledger, senders, requests } };
}

const keep = ({ code }: Explorer, holder: string) => code.ledger.leases.renew(holder, NOW + LEASE_LEFT_MS);

/** The ledger, but the last step of closing an import is not taken: whoever wanted to died, or was slower. */
export function unclosed(ledger: Ledger, seen: (closing: State['closing']) => void): Ledger {
  const rest: Ledger['imports']['rest'] = async (_num, from, to) => {
    seen({ from, to });
    return false;
  };
  return { ...ledger, imports: { ...ledger.imports, rest } };
}

export const living = (state: State) =>
  state.senders.map((sender) => (sender === null ? '' : `${sender.as} ${sender.holder}`)).join();

/** The orphan check, and the process that closes an import whose last batch has an outcome. */
export async function checkSteps(explorer: Explorer, state: State): Promise<Step[]> {
  const { code } = explorer;
  const steps: Step[] = [];
  const { batches } = explorer.view(state.ledger);
  const sending = batches.some(({ state: is }) => is === 'sending');
  const pending = sending || batches.some(({ state: is }) => is === 'ready');
  if (sending || explorer.view(state.ledger).tables['holder']!.length > 0) {
    const { ledger } = await explorer.verb(state.ledger, 'orphans', () =>
      code.settleOrphans({ ...explorer.ports(state), ledger: unclosed(code.ledger, () => undefined) }),
    );
    steps.push({ what: 'orphan check', state: { ...state, ledger } });
  }
  const { closing } = state;
  if (closing === null && pending) return steps;
  if (!explorer.config.gap) {
    const { ledger } = await explorer.verb(state.ledger, 'close', () => code.finishIfDone(NUM, explorer.ports(state)));
    return [...steps, { what: 'the import is closed', state: { ...state, ledger } }];
  }
  if (closing === null) {
    const close = await explorer.verb(state.ledger, 'close', async () => {
      let found: State['closing'] = null;
      await code.finishIfDone(NUM, {
        ...explorer.ports(state),
        ledger: unclosed(code.ledger, (seen) => (found = seen)),
      });
      return found as State['closing'];
    });
    steps.push({
      what: 'a process looks whether all is done',
      state: { ...state, ledger: close.ledger, closing: close.result },
    });
  } else {
    const moved = await explorer.verb(state.ledger, `closed ${closing.from} ${closing.to}`, () =>
      code.ledger.imports.rest(NUM, closing.from, closing.to, {}),
    );
    steps.push({
      what: `it says that the import is ${closing.to}`,
      state: { ...state, ledger: moved.ledger, closing: null },
    });
  }
  return steps;
}

/** People look into the service, and say what they see there of each batch in doubt: all, nothing, or which of its entries. */
export async function personSteps(explorer: Explorer, state: State): Promise<Step[]> {
  if (explorer.config.decider !== 'person') return [];
  const view = explorer.view(state.ledger);
  return (
    await inOrder(
      view.batches.filter(({ state: is }) => is === 'in-doubt'),
      async ({ no }) => {
        const entries = view.entriesOf.get(no)!.map(({ content }) => content);
        const there = entries.filter((entry) => timesApplied(state, entry) > 0);
        const saying = await decide(explorer, state, no, there.length > 0 ? 'booked' : 'not-booked', there);
        if (saying === undefined) return [];
        const what = there.length === 0 ? 'nothing' : there.join(' ');
        return [{ what: `a person finds ${what} of batch ${no}, and says so`, state: { ...state, ledger: saying } }];
      },
    )
  ).flat();
}

/** @returns the ledger afterwards; undefined where the person must wait, or is told to */
async function decide(
  explorer: Explorer,
  state: State,
  no: number,
  became: 'booked' | 'not-booked',
  there: readonly string[],
): Promise<number | undefined> {
  const { code, config } = explorer;
  const about = explorer.view(state.ledger).batches.find((batch) => batch.no === no)!.attempt;
  const isQuiet = state.requests.find(({ attempt }) => attempt === about)!.left !== 'gone';
  if (became === 'not-booked' && !isQuiet && config.hasty !== true) return undefined;
  const { ledger, result } = await explorer.verb(
    state.ledger,
    `person ${no} ${there.join()} ${living(state)}`,
    async () => {
      const ports = { ...explorer.ports(state), ledger: unclosed(code.ledger, () => undefined) };
      const { posting, imports } = code.ledger;
      const batch = (await posting.batch(NUM, no))!;
      const senderGone = !state.senders.some((sender) => sender?.attempt === batch.attempt);
      const entries = became === 'booked' && there.length < batch.entries ? there : undefined;
      try {
        await code.resolveDoubt(await imports.byNum(NUM), no, became, 'seen', ports, { senderGone, entries });
        return true;
      } catch (error) {
        if (error instanceof UsageError) return false;
        throw error;
      }
    },
  );
  return result ? ledger : undefined;
}
