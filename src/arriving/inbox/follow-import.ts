import { seen } from '../../core/disk.ts';
import { importFields } from '../../core/log.ts';
import { quoteName } from '../../core/text.ts';
import { isAsTaken, recordOf } from '../../importing/compare-received.ts';
import type { ChangedArrival } from '../../ledger/arrivals.ts';
import type { Inbox } from './inbox.ts';
import type { Held } from './lease.ts';
import { type Destination, putAway, returnToInbox } from './put-away.ts';
import { receiptText, removeSidecar, sidecarPath, writeFindings, writeReceipt } from './sidecar.ts';

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
  const { id, place, shown } = held.row;
  const row = await ports.ledger.imports.byNum(held.row.import!);
  const subfolder = row.state === 'completed' ? 'done' : 'failed';
  const state = subfolder === 'done' ? 'done' : 'taken';
  const from = held.at(place!);
  const stats = await seen(from);
  if (stats === undefined) return place!.startsWith('processing/') ? 'gone' : renewWithoutFile(held, stamp, inbox);
  if (place!.startsWith('processing/') || held.row.state === 'done' || subfolder === 'done') {
    const isSame = await isAsTaken(from, stats, held.row);
    const isReplaced = held.row.ino !== String(stats.ino) || (held.row.put_at === null && !isSame);
    if (held.row.state === 'done' && isReplaced) {
      // Somebody took the file away, and another has its name now.
      await held.settle({ state: 'ended', stamp, put_at: null });
      return 'there';
    }
    if (!isSame) return offerAgain(held, inbox);
    if (held.row.changed !== String(stats.ctimeNs)) await held.change(recordOf(stats));
  }
  if (place!.startsWith(`${subfolder}/`)) {
    await writeReceipt(from, row, ports);
    const put_at = state === 'done' && held.row.state !== 'done' ? ports.now() : held.row.put_at;
    await held.settle({ stamp, state, put_at, shown: await writeFindings(from, row, shown, ports) });
    return 'there';
  }
  const to: Destination = {
    subfolder,
    ids: [row.id, id],
    first: { kind: 'receipt', text: await receiptText(row, ports) },
    others: async (path) => ({ stamp, state, shown: await writeFindings(path, row, null, ports) }),
  };
  return (await putAway(held, to, inbox)) ? 'there' : 'gone';
}

/**
 * What lies in `done/` is what was booked. A file that was changed since it was received is in `processing/`, or goes back
 * there, and is received again when it is complete: what is booked of it already is a duplicate there.
 */
export async function offerAgain(held: Held, { ports }: Inbox): Promise<'there'> {
  const { name, place } = held.row;
  const row = await ports.ledger.imports.byNum(held.row.import!);
  if (!place!.startsWith('processing/')) await returnToInbox(held);
  await ports.ledger.imports.record(row.num, ports.now(), ports.who, 'file-changed', { file: name });
  await held.change({ state: 'claimed', import: null, sha256: null, stamp: null, shown: null, put_at: null });
  ports.log(
    'file-changed',
    `${quoteName(name)} was still written to when it had been received, as import ${row.id}: it is received once more. What is booked of it already is not booked twice. Compare the two with bilag show.`,
    { ...importFields(row), file: name },
  );
  return 'there';
}

/** A person took the file away; what lies beside its place is kept true as long as there is something to correct. */
async function renewWithoutFile(held: Held, stamp: string, { ports }: Inbox): Promise<'there'> {
  const { import: num, place, shown } = held.row;
  const row = await ports.ledger.imports.byNum(num!);
  const path = held.at(place!);
  const isCorrected = row.state === 'completed' && place!.startsWith('failed/');
  if (isCorrected) await removeSidecar(path);
  if (isCorrected || (await seen(sidecarPath(path, 'receipt'))) === undefined)
    await held.change({ state: 'ended', stamp });
  else {
    await writeReceipt(path, row, ports);
    await held.change({ stamp, shown: await writeFindings(path, row, shown, ports) });
  }
  return 'there';
}
