import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { type Company, expectEqual, expectOfEach, within } from './companies.ts';
import {
  bookedOf,
  COSTS,
  type ExportStyle,
  exportStyle,
  jobOf,
  type Kind,
  type Line,
  plusDays,
  type Setting,
  setting,
  VAT_CODE,
  type Voucher,
  vouchers,
} from './generators.ts';
import { CODE, heldFor, holdsOf } from './names.ts';
import { writeExport } from './write-export.ts';

/** Two exports of the same books: whatever the programs write and whatever the job says by then, each voucher stands once. */
const OVERLAPPING = Number(process.env['SAME_ENTRY_PAIRS'] ?? 40);
const DIFFERENT = Math.ceil(OVERLAPPING * 0.7);

const kind = fc.constantFrom<Kind>('journal', 'bank', 'payroll');
const styles = fc.tuple(exportStyle, exportStyle);
const settings = fc.tuple(setting, setting);

interface Pair {
  readonly kind: Kind;
  readonly styles: readonly [ExportStyle, ExportStyle];
  readonly settings: readonly [Setting, Setting];
}

/** Books the first export and brings the second, under the job as it was edited in between. */
async function bringBoth({ kind, styles, settings }: Pair, first: Voucher[], second: Voucher[], company: Company) {
  company.defineJob('job', jobOf(kind, settings[0], company.service));
  const one = await company.bring(await writeExport('first', kind, first, styles[0]), 'job');
  expect(one.receipt).toMatchObject({ state: 'completed', entries: { booked: first.length }, issues: [] });
  company.defineJob('job', jobOf(kind, settings[1], company.service));
  const { receipt } = await company.bring(await writeExport('second', kind, second, styles[1]), 'job');
  expect(receipt.mismatches).toEqual([]);
  return receipt;
}

const outcomeOf = (receipt: Receipt) => {
  const { booked, duplicate, held } = receipt.entries;
  return { booked, duplicate, held, holds: holdsOf(receipt) };
};

const textsOf = ({ kind }: Pair, of: readonly Voucher[], how: Setting) => of.map((each) => bookedOf(kind, each, how));

const overlapping = kind.chain((kind) =>
  fc
    .record({
      kind: fc.constant(kind),
      of: vouchers(kind, { min: 2, max: 10 }),
      styles,
      settings,
      cuts: fc.tuple(fc.nat(), fc.nat()),
    })
    .map(({ of, cuts, ...pair }) => {
      const until = 1 + (cuts[0] % of.length);
      const from = cuts[1] % until;
      return { pair, of, from, until };
    }),
);

test(
  'the vouchers of the overlap are duplicates, and the others are booked',
  () =>
    expectOfEach(overlapping, { count: OVERLAPPING, seed: 260101 }, async ({ pair, of, from, until }, company) => {
      const receipt = await bringBoth(pair, of.slice(0, until), of.slice(from), company);
      const fresh = of.slice(until);
      expectEqual(pair.kind, outcomeOf(receipt), {
        ...{ booked: fresh.length, duplicate: until - from, held: 0, holds: [] },
      });
      expectEqual(
        pair.kind,
        await company.entries(),
        [...textsOf(pair, of.slice(0, until), pair.settings[0]), ...textsOf(pair, fresh, pair.settings[1])].sort(),
      );
    }),
  within(OVERLAPPING),
);

const CHANGES = {
  journal: ['amount', 'sign', 'date', 'date and amount', 'text', 'account', 'vat', 'key'],
  payroll: ['amount', 'sign', 'date', 'date and amount', 'text', 'account', 'key'],
  bank: ['amount', 'sign', 'date', 'date and amount', 'text'],
} as const;
type Change = (typeof CHANGES)[Kind][number];

const ADDED_CENTS = 700;

function changed(kind: Kind, voucher: Voucher, change: Change): Voucher {
  const first = (edit: (line: Line) => Partial<Line>) =>
    voucher.lines.map((line, at) => (at === 0 ? { ...line, ...edit(line) } : line));
  const every = (edit: (line: Line) => Partial<Line>) => voucher.lines.map((line) => ({ ...line, ...edit(line) }));
  const later = ({ date }: Line) => ({ date: plusDays(date, kind === 'bank' ? 1 : 200) });
  const more = ({ lines }: Pick<Voucher, 'lines'>) => {
    // The first and the last line give way to each other, and neither becomes nothing.
    const add = [ADDED_CENTS, ADDED_CENTS + 1, ADDED_CENTS + 2].find(
      (cents) => lines[0]!.cents + cents !== 0 && lines.at(-1)!.cents - cents !== 0,
    )!;
    return lines.map((line, at) => {
      if (at === 0) return { ...line, cents: line.cents + add };
      return kind === 'journal' && at === lines.length - 1 ? { ...line, cents: line.cents - add } : line;
    });
  };
  switch (change) {
    case 'amount':
      return { ...voucher, lines: more(voucher) };
    case 'sign':
      return { ...voucher, lines: every(({ cents }) => ({ cents: -cents })) };
    case 'date':
      return { ...voucher, lines: every(later) };
    case 'date and amount':
      return { ...voucher, lines: more({ lines: every(later) }) };
    case 'text':
      return { ...voucher, lines: first(({ text }) => ({ text: `${text} (rettet)` })) };
    case 'account':
      return { ...voucher, lines: first(({ account }) => ({ account: COSTS.find((other) => other !== account)! })) };
    case 'vat':
      return { ...voucher, lines: first(({ vat }) => ({ vat: vat === '' ? VAT_CODE : '' })) };
    case 'key':
      return { ...voucher, key: `${voucher.key}9` };
  }
}

/** What becomes of a changed voucher; undefined: it is another one, and booked. */
function codeFor(kind: Kind, change: Change, beside: boolean): string | undefined {
  if (kind === 'bank')
    return beside ? undefined : ({ text: CODE.text, date: CODE.day } as Record<string, string>)[change];
  if (change === 'key' || change === 'date and amount') return undefined;
  return change === 'date' ? CODE.date : CODE.changed;
}

const different = kind.chain((kind) =>
  fc
    .record({
      ...{ kind: fc.constant(kind), of: vouchers(kind, { min: 5, max: 9 }), styles, settings, at: fc.nat() },
      change: fc.constantFrom<Change[]>(...CHANGES[kind]),
      beside: fc.boolean(),
    })
    .map(({ of, at, change, beside, ...pair }) => {
      // One key stands once in a file: there the changed one takes the place of the other.
      return {
        pair,
        of,
        at: 1 + (at % (of.length - 2)),
        change,
        beside: beside && (kind === 'bank' || change === 'key'),
      };
    }),
);

test(
  'a voucher that differs is booked, or held as changed; never taken for the other one',
  () =>
    expectOfEach(different, { count: DIFFERENT, seed: 260202 }, async ({ pair, of, at, change, beside }, company) => {
      const other = changed(pair.kind, of[at]!, change);
      const second = [...of.slice(0, beside ? at + 1 : at), other, ...of.slice(at + 1)];
      const receipt = await bringBoth(pair, of, second, company);
      const code = codeFor(pair.kind, change, beside);
      const what = `${pair.kind}: ${change}${beside ? ', beside the other one' : ''}`;
      expectEqual(what, outcomeOf(receipt), {
        booked: code === undefined ? 1 : 0,
        duplicate: second.length - 1,
        held: code === undefined ? 0 : 1,
        holds: code === undefined ? [] : [code],
      });
      if (code !== undefined) expectEqual(what, heldFor(receipt, code), { asked: 1, entries: 1 });
      expectEqual(
        what,
        await company.entries(),
        [
          ...textsOf(pair, of, pair.settings[0]),
          ...(code === undefined ? textsOf(pair, [other], pair.settings[1]) : []),
        ].sort(),
      );
    }),
  within(DIFFERENT),
);
