import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, control, inLedger } = officeBesideSandbox();

const CONTACTS_JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
custom: { Membership: Medlemsnr }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;

/** New, the service's own contact, new, one to be refused, a wrong phone, and an earlier row once more, otherwise. */
const CONTACTS = `Navn;Adresse;Postnr;Sted;Telefon;E-post;Medlemsnr
Kari Nordmann;Storgata 1;0155;Oslo;22 33 44 55 / 91122333;kari@example.no;0012
Solbakken Handel AS;;;;;post@solbakken.example;
Ola Hansen;Lillegata 2;5003;Bergen;;ola@example.no;
Sven Berg;;;;;sven@example.no;
Feil Nummer;;;;abc;feil@example.no;
Ola Hansen;Lillegata 3;5003;Bergen;;ola@example.no;
`;

/** In which a machine under load starts, plans and sends; what is not there is looked for after two minutes only. */
const PATIENCE = '20s';

const FIELDS_JOB = `kind: custom-fields
columns: { name: Navn, model: Modell, type: Type }
`;

describe('contacts', () => {
  it('are planned, created, listed with their IDs, and corrected', async () => {
    await office.write('jobs/customers.yaml', CONTACTS_JOB);
    await office.write('a.csv', CONTACTS);
    const plan = await office.run('plan', 'a.csv', '--job', 'customers');
    expect(plan.code).toBe(3);
    expect(plan.out).toContain('a.csv: planned; nothing is created yet');
    expect(plan.out).toContain('3 contacts, each in a request of its own, after 1 custom field');
    expect(plan.out).toMatch(/Membership +Contact +Small text field +may be +create and activate/);
    expect(plan.out).toMatch(
      /Row 2\n +name +Kari Nordmann\n +address +Storgata 1\n +0155 Oslo\n.*\n +phone +\+47 22334455\n +e-mail +kari@example\.no\n +custom Membership +0012\n/,
    );
    expect(plan.out).toMatch(/What exists already\n +Row 3 .*\n +Row 3: contact 11 \("Solbakken Handel AS"\)/);
    expect(plan.out).toContain('"Lillegata 2" in');
    expect(plan.out).toMatch(/Worth knowing\n +Row 2 +phone-several/);
    expect(plan.out).not.toMatch(/booked|books|entr(y|ies)|undefined/);

    // The field, its activation, the first contact and its two followers: the last one is refused.
    await control('next', { faults: ['none', 'none', 'none', '422', 'none'] });
    const first = await office.run('import', 'a.csv', '--job', 'customers');
    expect(first.code).toBe(3);
    expect(first.out).toContain('a.csv: partly created');
    // One of two followers is refused, whichever goes first: where it is row 4, row 7 that repeats it is on hold with it.
    expect(first.out).toMatch(
      /created +2\n +exist already +(?:2\n +and wait for you +1\n +on hold +1|1\n +on hold +2)\n +rejected .* 1\n/,
    );
    expect(first.out).toContain('custom fields: 1 created');
    expect(first.out).not.toMatch(/booked/);
    const id = /import (\w{26})/.exec(first.out)![1]!;

    const shown = await office.run('show', id);
    expect(shown.out).toMatch(/2 +created +\d+ +Kari Nordmann\n +3 +exists already +11 +Solbakken/);
    expect(shown.out).not.toMatch(/Batch \d+ (creates the contact Kari|activates)/);
    expect(shown.out).toMatch(/Batch \d+ creates the contact .* \(row [45]\): rejected by the service/);

    expect((await office.run('failed', id, '--out', 'failed.csv')).code).toBe(0);
    const failed = await readFile(join(office.folder, 'failed.csv'), 'utf8');
    await writeFile(join(office.folder, 'failed.csv'), failed.replace(';abc;', ';+47 22 33 44 99;'));
    const retried = await office.run('retry', id, '--file', 'failed.csv', '--json');
    expect(json(retried)).toMatchObject({
      kind: 'contacts',
      contacts: { created: 4, existing: 2, held: 0, rejected: 0 },
    });
    await office.write('jobs/customers.yaml', `${CONTACTS_JOB}onDuplicate: skip\n`);
    expect((await office.run('retry', id)).code).toBe(0);

    const { records } = json(await office.run('show', id, '--out', 'trail.csv', '--json'));
    expect(records.slice(0, 3)).toEqual([
      { id: expect.any(Number), name: 'Contact.Membership', outcome: 'created' },
      { row: '2', id: expect.any(Number), name: 'Kari Nordmann', outcome: 'created' },
      { row: '3', id: 11, name: 'Solbakken Handel AS', outcome: 'exists' },
    ]);
    const trail = await readFile(join(office.folder, 'trail.csv'), 'utf8');
    const kari = records[1].id as number;
    expect(trail).toMatch(
      new RegExp(`^2;created;${kari};\\d+;Kari Nordmann;Storgata 1;;;0155;Oslo;.*Membership: 0012`, 'm'),
    );
    expect(trail).toMatch(/^3;exists;11;;Solbakken Handel AS;.*has the same e-mail/m);
    expect(trail).toMatch(/^6;created;\d+;\d+;Feil Nummer;/m);
    expect(trail).toMatch(/^7;exists;\d+;;Ola Hansen;.*address line 1 differs/m);
    expect(trail.trim().split('\n')[1], 'what the others wait for').toMatch(
      /^;created;\d+;\d+;custom field Contact\.Mem/,
    );
  });

  it('in doubt are shown as they were sent; one that is declared created is not sent again', async () => {
    await office.write('jobs/customers.yaml', `kind: contacts\ncolumns: { name: Navn, email: E-post }\n`);
    await office.write('a.csv', 'Navn;E-post\nEva Lie;eva@example.no\n');
    await control('next', { faults: ['reset-before'] });
    const doubt = await office.run('import', 'a.csv', '--job', 'customers', '--wait', PATIENCE, '--json');
    expect(json(doubt)).toMatchObject({ contacts: { inDoubt: 1 } });
    const id = json(doubt).import as string;
    const looked = await office.run('resolve', id, '1');
    expect(looked.code).toBe(4);
    expect(looked.out).toMatch(/^Batch 1 creates the contact Eva Lie \(row 2\): IN DOUBT\n/);
    expect(looked.out).toMatch(/The contact as sent\n +Row 2\n +name +Eva Lie\n +e-mail +eva@example\.no\n/);
    expect(looked.err).toContain('it is there: it is not sent again');
    const resolved = await office.run('resolve', id, '1', '--booked', '--reason', 'saw her');
    expect(resolved.code).toBe(0);
    expect(resolved.err).toContain('the contact Eva Lie is declared created ("saw her"); nothing of it will be sent');
    expect(resolved.out).toContain('✓ a.csv: completed');
    expect(
      await inLedger(async ({ posting }) => (await posting.batches(1)).map(({ state, attempts }) => [state, attempts])),
    ).toEqual([['booked', 1]]);
  });
});

describe('custom fields', () => {
  it('are planned, created and activated; in doubt they are there and active, or sent again', async () => {
    await office.write('jobs/fields.yaml', FIELDS_JOB);
    await office.write(
      'f.csv',
      'Navn;Modell;Type\nColour;Product;Text\nWeight;Product;Number\nWrong Name;Product;Text\n',
    );
    const plan = await office.run('plan', 'f.csv', '--job', 'fields');
    expect(plan.out).toContain('2 custom fields, each in a request of its own');
    expect(plan.out).toMatch(/2 +Colour +Product +Text +may be +create and activate/);
    expect(plan.out).toMatch(/Row 4 +field-name-invalid/);
    // No product shows whether it is there, so that a person has to say it.
    await control('next', { faults: ['reset-before'] });
    const doubt = await office.run('import', 'f.csv', '--job', 'fields', '--json');
    expect(doubt.code).toBe(4);
    const { import: id, customFields } = json(doubt);
    expect(customFields).toMatchObject({ created: 1, held: 1, inDoubt: 1 });
    const batch = await inLedger(async ({ doubts }) => (await doubts.list())[0]!.no);
    const looked = await office.run('resolve', id, `${batch}`);
    expect(looked.out).toMatch(/creates the custom field Product\.\w+ \(row [23]\): IN DOUBT/);
    expect(looked.err).toContain('it is there AND active');
    const resolved = await office.run('resolve', id, `${batch}`, '--not-booked', '--reason', 'not there');
    expect(resolved.err).toMatch(
      /Product\.\w+ is declared not created and active \("not there"\); it is sent again now/,
    );
    expect(resolved.code).toBe(3);
    expect(resolved.out).toMatch(/created +2\n +on hold +1\n/);
    expect(json(await office.run('show', id, '--json', '--out', 'trail.csv')).records).toEqual([
      { row: '2', id: expect.any(Number), name: 'Product.Colour', outcome: 'created' },
      { row: '3', id: expect.any(Number), name: 'Product.Weight', outcome: 'created' },
    ]);
    const trail = await readFile(join(office.folder, 'trail.csv'), 'utf8');
    expect(trail).toMatch(/^2;created;\d+;\d+;Colour;Product;Text;yes;/m);
    expect(trail).toMatch(/^4;held;;;Wrong Name;Product;/m);
  });
});
