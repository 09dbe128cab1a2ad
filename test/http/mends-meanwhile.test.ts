import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as ReviseModule from '../../src/correcting/revise.ts';
import type * as HandInModule from '../../src/correcting/submit.ts';
import type * as WaitingRowsModule from '../../src/correcting/waiting-rows.ts';
import type * as MendsModule from '../../src/http/api/corrections/body.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import type * as SqliteModule from '../../src/ledger/sqlite-database.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { ACCOUNT, mender, TEXT, wrongAccount } from './mender.ts';
import { portsOf, serve, until } from './serve.ts';

const { openCorrections } = await load<typeof MendsModule>('http/api/corrections/body.js');
const { openSqlite } = await load<typeof SqliteModule>('ledger/sqlite-database.js');
const { submit } = await load<typeof HandInModule>('correcting/submit.js');
const { replaceValue, reviseCells } = await load<typeof ReviseModule>('correcting/revise.js');
const { openWaitingRows } = await load<typeof WaitingRowsModule>('correcting/waiting-rows.js');

/** One more than a transaction of a replacement writes. */
const MANY = 1_001;

async function withCells<T>(
  office: Office,
  row: ImportRow,
  work: (cells: WaitingRowsModule.CopiedCells) => Promise<T>,
) {
  const rows = openWaitingRows(join(office.folder, 'home', 'copied'), office.ports);
  try {
    return await rows.use(row, work);
  } finally {
    await rows.close();
  }
}

describe('between two transactions of a replacement', () => {
  async function replacing(
    meanwhile: (office: Office, row: ImportRow, cells: WaitingRowsModule.CopiedCells) => Promise<void>,
  ) {
    const office = await openOffice();
    const vouchers = Array.from({ length: MANY }, (_, at) => wrongAccount(at + 1, 1));
    const { num } = (await office.book('a.csv', journal(...vouchers))).row;
    const row = await office.ledger.imports.byNum(num);
    const job = await office.ports.job('journal');
    const which = { filter: {}, expect: { entries: MANY, rows: 2 * MANY }, job };
    const asked = { column: ACCOUNT, from: '9', to: '3100' };
    const { ledger } = office;
    let writes = 0;
    const end = withCells(office, row, async (cells) => {
      const write: typeof ledger.write = async (work) => {
        const result = await ledger.write(work);
        // The first thousand are written by now.
        if (++writes === 1) await meanwhile(office, row, cells);
        return result;
      };
      return replaceValue(row, asked, { ...which, cells }, { ...office.ports, ledger: { ...ledger, write } });
    });
    const failure = await end.then(
      () => undefined,
      (error: Error) => error.message,
    );
    const became = (await office.ledger.revisions.inColumn(row.num, ACCOUNT)).map((each) => each.became);
    return { failure, last: became.at(-1), count: became.length };
  }

  test('a cell that somebody else corrects keeps what she typed', async () => {
    const last = 2 * MANY + 1;
    const ended = await replacing(async (office, row, cells) => {
      await reviseCells(row, [{ row: last, column: ACCOUNT, value: '3200' }], cells, { ...office.ports, who: 'kari' });
    });
    expect(ended).toEqual({ failure: undefined, last: '3200', count: MANY });
  });

  test('what is planned again is left as it is, and whoever replaces is told', async () => {
    const ended = await replacing(async (office, row) => {
      await office.ledger.imports.moveState(row.num, ['partly-booked'], 'planning', { todo: 'retry' });
    });
    expect(ended).toEqual({ failure: expect.stringContaining('is planning'), last: '3100', count: MANY - 1 });
  });
});

test('cells that were copied before a correction are not submitted after it', async () => {
  const office = await openOffice();
  const { num } = (await office.book('a.csv', journal(wrongAccount(2, 20)))).row;
  const row = await office.ledger.imports.byNum(num);
  const { mend, revise, go, waiting } = mender(office, await serve(office), row);
  const job = await office.ports.job('journal');
  const stale = withCells(office, row, async (cells) => {
    await revise({ row: 3, column: ACCOUNT, value: '8' });
    await mend({}, [1, 2], { do: 'retry' });
    await go();
    const path = join(office.folder, 'stale');
    return submit(row, { filter: {}, expect: { entries: 1, rows: 2 }, job, cells, path }, office.ports);
  });
  await expect(stale).rejects.toThrow('planned again');
  expect((await waiting()).entries[0].lines[1].cells[ACCOUNT]).toBe('8');
  expect(await office.ledger.imports.corrections(row.num)).toHaveLength(1);
});

describe('while entries come and go', () => {
  const twoWait = () => journal(wrongAccount(1, 10), voucher(2, 20), wrongAccount(3, 30));

  test('one that was skipped since it was looked for is not shown with cells that look empty', async () => {
    const office = await openOffice();
    const { num } = (await office.book('a.csv', twoWait())).row;
    const row = await office.ledger.imports.byNum(num);
    const mends = openCorrections({ folder: (name) => join(office.folder, 'home', name) }, await portsOf(office));
    try {
      const found = await office.ledger.waiting.page(num, {}, 0, 10);
      const [first] = found;
      await office.ledger.write((tx) =>
        tx.skips.skip(num, [first!.seq], { no: 1, reason: 'not ours', who: 'kari', at: 1 }, true),
      );
      const { bodies: shown } = await mends.page(row, found);
      expect(shown.map(({ lines }) => lines.map(({ cells }) => cells[TEXT]))).toEqual([['Bilag 3', 'Bilag 3']]);
    } finally {
      await mends.close();
    }
  });

  test('one that was set aside since somebody else had cells copied has its cells', async () => {
    const office = await openOffice();
    const { num } = (await office.book('a.csv', twoWait())).row;
    const row = await office.ledger.imports.byNum(num);
    const folder = join(office.folder, 'home', 'copied');
    const rows = openWaitingRows(folder, office.ports);
    try {
      const others = rows.use(row, (cells) => cells.row(4));
      // What is to be copied has been asked of the ledger by now.
      await until(() => existsSync(folder) && readdirSync(folder).length > 0);
      await setAside(office, num, '4-5');
      const cells = await rows.use(row, (copied) => copied.row(4)?.cells);
      expect(cells?.[TEXT]).toBe('Bilag 2');
      expect(await others).toBeUndefined();
    } finally {
      await rows.close();
    }
  });

  /** As the service does that refuses an entry. */
  async function setAside(office: Office, num: number, rows: string): Promise<void> {
    const db = openSqlite(join(office.folder, 'home', 'ledger.db'), 1_000);
    await db.run(
      `insert into entry (import, seq, source, key, rows, row_count, state, totals)
       select import, 100, source, '2', ?, row_count, 'rejected', totals from entry where import = ? limit 1`,
      rows,
      num,
    );
    db.close();
  }
});
