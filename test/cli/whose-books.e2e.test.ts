import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { closeAfterTest } from '../closing.ts';
import { journal, json, SOUND } from './bilag.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

const { office, sandbox, booked, control, ask } = officeBesideSandbox();

/** The same entries in other bytes. */
const AGAIN = SOUND.replaceAll('\n', '\r\n');
const THREE = journal([
  { key: '1', account: '3000', amount: '100,00' },
  { key: '2', account: '3020', amount: '200,00' },
  { key: '3', account: '3000', amount: '400,00' },
]);
const importFile = async (name: string, text: string) => {
  await office.write(name, text);
  return office.run('import', name, '--job', 'journal');
};
const imports = async () => json(await office.run('list', '--json')).imports as { file: string; state: string }[];
const totals = async (company = 'default') =>
  (await ask<{ totals: Record<string, string> }>(`booked?summary=1&company=${company}`)).totals;

it('keeps the books of a service when its address is written otherwise', async () => {
  expect((await importFile('a.csv', SOUND)).code).toBe(0);
  office.env['ACCOUNTING_URL'] = `${sandbox.url.replace('127.0.0.1', 'localhost')}/`;
  expect((await importFile('b.csv', SOUND)).code).toBe(0);
  expect(await importFile('c.csv', AGAIN)).toMatchObject({ code: 3 });
  expect(await booked()).toMatchObject({ count: 3 });
});

describe('where a company is named that had no name', () => {
  it('asks once whether the books are the same, and plans, records and books nothing before', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    office.env['ACCOUNTING_COMPANY'] = 'default';
    for (const args of [
      ['import', 'a.csv', '--job', 'journal'],
      ['plan', 'a.csv', '--job', 'journal'],
    ]) {
      const { code, err } = await office.run(...args);
      expect(code).toBe(2);
      for (const words of [
        'Service main now keeps the books of company "default"',
        '(a.csv) was booked for service main without a company',
        'bilag books same main',
        'bilag books other main',
      ])
        expect(err).toContain(words);
    }
    expect(await imports()).toHaveLength(1);
    expect(await office.run('books', 'same', 'main')).toMatchObject({
      code: 0,
      err: expect.stringContaining('keeps the same books as before'),
    });
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
    expect(await booked()).toMatchObject({ count: 3 });
    expect(await office.run('books', 'same', 'main')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Nothing is asked about the books of service main'),
    });
    const [first] = (await imports()).slice(-1) as unknown as { import: string }[];
    expect((await office.run('show', first!.import)).out).toContain(
      'keeps the same books as before, now called "default"',
    );
    // From one name to another is another company.
    office.env['ACCOUNTING_COMPANY'] = 'b';
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 6 });
  });

  it('leaves what comes into the inbox there until that is answered', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    office.env['ACCOUNTING_COMPANY'] = 'default';
    const inbox = join(office.folder, 'inbox', 'journal');
    await mkdir(inbox, { recursive: true });
    await writeFile(join(inbox, 'b.csv'), AGAIN);
    const bilag = office.start('start', '--only', 'watch,plan,post');
    await bilag.said(/Service main now keeps the books of company .*bilag books same main/);
    expect(await imports()).toHaveLength(1);
    expect((await office.run('books', 'same', 'main')).code).toBe(0);
    await until('b.csv is found to be booked', async () => (await readdir(join(inbox, 'failed'))).includes('b.csv'));
    expect(await booked()).toMatchObject({ count: 3 });
    bilag.child.kill('SIGTERM');
    expect((await bilag.ended).code).toBe(0);
  });

  it('takes them for others where a person says so', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    office.env['ACCOUNTING_COMPANY'] = 'b';
    expect((await office.run('books', 'other', 'main')).code).toBe(0);
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 6 });
    delete office.env['ACCOUNTING_COMPANY'];
    // The name is gone: that is asked about, too.
    expect(await importFile('a.csv', SOUND)).toMatchObject({
      code: 2,
      err: expect.stringContaining('was booked for company "b"'),
    });
    expect((await office.run('books', 'other', 'main')).code).toBe(0);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
  });

  it('asks nothing where everything was only planned, and books that plan once', async () => {
    await office.write('a.csv', SOUND);
    expect((await office.run('plan', 'a.csv', '--job', 'journal')).code).toBe(0);
    office.env['ACCOUNTING_COMPANY'] = 'default';
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect((await imports()).map(({ state }) => state)).toEqual(['completed']);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('keeps a service without a company apart from a company that is called alike', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    delete office.env['ACCOUNTING_URL'];
    await office.write(
      'bilag.yaml',
      `services:\n  main: { baseUrl: ${sandbox.url} }\n  other: { baseUrl: ${sandbox.url}, company: main }\n`,
    );
    await office.write(
      'jobs/others.yaml',
      'kind: bookings\nservice: other\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n',
    );
    expect((await office.run('import', 'a.csv', '--job', 'others')).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 6 });
  });
});

describe('where a service without a company got another name', () => {
  const services = async (yaml: string, service: string) => {
    await office.write('bilag.yaml', `services:\n${yaml}\n`);
    await office.write(
      'jobs/journal.yaml',
      `kind: bookings\nservice: ${service}\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n`,
    );
  };
  const renamed = () => services(`  accounting: { baseUrl: ${sandbox.url} }`, 'accounting');

  it('asks whether the books are the same, and books nothing twice', async () => {
    delete office.env['ACCOUNTING_URL'];
    await services(`  main: { baseUrl: ${sandbox.url} }`, 'main');
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    await renamed();
    const { code, err } = await importFile('a.csv', SOUND);
    expect(code).toBe(2);
    for (const words of [
      'Service accounting now keeps the books of service accounting without a company',
      '(a.csv) was booked for service main without a company',
      'bilag books same accounting',
    ])
      expect(err).toContain(words);
    expect((await office.run('doctor')).out).toContain('✗ books: Service accounting now keeps the books');
    expect(await imports()).toHaveLength(1);
    expect((await office.run('books', 'same', 'accounting')).code).toBe(0);
    expect((await office.run('doctor')).out).not.toContain('✗ books:');
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('asks too where the old name is kept by the environment, and takes them for others where a person says so', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    await renamed();
    expect(await importFile('a.csv', SOUND)).toMatchObject({ code: 2 });
    expect((await office.run('doctor')).out).toContain(
      'services accounting and main: the same address and credentials',
    );
    expect((await office.run('books', 'other', 'accounting')).code).toBe(0);
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 6 });
  });

  it('asks nothing of a second service that has a token of its own', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    await services(`  second: { baseUrl: ${sandbox.url}, auth: { type: bearer, token: b } }`, 'second');
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await booked()).toMatchObject({ count: 6 });
  });

  it('asks where it got a company at the same time', async () => {
    delete office.env['ACCOUNTING_URL'];
    await services(`  main: { baseUrl: ${sandbox.url} }`, 'main');
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    await services(`  accounting: { baseUrl: ${sandbox.url}, company: Leker AS }`, 'accounting');
    expect(await importFile('a.csv', SOUND)).toMatchObject({ code: 2 });
    expect((await office.run('books', 'same', 'accounting')).code).toBe(0);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
    expect(await booked()).toMatchObject({ count: 3 });
  });
});

describe('where a service leads to another address', () => {
  const moved = async () => {
    const second = await startSandbox();
    closeAfterTest(() => second.close());
    office.env['ACCOUNTING_URL'] = second.url;
    const summary = async () =>
      (await (await fetch(`${second.url}/sandbox/booked?summary=1&company=default`)).json()) as { count: number };
    return { second, summary };
  };

  it('asks whether the books are the same before it calls anything booked, and takes nothing in until then', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    const first = sandbox.url.replace('127.0.0.1', 'localhost');
    const { second, summary } = await moved();
    for (const [name, text] of [
      ['a.csv', SOUND],
      ['b.csv', AGAIN],
    ] as const) {
      const { code, out, err } = await importFile(name, text);
      expect(code).toBe(2);
      expect(out).not.toContain('booked');
      expect(err).toContain(`Service main now leads to ${second.url.replace('127.0.0.1', 'localhost')}`);
      expect(err).toContain(`(a.csv) was booked at ${first}, and nothing at the new address`);
      expect(err).toContain('bilag books same main');
    }
    expect((await office.run('doctor')).out).toContain('✗ books: Service main now leads to');
    expect(await imports()).toHaveLength(1);
    // Others need a name: what was booked before is told by it.
    expect(await office.run('books', 'other', 'main')).toMatchObject({
      code: 2,
      err: expect.stringContaining('another BILAG_HOME'),
    });
    expect((await office.run('books', 'same', 'main')).code).toBe(0);
    expect((await importFile('b.csv', AGAIN)).code).toBe(3);
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await summary()).toMatchObject({ count: 0 });
    const [{ import: id }] = (await imports()).slice(-1) as unknown as [{ import: string }];
    expect((await office.run('show', id)).out).toMatch(/service main keeps the same books as before, now at\s+http/);
    office.env['ACCOUNTING_URL'] = sandbox.url;
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
  });

  it('leaves what comes into the inbox there until that is answered', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    const { summary } = await moved();
    const inbox = join(office.folder, 'inbox', 'journal');
    await mkdir(inbox, { recursive: true });
    await writeFile(join(inbox, 'a.csv'), SOUND);
    const bilag = office.start('start', '--only', 'watch,plan,post');
    await bilag.said(/Service main now leads to .*bilag books same main/);
    for (const put of ['done', 'failed']) expect(await readdir(join(inbox, put))).toEqual([]);
    bilag.child.kill('SIGTERM');
    expect((await bilag.ended).code).toBe(0);
    expect(await summary()).toMatchObject({ count: 0 });
  });

  it('books in the new ones where they have a company of their own', async () => {
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    const { summary } = await moved();
    office.env['ACCOUNTING_COMPANY'] = 'default';
    expect((await office.run('books', 'other', 'main')).code).toBe(0);
    expect((await importFile('a.csv', SOUND)).code).toBe(0);
    expect(await summary()).toMatchObject({ count: 3 });
  });
});

describe('IDs of accounts', () => {
  it('of one company are never sent to another that stands behind the same address', async () => {
    await control('quirks', { books: 'token' }, 'PUT');
    office.env['ACCOUNTING_TOKEN'] = 'token-a';
    await office.write('a.csv', THREE);
    expect((await office.run('plan', 'a.csv', '--job', 'journal')).code).toBe(0);
    office.env['ACCOUNTING_TOKEN'] = 'token-b';
    const refused = await office.run('import', 'a.csv', '--job', 'journal');
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /other books than those of service main without a company .*: all 3 IDs that were compared differ; account \d+ had the ID \d+ and has \d+ now, account/,
    );
    expect(refused.err).toContain('bilag books same main');
    expect(await booked()).toMatchObject({ count: 0 });
    expect((await office.run('books', 'other', 'main')).err).toContain('company, in services.main of bilag.yaml');
    // Nor by a plan that was made under the second's token.
    expect((await importFile('b.csv', journal([{ key: '9', amount: '1000,00' }]))).code).toBe(2);
    expect(await booked()).toMatchObject({ count: 0 });
    office.env['ACCOUNTING_TOKEN'] = 'token-a';
    for (const file of ['a.csv', 'b.csv']) expect((await office.run('import', file, '--job', 'journal')).code).toBe(0);
    expect(await totals('token-a')).toEqual({ 1920: '1700.00', 3000: '-1500.00', 3020: '-200.00' });
    expect(await totals('token-b')).toEqual({});
  });

  it('are looked up again where a person says that all moved', async () => {
    await control('quirks', { books: 'token' }, 'PUT');
    office.env['ACCOUNTING_TOKEN'] = 'token-a';
    expect((await importFile('a.csv', THREE)).code).toBe(0);
    office.env['ACCOUNTING_TOKEN'] = 'token-b';
    const more = journal([{ key: '9', amount: '1,00' }]);
    expect((await importFile('b.csv', more)).code).toBe(2);
    expect((await office.run('books', 'same', 'main')).code).toBe(0);
    expect((await importFile('b.csv', more)).code).toBe(0);
    expect(await totals('token-b')).toEqual({ 1920: '1.00', 3000: '-1.00' });
    expect((await importFile('c.csv', journal([{ key: '10', amount: '2,00' }]))).code).toBe(0);
  });

  it('that moved after the plan are looked up again before anything is sent', async () => {
    await office.write('a.csv', THREE);
    expect((await office.run('plan', 'a.csv', '--job', 'journal')).code).toBe(0);
    await control('exchanged-ids', { accounts: [3000, 3020] });
    const done = await office.run('import', 'a.csv', '--job', 'journal');
    expect(done.code).toBe(0);
    expect(done.err).toMatch(/account 30[02]0 had the ID \d+ and has \d+ now.* is planned afresh/);
    expect(await totals()).toEqual({ 1920: '700.00', 3000: '-500.00', 3020: '-200.00' });
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('are compared though the service fails now and then', async () => {
    await office.write('a.csv', THREE);
    expect((await office.run('plan', 'a.csv', '--job', 'journal')).code).toBe(0);
    await control('exchanged-ids', { accounts: [3000, 3020] });
    await control('next', { faults: ['get-503', 'get-503', 'get-none', 'get-503'] });
    expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
    expect(await totals()).toEqual({ 1920: '700.00', 3000: '-500.00', 3020: '-200.00' });
  });
});
