import fc from 'fast-check';
import {
  type ExportStyle,
  exportStyle,
  FIELDS,
  type Kind,
  type Line,
  plusDays,
  type Setting,
  setting,
  type Voucher,
  vouchers,
} from './generators.ts';
import { type FileRow, rowsOf, SERIES } from './write-export.ts';

/** Files as businesses have them every day: no rule about sameness may hold anything of them. */

export interface NormalFile {
  readonly rows: readonly FileRow[];
  /** What stands in the service after it and did not before. */
  readonly fresh: readonly Voucher[];
  readonly duplicate: number;
  readonly style: ExportStyle;
  /** The job that it comes under, where there are several. */
  readonly job?: number;
}

export interface Normal {
  readonly name: string;
  readonly kind: Kind;
  readonly setting: Setting;
  /** What each job says besides; one job where there is one. */
  readonly jobs: readonly object[];
  readonly files: readonly NormalFile[];
}

const START = '2026-01-01';
const date = fc.nat(100).map((days) => plusDays(START, days));
const month = (at: number, day = 1) => {
  const [year, of] = [2026 + Math.floor(at / 12), (at % 12) + 1];
  return `${year}-${String(of).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};
const cents = fc.integer({ min: 100, max: 5_000_000 });
const name = fc.constantFrom('Husleie', 'Strøm', 'Parkering', 'Kaffe', 'Café Élan', 'Abonnement, mobil', 'Gebyr');
const number = fc.integer({ min: 1, max: 9_000 });
const style = exportStyle;
/** In the order of the vouchers: what is said about neighbouring rows must stand. */
const inOrder = (how: ExportStyle): ExportStyle => ({ ...how, rows: 'by-voucher' });

const range = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const line = (on: string, text: string, units: number, account: string, contra = ''): Line => ({
  ...{ date: on, text, cents: units, account, contra, vat: '' },
});
/** A voucher of two lines. */
const pair = (key: string | number, on: string, text: string, units: number, account = '6300'): Voucher => ({
  key: String(key),
  lines: [line(on, text, units, account), line(on, text, -units, '1920')],
});
const bankLine = (on: string, text: string, units: number): Voucher => ({
  key: '',
  lines: [line(on, text, units, '')],
});

const whole = (fresh: readonly Voucher[], how: ExportStyle, known: readonly Voucher[] = []): NormalFile => ({
  rows: rowsOf([...known, ...fresh], how),
  ...{ fresh, duplicate: known.length, style: how },
});

type Made = Omit<Normal, 'name' | 'setting' | 'jobs'> & { readonly jobs?: readonly object[] };
const styles = fc.tuple(style, style, style);

const SCENARIOS: Readonly<Record<string, fc.Arbitrary<Made>>> = {
  'rent of each month under a number of its own': fc
    .record({ cents, name, number, styles, split: fc.integer({ min: 1, max: 11 }) })
    .map(({ cents, name, number, styles, split }) => {
      const rents = range(12, (at) => pair(number + at * 7, month(at), name, cents));
      return {
        kind: 'journal',
        files: [whole(rents.slice(0, split), styles[0]), whole(rents.slice(split), styles[1])],
      };
    }),

  'rent of each month without a number, in statements that overlap': fc
    .record({ cents, name, styles, from: fc.integer({ min: 1, max: 7 }) })
    .map(({ cents, name, styles, from }) => {
      const rents = range(12, (at) => bankLine(month(at), name, -cents));
      return {
        kind: 'bank',
        files: [whole(rents.slice(0, 8), styles[0]), whole(rents.slice(8), styles[1], rents.slice(from, 8))],
      };
    }),

  'equal purchases of a day, one of which comes with the next statement': fc
    .record({ cents, name, date, styles, count: fc.integer({ min: 2, max: 5 }) })
    .map(({ cents, name, date, styles, count }) => {
      const coffee = bankLine(date, name, -cents);
      const before = bankLine(plusDays(date, -2), 'Før', -cents);
      const known = range(count, () => coffee);
      const fresh = [coffee, bankLine(plusDays(date, 1), name, -cents)];
      return { kind: 'bank', files: [whole([before, ...known], styles[0]), whole(fresh, styles[1], known)] };
    }),

  'purchases of one amount on one day, in other shops': fc
    .record({ cents, date, styles })
    .map(({ cents, date, styles }) => {
      const known = ['Kiosk A', 'Kiosk B'].map((text) => bankLine(date, text, -cents));
      const after = bankLine(plusDays(date, 3), 'Etter', -100);
      return {
        kind: 'bank',
        files: [
          whole([...known, after], styles[0]),
          whole([bankLine(date, 'Kiosk C', -cents)], styles[1], [...known, after]),
        ],
      };
    }),

  'a purchase and its refund on one day': fc
    .record({ cents, name, date, styles })
    .map(({ cents, name, date, styles }) => {
      const [bought, returned] = [bankLine(date, name, -cents), bankLine(date, name, cents)];
      const again = bankLine(plusDays(date, 1), name, -cents);
      return { kind: 'bank', files: [whole([bought], styles[0]), whole([returned, again], styles[1], [bought])] };
    }),

  'a voucher and its reversal': fc
    .record({ cents, name, date, number, styles, later: fc.nat(3) })
    .map(({ cents, name, date, number, styles, later }) => {
      const booked = pair(number, date, name, cents);
      const reversed = pair(number + 1, plusDays(date, later), name, -cents);
      return { kind: 'journal', files: [whole([booked], styles[0]), whole([reversed], styles[1], [booked])] };
    }),

  'twelve accruals under one number, each of another month': fc
    .record({
      cents,
      name,
      number,
      styles,
      keys: fc.integer({ min: 1, max: 3 }),
      single: fc.nat(2),
      drift: fc.boolean(),
    })
    .map(({ cents, name, number, styles, keys, single, drift }) => {
      const accruals = range(keys, (key) =>
        range(12, (at) => pair(number + key, month(at), name, cents + key + (drift ? at : 0))),
      ).flat();
      const singles = range(single, (at) => pair(number + 50 + at, month(at, 9), `Enkelt ${at}`, cents));
      const fresh = [pair(number + 90, month(3, 17), 'Ny', cents)];
      const known = [...accruals, ...singles];
      return { kind: 'journal', files: [whole(known, styles[0]), whole(fresh, styles[1], known)] };
    }),

  'vouchers of several dates that balance only together': fc
    .record({
      number,
      styles,
      of: fc.array(fc.record({ cents, name, date, parts: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    .map(({ number, styles, of }) => {
      const long = of.map(
        ({ cents, name, date, parts }, key): Voucher => ({
          key: String(number + key),
          lines: [
            line(date, name, cents * parts, '1920'),
            ...range(parts, (at) => line(plusDays(date, at + 1), `${name} ${at}`, -cents, '6300')),
          ],
        }),
      );
      const fresh = [pair(number + 90, START, 'Ny', 1_000)];
      return { kind: 'journal', files: [whole(long, styles[0]), whole(fresh, styles[1], long)] };
    }),

  'equal wages in neighbouring rows': fc
    .record({
      cents,
      date,
      number,
      style,
      people: fc.integer({ min: 2, max: 4 }),
      form: fc.constantFrom('by kind', 'by person', 'rows alone'),
    })
    .map(({ cents, date, number, style, people, form }) => {
      const wage = line(date, 'Lønn', cents * 3, '5000');
      const tax = line(date, 'Skattetrekk', -cents, '2600');
      const paid = line(date, 'Utbetalt', -cents * 2 * people, '1920');
      const lines =
        form === 'by kind'
          ? [...range(people, () => wage), ...range(people, () => tax), paid]
          : form === 'by person'
            ? [...range(people, () => [wage, tax]).flat(), paid]
            : [...range(people, () => wage), line(date, 'Samlet', -cents * 3 * people, '2780')];
      return { kind: 'journal', files: [whole([{ key: String(number), lines }], inOrder(style))] };
    }),

  'equal wages of a payroll run, one row each': fc
    .record({ cents, date, number, styles, people: fc.integer({ min: 2, max: 5 }), others: fc.nat(3) })
    .map(({ cents, date, number, styles, people, others }) => {
      const lines = [
        ...range(people, () => line(date, 'Fastlønn', cents, '5000', '2780')),
        ...range(others, (at) => line(date, `Tillegg ${at}`, cents + at + 1, '5000', '2780')),
      ];
      const next = lines.map((each) => ({ ...each, date: plusDays(date, 31) }));
      const [known, fresh] = [
        { key: String(number), lines },
        { key: String(number + 1), lines: next },
      ];
      return { kind: 'payroll', files: [whole([known], styles[0]), whole([fresh], styles[1], [known])] };
    }),

  'a payroll run of every month: equal but for date and number': fc
    .record({ number, styles, wages: fc.array(cents, { minLength: 3, maxLength: 6 }) })
    .map(({ number, styles, wages }) => {
      const run = (at: number): Voucher => ({
        key: String(number + at),
        lines: wages.map((units, person) => line(month(at, 12), `Lønn ${person}`, units, '5000', '2780')),
      });
      return { kind: 'payroll', files: range(3, (at) => whole([run(at)], styles[at]!)) };
    }),

  'vouchers of every month: equal but for date and number': fc
    .record({ number, styles, bills: fc.array(cents, { minLength: 3, maxLength: 6 }) })
    .map(({ number, styles, bills }) => {
      const bill = (at: number) =>
        bills.map((units, one) => pair(number + at * 10 + one, month(at), `Faktura ${one}`, units));
      return { kind: 'journal', files: range(3, (at) => whole(bill(at), styles[at]!)) };
    }),

  'two tills that number alike, told by a column': fc
    .record({ styles, of: fc.array(cents, { minLength: 2, maxLength: 5 }) })
    .map(({ styles, of }) => {
      const till = (series: string, day: number, add: number) =>
        of.map((units, at) => ({ series, voucher: pair(at + 1, month(0, day), 'Kassaoppgjør', units + add) }));
      const days = [5, 6].map((day) => [...till('1', day, day), ...till('2', day, 100 + day)]);
      // A day of both tills in each file; numbers restart every day.
      const file = (some: (typeof days)[number], how: ExportStyle): NormalFile => ({
        rows: some.flatMap(({ series, voucher }) =>
          rowsOf([voucher], { rows: 'by-voucher' }).map((row) => ({ ...row, series })),
        ),
        ...{ fresh: some.map(({ voucher }) => voucher), duplicate: 0, style: how },
      });
      const columns = { ...FIELDS.journal, entry: { all: [SERIES, FIELDS.journal.entry] } };
      return { kind: 'journal', jobs: [{ columns }], files: days.map((some, at) => file(some, styles[at]!)) };
    }),

  'two tills that number alike, each with a job of its own': fc
    .record({ styles, of: fc.array(cents, { minLength: 3, maxLength: 5 }) })
    .map(({ styles, of }) => {
      const job = (series: string) => ({
        columns: { ...FIELDS.journal, entry: { column: FIELDS.journal.entry, per: 'year', series } },
      });
      const till = (add: number) => of.map((units, at) => pair(at + 1, month(0, 5), 'Kassaoppgjør', units + add));
      const fresh = [pair(of.length + 1, month(0, 6), 'Kassaoppgjør', 999)];
      const files: NormalFile[] = [
        whole(till(0), styles[0]),
        { ...whole(till(7), styles[1]), job: 1 },
        { ...whole(fresh, styles[2], till(0)), job: 0 },
      ];
      return { kind: 'journal', jobs: [job('Kasse 1'), job('Kasse 2')], files };
    }),

  'numbers that restart from file to file': fc
    .record({
      styles,
      counts: fc.tuple(...range(3, () => fc.integer({ min: 1, max: 6 }))),
      cents,
      reach: fc.constantFrom('day', 'month', 'year'),
    })
    .map(({ styles, counts, cents, reach }) => {
      const on = (at: number) =>
        reach === 'day' ? month(0, 5 + at) : reach === 'month' ? month(at, 9) : month((at - 1) * 12, 9);
      const part = (at: number) => range(counts[at]!, (key) => pair(key + 1, on(at), 'Salg', cents + at * 100 + key));
      return { kind: 'journal', files: range(3, (at) => whole(part(at), styles[at]!)) };
    }),

  'numbers that restart within a file': fc
    .record({
      styles,
      counts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 4 }),
      ...{ cents, equal: fc.boolean(), reach: fc.constantFrom('day', 'month', 'year'), sorted: fc.boolean() },
    })
    .map(({ styles, counts, cents, equal, reach, sorted }) => {
      const on = (at: number) =>
        reach === 'day' ? month(0, 5 + at) : reach === 'month' ? month(at, 9) : month((at - 2) * 12, 9);
      const part = (at: number, count: number) =>
        range(count, (key) => pair(key + 1, on(at), 'Salg', cents + key + (equal ? 0 : at * 100)));
      const known = counts.flatMap((count, at) => part(at, count));
      if (sorted) known.sort((one, other) => Number(one.key) - Number(other.key));
      const overlap = known.filter(({ lines }) => lines[0]!.date >= on(1));
      const fresh = part(counts.length, 1).map((each) => pair(each.key, each.lines[0]!.date, 'Salg', cents + 50_000));
      return { kind: 'journal', files: [whole(known, styles[0]), whole(fresh, styles[1], overlap)] };
    }),

  'one number that stands once a month, as the job says, with equal content': fc
    .record({
      cents,
      name,
      styles,
      reach: fc.constantFrom<'date' | 'month'>('date', 'month'),
      split: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ cents, name, styles, reach, split }) => {
      const rents = range(6, (at) => pair(1, month(at), name, cents));
      const columns = { ...FIELDS.journal, entry: { column: FIELDS.journal.entry, per: reach } };
      return {
        kind: 'journal',
        jobs: [{ columns }],
        files: [whole(rents.slice(0, split), styles[0]), whole(rents.slice(split), styles[1])],
      };
    }),

  'lines of nothing in one of two exports': fc
    .record({ cents, number, styles, zeros: fc.tuple(fc.nat(2), fc.nat(2)) })
    .map(({ cents, number, styles, zeros }) => {
      const of = range(3, (at) => pair(number + at, month(0, 9), `Salg ${at}`, cents + at));
      const withZeros = (some: readonly Voucher[], count: number) =>
        some.map(({ key, lines }) => ({
          key,
          lines: [...lines, ...range(count, (at) => line(month(0, 9), `Null ${at}`, 0, '7000'))],
        }));
      const file = (fresh: readonly Voucher[], known: readonly Voucher[], at: 0 | 1): NormalFile => ({
        rows: rowsOf(withZeros([...known, ...fresh], zeros[at]), styles[at]),
        ...{ fresh, duplicate: known.length, style: styles[at] },
      });
      return {
        kind: 'journal',
        jobs: [{ skip: [{ field: 'amount', equals: '0' }] }],
        files: [file(of.slice(0, 2), [], 0), file(of.slice(2), of.slice(0, 2), 1)],
      };
    }),

  'statements that overlap, the newest line first': fc
    .record({ of: vouchers('bank', { min: 3, max: 10 }), styles, cuts: fc.tuple(fc.nat(), fc.nat()) })
    .map(({ of, styles, cuts }) => {
      const until = 1 + (cuts[0] % (of.length - 1));
      const from = cuts[1] % (until + 1);
      const newestFirst = (file: NormalFile): NormalFile => ({ ...file, rows: [...file.rows].reverse() });
      return {
        kind: 'bank',
        files: [
          newestFirst(whole(of.slice(0, until), styles[0])),
          newestFirst(whole(of.slice(until), styles[1], of.slice(from, until))),
        ],
      };
    }),

  'a statement that ends in the middle of a day': fc
    .record({ cents, date, name, styles, equal: fc.integer({ min: 1, max: 3 }) })
    .map(({ cents, date, name, styles, equal }) => {
      const morning = [
        bankLine(plusDays(date, -1), 'Dagen før', -500),
        ...range(equal, () => bankLine(date, name, -cents)),
      ];
      const evening = [
        bankLine(date, `${name} kveld`, -cents),
        bankLine(date, name, -cents),
        bankLine(plusDays(date, 1), name, -cents),
      ];
      return { kind: 'bank', files: [whole(morning, styles[0]), whole(evening, styles[1], morning.slice(1))] };
    }),

  'equal vouchers of a day under numbers of their own': fc
    .record({
      cents,
      date,
      name,
      number,
      styles,
      count: fc.integer({ min: 1, max: 6 }),
      more: fc.integer({ min: 1, max: 2 }),
    })
    .map(({ cents, date, name, number, styles, count, more }) => {
      const tickets = (from: number, some: number) => range(some, (at) => pair(from + at, date, name, cents));
      // Two more of them, or one, in a file of their own: too few to be asked about.
      return {
        kind: 'journal',
        files: [whole(tickets(number, count), styles[0]), whole(tickets(number + 50, more), styles[1])],
      };
    }),

  'any vouchers, exported twice with an overlap': fc
    .constantFrom<Kind>('journal', 'payroll', 'bank')
    .chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        of: vouchers(kind, { min: 2, max: 12 }),
        styles,
        cuts: fc.tuple(fc.nat(), fc.nat()),
      }),
    )
    .map(({ kind, of, styles, cuts }) => {
      const until = 1 + (cuts[0] % of.length);
      const from = cuts[1] % until;
      return {
        kind,
        files: [whole(of.slice(0, until), styles[0]), whole(of.slice(until), styles[1], of.slice(from, until))],
      };
    }),
};

/** One of them, drawn. */
export const normal: fc.Arbitrary<Normal> = fc.oneof(
  ...Object.entries(SCENARIOS).map(([name, made]) =>
    fc.record({ made, setting }).map(({ made, setting }): Normal => ({ name, jobs: [{}], ...made, setting })),
  ),
);
