import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContactPage, ListedContact } from '../../../src/core/records.ts';
import { type Completeness, readContacts } from '../../../src/kinds/contacts/list.ts';
import { ServiceUnavailable, ServiceUnexpected } from '../../../src/service/errors.ts';
import { PAGE_RECORDS, WHOLE_RECORDS } from '../../../src/service/read-list.ts';
import { sandboxClient } from '../../sandbox/client.ts';

type Ask = (skip: number, top: number) => Promise<ContactPage>;

async function readAll(ask: Ask): Promise<Completeness & { ids: number[] }> {
  const ids: number[] = [];
  const reading = readContacts(ask, []);
  for (;;) {
    const next = await reading.next();
    if (next.done) return { ...next.value, ids };
    ids.push(...next.value.map(({ id }) => id));
  }
}

function contact(id: number): ListedContact {
  return { id, name: `K${id}`, address: undefined, phone: undefined, email: '', comment: '', custom: {} };
}

function pageOf(ids: readonly number[], deleted: ReadonlySet<number> = new Set()): ContactPage {
  return { records: ids.length, ids, contacts: ids.filter((id) => !deleted.has(id)).map(contact) };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** A list that stands still. */
function listOf(ids: readonly number[], cap: number, heedsSkip = true): Ask & { asked: [number, number][] } {
  const asked: [number, number][] = [];
  const ask = async (skip: number, top: number) => {
    asked.push([skip, top]);
    const from = heedsSkip ? skip : 0;
    return pageOf(ids.slice(from, from + Math.min(cap, top)));
  };
  return Object.assign(ask, { asked });
}

describe('the list of contacts', () => {
  it('of the sandbox is read whole, beyond its own limit on a page, without the deleted ones', async () => {
    const client = await sandboxClient();
    const added = upTo(1_250).map((n) => ({ Info: { Name: `Kunde ${n}` }, Deleted: n % 100 === 0 }));
    await client.post('/sandbox/contacts', added);
    const read = await readAll(async (skip, top) => {
      const { json } = await client.get(`/api/biz/contacts?expand=Info&hateoas=false&top=${top}&skip=${skip}`);
      const rows = json as { ID: number; Deleted: boolean }[];
      return pageOf(
        rows.map(({ ID }) => ID),
        new Set(rows.filter(({ Deleted }) => Deleted).map(({ ID }) => ID)),
      );
    });
    // The sandbox begins with two contacts, and a deleted one.
    expect(read).toMatchObject({ complete: true, contacts: 1_238 + 2 });
    expect(new Set(read.ids).size).toBe(1_240);
  });

  it.each([0, 1, 2, 99, 100, 101, 1_000, 1_001, 2_500])(
    'of %d contacts is whole in pages of any cap',
    async (count) => {
      for (const cap of [1, 100, PAGE_RECORDS, 10_000]) {
        const read = await readAll(listOf(upTo(count), cap));
        expect(read.ids).toEqual(upTo(count));
        expect(read.complete).toBe(true);
      }
    },
  );

  it('is asked for in as few requests as prove it', async () => {
    const ask = listOf(upTo(1_500), 10_000);
    await readAll(ask);
    expect(ask.asked.map(([skip]) => skip)).toEqual([0, 999, 1_499, 1_500]);
  });

  it.each([
    ['shorter than top, of no round length', 437, 10_000, true],
    ['shorter than top, of a round length: a cap?', 1_437, 500, false],
    ['longer than top', 1_437, 10_000, true],
    ['longer than top, and capped there', 1_437, PAGE_RECORDS, false],
    ['longer than the larger top', WHOLE_RECORDS + 7, 10_000, false],
  ])('without paging: %s', async (_, count, cap, complete) => {
    const read = await readAll(listOf(upTo(count), cap, false));
    expect(read.complete).toBe(complete);
    expect(read.why === undefined).toBe(complete);
    expect(read.ids).toEqual(upTo(Math.min(count, cap, count > PAGE_RECORDS ? WHOLE_RECORDS : count)));
  });

  it('is what a service says that refuses skip', async () => {
    const refuse = (whole: Ask): Ask => {
      return (skip, top) =>
        skip > 0
          ? Promise.reject(new ServiceUnexpected('There is no parameter skip.', { status: 400 }))
          : whole(skip, top);
    };
    expect(await readAll(refuse(listOf(upTo(37), 1_000)))).toMatchObject({ complete: true, contacts: 37 });
    expect(await readAll(refuse(listOf(upTo(137), 100)))).toMatchObject({ complete: false, contacts: 100 });
  });

  it('is not whole where a service refuses to go on', async () => {
    const list = listOf(upTo(300), 37);
    const read = await readAll((skip, top) =>
      skip > 100 ? Promise.reject(new ServiceUnexpected('Too far.', { status: 400 })) : list(skip, top),
    );
    expect(read).toMatchObject({ complete: false, why: expect.stringContaining('refused') });
    expect(read.contacts).toBeGreaterThan(100);
  });

  it('ends with the error of a service that is away', async () => {
    const list = listOf(upTo(300), 100);
    const away = new ServiceUnavailable('away', {});
    await expect(readAll((skip, top) => (skip > 150 ? Promise.reject(away) : list(skip, top)))).rejects.toBe(away);
    await expect(readAll(() => Promise.reject(new ServiceUnexpected('x', { status: 400 })))).rejects.toThrow('x');
  });

  it('is read again where records before the place were removed, and is whole then', async () => {
    let ids = upTo(250);
    let requests = 0;
    const read = await readAll(async (skip, top) => {
      if (requests++ === 2) ids = ids.slice(3);
      return pageOf(ids.slice(skip, skip + Math.min(top, 100)));
    });
    expect(read.complete).toBe(true);
    expect(read.ids.toSorted((a, b) => a - b)).toEqual(upTo(250));
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'in pages of one record is read again where a record slipped by at request %d',
    async (at) => {
      let ids = upTo(5);
      let requests = 0;
      const read = await readAll(async (skip) => {
        if (requests++ === at) ids = ids.slice(1);
        return pageOf(ids.slice(skip, skip + 1));
      });
      expect(read.complete).toBe(true);
      expect(read.ids).toEqual(expect.arrayContaining([2, 3, 4, 5]));
    },
  );

  it('is not whole where it never stands still, and the reading ends', async () => {
    let next = 0;
    const growing = await readAll(async (skip, top) => {
      const ids = [...upTo(300), ...Array.from({ length: ++next * 5 }, (_, at) => 1_000_000 + at)].reverse();
      return pageOf(ids.slice(skip, skip + Math.min(top, 100)));
    });
    expect(growing).toMatchObject({ complete: false, why: expect.stringContaining('changed') });
    expect(growing.ids).toEqual(expect.arrayContaining(upTo(300)));
  });

  it('is not whole where records have no ID, or where it never ends', async () => {
    const nameless = await readAll(async (skip) =>
      skip === 0 ? { records: 3, ids: [1, 2], contacts: [contact(1), contact(2)] } : pageOf([]),
    );
    expect(nameless).toMatchObject({ complete: false, contacts: 2 });
    const endless = await readAll(async (skip) => pageOf([skip, skip + 1]));
    expect(endless).toMatchObject({ complete: false, why: expect.stringContaining('end') });
  });

  it('in whole pages only is read all the same', async () => {
    const read = await readAll(async (skip) =>
      pageOf(
        upTo(430)
          .slice(skip - (skip % 100))
          .slice(0, 100),
      ),
    );
    expect(read.ids).toEqual(upTo(430));
  });
});

describe('whatever a service does with skip, top and its order', () => {
  const change = fc.record({
    at: fc.integer({ min: 1, max: 12 }),
    remove: fc.boolean(),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const behaviour = fc.oneof(
    fc.record({
      skip: fc.constantFrom('heeded', 'rounded', 'clamped' as const),
      cap: fc.integer({ min: 2, max: 50 }),
      order: fc.constant('still' as const),
      changes: fc.array(change, { maxLength: 4 }),
    }),
    fc.record({
      skip: fc.constantFrom('heeded', 'rounded', 'clamped' as const),
      cap: fc.integer({ min: 4, max: 50 }),
      order: fc.constant('shuffled' as const),
      changes: fc.constant([]),
    }),
    fc.record({
      skip: fc.constant('ignored' as const),
      cap: fc.constantFrom(10, 20, 25, 30, 50, 64, 10_000),
      order: fc.constantFrom('still' as const, 'shuffled' as const),
      changes: fc.array(change, { maxLength: 4 }),
    }),
  );

  it('nothing shown is lost or told twice, and it is called complete only where everything was shown', async () => {
    let complete = 0;
    await fc.assert(
      fc.asyncProperty(
        behaviour,
        fc.integer({ min: 8, max: 130 }),
        fc.infiniteStream(fc.nat()),
        async (how, count, chance) => {
          let ids = upTo(count);
          const stayed = new Set(ids);
          const shown = new Set<number>();
          let requests = 0;
          const read = await readAll(async (skip, top) => {
            requests++;
            for (const { remove, place } of how.changes.filter(({ at }) => at === requests)) {
              const at = Math.floor(place * (ids.length - 1));
              ids = ids.toSpliced(at, remove ? 1 : 0, ...(remove ? [] : [1_000 + requests]));
            }
            for (const id of stayed) if (!ids.includes(id)) stayed.delete(id);
            if (how.order === 'shuffled') {
              ids = ids
                .map((id) => [chance.next().value, id] as const)
                .sort(([a], [b]) => a - b)
                .map(([, id]) => id);
            }
            const cap = Math.min(how.cap, top);
            const from = {
              heeded: skip,
              ignored: 0,
              rounded: skip - (skip % cap),
              clamped: Math.min(skip, Math.max(0, ids.length - cap)),
            }[how.skip];
            const page = ids.slice(from, from + cap);
            for (const id of page) shown.add(id);
            return pageOf(page);
          });
          expect(new Set(read.ids)).toEqual(shown);
          expect(read.contacts).toBe(shown.size);
          expect(read.ids.length).toBe(shown.size);
          if (!read.complete) {
            expect(read.why).toMatch(/./);
            return;
          }
          complete++;
          expect([...stayed].filter((id) => !shown.has(id))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
    expect(complete).toBeGreaterThan(50);
  });
});
