import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { MIGRATIONS } from '../../src/ledger/schema/schema.ts';

/** The version before entries were told by what their cells say. */
const EARLIER = 8;

test.each([
  ['that has booked something is refused, with what to do', true],
  ['that has booked nothing is brought up to date', false],
])('a ledger of an earlier version %s', (_, booked) => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-earlier-'));
  try {
    const path = join(folder, 'ledger.db');
    const database = new Database(path);
    for (const statement of MIGRATIONS.slice(0, EARLIER).flat()) database.exec(statement);
    database.exec(`pragma user_version=${EARLIER}`);
    if (booked) database.exec("insert into claim (identity, content, import, seq, row) values (1, 'x', 1, 1, 2)");
    database.close();
    const open = () => openLedger(`sqlite:${path}`).close();
    if (booked) expect(open).toThrow(/earlier version of bilag: what it has booked can't be compared/);
    else expect(open).not.toThrow();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
