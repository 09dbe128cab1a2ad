import { kindWords } from './kind-words.ts';
import type { ImportNews } from './notice-words.ts';

/** `1 200 contacts created, 3 exist already` */
export function createdWords({ kind, rows, customFields = '' }: ImportNews): string {
  const { one, many } = kindWords(kind);
  const there = rows.duplicate === 0 ? '' : `, ${rows.duplicate} ${rows.duplicate === 1 ? 'exists' : 'exist'} already`;
  return `${counted(rows.booked, one, many)} created${there}${customFields === '' ? '' : `; custom fields: ${customFields}`}`;
}

/** A row is one contact, or one custom field. */
function createdLines({ rows, heldDuplicates, customFields = '' }: ImportNews): string[] {
  const differ = heldDuplicates.rows === 0 ? '' : `, ${heldDuplicates.rows} of them held`;
  const lines: [label: string, count: number, more?: string][] = [
    ['in the file', rows.read],
    ['created', rows.booked],
    ['exist already', rows.duplicate, differ],
    ['held', rows.held],
    ['refused by the service', rows.rejected],
    ['in doubt', rows.inDoubt],
    ['skipped', rows.skipped],
  ];
  return [
    ...lines
      .filter(([label, count]) => label === 'created' || count > 0)
      .map(([label, count, more = '']) => `  ${label}: ${counted(count, 'row')}${more}`),
    ...(customFields === '' ? [] : [`  custom fields: ${customFields}`]),
  ];
}

/** Where the rows of an import are, a line for each place. */
export function countLines(news: ImportNews): string[] {
  const { kind = 'bookings', rows, entries, heldDuplicates } = news;
  if (kind !== 'bookings') return createdLines(news);
  const duplicates = heldDuplicates.entries === 0 ? '' : `, ${heldDuplicates.entries} of the entries held`;
  const lines: [label: string, rows: number, entries: number | undefined, more?: string][] = [
    ['in the file', rows.read, entries.planned],
    ['booked', rows.booked, entries.booked],
    ['held', rows.held, entries.held],
    ['refused by the service', rows.rejected, entries.rejected],
    ['in doubt', rows.inDoubt, entries.inDoubt],
    ['duplicate', rows.duplicate, entries.duplicate, duplicates],
    ['skipped', rows.skipped, undefined],
  ];
  return lines
    .filter(([label, count, inEntries]) => label === 'booked' || count > 0 || (inEntries ?? 0) > 0)
    .map(([label, count, inEntries, more = '']) => {
      const where = inEntries === undefined ? '' : ` in ${counted(inEntries, 'entry', 'entries')}`;
      return `  ${label}: ${counted(count, 'row')}${where}${more}`;
    });
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
