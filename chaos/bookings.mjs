// What is drilled with journal entries.
import { JOBS } from './files.mjs';
import { firedCells } from './findings.mjs';
import { judge } from './judge.mjs';
import { settleDoubts } from './settle.mjs';

export const PROBE = `probe:
  marker: " #{import}-{batch}"
  path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=1"
  quiet: 3s
  looks: 2
  every: 1s`;

/** The sandbox's locked period. */
const LOCKED_BEFORE = '2020-01-01';
const OPENED = '1990-01-01';

/**
 * What a drill has to know of a kind of imports.
 * @typedef {object} Kind
 * @property {Record<string, string>} jobs YAML by name
 * @property {string} [config] YAML, more of the configuration
 * @property {(scenario: any) => string} probe YAML under the service's name
 * @property {(run: any) => Promise<void>} [work] everybody at work while everything goes wrong, and the end of that; by
 *   itself: files are brought in
 * @property {(run: any) => Promise<void>} amidst what is waited for, and done, while faults go on, once nobody waits for
 *   an import any more
 * @property {(run: any) => Promise<void>} prepare before anybody works
 * @property {(run: any, how: { points: any, tryAgain: () => Promise<boolean> }) => Promise<boolean>} settle what people do
 *   when nothing goes wrong any more; whether what was refused was tried again
 * @property {(run: any) => Promise<void>} reopen so that what was refused can be applied
 * @property {(office: any) => string[]} waiting ids of the imports that a person tries again
 * @property {(office: any) => Promise<{ requestId?: string, index: number }[]>} applied what the service applied, by the
 *   request that sent it, and its place there
 * @property {(run: any, batch: any, there: boolean) => Promise<void>} [decide] what a person does in the service, who
 *   has seen whether what is in doubt is there
 * @property {(run: any) => Promise<any>} ask the service, and bilag, for what the judge needs
 * @property {(account: any) => { verdict: any, count: number }} judge
 * @property {(run: any) => string[]} fired the cell of every fault that struck
 */

/** @type {Kind} */
export const BOOKINGS = {
  jobs: JOBS,
  probe: ({ probe }) => (probe ? PROBE : ''),
  amidst: async () => undefined,
  async prepare({ office, scenario }) {
    if (scenario.quirk !== undefined) await office.call('PUT', 'quirks', scenario.quirk.quirks);
  },
  async settle(run, { points, tryAgain }) {
    const retried = run.scenario.retry ? await tryAgain() : false;
    for (const { path, job, name } of run.office.files.filter(({ later }) => later))
      await run.crew.command(name, ['import', path, '--job', job, '--wait', '20s']);
    await settleDoubts(run, points.settle);
    return retried;
  },
  reopen: ({ office }) => office.call('PUT', 'locked-before', { date: OPENED }),
  waiting: (office) =>
    office
      .ledger(
        `select distinct i.id from import i join entry e on e.import = i.num
         where i.state in ('partly-booked', 'in-doubt') and e.state = 'rejected'`,
      )
      .map(({ id }) => id),
  applied: async (office) => (await office.call('GET', 'booked')).entries,
  ask: ({ office }) => office.call('GET', 'booked'),
  judge({ inputs, retried, said, ledger, requests, scenario }) {
    const files = retried ? inputs.map(opened) : inputs;
    const { rejection } = scenario;
    return { verdict: judge({ files, booked: said, ledger, rejection, requests, final: true }), count: said.count };
  },
  fired: firedCells,
};

/** With the period open, what was refused for its date is booked. */
function opened(file) {
  const entries = file.entries.map((entry) =>
    entry.fate === 'rejected' && entry.lines.every(({ date }) => date < LOCKED_BEFORE)
      ? { ...entry, times: entry.rows.length, fate: 'booked' }
      : entry,
  );
  return { ...file, entries };
}
