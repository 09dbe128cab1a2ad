// Reading workbooks: ours beside exceljs and beside bare csv-parse, each in a process of its own.
//   npm run build && node bench/xlsx/compare.mjs [rows, default 500000]
// Three files of 8 columns: shared strings that repeat, shared strings that are all different, inline strings.

import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(import.meta.url);
const COLUMNS = ['Bilag', 'Dato', 'Konto', 'Beløp', 'Mva', 'Tekst', 'Avdeling', 'Referanse'];
const PAYEES = ['Rema 1000', 'Kiwi', 'Strøm & nett', 'Husleie', 'Circle K', 'Coop Extra', 'Telenor', 'Visma'];
const ACCOUNTS = ['1920', '2400', '3000', '3015', '4300', '6300', '6800', '7770'];
const DAY = 86_400_000;

function record(i, unique) {
  return [
    10_000 + Math.floor(i / 3),
    new Date(Date.UTC(2026, 0, 1) + (i % 365) * DAY),
    ACCOUNTS[i % 8],
    (((i * 7919) % 1_000_000) - 500_000) / 100,
    ['3', '1', '', '5'][i % 4],
    unique ? `Faktura ${i} ${PAYEES[i % 8]}` : `${PAYEES[i % 8]} ${i % 500}`,
    `Avd ${i % 20}`,
    unique ? `KID${1_000_000_000 + i}` : `P${i % 100}`,
  ];
}

const writers = {
  csv(path, rows) {
    const line = (cells) => cells.map((c) => (c instanceof Date ? c.toISOString().slice(0, 10) : c)).join(';');
    const lines = Array.from({ length: rows }, (_, i) => line(record(i, true)));
    writeFileSync(path, `${COLUMNS.join(';')}\n${lines.join('\n')}\n`);
  },
  async xlsx(path, rows, kind) {
    const { default: ExcelJS } = await import('exceljs');
    const options = { filename: path, useStyles: true, useSharedStrings: kind !== 'inline' };
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter(options);
    const sheet = workbook.addWorksheet('Bilag');
    sheet.columns = COLUMNS.map((_, i) => (i === 1 ? { style: { numFmt: 'dd.mm.yyyy' } } : {}));
    sheet.addRow(COLUMNS).commit();
    for (let i = 0; i < rows; i++) {
      sheet.addRow(record(i, kind !== 'repeated')).commit();
      if (i % 1000 === 0) await new Promise(setImmediate);
    }
    await workbook.commit();
  },
};

/** Each gives the number of records and of dates, so that a reader that read something else is seen. */
const readers = {
  async 'csv-parse'(path, count) {
    const { parse } = await import('csv-parse');
    for await (const row of createReadStream(path).pipe(parse({ delimiter: ';' }))) count(row);
  },
  async bilag(path, count) {
    const { openWorkbook } = await import('../../build/tabular/xlsx/workbook.js');
    const source = await openWorkbook(path);
    for await (const chunk of source.chunks(0)) for (const row of chunk.records) count(row);
    await source.close();
  },
  async exceljs(path, count) {
    const { default: ExcelJS } = await import('exceljs');
    const options = {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
      entries: 'ignore',
    };
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, options)) {
      for await (const row of sheet) count(row.values);
    }
  },
};

async function measure(reader, path) {
  let records = 0;
  let dates = 0;
  const began = process.resourceUsage();
  await readers[reader](path, (row) => {
    records++;
    for (const cell of row) if (cell instanceof Date || cell?.kind === 'date') dates++;
  });
  const used = process.resourceUsage();
  const cpu = (used.userCPUTime - began.userCPUTime + used.systemCPUTime - began.systemCPUTime) / 1e6;
  console.log(JSON.stringify({ records, dates, cpu, memory: used.maxRSS / 1024 }));
}

async function main() {
  const rows = Number(process.argv[2] ?? 500_000);
  if (!existsSync(new URL('../../build/tabular/xlsx/workbook.js', import.meta.url))) {
    throw new Error('There is no build to measure: npm run build');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bilag-bench-'));
  try {
    const run = (...args) => execFileSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
    const table = [];
    const add = (reader, file, path) => {
      const { records, dates, cpu, memory } = JSON.parse(run('read', reader, path));
      table.push({ reader, file, records, dates, 'CPU s': cpu, 'peak MB': Math.round(memory) });
    };
    const csv = join(folder, 'a.csv');
    run('write', 'csv', csv, String(rows));
    add('csv-parse', 'csv', csv);
    const reference = table[0]['CPU s'];
    for (const kind of ['repeated', 'different', 'inline']) {
      const path = join(folder, `${kind}.xlsx`);
      run('write', 'xlsx', path, String(rows), kind);
      for (const reader of ['bilag', 'exceljs']) add(reader, kind, path);
    }
    for (const line of table) {
      line['× csv-parse'] = (line['CPU s'] / reference).toFixed(2);
      line['CPU s'] = line['CPU s'].toFixed(2);
    }
    console.table(table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [task, kind, path, ...rest] = process.argv.slice(2);
if (task === 'read') await measure(kind, path);
else if (task === 'write') await writers[kind](path, Number(rest[0]), rest[1]);
else await main();
