import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEMO_SAMPLES } from '../../src/cli/demo/demo-samples.ts';
import { freePort } from '../free-port.ts';
import { journal, json, SOUND } from './bilag.ts';
import { officeBesideSandbox } from './office-beside-sandbox.ts';

const { office, control, faults, booked, takeIn, untilBooking } = officeBesideSandbox();
/** A command as it is shipped, to its end. */
const runShipped = (...args: string[]) => office.start(...args).ended;

it('an import beside a process that posts says what that one met before: the service refuses the token', async () => {
  const worker = office.start('start', '--only', 'plan,post');
  await faults('401=1');
  await takeIn('a.csv', SOUND);
  await worker.said(/rejects bilag's credentials/);
  const stopped = await office.run('import', 'a.csv', '--job', 'journal', '--json', '--wait', '2s');
  expect(stopped.code, stopped.err).toBe(2);
  expect(stopped.err).toMatch(/rejects bilag's credentials: .*401/);
  expect(json(stopped)).toMatchObject({ state: 'posting', entries: { booked: 0, pending: 3 } });
});

describe('signals', () => {
  it('an import lets its requests end, leaves with 130, and goes on when it is run again', async () => {
    await faults('slow=1,slow-for=4s');
    await office.write('a.csv', SOUND);
    const running = office.start('import', 'a.csv', '--job', 'journal', '--json');
    await untilBooking();
    running.child.kill('SIGINT');
    const ran = await running.ended;
    expect(ran.code).toBe(130);
    expect(ran.err).toContain('Stopping');
    const receipt = json(ran);
    expect(receipt.entries.inDoubt).toBe(0);
    expect(receipt.entries.booked).toBe((await booked()).count);
    await faults('');
    const again = await runShipped('import', 'a.csv', '--job', 'journal', '--json');
    expect(again.code).toBe(0);
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('the second one ends it at once, and what was under way stays on record', async () => {
    // For longer than anything waits for a reply: what it says of them at the end, it says because it did not wait.
    await faults('slow=1,slow-for=10m');
    await office.write('a.csv', SOUND);
    const running = office.start('import', 'a.csv', '--job', 'journal');
    await untilBooking();
    running.child.kill('SIGINT');
    await running.said(/Stopping/);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    const { imports } = json(await office.run('list', '--json'));
    expect(imports).toEqual([expect.objectContaining({ state: 'posting' })]);
  });
});

describe('bilag start', () => {
  it('books what others recorded, and leaves with 0 when it is stopped', async () => {
    await office.write('a.csv', SOUND);
    const recorded = await office.run('import', 'a.csv', '--job', 'journal', '--no-wait', '--json');
    expect(recorded.code).toBe(0);
    expect(json(recorded)).toMatchObject({ state: 'planning' });
    const worker = office.start('start', '--only', 'plan,post');
    await worker.said(/a\.csv: completed/);
    worker.child.kill('SIGTERM');
    const { code, out } = await worker.ended;
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'stopped' });
    expect(await booked()).toMatchObject({ count: 3 });
  });

  it('refuses roles that there are not, with the list', async () => {
    expect(await office.run('start', '--only', 'psot')).toMatchObject({
      code: 2,
      err: expect.stringContaining('plan, post'),
    });
  });
});

describe('a Redis that is away', () => {
  const AWAY = 'redis://127.0.0.1:9';

  it('an import leaves after --wait with 5, said once, and goes on when there is one', async () => {
    await office.write('a.csv', SOUND);
    office.env['REDIS_URL'] = AWAY;
    // Long enough that what talks to Redis is loaded, and has tried.
    const away = await office.run('import', 'a.csv', '--job', 'journal', '--wait', '10s');
    expect(away.code).toBe(5);
    expect(away.err.match(/Redis is away/g)).toHaveLength(1);
    delete office.env['REDIS_URL'];
    expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
  });

  it('start can be stopped all the same', async () => {
    office.env['REDIS_URL'] = AWAY;
    const worker = office.start('start');
    await worker.said(/Redis is away/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});

describe('bilag sandbox', () => {
  it('prints its address, answers, and leaves with 0', async () => {
    const running = office.start('sandbox', '--token', 'T', '--locked-before', '2026-01-01');
    await running.said(/^http:\/\/127\.0\.0\.1:\d+\n/);
    await running.said(/ACCOUNTING_URL=http/);
    running.child.kill('SIGTERM');
    const { code, out } = await running.ended;
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/) });
    expect(await office.run('sandbox', '--faults', 'nonsense=1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Known:'),
    });
    expect(await office.run('sandbox', '--port', 'x')).toMatchObject({ code: 2 });
  });
});

describe('bilag doctor and job check', () => {
  it('all in order', async () => {
    // Where nobody listens: another bilag may run on this machine.
    office.env['BILAG_DASHBOARD'] = '127.0.0.1:9';
    const { code, out } = await office.run('doctor');
    expect({ code, wrong: out.split('\n').filter((line) => line.startsWith('✗')) }).toEqual({ code: 0, wrong: [] });
    expect(out).toContain('✓ job journal');
    expect(out).toMatch(/✓ service main: .* VAT types/);
    expect(await office.run('job', 'check')).toMatchObject({
      code: 0,
      out: expect.stringContaining('✓ journal: bookings'),
    });
  });

  it('a job that asks for more requests at once than its service is sent', async () => {
    await office.write(
      'jobs/wide.yaml',
      'kind: bookings\ncolumns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }\nbatch: { concurrency: 16 }\n',
    );
    const said = 'batch.concurrency is 16, but the service main takes 4 requests at once at most';
    const remedy = 'set services.main.concurrency in bilag.yaml';
    for (const command of [['job', 'check'], ['doctor']]) {
      const { out } = await office.run(...command);
      expect(out).toContain(said);
      expect(out).toContain(remedy);
      expect(out.split(said)).toHaveLength(2);
    }
  });

  it('what is wrong, with what to do: exit code 2', async () => {
    await office.write('jobs/wrong.yaml', 'kind: bookings\ncolumns: { acount: Konto }\n');
    await office.write('.bilag', 'a file where the home should be');
    office.env['ACCOUNTING_URL'] = 'http://127.0.0.1:9';
    const { code, out } = await office.run('doctor');
    expect(code).toBe(2);
    const wrong = out
      .split('\n')
      .filter((line) => line.startsWith('✗'))
      .join('\n');
    expect(wrong).toMatch(/home: .*is a file/);
    expect(wrong).toMatch(/job wrong: .*wrong\.yaml:2: .*acount/);
    expect(wrong).toMatch(/service main: .*ECONNREFUSED/);
    // A job that can't be read at all keeps no other from being checked.
    await mkdir(join(office.folder, 'jobs/folder.yaml'));
    const all = await office.run('job', 'check');
    expect(all).toMatchObject({ code: 2, out: expect.stringContaining('folder.yaml') });
    expect(all.out).toContain('wrong.yaml:2');
    const check = await office.run('job', 'check', 'wrong');
    expect(check).toMatchObject({ code: 2, out: expect.stringContaining('jobs/wrong.yaml:2:') });
  });
});

describe('the command line', () => {
  it('helps, quickly', async () => {
    const help = await runShipped('--help');
    expect(help.code).toBe(0);
    for (const command of [
      'demo',
      'import',
      'plan',
      'start',
      'list',
      'show',
      'failed',
      'retry',
      'resolve',
      'recover',
      'backup',
      'job',
      'doctor',
      'sandbox',
    ]) {
      expect(help.out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
    expect((await runShipped('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  // Other tests run most commands in their own process, from modules: here each runs as it is shipped. Import does so above,
  // and what only leads up to a command does not.
  it('has every command', async () => {
    const ends = async (run: typeof office.run, code: number, ...args: string[]) => {
      const done = await run(...args);
      expect(done, `bilag ${args.join(' ')}\n${done.err}`).toMatchObject({ code });
      return done;
    };
    const ran = (code: number, ...args: string[]) => ends(runShipped, code, ...args);
    const imported = (code: number, ...args: string[]) => ends(office.run, code, 'import', ...args);
    await office.write('plan.csv', SOUND);
    await ran(0, 'job', 'check');
    await ran(0, 'plan', 'plan.csv', '--job', 'journal');
    await office.write('held.csv', journal([{ key: '7', account: '9999', amount: '5,00' }]));
    const { import: held } = json(await imported(3, 'held.csv', '--job', 'journal', '--json'));
    await ran(0, 'failed', held, '--out', 'rows.xlsx');
    await ran(3, 'retry', held);
    await office.write('later.csv', journal([{ key: '9', amount: '9,00' }]));
    const { import: later } = json(await imported(0, 'later.csv', '--job', 'journal', '--no-wait', '--json'));
    await ran(0, 'cancel', later, '--reason', 'wrong month');
    await control('next', { faults: ['reset-after'] });
    await office.write('doubt.csv', journal([{ key: '8', amount: '6,00' }]));
    const { import: doubt } = json(await imported(4, 'doubt.csv', '--job', 'journal', '--json'));
    await ran(0, 'resolve', doubt, '1', '--booked', '--reason', 'It is there.');
    expect((await ran(0, 'show', doubt)).out).toContain('It is there.');
    expect(json(await ran(0, 'list', '--json')).imports).toHaveLength(4);
    await ran(0, 'service', 'accounts', '1920');
    await ran(0, 'service', 'vat-types');
    await ran(2, 'books', 'same', 'main');
    await ran(0, 'backup', 'copy');
    await ran(0, 'recover');
    await ran(2, 'inbox', 'take-over');
    await ran(2, 'run', 'journal');
    expect((await ran(0, 'token', 'kari', '--role', 'viewer')).out).toMatch(/\S{20}/);
    expect((await booked()).count).toBe(1);
  });

  it.each([
    [['imprt'], 'Did you mean import?'],
    [['import', 'a.csv'], '--job'],
    [['import', 'a.csv', '--job', 'journal', '--wait', '5'], 'duration'],
    [['plan', 'a.csv', '--job', 'jurnal'], 'journal'],
    [['show', '01XYZ'], 'no import'],
    [['failed', 'x', '--out', 'x.pdf'], '.xlsx or .csv'],
    [['reverse', '01X', '--date', '2026-01-01'], 'not there yet'],
    [['job', 'new', 'a.csv'], 'not there yet'],
    [[], 'Usage'],
  ])('%j: exit code 2', async (args, words) => {
    await office.write('a.csv', SOUND);
    const ran = await office.run(...args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(words);
    expect(ran.err).not.toMatch(/^ {4}at /m);
  });

  it('--json answers with an object when nothing could be done, too', async () => {
    const ran = await office.run('import', 'absent.csv', '--job', 'journal', '--json');
    expect(ran.code).toBe(2);
    expect(json(ran)).toEqual({
      error: { message: expect.stringContaining('absent.csv'), suggestion: expect.any(String) },
    });
  });

  it('a home that can not be made is said in one line', async () => {
    await office.write('file', '');
    office.env['BILAG_HOME'] = join(office.folder, 'file', 'home');
    const ran = await office.run('list');
    expect(ran.code).toBe(1);
    expect(ran.err).not.toMatch(/^ {4}at /m);
    expect(ran.err.trim().split('\n').length).toBeLessThanOrEqual(2);
  });
});

describe('bilag demo --once', () => {
  it('books every sample, from any folder, and the service agrees with the files', async () => {
    const { code, out, err } = await runShipped('demo', '--once');
    expect({ code, err }).toMatchObject({ code: 0 });
    for (const { file } of DEMO_SAMPLES) expect(out).toContain(file);
    expect(out).toContain('What the service has now');
    expect(out).toMatch(/✓ (\d+) vouchers in the files, \1 vouchers in the service/);
    expect(out).toMatch(/contacts +20 +2 +18 +=/);
    expect(out).toMatch(/custom fields +10 +1 +9 +=/);
    expect(out).not.toContain('DIFFERS');
  });

  it('without --once stays up until it is stopped, and can be imported into from another terminal', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    office.env['BILAG_DASHBOARD'] = address;
    const demo = office.start('demo');
    // Whoever tries the dashboard while the tour goes on does not end it.
    const own =
      'Bilagsnr;Dato;Konto;Beløp;Tekst;Mva-kode\n1;05.01.2026;1920;12,50;Egen;0\n1;05.01.2026;3000;-12,50;Egen;0\n';
    const drop = () =>
      fetch(`http://${address}/api/imports?job=bookings&name=own.csv`, { method: 'POST', body: own }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(drop).toBe(202);
    await demo.said(/Ctrl-C ends the demo/);
    const { out, err } = demo.told();
    // 1920 is on accounts of the samples, too.
    if (out.includes('DIFFERS')) expect(out).toContain('Files of yours were booked meanwhile');
    for (const [, name, value] of err.matchAll(/(BILAG_HOME|BILAG_JOBS|ACCOUNTING_URL)=(\S+)/g))
      office.env[name!] = value!;
    const [, file, job] = /bilag import (\S+) --job (\S+)/.exec(err)!;
    expect(await office.run('import', file!, '--job', job!)).toMatchObject({ code: 3, err: '' });
    demo.child.kill('SIGINT');
    expect((await demo.ended).code).toBe(0);
  });
});
