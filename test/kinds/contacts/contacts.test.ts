import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import type * as ProbeModule from '../../../src/doubt/probe.ts';
import type * as NameModule from '../../../src/kinds/contacts/backfill-ids.ts';
import { GIVEN_UP_MS, load, type Office, type OfficeOptions, openOffice, openPatient } from '../../importing/office.ts';

const { nameContacts } = await load<typeof NameModule>('kinds/contacts/backfill-ids.js');
const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const CUSTOM = `custom: { Membership: Medlemsnr }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;
const HEADER = 'Navn;Adresse;Postnr;Sted;Telefon;E-post;Medlemsnr';
const person = (no: number, changes: { name?: string; phone?: string; email?: string; member?: string } = {}) => {
  const { name = `Kunde ${no}`, phone = `2200${String(no).padStart(4, '0')}` } = changes;
  const { email = `kunde${no}@example.no`, member = String(no).padStart(4, '0') } = changes;
  return `${name};Storgata ${no};0155;Oslo;${phone};${email};${member}`;
};
const people = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const five = people(...[1, 2, 3, 4, 5].map((no) => person(no)));
const FIELDS_JOB = 'kind: custom-fields\ncolumns: { name: Felt, model: Modell, type: Type, nullable: Tom }\n';
const ABSENCE = 'absence: { quiet: 300ms, looks: 2, every: 30ms }\n';

interface Created {
  readonly id: number;
  readonly body: { Info: { Name: string }; CustomValues?: Record<string, unknown> };
}
const created = async (office: Office) => ((await office.call('GET', 'contacts')) as { contacts: Created[] }).contacts;
const names = async (office: Office) => (await created(office)).map(({ body }) => body.Info.Name).sort();
const fields = async (office: Office) =>
  (
    (await office.call('GET', 'custom-fields')) as {
      fields: { id: number; name: string; status: number; activatedBy: unknown[] }[];
    }
  ).fields;
const quirks = (office: Office, quirk: object) => office.call('PUT', 'quirks', quirk);
const open = (job = JOB + CUSTOM, more: Pick<OfficeOptions, 'replyMs'> = {}) =>
  openOffice({ jobs: { kunder: job, fields: FIELDS_JOB }, service: ABSENCE, ...more });
/** An office that met this with its only contact, and is in doubt; it then waits for replies as long as it takes. */
async function doubtful(...faults: string[]) {
  const office = await open(JOB, { replyMs: GIVEN_UP_MS });
  await office.next(...faults);
  const { row } = await office.book('a.csv', people(person(1)), 'kunder');
  expect((await office.receipt(row)).state).toBe('in-doubt');
  return { office: await openPatient(office, ABSENCE), row };
}
const contactsOf = async (office: Office, row: { num: number }) => (await office.receipt(row)).contacts;
const never = new AbortController().signal;

/** What settles itself does so long before, in milliseconds. */
const SETTLED_WITHIN_MS = 90_000;

/** Looks and posts until nothing more happens by itself. */
async function settle(
  office: Office,
  row: { num: number; service: string },
  limitMs = SETTLED_WITHIN_MS,
): Promise<void> {
  const until = Date.now() + limitMs;
  while (['posting', 'in-doubt'].includes((await office.ledger.imports.byNum(row.num)).state) && Date.now() < until) {
    await office.turn(row);
    await probeDoubts(office.ports, never);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a file of contacts', () => {
  test('is created, its fields first, and adds up', async () => {
    const office = await open();
    const { row, receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt).toMatchObject({
      state: 'completed',
      rows: { read: 5, booked: 5 },
      contacts: { created: 5, existing: 0, held: 0, rejected: 0, inDoubt: 0 },
      customFields: { created: 1 },
      mismatches: [],
    });
    expect(await fields(office)).toMatchObject([{ name: 'Membership', status: 30 }]);
    const sent = await created(office);
    expect(sent.map(({ body }) => body.CustomValues)).toEqual(
      [1, 2, 3, 4, 5].map((no) => ({ CustomMembership: `000${no}` })),
    );
    const ids = (await office.batches(row)).flatMap(({ state, step, ids: known }) =>
      state === 'booked' && step !== 'activate-field' ? [(JSON.parse(known!) as [number][])[0]![0]] : [],
    );
    expect(ids.sort()).toEqual(sent.map(({ id }) => id).sort());
  });

  test('given again, all of it exists already', async () => {
    const office = await open();
    await office.book('a.csv', five, 'kunder');
    const { receipt } = await office.book('b.csv', five, 'kunder', { force: true });
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 0, existing: 5 }, mismatches: [] });
    expect(await created(office)).toHaveLength(5);
    expect(await fields(office)).toHaveLength(1);
  });

  test('a plan sends nothing, and what the service has got since is not created when it is booked', async () => {
    const office = await open();
    const row = await office.take('a.csv', five, 'kunder', { book: false });
    expect(await office.plan(row)).toBe('planned');
    expect(await created(office)).toEqual([]);
    expect(await fields(office)).toEqual([]);
    const info = (no: number) => ({ Name: `Kunde ${no}`, DefaultEmail: { EmailAddress: `KUNDE${no}@example.no` } });
    const since = [1, 3].map((no) => ({ Info: info(no), Comment: '' }));
    await office.call('POST', 'contacts', since);
    const again = await office.take('a.csv', five, 'kunder');
    expect(again.num).toBe(row.num);
    await office.plan(again);
    await office.post(again);
    // The first was to show whether custom values are kept: another one does.
    expect(await office.receipt(row)).toMatchObject({ contacts: { created: 3, existing: 2 }, mismatches: [] });
    expect((await office.receipt(row)).issues, 'one reason, however many rows').toMatchObject([{ rows: 2 }]);
    expect(await names(office)).toEqual(['Kunde 2', 'Kunde 4', 'Kunde 5']);
    expect((await office.batches(row)).filter(({ step }) => step === 'read-back')).toMatchObject([{ state: 'booked' }]);
  });

  test("compared again before it is sent, a job's default is no difference", async () => {
    const office = await open(JOB);
    const row = await office.take('a.csv', people(person(1, { phone: '' }), person(2)), 'kunder', { book: false });
    await office.plan(row);
    const InvoiceAddress = { AddressLine1: 'Storgata 1', PostalCode: '0155', City: 'Oslo', CountryCode: '' };
    const Info = { Name: 'Kunde 1', InvoiceAddress, DefaultEmail: { EmailAddress: 'kunde1@example.no' } };
    await office.call('POST', 'contacts', [{ Info, Comment: '' }]);
    await office.plan(await office.take('a.csv', people(person(1, { phone: '' }), person(2)), 'kunder'));
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 1, existing: 1 } });
    expect((await office.receipt(row)).issues).toMatchObject([{ code: 'contact-exists', value: 'same e-mail' }]);
  });

  test('rows that are like one before are told from it, and from a contact of the service', async () => {
    const office = await open(JOB);
    const there = [
      { Info: { Name: 'Kunde 7', DefaultEmail: { EmailAddress: 'kunde7@example.no' } }, Comment: '' },
      { Info: { Name: 'Tvilling', DefaultPhone: { CountryCode: '+47', Number: '22 00 00 08' } }, Comment: '' },
      { Info: { Name: 'Tvilling', DefaultPhone: { CountryCode: '+47', Number: '22000008' } }, Comment: '' },
    ];
    await office.call('POST', 'contacts', there);
    const file = people(person(1), person(1), person(1, { name: 'En annen' }), person(7), person(8, { email: '' }));
    const { row, receipt } = await office.book('a.csv', file, 'kunder');
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      contacts: { created: 1, existing: 3, held: 1 },
      rows: { read: 5, booked: 1, duplicate: 3, held: 1 },
    });
    const why = await Promise.all(
      (await office.ledger.findings.entries(row.num, 'held', 'duplicate', 'duplicate-skipped')).map(
        async ({ rows, state, seq }) => [rows, state, (await office.ledger.findings.problems(row.num, seq))[0]!.code],
      ),
    );
    expect(why).toEqual([
      ['3', 'duplicate-skipped', 'contact-exists'],
      ['4', 'duplicate', 'contact-exists'],
      ['5', 'duplicate', 'contact-exists'],
      ['6', 'held', 'contact-ambiguous'],
    ]);
  });

  test("a phone without a country code belongs to its contact's country, else to the job's", async () => {
    const office = await open(JOB);
    const there = (Name: string, called: string, CountryCode: string) => ({
      Info: {
        Name,
        InvoiceAddress: { City: 'X', CountryCode },
        DefaultPhone: { CountryCode: '', Number: called, Description: '' },
      },
      Comment: '',
    });
    await office.call('POST', 'contacts', [there('Hansen ApS', '22000001', 'DK'), there('Per', '22000002', '')]);
    const { receipt } = await office.book('a.csv', people(person(1), person(2)), 'kunder');
    expect(receipt).toMatchObject({ contacts: { created: 1, existing: 1 } });
    expect(await names(office)).toContain('Kunde 1');
  });

  test.each([
    ['skip', { created: 1, existing: 2 }, 1],
    ['book', { created: 3, existing: 0 }, 3],
  ] as const)('onDuplicate: %s', async (policy, counts, count) => {
    const office = await open(`${JOB}onDuplicate: ${policy}\n`);
    const file = people(person(1), person(1, { name: 'En annen' }), person(1, { name: 'En tredje' }));
    const { receipt } = await office.book('a.csv', file, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: counts, mismatches: [] });
    expect(await created(office)).toHaveLength(count);
  });

  test('what the service does not show of its list is said', async () => {
    const office = await open(JOB);
    const others = Array.from({ length: 20 }, (_, no) => ({ Info: { Name: `Andre ${no}` }, Comment: '' }));
    await office.call('POST', 'contacts', others);
    await quirks(office, { skip: false, pageRows: 10 });
    const { receipt } = await office.book('a.csv', people(person(1)), 'kunder');
    expect(receipt.contacts.created).toBe(1);
    expect(receipt.remarks).toMatchObject([{ code: 'matching-incomplete' }]);
  });
});

test('two files at once that know the same person by different things: she is created once', async () => {
  const office = await open(JOB);
  const first = await office.take('a.csv', people(person(1)), 'kunder');
  const second = await office.take('b.csv', people(person(1, { email: '' })), 'kunder');
  expect(await office.plan(first)).toBe('posting');
  expect(await office.plan(second), 'its turn has not come').toBeUndefined();
  await office.post(first);
  await office.plan(second);
  await office.post(second);
  expect(await created(office)).toHaveLength(1);
  expect(await contactsOf(office, second)).toMatchObject({ created: 0, existing: 1 });
});

describe('a creation whose outcome is not known', () => {
  test.each(['reset-after', 'hang-after', '500-after', 'truncated'])('%s: it is found, with its ID', async (fault) => {
    const { office, row } = await doubtful(fault);
    await settle(office, row);
    expect(await contactsOf(office, row)).toMatchObject({ created: 1, inDoubt: 0 });
    const [sent] = await created(office);
    expect(await office.batches(row)).toMatchObject([{ state: 'booked', ids: JSON.stringify([[sent!.id, null]]) }]);
  });

  test('one that is not there is sent again, and is there once', async () => {
    const { office, row } = await doubtful('hang-before', '500');
    await settle(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 1 } });
    expect(await created(office)).toHaveLength(1);
  });

  test('one that is like another that was there before waits for a person', async () => {
    const office = await open(`${JOB}onDuplicate: book\n`);
    await office.book('a.csv', people(person(1)), 'kunder');
    await office.next('reset-after');
    const { row } = await office.book('b.csv', people(person(1).replace('Storgata', 'Lillegata')), 'kunder');
    await settle(office, row, 1_000);
    expect((await office.receipt(row)).state).toBe('in-doubt');
    expect(await created(office)).toHaveLength(2);
  });

  test('of the first with custom values: the others wait, and it is read back when it is found', async () => {
    const office = await open();
    await office.call('POST', 'next', { faults: ['reset-after'], path: 'POST /api/biz/contacts' });
    const { row } = await office.book('a.csv', five, 'kunder');
    expect(await office.receipt(row)).toMatchObject({ state: 'in-doubt', rows: { inDoubt: 1, pending: 4 } });
    expect(await created(office)).toHaveLength(1);
    await settle(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 5 }, mismatches: [] });
    expect(await created(office)).toHaveLength(5);
    expect((await office.batches(row)).filter(({ step }) => step === 'read-back')).toHaveLength(1);
  });
});

test('IDs that the replies did not tell are found in the list', async () => {
  const office = await open();
  await quirks(office, { contactReply: 'empty' });
  const { row, receipt } = await office.book('a.csv', five, 'kunder');
  expect(receipt.state).toBe('completed');
  await nameContacts(office.ports, never);
  const known = await Promise.all(
    (await office.batches(row))
      .filter(({ state, step }) => state === 'booked' && step !== 'activate-field')
      .map(async ({ no, ids }) => {
        const { Info } = JSON.parse((await office.ledger.posting.body(row.num, no)).body) as Created['body'];
        return [Info.Name, (JSON.parse(ids!) as [number][])[0]![0]];
      }),
  );
  expect(known.sort()).toEqual((await created(office)).map(({ id, body }) => [body.Info.Name, id]).sort());
});

test('two rows that differ only in what the job does not look at: a doubt about one is not settled by the other', async () => {
  const office = await open(JOB.replace('columns', 'match: [phone]\ncolumns'));
  await office.next('none', 'reset-before');
  const file = people(person(1), person(1, { phone: '22999999' }));
  const { row } = await office.book('a.csv', file, 'kunder');
  expect((await office.receipt(row)).state).toBe('in-doubt');
  await settle(office, row, 2_000);
  expect(await office.receipt(row)).toMatchObject({ state: 'in-doubt', contacts: { created: 1, inDoubt: 1 } });
  expect(await created(office)).toHaveLength(1);
});

test('what is sent again by itself is due at once, though the clock is set back', async () => {
  const office = await open(JOB);
  const row = await office.take('a.csv', people(person(1)), 'kunder');
  await office.plan(row);
  const { leases, posting, doubts } = office.ledger;
  const [now, hours] = [Date.now(), 7_200_000];
  await leases.register({ id: 'gone', host: 'here', pid: 1, started: 'once', lease_until: now + hours });
  const attempt = { id: 'lost', holder: 'gone', deadline: now + hours + 1_000, limit: 1 };
  expect(await posting.beginSending(row.num, attempt, now + hours)).toBeDefined();
  expect(await doubts.orphans(now + hours + 60_000)).toMatchObject([{ import: row.num, attempt: 'lost' }]);
  expect(await doubts.sendAgain(row.num, 1, 'lost', now + hours)).toBe(true);
  expect(await posting.hasDue(row.num, now)).toBe(true);
});

describe('custom values', () => {
  test.each(['full', 'id', 'empty'])(
    'that the service drops hold all others (its replies: %s)',
    async (contactReply) => {
      const office = await open();
      await quirks(office, { customValues: 'ignored', contactReply });
      const { row, receipt } = await office.book('a.csv', five, 'kunder');
      expect(receipt).toMatchObject({
        state: 'partly-booked',
        contacts: { created: 1, held: 4 },
        issues: [{ code: 'custom-values-ignored', entries: 4, value: 'Membership' }],
        mismatches: [],
      });
      expect(await created(office)).toHaveLength(1);
      await quirks(office, {});
      await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
      await office.plan(row);
      await office.post(row);
      expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 5 }, mismatches: [] });
      expect(await names(office)).toEqual(['Kunde 1', 'Kunde 2', 'Kunde 3', 'Kunde 4', 'Kunde 5']);
    },
  );

  test('the first is refused: the next one shows whether they are kept', async () => {
    const office = await open();
    await quirks(office, { customValues: 'ignored' });
    await office.call('POST', 'next', { faults: ['400'], path: 'POST /api/biz/contacts' });
    const { receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt.contacts).toMatchObject({ created: 1, rejected: 1, held: 3 });
  });

  test('of a field that nobody has defined reject the file', async () => {
    const office = await open(`${JOB}custom: { Membership: Medlemsnr }\n`);
    const { receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt).toMatchObject({ state: 'rejected', reason: { code: 'custom-field-undefined' } });
    expect(receipt.reason!.suggestion).toMatch(/customFields: \[\{ name: Membership, model: Contact/);
  });
});

describe('the custom fields of a job of contacts', () => {
  test('a refused activation holds the contacts; retried, it is activated and not created again', async () => {
    const office = await open();
    await quirks(office, { activation: 'refused' });
    const { row, receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      contacts: { created: 0, held: 5 },
      customFields: { rejected: 1 },
      mismatches: [],
    });
    expect(receipt.issues.map(({ code }) => code).sort()).toEqual(['field-missing-in-service', 'service-rejected']);
    await quirks(office, {});
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      contacts: { created: 5 },
      customFields: { created: 1, rejected: 0 },
      mismatches: [],
    });
    expect(await fields(office)).toHaveLength(1);
  });

  test('stay skipped where a person skipped them: contacts with a value of one wait, others are created', async () => {
    const office = await open();
    await quirks(office, { activation: 'refused' });
    const file = people(person(1), person(2), person(3, { member: '' }));
    const { row, receipt } = await office.book('a.csv', file, 'kunder');
    expect(receipt).toMatchObject({ contacts: { held: 3 }, customFields: { rejected: 1 } });
    const skip = { no: 1, at: Date.now(), who: 'kari', reason: 'we do without' };
    const field = (await office.ledger.findings.entries(row.num, 'rejected')).map(({ seq }) => seq);
    await office.ledger.write((tx) => tx.skips.skip(row.num, field, skip, false));
    const again = async () => {
      await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
      await office.plan(row);
      await office.post(row);
      return await office.receipt(row);
    };
    const retried = await again();
    expect(retried).not.toHaveProperty('customFields');
    expect(retried).toMatchObject({
      state: 'partly-booked',
      contacts: { created: 1, held: 2 },
      issues: [
        {
          code: 'field-missing-in-service',
          column: 'Medlemsnr',
          value: 'Contact.Membership',
          rows: 2,
          message: 'The service has no custom field Contact.Membership: it was skipped by kari (we do without).',
        },
      ],
      mismatches: [],
    });
    expect(await fields(office)).toMatchObject([{ status: 20 }]);
    await quirks(office, {});
    expect((await again()).contacts).toMatchObject({ created: 1, held: 2 });
    // Somebody else's import asks for it as ever; once it is active, what waited goes on.
    await office.book('b.csv', people(person(4)), 'kunder');
    expect(await again()).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
    expect((await created(office)).map(({ body }) => body.CustomValues?.['CustomMembership']).sort()).toEqual([
      '0001',
      '0002',
      '0004',
      undefined,
    ]);
  });

  test.each([
    ['Membership;Contact;Number;ja', /its data type is Number in the service, Small text field here/],
    ['Membership;Contact;Small text field;nei', /it may not be empty in the service, and may here/],
  ])('that the service has otherwise (%s) reject the file', async (field, why) => {
    const office = await open();
    await office.book('f.csv', `Felt;Modell;Type;Tom\n${field}\n`, 'fields');
    const { receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt).toMatchObject({ state: 'rejected', reason: { code: 'custom-field-invalid' } });
    expect(receipt.reason!.message).toMatch(why);
    expect(await created(office)).toEqual([]);
  });

  test('are not created again by an import that was planned before, though they could not be activated', async () => {
    const office = await open();
    const other = people(person(6), person(7));
    const later = await office.take('b.csv', other, 'kunder', { book: false });
    expect(await office.plan(later)).toBe('planned');
    await quirks(office, { activation: 'refused', fieldNames: 'any' });
    const { receipt } = await office.book('a.csv', five, 'kunder');
    expect(receipt.customFields).toMatchObject({ rejected: 1 });
    const again = await office.take('b.csv', other, 'kunder');
    await office.plan(again);
    await office.post(again);
    expect(await fields(office)).toMatchObject([{ status: 20 }]);
  });

  test('that another import creates are waited for; while it can not, no contact is sent', async () => {
    const office = await open();
    await office.call('POST', 'next', { faults: ['reset-after'], path: 'POST /api/biz/custom-fields' });
    const first = await office.book('a.csv', five, 'kunder');
    expect(first.receipt).toMatchObject({ state: 'in-doubt', contacts: { created: 0 } });
    const { row, receipt } = await office.book('b.csv', people(person(6), person(7)), 'kunder');
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      contacts: { created: 0, held: 2, rejected: 0 },
      issues: [{ code: 'field-missing-in-service', value: 'Contact.Membership' }, { code: 'duplicate' }],
      mismatches: [],
    });
    expect(await created(office)).toEqual([]);
    const { message } = receipt.issues.find(({ code }) => code === 'duplicate')!;
    expect(message).toMatch(
      /^The custom field Contact\.Membership is created from a\.csv by import \w+, and that is not settled\.$/,
    );
    const [field] = await fields(office);
    await fetch(`${office.sandbox.url}/api/biz/custom-fields/${field!.id}?action=activate`, { method: 'POST' });
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    await office.post(row);
    expect(await contactsOf(office, row)).toMatchObject({ created: 2, held: 0 });
  });

  test('an activation of unknown outcome is sent again, by itself', async () => {
    const office = await open();
    await office.call('POST', 'next', {
      faults: ['reset-before', 'reset-after'],
      path: 'POST /api/biz/custom-fields/:id',
    });
    const { row } = await office.book('a.csv', people(person(1)), 'kunder');
    await settle(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 1 } });
    expect(await fields(office)).toMatchObject([{ status: 30 }]);
  });
});

describe('a file of custom fields', () => {
  const file = 'Felt;Modell;Type;Tom\nMembership;Contact;Small text field;ja\nDiscount;Contact;money;nei\n';

  test('is created and activated; given again, all of it exists', async () => {
    const office = await open();
    const { receipt } = await office.book('f.csv', file, 'fields');
    expect(receipt).toMatchObject({
      state: 'completed',
      rows: { read: 2, booked: 2 },
      customFields: { created: 2 },
      mismatches: [],
    });
    expect(await fields(office)).toMatchObject([{ status: 30 }, { status: 30 }]);
    const again = await office.book('g.csv', file, 'fields', { force: true });
    expect(again.receipt).toMatchObject({ state: 'completed', customFields: { created: 0, existing: 2 } });
    expect(await fields(office)).toHaveLength(2);
  });

  test('another type under the same name waits for a person; wrong models, types and names are told', async () => {
    const office = await open();
    await office.book('f.csv', file, 'fields');
    const wrong = [
      'Membership;Contact;Number;ja',
      'New;Kontakt;Number;ja',
      'New;Contact;Tall;ja',
      'Ny-verdi;Contact;Number;kanskje',
      ';Contact;Number;ja',
    ];
    const { receipt } = await office.book('g.csv', ['Felt;Modell;Type;Tom', ...wrong].join('\n'), 'fields');
    expect(receipt).toMatchObject({ state: 'partly-booked', customFields: { existing: 1, held: 4 } });
    const codes = receipt.issues.map(({ code, row }) => `${row}: ${code}`).sort();
    expect(codes).toEqual([
      '2: field-exists',
      '3: model-unknown',
      '4: field-type-unknown',
      '5: flag-invalid',
      '6: field-missing',
    ]);
  });

  test('a creation of unknown outcome that no entity shows waits for a person; it is never made twice', async () => {
    const office = await open();
    await quirks(office, { fieldNames: 'any' });
    await office.next('reset-after');
    const { row } = await office.book('f.csv', 'Felt;Modell;Type;Tom\nLevel;Contact;Number;\n', 'fields');
    expect((await office.receipt(row)).state).toBe('in-doubt');
    await settle(office, row, 1_000);
    expect((await office.receipt(row)).state).toBe('in-doubt');
    const again = await office.book('g.csv', 'Felt;Modell;Type;Tom\nLevel;Contact;Number;\n\n', 'fields');
    expect(again.receipt.customFields).toMatchObject({ created: 0 });
    expect(await fields(office)).toHaveLength(1);
  });
});
