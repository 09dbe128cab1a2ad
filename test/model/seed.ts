import { plainTotals } from '../../src/core/batch-body.ts';
import { batchMarker } from '../../src/core/marker.ts';
import type { FrozenBatch } from '../../src/core/states.ts';
import { addTotals, BodyWriter, freezeBatch } from '../../src/kinds/bookings/body.ts';
import { takeClaims } from '../../src/ledger/claims.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { insertBatch } from '../../src/ledger/planned-rows.ts';
import type { BookedBatch } from '../../src/ledger/probe-log.ts';
import type { Sql } from '../../src/ledger/sqlite-database.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import type { Group } from '../../src/reading/row-context.ts';
import { group } from '../reading/reading-rows.ts';

/** The import of the model; the only one. */
export const NUM = 1;
/** What tells its entries from all others in the service's books. */
export const MARKER = ' #{import}-{batch}';
const ID = 'import';
/** The entry of another import that was booked after whatever is in doubt, and is seen: absences are proved by it. */
export const CONTROL = 'control';

const sound = (seq: number): Group =>
  group(
    `e${seq}`,
    [
      { row: 2 * seq, units: 100 * seq, description: `e${seq}` },
      { row: 2 * seq + 1, units: -100 * seq, number: '3000', description: `e${seq}` },
    ],
    seq,
  );

export function bookedLater(): BookedBatch {
  const lines = [
    { row: 1, units: 100, description: CONTROL },
    { row: 2, units: -100, number: '3000', description: CONTROL },
  ];
  const sounds = [{ group: group(CONTROL, lines, 1), identity: 1, content: CONTROL }];
  const { entries, body } = freezeBatch(1, sounds, new BodyWriter(2), batchMarker(MARKER, CONTROL, 1));
  return { importId: CONTROL, entries, body: body.toString() };
}

/** Plans an import of these batches as the planner would; an entry goes by its claim: `e1`, `e2`, … */
export async function seed(
  ledger: Ledger,
  db: Sql,
  batches: readonly number[],
  concurrency: number,
): Promise<FrozenBatch[]> {
  const row = await ledger.imports.create({
    id: ID,
    job: 'job',
    service: 'main',
    company: 'company',
    file: 'a.csv',
    sha256: 'sha',
    kind: 'bookings',
    bytes: 1,
    book: 1,
    host: 'here',
    created_at: 0,
    created_by: 'someone',
  });
  const groups: Group[] = [];
  const frozen = batches.map((entries, at) => {
    const mine = Array.from({ length: entries }, () => {
      groups.push(sound(groups.length + 1));
      return groups.at(-1)!;
    });
    const sounds = mine.map((one) => ({ group: one, identity: one.seq, content: `e${one.seq}` }));
    return freezeBatch(at + 1, sounds, new BodyWriter(2), batchMarker(MARKER, ID, at + 1));
  });
  const sums: Parameters<typeof addTotals>[0] = new Map();
  for (const { lines } of groups) addTotals(sums, lines);
  for (const batch of frozen) await insertBatch(db, row.num, batch, null, 0);
  await takeClaims(db, row.num, 0);
  const facts: PlanFacts = {
    kind: 'csv',
    headerLine: 1,
    headers: [],
    scale: 2,
    order: 'near',
    accounts: { 11920: ['1920', 'Bank'], 13000: ['3000', 'Sales'] },
    vatTypes: {},
    nextSeq: groups.length + 1,
    concurrency,
  };
  await ledger.imports.update(row.num, {
    state: 'posting',
    facts: JSON.stringify(facts),
    rows_read: 2 * groups.length,
    file_totals: JSON.stringify(plainTotals(sums)),
  });
  return frozen;
}
