import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdOpen } from '../arriving/inbox/writer.ts';
import { journal, numbered } from './bilag.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

const { office, booked } = officeBesideSandbox();

const inbox = (...names: string[]) => join(office.folder, 'inbox', 'journal', ...names);
const lying = (...folder: string[]) => readdir(inbox(...folder)).catch(() => [] as string[]);
const drop = async (name: string, text: string) => {
  await writeFile(join(office.folder, name), text);
  await rename(join(office.folder, name), inbox(name));
};
const isDone = (name: string) => until(`${name} is done`, async () => (await lying('done')).includes(name));
const ROLES = ['start', '--only', 'watch,plan,post'];

it('bilag start takes a file of a writer that pauses when it is whole, and books all of it', async () => {
  await mkdir(inbox(), { recursive: true });
  const [header, ...lines] = numbered(4).trim().split('\n');
  await writeFile(inbox('slow.csv'), `${header}\n`);
  const writer = await holdOpen(inbox('slow.csv'));
  for (const line of lines.slice(0, 4)) await writer.write(line);
  const bilag = office.start(...ROLES);
  await bilag.said(/"event":"started"/);
  // Dropped later, and taken: the first has lain still for longer.
  for (const key of [11, 12]) {
    await writeFile(inbox(`f${key}.csv`), numbered(1, key));
    await isDone(`f${key}.csv`);
  }
  expect(await booked()).toMatchObject({ count: 2 });
  for (const line of lines.slice(4)) await writer.write(line);
  await writer.close();
  await isDone('slow.csv');
  expect(await booked()).toMatchObject({ count: 6 });
  expect(await readFile(inbox('done', 'slow.csv'), 'utf8')).toBe(numbered(4));
  bilag.child.kill('SIGTERM');
  expect((await bilag.ended).code).toBe(0);
});

it('an inbox is of one home; another refuses it, and takes it over when a person says so', async () => {
  const first = office.start(...ROLES);
  await first.said(/"event":"started"/);
  await until('the folders', async () => (await lying()).includes('failed'));
  await drop('a.csv', numbered(1, 1));
  await isDone('a.csv');
  const home = join(office.folder, '.bilag');
  office.env['BILAG_HOME'] = join(office.folder, 'other');
  expect((await office.run('list')).code).toBe(0);
  const doctor = await office.run('doctor');
  expect(doctor.out).toMatch(new RegExp(`✗ inbox: .* belongs to the home ${home} on .*, so this home takes nothing`));
  const second = office.start(...ROLES);
  await second.said(new RegExp(`belongs to the home ${home} on .* \\(.*\\), and this is the home .*/other \\(`));
  await second.said(/bilag inbox take-over/);
  // It takes nothing while it is refused: the first has this one.
  await drop('b.csv', numbered(1, 2));
  await isDone('b.csv');
  first.child.kill('SIGTERM');
  await first.ended;
  await drop('c.csv', numbered(1, 3));
  const taken = await office.run('inbox', 'take-over');
  expect(taken).toMatchObject({ code: 0, err: expect.stringMatching(/belongs to this home now: .*\/other/) });
  expect(taken.err).toContain(home);
  await isDone('c.csv');
  expect((await office.run('inbox', 'take-over')).err).toContain('already belongs to this home');
  expect((await office.run('doctor')).out).not.toContain('takes nothing from it');
  const { imports } = JSON.parse((await office.run('list', '--json')).out) as { imports: { file: string }[] };
  expect(imports.map(({ file }) => file)).toEqual(['c.csv']);
  second.child.kill('SIGTERM');
  await second.ended;
  office.env['BILAG_HOME'] = home;
  const again = office.start(...ROLES);
  await again.said(/belongs to the home .*\/other on/);
  again.child.kill('SIGTERM');
  await again.ended;
});

it('a home that was put back from a backup, or moved, takes its inbox over before it takes anything', async () => {
  const working = office.start(...ROLES);
  await working.said(/"event":"started"/);
  await until('the folders', async () => (await lying()).includes('failed'));
  await drop('a.csv', numbered(1, 1));
  await isDone('a.csv');
  expect((await office.run('backup', 'copy')).code).toBe(0);
  working.child.kill('SIGTERM');
  await working.ended;
  const home = join(office.folder, '.bilag');
  await rename(home, join(office.folder, 'lost'));
  await mkdir(home, { mode: 0o700 });
  for (const name of ['ledger.db', 'attempts.journal', 'files'])
    await cp(join(office.folder, 'copy', name), join(home, name), { recursive: true });
  await drop('b.csv', journal([{ key: '2', amount: '2,00' }]));
  const takes = async (words: RegExp) => {
    const watching = office.start('start', '--only', 'watch');
    await watching.said(words);
    expect(await lying()).toContain('b.csv');
    return watching;
  };
  const back = await takes(/was moved, copied or put back from a backup of it since/);
  back.child.kill('SIGTERM');
  await back.ended;
  const moved = join(office.folder, 'moved');
  await rename(home, moved);
  office.env['BILAG_HOME'] = moved;
  const watching = await takes(/belongs to the home/);
  expect((await office.run('inbox', 'take-over')).code).toBe(0);
  await until('b.csv is received', async () => !(await lying()).includes('b.csv'));
  watching.child.kill('SIGTERM');
  await watching.ended;
});

it('there is nothing to take over where no inbox is', async () => {
  expect(await office.run('inbox', 'take-over')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no inbox at'),
  });
});
