import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type Office, openOffice, SOUND } from '../cli/bilag.ts';

const DAY = '02.01.2026';
const FORMULA = '=HYPERLINK("http://elsewhere.example";"Faktura")';
const OTHERS = ['＝1+1', "'=was so", '-2+3', '@SUM(A1)'];
/** The header of a column that no job reads is the file's own, too. */
const FILE = `Bilag;Dato;Konto;Beløp;Tekst;=note
1;${DAY};1920;100,00;${quoted(FORMULA)};-5
1;${DAY};3015;-100,00;${OTHERS[0]};+47 22 00
2;${DAY};1920;7,00;${OTHERS[1]};
2;${DAY};3015;-7,00;${OTHERS[2]};
3;${DAY};1920;8,00;${OTHERS[3]};
3;${DAY};3000;-8,00;x;
`;

let sandbox: Sandbox;
let office: Office;
let id: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  office = await openOffice({ ACCOUNTING_URL: sandbox.url });
  await office.write('a.csv', FILE);
  const held = await office.run('import', 'a.csv', '--job', 'journal');
  id = /import (\w{26})/.exec(held.out)![1]!;
});
afterAll(async () => {
  await office.leave();
  await sandbox.close();
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
const read = (name: string) => readFile(join(office.folder, name), 'utf8');
async function texts(): Promise<string[]> {
  const reply = await fetch(`${sandbox.url}/sandbox/booked`);
  const { entries } = (await reply.json()) as { entries: { lines: { Description: string }[] }[] };
  return entries.flatMap(({ lines }) => lines.map(({ Description }) => Description)).sort();
}

test('the audit trail as CSV holds no formula, and its numbers are numbers', async () => {
  expect((await office.run('show', id, '--out', 'trail.csv')).code).toBe(0);
  const trail = await read('trail.csv');
  expect(trail).toContain(`;'${OTHERS[3]};`);
  expect(trail).toContain(';-8;');
});

test('failed rows as a workbook are texts', async () => {
  expect((await office.run('failed', id, '--out', 'failed.xlsx')).code).toBe(0);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(join(office.folder, 'failed.xlsx'));
  const types = new Map<unknown, ExcelJS.ValueType>();
  book.worksheets[0]!.eachRow((row) => row.eachCell((cell) => void types.set(cell.value, cell.type)));
  for (const text of [FORMULA, '=note', ...OTHERS.slice(0, 3)]) expect(types.get(text)).toBe(ExcelJS.ValueType.String);
});

test('failed rows as CSV hold no formula, and are booked with their texts as they were', async () => {
  expect((await office.run('failed', id, '--out', 'failed.csv')).code).toBe(0);
  const failed = await read('failed.csv');
  expect(failed).toContain(`;"'=HYPERLINK(`);
  expect(failed).toContain(";'=note;");
  expect(failed).toContain(`;'${OTHERS[0]};+47 22 00;`);
  expect(failed).toContain(`;'${OTHERS[1]};`);
  expect(failed).toContain(';-100,00;');
  expect(
    failed
      .split(/\r\n/)
      .flatMap((line) => line.split(';'))
      .filter((cell) => /^"?[=@＝]/.test(cell)),
  ).toEqual([]);
  await writeFile(join(office.folder, 'failed.csv'), failed.replaceAll(';3015;', ';3000;'));
  expect((await office.run('import', 'failed.csv', '--job', 'journal')).code).toBe(0);
  expect(await texts()).toEqual([FORMULA, ...OTHERS, 'x'].sort());
});

test('bilag plan ends on a pattern that does not, and plans the next file', async () => {
  const job = await read('jobs/journal.yaml');
  await office.write('jobs/endless.yaml', `${job}skip: [{ column: Tekst, matches: "^(a+)+$" }]\n`);
  await office.write('hostile.csv', SOUND.replace('Kontantsalg', `${'a'.repeat(60)}!`));
  await office.write('sound.csv', SOUND);
  const hostile = await office.run('plan', 'hostile.csv', '--job', 'endless', '--json');
  expect(hostile.code).toBe(3);
  expect(JSON.parse(hostile.out)).toMatchObject({
    state: 'rejected',
    reason: { code: 'file-too-complex', value: '2' },
  });
  const sound = await office.run('plan', 'sound.csv', '--job', 'endless', '--json');
  expect(JSON.parse(sound.out)).toMatchObject({ state: 'planned', rows: { read: 6 } });
});

test('what a terminal would obey is shown to people, and kept in what is booked', async () => {
  const text = 'a\x1b[2J\u202eb';
  await office.write(
    'b.csv',
    `Bilag;Dato;Konto;Beløp;Tekst\n9;${DAY};1920;1,00;${text}\n9;${DAY};3000;-1,00;${text}\n8;\x1b[2Jx;1920;1,00;y\n`,
  );
  const plan = await office.run('plan', 'b.csv', '--job', 'journal');
  expect(plan.out).toContain('a␛[2J\ufffdb');
  expect(plan.out).toContain('"␛[2Jx" in column Dato is not a valid date');
  for (const unseen of ['\x1b', '\u202e']) expect(plan.out).not.toContain(unseen);
  await office.run('import', 'b.csv', '--job', 'journal');
  expect(await texts()).toContain(text);
});
