import { describe, expect, test } from 'vitest';
import type { ListedImport } from '../../src/ledger/import-list.ts';
import type { RunRow } from '../../src/ledger/runs.ts';
import { cameOf, jobTurns, turnCounts } from '../../src/reporting/job-history.ts';

const run = (at: number, more: Partial<RunRow> = {}, imports: readonly string[] = []): RunRow => ({
  ...{ id: `run-${at}`, job: 'bank', due_at: at, manual: 0, began_at: at, holder: 'x', until: at, ended_at: at + 9 },
  ...{ outcome: 'ok', who: null, detail: JSON.stringify({ files: {}, imports }) },
  ...more,
});
const counts = (entries: object, rows: object = {}) => JSON.stringify({ entries, rows });
const row = (at: number, more: Partial<ListedImport> = {}): ListedImport => ({
  ...{ num: at, id: `import-${at}`, job: 'bank', kind: 'bookings', file: `${at}.csv`, bytes: 1, state: 'completed' },
  ...{ counts: counts({ booked: 1 }), rows_read: 1, rows_skipped: 0, created_at: at, created_by: 'inbox' },
  ...{ finished_at: at, amount: null, scale: 2, cancelled: null },
  ...more,
});
const seen = (turns: ReturnType<typeof jobTurns>) => turns.map(({ at, came, imports }) => [at, came, imports.length]);

describe('the last turns of a job', () => {
  test('are its fetches and the files that came by themselves, the newest first', () => {
    const runs = [run(50, { outcome: 'failed' }), run(30, { outcome: 'nothing-new' }), run(10, {}, ['import-12'])];
    const turns = jobTurns(runs, [row(40, { state: 'rejected' }), row(20), row(12)], 14);
    expect(seen(turns)).toEqual([
      [50, 'failed', 0],
      [40, 'rejected', 1],
      [30, 'nothing-new', 0],
      [20, 'booked', 1],
      [10, 'booked', 1],
    ]);
    expect(jobTurns(runs, [row(20)], 2)).toHaveLength(2);
  });

  test('are as the most urgent of the files that a fetch brought, also of those that its record does not name', () => {
    const held = row(13, { state: 'partly-booked', created_by: 'schedule' });
    const doubted = row(15, { state: 'in-doubt', created_by: 'schedule' });
    const [turn, ...others] = jobTurns([run(10, {}, ['import-12'])], [doubted, held, row(12)], 14);
    expect(others).toEqual([]);
    expect([turn!.came, turn!.imports.map(({ id }) => id)]).toEqual([
      'unconfirmed',
      ['import-15', 'import-13', 'import-12'],
    ]);
    // What somebody uploads meanwhile is no part of it.
    expect(jobTurns([run(10)], [row(12, { created_by: 'kari' })], 14)).toHaveLength(2);
  });

  test('begin with the one that is under way', () => {
    const underWay = run(60, { outcome: null, ended_at: null, detail: null });
    expect(seen(jobTurns([underWay], [row(61, { created_by: 'schedule', state: 'posting' })], 14))).toEqual([
      [60, 'posting', 1],
    ]);
  });
});

test.each<[Partial<ListedImport>, string]>([
  [{ state: 'completed' }, 'booked'],
  [{ state: 'completed', counts: counts({ booked: 0, duplicate: 5 }) }, 'nothing-new'],
  [{ state: 'planning', counts: null }, 'posting'],
  [{ state: 'planned' }, 'hold'],
  [{ state: 'partly-booked' }, 'hold'],
  [{ state: 'partly-booked', cancelled: '{"who":"kari"}' }, 'cancelled'],
  [{ state: 'partly-booked', cancelled: '{"who":"bilag","again":true}' }, 'hold'],
  [{ state: 'in-doubt' }, 'unconfirmed'],
  [{ state: 'rejected', counts: null }, 'rejected'],
  [{ state: 'cancelled', counts: null }, 'cancelled'],
])('an import that is %j came to: %s', (more, came) => {
  expect(cameOf(row(1, more))).toBe(came);
});

test('what a fetch brought is counted together', () => {
  const imports = [
    row(1, { counts: counts({ planned: 3, booked: 2, held: 1 }, { skipped: 4 }) }),
    row(2, { counts: counts({ planned: 5, booked: 3, inDoubt: 2 }) }),
    row(3, { counts: null }),
  ];
  expect(turnCounts(imports)).toEqual({
    ...{ planned: 8, booked: 5, held: 1, rejected: 0, duplicate: 0, inDoubt: 2, pending: 0, skipped: 4 },
  });
});
