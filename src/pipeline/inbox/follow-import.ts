import type { BigIntStats } from 'node:fs';
import type { ChangedArrival } from '../../ledger/arrivals.ts';
import { seen } from '../../source/inbox/list-folder.ts';
import { aboutImport } from '../about.ts';
import { besidePath, receiptText, removeBeside, writeFindings, writeReceipt } from './beside.ts';
import type { Held } from './holding.ts';
import type { Inbox } from './inbox.ts';
import { type Destination, putAway } from './put-away.ts';
import { quoteName } from './words.ts';

/**
 * Has a file go where its import is: `done/` when that is completed, else `failed/`; what goes beside it is written
 * first. Where it lies there already that is renewed.
 * @returns `gone` where the file is not in `processing/` any more
 */
export async function followImport(
  held: Held,
  { now: stamp }: ChangedArrival,
  inbox: Inbox,
): Promise<'there' | 'gone'> {
  const { ports } = inbox;
  const { id, name, place, shown } = held.row;
  const row = ports.ledger.imports.byNum(held.row.import!);
  const subfolder = row.state === 'completed' ? 'done' : 'failed';
  const state = subfolder === 'done' ? 'done' : 'taken';
  const from = held.at(place!);
  const stats = await seen(from);
  if (stats === undefined) return place!.startsWith('processing/') ? 'gone' : renewWithoutFile(held, stamp, inbox);
  if (place!.startsWith('processing/') && isOther(held, stats)) {
    held.change({ state: 'claimed', import: null });
    ports.say(
      `${quoteName(name)} was still written to when it had been taken in, as import ${row.id}: it is taken in once more. Compare the two with bilag show.`,
      aboutImport(row),
    );
    return 'there';
  }
  if (held.row.state === 'done' && isOther(held, stats)) {
    // Somebody took the file away, and another has its name now.
    held.settle({ state: 'ended', stamp });
    return 'there';
  }
  if (place!.startsWith(`${subfolder}/`)) {
    await writeReceipt(from, row, ports);
    held.settle({ stamp, state, shown: await writeFindings(from, row, shown, ports) });
    return 'there';
  }
  const to: Destination = {
    subfolder,
    ids: [row.id, id],
    first: { kind: 'receipt', text: receiptText(row, ports) },
    others: async (path) => ({ stamp, state, shown: await writeFindings(path, row, null, ports) }),
  };
  return (await putAway(held, to, inbox)) ? 'there' : 'gone';
}

function isOther({ row }: Held, { size, mtimeNs }: BigIntStats): boolean {
  return BigInt(row.bytes) !== size || row.modified !== String(mtimeNs);
}

/** A person took the file away; what lies beside its place is kept true as long as there is something to mend. */
async function renewWithoutFile(held: Held, stamp: string, { ports }: Inbox): Promise<'there'> {
  const { import: num, place, shown } = held.row;
  const row = ports.ledger.imports.byNum(num!);
  const path = held.at(place!);
  const isMended = row.state === 'completed' && place!.startsWith('failed/');
  if (isMended) await removeBeside(path);
  if (isMended || (await seen(besidePath(path, 'receipt'))) === undefined) held.change({ state: 'ended', stamp });
  else {
    await writeReceipt(path, row, ports);
    held.change({ stamp, shown: await writeFindings(path, row, shown, ports) });
  }
  return 'there';
}
