import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DATA_TYPES, MODELS } from '../../src/sandbox/reference/company.ts';
import { json, openOffice } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, sandbox, control, ask, faults } = officeBesideSandbox();

const CONTACT = {
  Info: {
    Name: 'Kari Nordmann',
    InvoiceAddress: {
      AddressLine1: 'Fjellveien 1',
      City: 'Oslo',
      PostalCode: '0503',
      Country: 'Norge',
      CountryCode: 'NO',
    },
    DefaultPhone: { CountryCode: '+47', Description: 'Mobil', Number: '99999999' },
    DefaultEmail: { EmailAddress: 'kari@nordmann.example' },
  },
  Comment: 'Ring først\u001b[31m\nIkke mandag',
};

async function asked(path: string): Promise<number> {
  const { paths } = await ask<{ paths: Record<string, { count: number }> }>('requests');
  return paths[`GET /api/biz/${path}`]?.count ?? 0;
}

/** Creates and activates a whole-number field of every entity of a model. */
async function addField(Name: string, model: 'Contact' | 'Product'): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(`${sandbox.url}/api/biz/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ModelID = MODELS.find((each) => each.Name === model)?.ID;
  const DataType = DATA_TYPES.find((each) => each.Name === 'Number')?.Code;
  const created = await post('custom-fields', { Name, ModelID, DataType, Nullable: true });
  const { ID } = (await created.json()) as { ID: number };
  expect((await post(`custom-fields/${ID}?action=activate`, {})).status).toBe(200);
}

it('shows accounts with their VAT types, and ends with 3 where one is not there', async () => {
  const known = await office.run('service', 'accounts', '1920', '3000');
  expect(known).toMatchObject({ code: 0, err: '' });
  expect(known.out).toMatch(/^number +name +VAT type +ID\n +1920 +Bankinnskudd +\d+\n +3000 +.* 3 Utgående.* \d+\n$/);

  await control('accounts', [{ AccountNumber: 1920, AccountName: 'Bank', VatTypeID: null }]);
  const some = await office.run('service', 'accounts', '3000', '3015', '3000', '1920', '--json');
  expect(some.code).toBe(3);
  expect(some.err).toContain('Account 3015 is unknown to the service.');
  expect(some.err).toContain('The service has 2 accounts with number 1920');
  expect(json(some)).toMatchObject({
    accounts: [
      { asked: '3000', found: 'one', account: { number: '3000', vatCode: '3', vatTypeId: expect.any(Number) } },
      { asked: '3015', found: 'none' },
      { asked: '1920', found: 'several', count: 2 },
    ],
  });

  const malformed = await office.run('service', 'accounts', '3000', '0123');
  expect(malformed).toMatchObject({ code: 2, out: '' });
  expect(malformed.err).toContain('"0123" is not an account number');
});

it('shows VAT types, models and data types', async () => {
  const types = await office.run('service', 'vat-types');
  expect(types.code).toBe(0);
  expect(types.out).toMatch(/^3 +Utgående avgift, høy sats +25 +output +\d+$/m);
  expect(json(await office.run('service', 'vat-types', '--json')).vatTypes).toContainEqual(
    expect.objectContaining({ code: '32', percent: '11.11', output: true }),
  );

  const models = await office.run('service', 'models', 'Contact', 'Kontakt');
  expect(models.code).toBe(3);
  expect(models.out).toMatch(/^Contact +Kontakt +133$/m);
  expect(models.err).toBe('The model "Kontakt" is unknown to the service.\n');

  const fields = await office.run('service', 'field-types');
  expect(fields.code).toBe(0);
  expect(fields.out).toMatch(/^Small text field +Text limited to 255 characters +[0-9a-f-]{36}$/m);
});

it('shows contacts: the first of them, or one with everything in it', async () => {
  await addField('Medlemsnr', 'Contact');
  await control('contacts', [{ ...CONTACT, CustomValues: { CustomMedlemsnr: 17 } }]);
  const all = await office.run('service', 'contacts');
  expect(all.code).toBe(0);
  expect(all.out).toMatch(/^ID +name +e-mail +phone +place +country\n/);
  expect(all.out).toMatch(/^14 +Kari Nordmann +kari@nordmann\.example +\+47 99999999 +0503 Oslo +NO$/m);
  expect(all.out).not.toContain('Nedlagt');
  expect(all.err).toMatch(/Fewer than the 10 asked for: these are all, unless .* 1 record left out: deleted/);

  const two = await office.run('service', 'contacts', '--top', '2', '--json');
  expect(two.err).toContain('The first 2; there may be more');
  expect(json(two)).toMatchObject({
    contacts: [{ id: 11 }, { id: 12, address: null, phone: null }],
    asked: 2,
    records: 2,
  });
  expect((await office.run('service', 'contacts', '--top', '1001')).code).toBe(2);

  const one = await office.run('service', 'contact', '14');
  expect(one.code).toBe(0);
  const lines = one.out.split('\n').map((line) => line.trim().replace(/ +/g, ' '));
  expect(lines).toEqual([
    'Contact 14',
    'name Kari Nordmann',
    'address Fjellveien 1',
    '0503 Oslo',
    'Norge (NO)',
    'phone +47 99999999 (Mobil)',
    'e-mail kari@nordmann.example',
    'comment Ring først␛[31m',
    'Ikke mandag',
    'Custom values',
    'Medlemsnr 17',
    '',
  ]);
  expect(json(await office.run('service', 'contact', '14', '--json'))).toMatchObject({
    contact: { id: 14, comment: CONTACT.Comment, custom: { Medlemsnr: 17 } },
  });
});

it('shows the custom values of a product; what is not there ends with 3, what is no ID with 2', async () => {
  await addField('Margin', 'Product');
  expect((await office.run('service', 'product', '71')).out).toMatch(/Margin +not set/);
  expect(json(await office.run('service', 'product', '71', '--json'))).toEqual({
    product: { id: 71, custom: { Margin: null } },
  });
  const absent = await office.run('service', 'product', '9999', '--json');
  expect(absent.code).toBe(3);
  expect(json(absent)).toEqual({ product: null });
  const deleted = await office.run('service', 'contact', '13');
  expect(deleted).toMatchObject({
    code: 3,
    out: '',
    err: 'The service has no contact with ID 13, or it is deleted.\n',
  });
  expect((await office.run('service', 'contact', '1.5')).code).toBe(2);
});

it('asks the service that is named; one that refuses us ends with 2, one that makes no sense with 1', async () => {
  const unknown = await office.run('service', 'vat-types', '--service', 'mian');
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain('Did you mean "main"?');

  await office.write('bilag.yaml', `services: { second: { baseUrl: "${sandbox.url}", auth: { type: none } } }\n`);
  expect((await office.run('service', 'contact', '11', '--service', 'second')).code).toBe(0);

  await faults('get-401=1');
  const refused = await office.run('service', 'contact', '11', '--json');
  expect(refused.code).toBe(2);
  expect(json(refused).error.message).toMatch(/401.*check its token/);
  // A wrong address answers 404, too: that is no word about the contact.
  await faults('get-404=1');
  expect((await office.run('service', 'contact', '11')).code).toBe(2);
  await faults('get-unfiltered=1');
  const elsewhere = await office.run('service', 'models', 'Kontakt');
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.err).toContain('expected the model Kontakt or an empty list');
});

it('starts nothing and makes no folder; beside a running bilag it shares the cache', async () => {
  const before = await readdir(office.folder);
  expect((await office.run('service', 'models', 'Contact')).code).toBe(0);
  expect(await readdir(office.folder)).toEqual(before);
  const away = await openOffice({ ACCOUNTING_URL: sandbox.url, REDIS_URL: 'redis://127.0.0.1:1' });
  try {
    expect((await away.run('service', 'models', 'Contact')).code).toBe(0);
  } finally {
    await away.leave();
  }
  expect(await asked('models')).toBe(2);

  const working = office.start('start', '--only', 'plan');
  await working.said(/started: /);
  // A Redis that does not answer within a second is done without, so that on a machine under load it may take several.
  const askedAgain = async () => {
    const before = await asked('models');
    expect((await office.run('service', 'models', 'Contact')).code).toBe(0);
    return (await asked('models')) - before;
  };
  await expect.poll(askedAgain).toBe(0);
  working.child.kill('SIGTERM');
  expect((await working.ended).code).toBe(0);
});
