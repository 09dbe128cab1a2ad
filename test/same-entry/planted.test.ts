import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectEqual, expectOfEach, within } from './companies.ts';
import {
  bookedOf,
  type ExportStyle,
  exportStyle,
  FIELDS,
  jobOf,
  type Kind,
  plusDays,
  setting,
  type Voucher,
  vouchers,
} from './generators.ts';
import { CODE, heldFor, holdsOf } from './names.ts';
import { type FileRow, rowsOf, writeRows } from './write-export.ts';

/** Files of which something must be held: it is asked about, nothing in it is booked, and all the rest is. */
const COUNT = Number(process.env['SAME_ENTRY_PLANTED'] ?? 27);

interface Planted {
  readonly name: string;
  readonly kind: Kind;
  readonly code: string;
  /** Already booked, in a file of their own. */
  readonly before: readonly Voucher[];
  /** The file with the fault. */
  readonly rows: readonly FileRow[];
  /** Rows of it that are held, and how many entries they make where the design says it. */
  readonly held: { readonly rows: number; readonly entries?: number };
  readonly duplicate: number;
  readonly fresh: readonly Voucher[];
  /** Columns of the job for each of the two files; those of the kind where there are none. */
  readonly columns?: readonly [object, object];
}

const style = fc.tuple(exportStyle, exportStyle);
const of = (kind: Kind, min: number, max = 10) => vouchers(kind, { min, max });
const keyed = fc.constantFrom<Kind>('journal', 'payroll');
const plain: Pick<ExportStyle, 'rows'> = { rows: 'by-voucher' };
const rows = (some: readonly Voucher[]) => rowsOf(some, plain);
const lines = (some: readonly Voucher[]) => some.reduce((sum, voucher) => sum + voucher.lines.length, 0);

/** Every amount doubled: whatever its lines are, they balance, and none becomes nothing. */
const dearer = (voucher: Voucher): Voucher => ({
  ...voucher,
  lines: voucher.lines.map((line) => ({ ...line, cents: line.cents * 2 })),
});
const moved = (voucher: Voucher, days: number): Voucher => ({
  ...voucher,
  lines: voucher.lines.map((line) => ({ ...line, date: plusDays(line.date, days) })),
});
/** Vouchers of a bank whose dates are all between those of the first and the last, which are days apart. */
const spread = (some: readonly Voucher[]) =>
  some.map((voucher, at) => ({
    ...voucher,
    lines: voucher.lines.map((line) => ({ ...line, date: plusDays('2026-02-01', at) })),
  }));

type Made = Omit<Planted, 'name'>;

const FAULTS: Readonly<Record<string, fc.Arbitrary<Made>>> = {
  'an export pasted behind itself': keyed.chain((kind) =>
    fc.record({ made: of(kind, 3), style: exportStyle }).map(({ made, style }) => {
      const whole = rowsOf(made, style);
      const held = { rows: 2 * whole.length, entries: made.length };
      return { kind, code: CODE.repeated, before: [], rows: [...whole, ...whole], held, duplicate: 0, fresh: [] };
    }),
  ),

  'a part of an export pasted behind it': keyed.chain((kind) =>
    fc
      .record({ made: of(kind, 4), from: fc.nat(), count: fc.integer({ min: 1, max: 2 }) })
      .map(({ made, from, count }) => {
        // Not the last ones: others stand between the copies.
        const first = from % (made.length - 2);
        const twice = made.slice(first, Math.min(first + count, made.length - 1));
        const fresh = made.filter((voucher) => !twice.includes(voucher));
        const held = { rows: 2 * lines(twice), entries: twice.length };
        return {
          kind,
          code: CODE.repeated,
          before: [],
          rows: [...rows(made), ...rows(twice)],
          held,
          duplicate: 0,
          fresh,
        };
      }),
  ),

  'numbers of some keys restart': fc
    .record({
      made: of('journal', 3),
      units: fc.integer({ min: 100, max: 90_000 }),
      days: fc.integer({ min: 1, max: 90 }),
    })
    .map(({ made, units, days }) => {
      const on = '2026-01-15';
      const later = plusDays(on, days);
      const line = (date: string, cents: number, account: string) => ({
        date,
        text: 'Salg',
        cents,
        account,
        contra: '',
        vat: '',
      });
      const restarting = [on, later].map(
        (date, at): Voucher => ({
          key: '99001',
          lines: [line(date, units + at, '1920'), line(date, -units - at, '6300')],
        }),
      );
      const together: Voucher = { key: '99002', lines: [line(on, units, '1920'), line(later, -units, '6300')] };
      const fresh = [...made, together];
      return {
        ...{ kind: 'journal', code: CODE.restart, before: [], held: { rows: 4 }, duplicate: 0, fresh },
        rows: rows([restarting[0]!, ...fresh, restarting[1]!]),
      };
    }),

  'one voucher was changed': keyed.chain((kind) =>
    fc.record({ made: of(kind, 4), at: fc.nat() }).map(({ made, at }) => {
      const [before, fresh] = [made.slice(0, -1), made.slice(-1)];
      const place = at % before.length;
      const second = before.map((voucher, each) => (each === place ? dearer(voucher) : voucher));
      const held = { rows: before[place]!.lines.length, entries: 1 };
      return {
        kind,
        code: CODE.changed,
        before,
        rows: rows([...second, ...fresh]),
        held,
        duplicate: before.length - 1,
        fresh,
      };
    }),
  ),

  'the dates of some vouchers were moved': keyed.chain((kind) =>
    fc.record({ made: of(kind, 5), count: fc.integer({ min: 1, max: 2 }) }).map(({ made, count }) => {
      const [before, fresh] = [made.slice(0, -1), made.slice(-1)];
      const second = before.map((voucher, at) => (at < count ? moved(voucher, 200) : voucher));
      const held = { rows: lines(before.slice(0, count)), entries: count };
      return {
        kind,
        code: CODE.date,
        before,
        rows: rows([...second, ...fresh]),
        held,
        duplicate: before.length - count,
        fresh,
      };
    }),
  ),

  'new numbers for the same entries': keyed.chain((kind) =>
    of(kind, 3).map((before) => {
      const second = before.map((voucher) => ({ ...voucher, key: `7${voucher.key}` }));
      const held = { rows: lines(before), entries: before.length };
      return { kind, code: CODE.numbers, before, rows: rows(second), held, duplicate: 0, fresh: [] };
    }),
  ),

  'another series of numbers': keyed.chain((kind) =>
    of(kind, 3).map((before) => {
      const second = before.map((voucher) => dearer(voucher));
      const held = { rows: lines(before), entries: before.length };
      return { kind, code: CODE.series, before, rows: rows(second), held, duplicate: 0, fresh: [] };
    }),
  ),

  'texts changed by the bank': fc
    .record({ made: of('bank', 6), count: fc.integer({ min: 1, max: 3 }) })
    .map(({ made, count }) => {
      const ordered = spread(made);
      const [before, fresh] = [ordered.slice(0, -1), ordered.slice(-1)];
      const second = before.map((voucher, at) =>
        at === 0 || at > count
          ? voucher
          : { ...voucher, lines: voucher.lines.map((line) => ({ ...line, text: `Visa 100142 ${line.text}, OSLO` })) },
      );
      const held = { rows: count, entries: count };
      return {
        kind: 'bank',
        code: CODE.text,
        before,
        rows: rows([...second, ...fresh]),
        held,
        duplicate: before.length - count,
        fresh,
      };
    }),

  'a key column that comes or goes': fc.record({ made: of('payroll', 4), lost: fc.boolean() }).map(({ made, lost }) => {
    const single = made.map((voucher) => ({ ...voucher, lines: voucher.lines.slice(0, 1) }));
    const [before, fresh] = [single.slice(0, -1), single.slice(-1)];
    const { entry: _, ...without } = FIELDS.payroll;
    const columns = lost ? ([FIELDS.payroll, without] as const) : ([without, FIELDS.payroll] as const);
    const held = { rows: before.length, entries: before.length };
    return {
      kind: 'payroll',
      code: CODE.key,
      before,
      rows: rows([...before, ...fresh]),
      held,
      duplicate: 0,
      fresh,
      columns,
    };
  }),
};

const planted = fc.record({
  fault: fc.oneof(...Object.entries(FAULTS).map(([name, made]) => made.map((of): Planted => ({ name, ...of })))),
  style,
  how: setting,
});

test(
  'what must be held is held and asked about, and all the rest is booked',
  () =>
    expectOfEach(planted, { count: COUNT, seed: 260404 }, async ({ fault, style, how }, company) => {
      const { name, kind, code, before, held, duplicate, fresh, columns } = fault;
      const define = (at: 0 | 1) =>
        company.defineJob(
          'job',
          jobOf(kind, how, company.service, columns === undefined ? {} : { columns: columns[at] }),
        );
      const texts = (some: readonly Voucher[]) => some.map((voucher) => bookedOf(kind, voucher, how));
      define(0);
      if (before.length > 0) {
        const first = await company.bring(await writeRows('first', kind, rowsOf(before, style[0]), style[0]), 'job');
        expect(first.receipt, name).toMatchObject({
          state: 'completed',
          entries: { booked: before.length },
          issues: [],
        });
      }
      define(1);
      const { receipt } = await company.bring(await writeRows('second', kind, fault.rows, style[1]), 'job');
      const { booked, duplicate: known } = receipt.entries;
      expectEqual(
        name,
        { rows: receipt.rows.held, holds: holdsOf(receipt), booked, duplicate: known },
        { rows: held.rows, holds: [code], booked: fresh.length, duplicate },
      );
      const asked = heldFor(receipt, code);
      expectEqual(name, asked, { asked: 1, entries: held.entries ?? asked.entries });
      expect(receipt, name).toMatchObject({ state: 'partly-booked', entries: { held: asked.entries }, mismatches: [] });
      expectEqual(name, await company.entries(), [...texts(before), ...texts(fresh)].sort());
    }),
  within(COUNT),
);
