import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import iconv from 'iconv-lite';
import { amountText, Control, HEADER, journal, YEAR_OF_JOURNAL } from './journal.mjs';

const CHUNK_CHARACTERS = 256 * 1024;
const NORWEGIAN = {
  delimiter: ';',
  mark: ',',
  date: (day, month, year) => `${day}.${month}.${year}`,
  quotesAll: false,
  encoding: 'utf8',
};
const TWO = Array.from({ length: 32 }, (_, i) => String(i).padStart(2, '0'));

/**
 * Writes a journal as CSV, a chunk at a time.
 * @param options what `journal` takes; `order: 'account'` gives the same rows sorted by account, as some programs export them;
 *   `style: {quotesAll, encoding}`: every cell in quotes, `windows-1252`
 * @returns its control totals
 */
export async function writeCsv(path, { order = 'entry', style: asked = {}, header = HEADER, ...options }) {
  const style = { ...NORWEGIAN, ...asked };
  const control = new Control();
  const out = createWriteStream(path);
  const write = async (text) => {
    if (!out.write(iconv.encode(text, style.encoding))) await once(out, 'drain');
  };
  const byAccount = new Map(options.accounts.map((account) => [account, []]));
  let text = `${header.join(style.delimiter)}\r\n`;
  for (const entry of journal(options)) {
    control.add(entry);
    for (const line of entry.lines) {
      const record = recordText(entry, line, style);
      if (order === 'account') byAccount.get(line.account).push(record);
      else text += record;
    }
    if (text.length < CHUNK_CHARACTERS) continue;
    await write(text);
    text = '';
  }
  await write(text);
  if (order === 'account') {
    const sorted = [...byAccount].sort(([a], [b]) => Number(a) - Number(b));
    for (const [, records] of sorted) if (records.length > 0) await write(records.join(''));
  }
  out.end();
  await finished(out);
  return control;
}

function recordText({ number, day, month }, { account, text, cents, vat, department, reference }, style) {
  const { delimiter, mark, date } = style;
  const when = date(TWO[day], TWO[month], YEAR_OF_JOURNAL);
  const cells = [number, when, account, quoted(text, style), amountText(cents, mark), vat, department, reference];
  return `${(style.quotesAll ? cells.map((cell, at) => (at === 3 ? cell : `"${cell}"`)) : cells).join(delimiter)}\r\n`;
}

function quoted(text, { delimiter, quotesAll }) {
  return quotesAll || text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}
