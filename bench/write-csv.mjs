import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { amountText, Control, HEADER, journal, YEAR_OF_JOURNAL } from './journal.mjs';

const CHUNK_CHARACTERS = 256 * 1024;
const NORWEGIAN = { delimiter: ';', mark: ',', date: (day, month, year) => `${day}.${month}.${year}` };
const TWO = Array.from({ length: 32 }, (_, i) => String(i).padStart(2, '0'));

/**
 * Writes a journal as CSV, a chunk at a time.
 * @param options what `journal` takes; `order: 'account'` gives the same rows sorted by account, as some programs export them
 * @returns its control totals
 */
export async function writeCsv(path, { order = 'entry', style = NORWEGIAN, header = HEADER, ...options }) {
  const control = new Control();
  const out = createWriteStream(path);
  const write = async (text) => {
    if (!out.write(text)) await once(out, 'drain');
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
  const { delimiter: d, mark, date } = style;
  const when = date(TWO[day], TWO[month], YEAR_OF_JOURNAL);
  return `${number}${d}${when}${d}${account}${d}${quoted(text, d)}${d}${amountText(cents, mark)}${d}${vat}${d}${department}${d}${reference}\r\n`;
}

function quoted(text, delimiter) {
  return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}
