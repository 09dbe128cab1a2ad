import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { json, type Office, openOffice } from '../cli/bilag.ts';
import { until } from '../cli/office-beside-sandbox.ts';
import { closeAfterTest } from '../closing.ts';

const JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const CONTACTS = '/api/biz/contacts';
/** Imports that have to have asked for the list before either is answered. */
const AT_ONCE = 2;

/** People with these numbers; the e-mail of some stands in this file alone, or does not. */
function people(
  from: number,
  to: number,
  hasEmail: (no: number) => boolean,
  hasPhone: (no: number) => boolean,
): string {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => {
    const no = from + at;
    const phone = hasPhone(no) ? `2200${String(no).padStart(4, '0')}` : '';
    return `Kunde ${no};Storgata ${no};0155;Oslo;${phone};${hasEmail(no) ? `kunde${no}@example.no` : ''}`;
  });
  return `Navn;Adresse;Postnr;Sted;Telefon;E-post\n${rows.join('\n')}\n`;
}

/**
 * Stands before the service: who asks for the list first waits for the second, and nobody is created before both have been
 * planned. So both were compared with the same list, on any machine.
 */
async function gateBefore(url: string, isPlanned: () => Promise<boolean>) {
  const lists: (() => void)[] = [];
  const creations: (() => void)[] = [];
  let listed = 0;
  let open = true;
  const pass = (asked: IncomingMessage, response: ServerResponse) => () => {
    const { method, headers } = asked;
    const passed = request(url + asked.url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  };
  const look = setInterval(async () => {
    if (creations.length === 0 || !(await isPlanned())) return;
    open = true;
    for (const go of creations.splice(0)) go();
  }, 50);
  const gate = createServer((asked, response) => {
    const go = pass(asked, response);
    const isFirstPage =
      asked.method === 'GET' && asked.url!.startsWith(`${CONTACTS}?`) && !asked.url!.includes('&skip=');
    if (!open && isFirstPage && listed < AT_ONCE) {
      lists.push(go);
      if (++listed === AT_ONCE) for (const each of lists.splice(0)) each();
    } else if (asked.method === 'POST' && !open) creations.push(go);
    else go();
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  closeAfterTest(() => {
    clearInterval(look);
    gate.close();
    gate.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    listed: () => listed,
    shut: () => {
      open = false;
    },
  };
}

/** The states of all imports. */
async function states(office: Office): Promise<string[]> {
  const ledger = openLedger(`sqlite:${join(office.folder, '.bilag', 'ledger.db')}`);
  try {
    return (await ledger.imports.inState('planning', 'posting', 'in-doubt', 'completed', 'partly-booked')).map(
      ({ state }) => state,
    );
  } finally {
    ledger.close();
  }
}

test('two imports at once, thirty people in both of whom six have their e-mail in one alone: each is created once', async () => {
  const sandbox = await startSandbox();
  closeAfterTest(() => sandbox.close());
  let office: Office;
  const { url, listed, shut } = await gateBefore(sandbox.url, async () =>
    (await states(office)).every((state) => state !== 'planning'),
  );
  office = await openOffice({ ACCOUNTING_URL: url }, { hangMs: 100_000 });
  closeAfterTest(() => office.leave());
  await office.write('jobs/customers.yaml', JOB);
  // In both: 31 to 60. The e-mail of 31 to 33 stands in the first file alone, that of 34 to 36 in the second; of these the
  // phones of 33 and 36 do too, so that only their names connect them.
  await office.write(
    'a.csv',
    people(
      1,
      60,
      (no) => no < 34 || no > 36,
      (no) => no !== 36,
    ),
  );
  await office.write(
    'b.csv',
    people(
      31,
      90,
      (no) => no > 33,
      (no) => no !== 33,
    ),
  );
  // Shown and not booked, the first file's turn does not depend on who is planned first.
  expect((await office.run('plan', 'a.csv', '--job', 'customers')).code).toBe(0);
  shut();
  const second = office.start('import', 'b.csv', '--job', 'customers', '--json');
  await until('the second asks for the list', () => listed() > 0);
  const first = office.start('import', 'a.csv', '--job', 'customers', '--json');
  const ended = await Promise.all([first.ended, second.ended]);
  const told = ended.map(json);
  const { contacts } = (await (await fetch(`${sandbox.url}/sandbox/contacts`)).json()) as {
    contacts: { body: { Info: { Name: string } } }[];
  };
  const names = contacts.map(({ body }) => body.Info.Name);
  expect(
    names.filter((name, at) => names.indexOf(name) !== at),
    'created twice',
  ).toEqual([]);
  expect(names).toHaveLength(90);
  const sum = (of: 'created' | 'existing') => told.reduce((total, { contacts: count }) => total + count[of], 0);
  expect([sum('created'), sum('existing')]).toEqual([90, 30]);
  for (const { mismatches = [] } of told) expect(mismatches).toEqual([]);
});

test('contacts that the service spells otherwise exist; a real difference is held', async () => {
  const sandbox = await startSandbox();
  closeAfterTest(() => sandbox.close());
  const office = await openOffice({ ACCOUNTING_URL: sandbox.url });
  closeAfterTest(() => office.leave());
  await office.write('jobs/customers.yaml', JOB);
  const address = (City: string | null, AddressLine1: string | null = 'STORGATA  1') => ({
    AddressLine1,
    City,
    PostalCode: '0155',
    CountryCode: 'no',
  });
  const contact = (Name: string, InvoiceAddress: object | null, number: string, EmailAddress: string) => ({
    Info: { Name, InvoiceAddress, DefaultPhone: { Number: number }, DefaultEmail: { EmailAddress } },
    Comment: null,
  });
  const there = [
    contact('KARI  NORDMANN', address('OSLO'), '0047 22 33-44 55', 'Kari@Example.NO'),
    contact('Ola A\u030Asen', address('oslo', null), '+47 (22) 33 44 66', 'OLA@example.no'),
    contact('Per Berg', address('Bergen'), '22334477', 'per@example.no'),
  ];
  const added = await fetch(`${sandbox.url}/sandbox/contacts`, { method: 'POST', body: JSON.stringify(there) });
  expect(added.status).toBe(200);
  const rows = [
    'Kari Nordmann;Storgata 1;0155;Oslo;22334455;kari@example.no',
    'Ola Åsen;;0155;Oslo;22 33 44 66;ola@example.no',
    'Per Berg;Storgata 1;0155;Oslo;22334477;per@example.no',
  ];
  await office.write('a.csv', `Navn;Adresse;Postnr;Sted;Telefon;E-post\n${rows.join('\n')}\n`);
  const ran = await office.run('import', 'a.csv', '--job', 'customers');
  expect(ran.code).toBe(3);
  expect(ran.out).toMatch(/exist already +3\n +and wait for you +1\n/);
  expect(ran.out.replace(/\s+/g, ' ')).toContain('city differs: "Bergen" in the service, "Oslo" in the file');
  expect(ran.out).not.toMatch(/(name|address line 1|phone|e-mail|country) differs/);
});
