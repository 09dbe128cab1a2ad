// What one writes in an afternoon: csv-parse, fetch, an entry a request. It checks nothing, remembers nothing, and stops at
// the first error: node script.mjs FILE SERVICE CONNECTIONS
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const [, , file, service, connections] = process.argv;
const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };

async function ask(path, body) {
  const response = await fetch(`${service}/api/biz/${path}`, { method: body ? 'POST' : 'GET', headers, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const vatTypes = new Map((await ask('vattypes?select=ID,VatCode')).map(({ ID, VatCode }) => [VatCode, ID]));
const accounts = new Map();
async function accountId(number) {
  if (!accounts.has(number)) {
    const [{ ID }] = await ask(`accounts?filter=AccountNumber eq ${number}&select=ID,AccountNumber`);
    accounts.set(number, ID);
  }
  return accounts.get(number);
}

const entries = new Map();
for (const row of parse(readFileSync(file), { columns: true, delimiter: ';', bom: true })) {
  const [day, month, year] = row.Dato.split('.');
  const line = {
    AccountID: await accountId(row.Konto),
    Amount: Number(row['Beløp'].replace(',', '.')),
    Description: row.Tekst,
    FinancialDate: `${year}-${month}-${day}`,
    ...(row['Mva-kode'] === '' ? {} : { VatTypeID: vatTypes.get(row['Mva-kode']) }),
  };
  entries.set(row.Bilagsnr, [...(entries.get(row.Bilagsnr) ?? []), line]);
}

const waiting = entries.values();
async function send() {
  for (const lines of waiting)
    await ask('journalentries?action=book-journal-entries', JSON.stringify([{ DraftLines: lines }]));
}
await Promise.all(Array.from({ length: Number(connections) }, send));
