import type { ServicePort } from '../../src/kinds/ports.ts';
import type { GetReply } from '../../src/service/reply.ts';
import type { Explorer } from './explorer.ts';
import { living, unclosed } from './others.ts';
import { CONTROL, MARKER } from './seed.ts';
import { type Config, QUIET_MS, type State, type Step, TICK_MS, timesApplied } from './world.ts';

const PATH = "/lines?filter=Description eq '{description}'";

/** The service, as the probe asks it: it answers by what is booked at that moment. */
export function probedService(
  booked: (entry: string) => boolean,
  { rejection }: Pick<Config, 'rejection'>,
  { quietMs, everyMs } = { quietMs: QUIET_MS, everyMs: TICK_MS },
) {
  const get = (path: string): Promise<GetReply> => {
    const description = /'(.*)'/.exec(decodeURIComponent(path))![1]!;
    const entry = description.split(' ')[0]!;
    const lines = [11920, 13000].map((AccountID) => ({
      AccountID,
      Description: description,
      FinancialDate: '2026-01-05',
      JournalEntryID: 1,
    }));
    return Promise.resolve({ ok: true, body: entry === CONTROL || booked(entry) ? lines : [] });
  };
  return {
    name: 'main',
    company: async () => 'company',
    rejection,
    marker: MARKER,
    timeoutMs: 1,
    probe: { path: PATH, quietMs, looks: 2, everyMs, spanMs: everyMs, pauseMs: 0 },
    client: { get },
  } as unknown as ServicePort;
}

/** The probe looks, where it is time for a look, and decides what its looks settle. */
export async function probeSteps(explorer: Explorer, state: State): Promise<Step[]> {
  const { code, config } = explorer;
  if (config.decider !== 'probe') return [];
  const view = explorer.view(state.ledger);
  if (!view.batches.some(({ state: is }) => is === 'in-doubt')) return [];
  const booked = [...view.places.keys()].filter((entry) => timesApplied(state, entry) > 0);
  const { ledger } = await explorer.verb(state.ledger, `probe ${booked.join()} ${living(state)}`, () =>
    code.probeDoubts(
      {
        ...explorer.ports(state),
        ledger: unclosed(code.ledger, () => undefined),
        service: () => probedService((entry) => booked.includes(entry), config),
      },
      new AbortController().signal,
    ),
  );
  return [{ what: `the probe looks; ${booked.join(' ') || 'nothing'} is booked`, state: { ...state, ledger } }];
}
