import { addTo, addTotal, plainTotals } from '../../core/batch-body.ts';
import { entryMarker } from '../../core/marker.ts';
import { jsonAmount, type MinorSum } from '../../core/money.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../../core/records.ts';
import { formatRanges } from '../../core/row-ranges.ts';
import { type BatchEntry, CREDIT_TOTAL, DEBIT_TOTAL, type FrozenBatch } from '../../core/states.ts';
import type { AccountSlot, Group, Line } from '../../reading/row-context.ts';

/** A sound entry on its way into a batch. */
export interface SoundEntry {
  readonly group: Group;
  readonly identity: number;
  readonly content: string;
}

/** What a description may be at most. */
export interface DescriptionLimit {
  /** Characters that the service takes, the marker included: the text makes room for it. */
  readonly most: number;
  /** Told each row whose text was shortened for the marker. */
  shortened(seq: number, row: number): void;
}

const USUAL_LIMIT: DescriptionLimit = { most: DESCRIPTION_MAX_CHARACTERS, shortened: () => undefined };

/**
 * Writes the exact body of a request (service interface, section 4.1) and the control totals of what is in it.
 * @param marker text that is appended to every description, so that the entry can be found again: see `batchMarker`
 */
export function freezeBatch(
  no: number,
  entries: readonly SoundEntry[],
  scale: number,
  marker: string,
  limit: DescriptionLimit = USUAL_LIMIT,
): FrozenBatch {
  const packed: BatchEntry[] = [];
  const sums = new Map<string, MinorSum>();
  const texts: string[] = [];
  let rows = 0;
  let lines = 0;
  const each = marker.includes('{entry}');
  const writer = new EntryWriter(scale);
  for (const { group, identity, content } of entries) {
    const own = each ? entryMarker(marker, group.seq) : marker;
    const entry = writer.text(group.lines, own, limit.most);
    if (marker !== '') tellShortened(group, limit.most - own.length, limit);
    texts.push(entry);
    rows += group.rows.length;
    lines += group.lines.length;
    addTotals(sums, group.lines);
    packed.push({
      seq: group.seq,
      key: group.key,
      rows: formatRanges(group.rows),
      rowCount: group.rows.length,
      date: group.lines[0]!.date,
      identity,
      content,
      lineCount: group.lines.length,
      length: entry.length,
    });
  }
  const body = `[${texts.join(',')}]`;
  return { no, entries: packed, rows, lines, totals: plainTotals(sums), body };
}

/** Adds lines to control totals: per account as sent, and of debit and credit. */
export function addTotals(sums: Map<string, MinorSum>, lines: readonly Line[]): void {
  for (const line of lines) addTotal(sums, line.account.number, line.units);
}

/** Takes lines out of control totals again. */
export function subtractTotals(sums: Map<string, MinorSum>, lines: readonly Line[]): void {
  for (const { account, units } of lines) {
    if (units === 0) continue;
    addTo(sums, account.number, -units);
    addTo(sums, units > 0 ? DEBIT_TOTAL : CREDIT_TOTAL, -units);
  }
}

/** Writes the entries of a body: what their lines have in common is put into JSON once. */
class EntryWriter {
  readonly #scale: number;
  readonly #beginnings = new Map<AccountSlot, string>();
  #description: string | undefined;
  #date = '';
  /** Of the line before: the lines of an entry mostly have one text and one date. */
  #end = '';

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** @param most characters of a description, with the marker that is appended to it */
  text(lines: readonly Line[], marker: string, most: number): string {
    let text = '{"DraftLines":[';
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      const { account } = line;
      const beginning = this.#beginnings.get(account) ?? this.#begin(account);
      const description = marker === '' ? line.description : marked(line.description, marker, most);
      if (description !== this.#description || line.date !== this.#date) this.#endWith(description, line.date);
      const vatTypeId = line.vat === undefined ? (line.vatByAccount ? vatOf(account) : null) : line.vat.typeId;
      const vat = vatTypeId === undefined || vatTypeId === null ? '}' : `,"VatTypeID":${vatTypeId}}`;
      text += (i === 0 ? beginning : `,${beginning}`) + jsonAmount(line.units, this.#scale) + this.#end + vat;
    }
    return `${text}]}`;
  }

  #begin(account: AccountSlot): string {
    const { lookup, number } = account;
    // Only sound entries come here; an unresolved account would be a mistake of ours, and must never reach the service.
    if (lookup?.found !== 'one') throw new Error(`Account ${number} has no ID.`);
    const beginning = `{"AccountID":${lookup.account.id},"Amount":`;
    this.#beginnings.set(account, beginning);
    return beginning;
  }

  #endWith(description: string, date: string): void {
    this.#description = description;
    this.#date = date;
    this.#end = `,"Description":${JSON.stringify(description)},"FinancialDate":"${date}"`;
  }
}

function vatOf({ lookup }: AccountSlot): number | null {
  return lookup?.found === 'one' ? lookup.account.vatTypeId : null;
}

function tellShortened({ seq, lines }: Group, room: number, { shortened }: DescriptionLimit): void {
  let last = 0;
  for (const { row, description } of lines) {
    if (description.length <= room || row === last) continue;
    shortened(seq, row);
    last = row;
  }
}

/** The text makes room for the marker. What is sent is in canonical form as a whole: without a text there is no blank before it. */
function marked(description: string, marker: string, most: number): string {
  const room = most - marker.length;
  if (description.length <= room) return description === '' ? marker.trimStart() : description + marker;
  // A character of two units that the cut would halve goes whole; so does a blank at the end.
  return (
    description
      .slice(0, room)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd() + marker
  );
}
