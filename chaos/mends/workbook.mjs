// A person who takes the failed rows home as a workbook, mends hers in a spreadsheet, and gives it back.
import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { COLUMN } from './files.mjs';
import { check, told } from './person.mjs';

const LOOK_MS = 300;
/** The column that says which row of the file it is. */
const ROW = 'bilag row';

/**
 * @param {any} run
 * @param {import('./person.mjs').Person} person
 * @param {() => boolean} goes
 * @returns {Promise<boolean>} whether nothing was left
 */
export async function mendByWorkbook(run, person, goes) {
  const { office, scenario } = run;
  const file = scenario.files.find(({ vouchers }) => vouchers.some(({ intent }) => intent === 'workbook'));
  const hers = new Map(file.vouchers.filter(({ intent }) => intent === 'workbook').map((each) => [each.text, each]));
  const [own, other] = person.screens;
  let rested = 0;
  while (!run.over && !goes()) {
    await sleep(LOOK_MS);
    const [row] = office.ledger('select id, state from import where sha256 = ?', file.sha256);
    const found = row === undefined ? undefined : await own.look(row.id);
    if (found === undefined) continue;
    const waiting = found.entries.filter(({ lines }) => hers.has(lines[0].cells[COLUMN.text]));
    const moves = row.state === 'planning' || row.state === 'posting';
    rested = waiting.length === 0 && !moves ? rested + 1 : 0;
    if (rested > 1) {
      if (scenario.people.what === 'workbook-twice') await giveOnceMore(run, person, row.id);
      return true;
    }
    if (waiting.length === 0 || !found.book) continue;
    const { status, bytes } = await own.ask('GET', `imports/${row.id}/failed.xlsx`);
    if (status !== 200) continue;
    const given = await mended(bytes, hers);
    if (given === undefined) continue;
    run.workbook = given;
    const path = `imports/${row.id}/retry?name=failed.xlsx`;
    const twice = scenario.people.what === 'workbook-twice';
    const answers = await Promise.all(
      (twice ? [own, other] : [own]).map((screen) => screen.ask('POST', path, undefined, { body: given })),
    );
    for (const answer of answers) check(run, own, answer, 'workbook');
    if (answers.every((answer) => answer.status !== 0)) told(run, scenario.people.id, {});
  }
  return false;
}

/** The workbook with her rows alone, as they should be; undefined where none of them is in it. */
async function mended(bytes, hers) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes);
  const [sheet] = book.worksheets;
  const header = sheet.getRow(1).values;
  for (let at = sheet.rowCount; at > 1; at--) {
    const row = sheet.getRow(at);
    const voucher = hers.get(String(row.getCell(COLUMN.text + 1).value));
    if (voucher === undefined) sheet.spliceRows(at, 1);
    const number = Number(row.getCell(header.indexOf(ROW)).value);
    for (const { row: own, column, right } of voucher?.planted ?? []) {
      if (own === number) row.getCell(column + 1).value = right;
    }
  }
  return sheet.rowCount === 1 ? undefined : Buffer.from(await book.xlsx.writeBuffer());
}

/** What was handed in already comes back: it must be refused, or change nothing. */
async function giveOnceMore(run, { screens: [own] }, id) {
  if (run.workbook === undefined) return;
  const answer = await own.ask('POST', `imports/${id}/retry?name=failed.xlsx`, undefined, { body: run.workbook });
  check(run, own, answer, 'workbook-again');
  run.workbook = undefined;
}
