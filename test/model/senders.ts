import type { Explorer } from './explorer.ts';
import { DEAD } from './ledger-box.ts';
import { brokenByAttempt } from './promises.ts';
import { REPLIES } from './replies.ts';
import { NUM } from './seed.ts';
import {
  inOrder,
  LEASE_LEFT_MS,
  left,
  NOW,
  type Request,
  replace,
  type Sender,
  type State,
  type Step,
  TICK_MS,
} from './world.ts';

/** What a sender may do next, and what may happen to its process. */
export async function senderSteps(explorer: Explorer, state: State, at: number): Promise<Step[]> {
  const sender = state.senders[at]!;
  if (sender === null) return await begin(explorer, state, at);
  const steps: Step[] = [await die(explorer, state, at, sender)];
  if (!sender.held) steps.push(await renew(explorer, state, at, sender));
  if (sender.stage === 'begun') steps.push(...send(explorer, state, at, sender));
  if (sender.stage === 'sent') steps.push(...replies(explorer, state, at, sender));
  if (sender.stage === 'ended') steps.push(...(await settle(explorer, state, at, sender)));
  return steps;
}

const become = (state: State, at: number, sender: Sender | null): State => ({
  ...state,
  senders: replace(state.senders, at, sender),
});

const indexOf = (state: State, { attempt }: Sender) =>
  state.requests.findIndex((request) => request.attempt === attempt);

/** Nobody waits for the reply any more; the request may be under way all the same. */
function letGo(state: State, sender: Sender): readonly Request[] {
  const index = indexOf(state, sender);
  const request = state.requests[index]!;
  return replace(state.requests, index, left({ ...request, stage: request.stage === 'wire' ? 'wire' : 'over' }));
}

async function die(explorer: Explorer, state: State, at: number, sender: Sender): Promise<Step> {
  const names = [sender.as, sender.holder];
  const { ledger } = await explorer.verb(state.ledger, `die ${names.join()}`, async () => {
    for (const name of names) await explorer.box.db.run(`update holder set pid = ${DEAD} where id = ?`, name);
  });
  return { what: `${sender.as} dies`, state: { ...become(state, at, null), ledger, requests: letGo(state, sender) } };
}

/** A name that nobody has, and that nothing hangs on any more. */
function freeName(explorer: Explorer, state: State): string {
  const { tables } = explorer.view(state.ledger);
  const taken = new Set([
    ...tables['holder']!.map(({ id }) => id),
    ...tables['attempt']!.map(({ holder }) => holder),
    ...state.senders.flatMap((sender) => (sender === null ? [] : [sender.as, sender.holder])),
  ]);
  for (let number = 0; ; number++) if (!taken.has(`p${number}`)) return `p${number}`;
}

async function register({ code, config }: Explorer, name: string, at: number): Promise<void> {
  const lease_until = NOW + LEASE_LEFT_MS;
  await code.ledger.leases.register({ id: name, host: config.senders[at]!, pid: 1, started: name, lease_until });
}

/** @returns the name under which it goes on: its own, or a new one where it was given up */
async function keepLease(explorer: Explorer, { holder }: Sender, free: string, at: number): Promise<string> {
  if (await explorer.code.ledger.leases.renew(holder, NOW + LEASE_LEFT_MS)) return holder;
  await register(explorer, free, at);
  return free;
}

async function renew(explorer: Explorer, state: State, at: number, sender: Sender): Promise<Step> {
  const free = freeName(explorer, state);
  const { ledger, result: holder } = await explorer.verb(state.ledger, `renew ${sender.holder} ${free} ${at}`, () =>
    keepLease(explorer, sender, free, at),
  );
  const next = become(state, at, { ...sender, holder, held: true });
  return { what: `${sender.as} wakes up and renews its lease as ${holder}`, state: { ...next, ledger } };
}

const newAttempt = ({ config }: Explorer, { requests }: State, holder: string) => ({
  id: `a${requests.length + 1}`,
  holder,
  deadline: NOW + config.deadlineTicks * TICK_MS - 1,
  limit: config.senders.length,
});

async function begin(explorer: Explorer, state: State, at: number): Promise<Step[]> {
  const { attempts, senders } = explorer.config;
  if (state.requests.length >= attempts) return [];
  // One that nobody can tell from it does the same.
  if (state.senders.some((other, before) => before < at && other === null && senders[before] === senders[at]))
    return [];
  const name = freeName(explorer, state);
  const attempt = newAttempt(explorer, state, name);
  const isDue = explorer.view(state.ledger).batches.some(({ state: is }) => is === 'ready');
  // It stood still just before, for so long that it was given up; or it did not.
  return (
    await inOrder(isDue ? [false, true] : [true], async (lives) => {
      const { ledger, result: batch } = await explorer.verb(
        state.ledger,
        `begin ${attempt.id} ${name} ${at} ${lives}`,
        async () => {
          if (lives) await register(explorer, name, at);
          return (await explorer.code.ledger.posting.beginSending(NUM, attempt, NOW))?.batch.no;
        },
      );
      return batch === undefined
        ? []
        : [begun(explorer, `${name} begins`, { ...state, ledger }, at, attempt, batch, lives)];
    })
  ).flat();
}

function begun(
  explorer: Explorer,
  what: string,
  state: State,
  at: number,
  { id, holder }: { readonly id: string; readonly holder: string },
  batch: number,
  held: boolean,
): Step {
  const view = explorer.view(state.ledger);
  const entries = view.entriesOf.get(batch)!.map(({ content }) => content);
  const request: Request = { attempt: id, entries, stage: 'unsent', left: 'no', applied: [] };
  const sender: Sender = { attempt: id, batch, as: holder, holder, held, stage: 'begun', kind: null };
  return {
    what: `${what} ${id} (batch ${batch}: ${entries.join(' ')})`,
    state: { ...become(state, at, sender), requests: [...state.requests, request] },
    broken: brokenByAttempt(view, state, id, explorer.config.rejection),
  };
}

function send(explorer: Explorer, state: State, at: number, sender: Sender): Step[] {
  const index = indexOf(state, sender);
  const request = state.requests[index]!;
  const { kind } = explorer.code.classifyOutcome({ sent: false }, { notApplied: [429], now: NOW });
  const unsent = become(state, at, { ...sender, stage: 'ended', kind });
  const notSent: Step = {
    what: `nothing of ${sender.attempt} leaves`,
    state: { ...unsent, requests: letGo(state, sender) },
  };
  if (!explorer.code.mayLeave(sender)) return [notSent];
  const later = state.requests
    .slice(index + 1)
    .find(({ entries }) => entries.some((entry) => request.entries.includes(entry)));
  const sent = become(state, at, { ...sender, stage: 'sent' });
  const step: Step = {
    what: `${sender.as} sends ${sender.attempt}`,
    state: { ...sent, requests: replace(state.requests, index, { ...request, stage: 'wire' }) },
    broken: later && `${sender.attempt} leaves after ${later.attempt} was begun with the same entries`,
  };
  return [step, notSent];
}

function replies({ code, config }: Explorer, state: State, at: number, sender: Sender): Step[] {
  const index = indexOf(state, sender);
  const request = state.requests[index]!;
  return REPLIES.filter(({ fits }) => fits(request, config.rejection)).map(({ name, seen, ends }) => {
    const { kind } = code.classifyOutcome(seen, { notApplied: [429], now: NOW });
    const stage = ends === true ? 'over' : request.stage;
    return {
      what: `${sender.as} meets ${name} to ${sender.attempt}`,
      state: {
        ...become(state, at, { ...sender, stage: 'ended', kind }),
        requests: replace(state.requests, index, left({ ...request, stage })),
      },
    };
  });
}

async function settle(explorer: Explorer, state: State, at: number, sender: Sender): Promise<Step[]> {
  const { code, config } = explorer;
  const mayGoOn = state.requests.length < config.attempts;
  const free = freeName(explorer, state);
  return (
    await inOrder([false, ...(mayGoOn ? [true] : [])], async (goesOn) => {
      const next = (holder: string) => newAttempt(explorer, state, holder);
      const ports = explorer.ports(state);
      const { attempt: id, holder, held, kind } = sender;
      const { ledger, result } = await explorer.verb(
        state.ledger,
        `settle ${id} ${kind} ${holder} ${held} ${free} ${at} ${goesOn}`,
        async () => {
          const outcome = { kind: kind!, message: '', evidence: {} };
          const batch = (await code.ledger.posting.batch(NUM, sender.batch))!;
          const settlement = await code.settlementOf(batch, outcome, config.rejection, ports);
          const name = goesOn && !held ? await keepLease(explorer, sender, free, at) : holder;
          const settled = await code.ledger.posting.settle(
            id,
            outcome,
            settlement,
            NOW,
            goesOn ? next(name) : undefined,
          );
          if (!settled.recorded) await code.lateOutcome(batch, id, outcome, settlement, ports);
          if (!goesOn) for (const each of [sender.as, holder]) await code.ledger.leases.remove(each);
          const [contradiction] = await code.ledger.doubts.contradictions(NUM);
          return { name, batch: settled.next?.batch.no, contradiction };
        },
      );
      if (goesOn && result.batch === undefined) return [];
      const what = `${sender.as} settles ${id} (${kind})`;
      const { contradiction } = result;
      const step: Step =
        result.batch === undefined
          ? { what, state: { ...become(state, at, null), ledger } }
          : begun(explorer, `${what} and begins`, { ...state, ledger }, at, next(result.name), result.batch, true);
      const against =
        contradiction &&
        `"${contradiction.became}", which is true, counts as contradicted by the outcome ${contradiction.outcome}`;
      return [{ ...step, broken: step.broken ?? against }];
    })
  ).flat();
}
