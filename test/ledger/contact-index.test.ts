import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedContact, MatchBy, MatchKeys } from '../../src/core/records.ts';
import { type ContactIndex, FOUND_MAX, openContactIndex } from '../../src/ledger/contact-index.ts';

const ALL: readonly MatchBy[] = ['email', 'phone', 'name'];

let folder: string;
let opened: ContactIndex[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-index-'));
  opened = [];
});
afterEach(() => {
  for (const index of opened) index.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(name = 'index.db'): ContactIndex {
  const index = openContactIndex(join(folder, name));
  opened.push(index);
  return index;
}

function contact(id: number): ListedContact {
  return {
    id,
    name: `Åse "${id}"\u2028`,
    address: {
      addressLine1: 'Storgata 1',
      addressLine2: '',
      addressLine3: '',
      postalCode: '0150',
      city: 'Oslo',
      country: 'Norge',
      countryCode: 'NO',
    },
    phone: undefined,
    email: '',
    comment: '',
    custom: { Medlem: 7, Merke: null },
  };
}

describe('the index of contacts', () => {
  it('finds by the first criterion that finds anybody, and answers what was added', () => {
    const index = open();
    index.add([
      { contact: contact(1), keys: { email: 'a@x', name: 'ase' } },
      { contact: contact(2), keys: { phone: '+4722', name: 'ase' } },
    ]);
    const nobodyElse = { rows: [], more: false };
    expect(index.find({ email: 'a@x', phone: '+4722' }, ALL)).toEqual({
      by: 'email',
      listed: [contact(1)],
      ...nobodyElse,
    });
    expect(index.find({ email: 'a@x', phone: '+4722' }, ['phone', 'email'])?.by).toBe('phone');
    // Nobody has the e-mail; no e-mail at all.
    expect(index.find({ email: 'b@x', phone: '+4722' }, ALL)?.listed).toEqual([contact(2)]);
    expect(index.find({ phone: '+4722' }, ALL)?.listed).toEqual([contact(2)]);
    expect(index.find({ name: 'ase' }, ALL)).toMatchObject({ by: 'name', listed: [{ id: 1 }, { id: 2 }] });
    expect(index.find({ name: 'ase' }, ['email', 'phone'])).toBeUndefined();
    expect(index.find({ email: 'ase', phone: 'a@x', name: 'A@X' }, ALL)).toBeUndefined();
    expect(index.find({}, ALL)).toBeUndefined();
  });

  it('answers contacts of the service before rows of the file, whichever came first', () => {
    const index = open();
    index.addRow(9, 9, contact(0), { email: 'a@x' });
    index.addRow(-4_294_967_301, 10, contact(0), { email: 'a@x' });
    index.add([{ contact: contact(1), keys: { email: 'a@x' } }]);
    const found = index.find({ email: 'a@x' }, ALL)!;
    expect(found.listed.map(({ id }) => id)).toEqual([1]);
    expect(found.rows.map(({ row }) => row)).toEqual([9, -4_294_967_301]);
    expect(found.rows[0]?.contact.custom).toEqual({ Medlem: 7, Merke: null });
  });

  it('answers a few of many, and says that the service has more', () => {
    const index = open();
    const unnamed = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ contact: contact(id), keys: { name: 'ukjent' } }));
    index.add(unnamed(FOUND_MAX));
    for (let row = 2; row < 10; row++) index.addRow(row, row, contact(row), { name: 'ukjent' });
    expect(index.find({ name: 'ukjent' }, ALL)).toMatchObject({ more: false, rows: [] });
    index.add(unnamed(2_000));
    const found = index.find({ name: 'ukjent' }, ALL)!;
    expect(found.more).toBe(true);
    expect(found.listed).toHaveLength(FOUND_MAX);
  });

  it('begins anew where a process that died left a file, and leaves none', () => {
    const path = join(folder, 'left', 'index.db');
    const first = openContactIndex(path);
    first.add([{ contact: contact(1), keys: { name: 'ase' } }]);
    first.close();
    writeFileSync(path, 'half a page');
    const second = openContactIndex(path);
    expect(second.find({ name: 'ase' }, ALL)).toBeUndefined();
    second.close();
    expect(existsSync(path)).toBe(false);
  });

  it('finds whom a plain search finds', () => {
    // Few values, so that they meet; keys of one kind equal those of another.
    const value = fc.constantFrom('a', 'b', 'c', 'å', 'a ', '', "o'b", '1', '01', '1.0');
    const keys: fc.Arbitrary<MatchKeys> = fc.record({ email: value, phone: value, name: value }, { requiredKeys: [] });
    const known = fc.array(fc.record({ keys, isRow: fc.boolean() }), { maxLength: 150 });
    let file = 0;
    fc.assert(
      fc.property(known, fc.array(keys, { maxLength: 10 }), fc.shuffledSubarray([...ALL]), (all, asked, by) => {
        const index = openContactIndex(join(folder, `${file++}.db`));
        const listed = all.map((one, id) => ({ ...one, contact: contact(id) })).filter(({ isRow }) => !isRow);
        index.add(listed);
        for (const [row, one] of all.entries()) if (one.isRow) index.addRow(row, row, contact(row), one.keys);
        for (const wanted of asked) {
          const has = (one: { keys: MatchKeys }, criterion: MatchBy) =>
            wanted[criterion] !== undefined && one.keys[criterion] === wanted[criterion];
          const decides = by.find((criterion) => all.some((one) => has(one, criterion)));
          const found = index.find(wanted, by);
          expect(found?.by).toBe(decides);
          if (decides === undefined) continue;
          const ids = listed.filter((one) => has(one, decides)).map((one) => one.contact.id);
          const rows = all.flatMap((one, row) => (one.isRow && has(one, decides) ? [row] : []));
          expect(found?.listed.map(({ id }) => id)).toEqual(ids.slice(0, FOUND_MAX));
          expect(found?.rows.map(({ row }) => row)).toEqual(rows.slice(0, Math.max(0, FOUND_MAX - ids.length)));
          expect(found?.more).toBe(ids.length > FOUND_MAX);
        }
        index.close();
      }),
      { numRuns: 60 },
    );
  });
});
