import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { PART_READY, PART_UNDER_WAY } from '../../src/ledger/posting.ts';
import { SCHEMA_VERSION } from '../../src/ledger/schema/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilag-schema-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const open = (path: string) => openLedger(`sqlite:${path}`).close();
const versionOf = (database: Database.Database) =>
  (database.prepare('pragma user_version').get() as { user_version: number }).user_version;

test('a new ledger has the schema of this version, and is opened again', () => {
  const path = join(folder, 'new.db');
  open(path);
  open(path);
  const database = new Database(path);
  expect(versionOf(database)).toBe(SCHEMA_VERSION);
  database.close();
});

test.each([SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])(
  'a ledger of schema %i is refused, and left as it is',
  (version) => {
    const path = join(folder, `of-${version}.db`);
    const database = new Database(path);
    database.exec('create table claim (identity integer)');
    database.exec(`pragma user_version=${version}`);
    database.close();
    expect(() => open(path)).toThrow(
      `was made by another version of bilag (its schema is ${version}, this one's is ${SCHEMA_VERSION})`,
    );
    const after = new Database(path);
    expect(versionOf(after)).toBe(version);
    expect(after.prepare("select name from sqlite_master where type = 'table'").all()).toEqual([{ name: 'claim' }]);
    after.close();
  },
);

test.each([PART_READY, PART_UNDER_WAY])('parts of a batch are looked up by their parent: %s', (query) => {
  const path = join(folder, 'parts.db');
  open(path);
  const database = new Database(path);
  const plan = database.prepare(`explain query plan ${query}`).all([1, 1]) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toContain(
    'SEARCH b USING COVERING INDEX batch_parent (import=? AND parent=?)',
  );
  database.close();
});
