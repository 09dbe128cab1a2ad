import { rmSync } from 'node:fs';
import { measure } from './measure.mjs';
import { ACCOUNTS, path, withService } from './parts.mjs';
import { openHome } from './program.mjs';
import { writeCsv } from './write-csv.mjs';

const ROWS = 50;
/** So often each command is measured; the one in the middle counts. */
const TIMES = 9;

/** What a command costs that has little to do: most of it is to start. */
export async function commandsPart({ program, say }) {
  say('commands that have little to do');
  const runs = { node: [], list: [], show: [], import: [] };
  await withService(async (service) => {
    const home = openHome(program, service, 'home-commands');
    for (let i = 0; i < TIMES; i++) {
      const file = path('small.csv');
      const control = await writeCsv(file, {
        rows: ROWS,
        accounts: ACCOUNTS,
        seed: i + 1,
        firstEntry: 10_001 + i * ROWS,
      });
      const run = await home.import(file, control);
      rmSync(file);
      runs.import.push(run);
      runs.list.push(await home.look('list'));
      runs.show.push(await home.look('show', run.receipt.import));
      runs.node.push(await measure(process.execPath, ['--eval', '0']));
    }
    home.remove();
  });
  const inShort = ([name, each]) => {
    const { own, peak, seconds } = each.toSorted((a, b) => a.own - b.own)[TIMES >> 1];
    return [name, { cpuSeconds: own, peakMb: peak, wallSeconds: seconds }];
  };
  return { commands: { rows: ROWS, ...Object.fromEntries(Object.entries(runs).map(inShort)) } };
}
