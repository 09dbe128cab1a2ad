import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * What `bilag show` says of each import that was not rejected: its receipt, and its audit trail by the words of its header.
 * @param {import('./office.mjs').Office} office
 * @param {(kind: string, words: string) => void} finding
 * @returns {Promise<{ num: number, id: string, receipt: any, trail: Record<string, string>[] }[]>}
 */
export async function showImports(office, finding) {
  const shown = [];
  for (const { num, id, state } of office.ledger('select num, id, state from import order by num')) {
    if (state === 'rejected') continue;
    shown.push({ num, id, ...(await showOf(office, id, finding)) });
  }
  return shown;
}

async function showOf(office, id, finding) {
  const path = `${office.folder}/trail-${id}.csv`;
  const child = office.spawn(`show ${id.slice(-4)}`, ['show', id, '--json', '--out', path]);
  const { code, signal } = await child.exited;
  // 3 and 4: something of it waits, or is in doubt.
  if (![0, 3, 4].includes(code))
    finding('show', `bilag show ${id} ended with ${code ?? signal}: ${child.stderr().slice(-500)}`);
  const text = child.stdout();
  const receipt = text === '' ? undefined : JSON.parse(text);
  return { receipt, trail: trailOf(path) };
}

/** Lines of the audit trail, by the words of its header. */
function trailOf(path) {
  if (!existsSync(path)) return [];
  const [header, ...rows] = parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''), {
    delimiter: ';',
    relax_column_count: true,
  });
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}
