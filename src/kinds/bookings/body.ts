import { addTo, addTotal, totalsJson } from '../../core/batch-body.ts';
import { JsonBytes } from '../../core/json-bytes.ts';
import { entryMarker } from '../../core/marker.ts';
import type { MinorSum } from '../../core/money.ts';
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
 * @param writer of the plan
 * @param marker text that is appended to every description, so that the entry can be found again: see `batchMarker`
 */
export function freezeBatch(
  no: number,
  entries: readonly SoundEntry[],
  writer: BodyWriter,
  marker: string,
  limit: DescriptionLimit = USUAL_LIMIT,
): FrozenBatch {
  const packed: BatchEntry[] = [];
  const sums = new Map<string, MinorSum>();
  let rows = 0;
  let lines = 0;
  const each = marker.includes('{entry}');
  for (const { group, identity, content } of entries) {
    const own = each ? entryMarker(marker, group.seq) : marker;
    const length = writer.add(group.lines, own, limit.most);
    if (marker !== '') tellShortened(group, limit.most - own.length, limit);
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
      length,
    });
  }
  return { no, entries: packed, rows, lines, totals: totalsJson(sums), body: writer.take() };
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

/** Writes the bodies of a plan, one after the other: what the lines on an account have in common is put into JSON once. */
export class BodyWriter {
  readonly #scale: number;
  readonly #beginnings = new Map<AccountSlot, string>();
  readonly #json = new JsonBytes();
  #isFirst = true;

  /** @param scale decimals of the amounts */
  constructor(scale: number) {
    this.#scale = scale;
  }

  /**
   * Adds an entry to the body.
   * @param most characters of a description, with the marker that is appended to it
   * @returns the length of its text, in UTF-16 units
   */
  add(lines: readonly Line[], marker: string, most: number): number {
    const json = this.#json;
    json.ascii(this.#isFirst ? '[' : ',');
    this.#isFirst = false;
    const start = json.units;
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      const { account } = line;
      json.ascii(i === 0 ? '{"DraftLines":[' : ',');
      json.ascii(this.#beginnings.get(account) ?? this.#begin(account));
      json.amount(line.units, this.#scale);
      json.ascii(',"Description":');
      json.string(marker === '' ? line.description : marked(line.description, marker, most));
      json.ascii(',"FinancialDate":"');
      json.ascii(line.date);
      const vatTypeId = line.vat === undefined ? (line.vatByAccount ? vatOf(account) : null) : line.vat.typeId;
      json.ascii(vatTypeId === undefined || vatTypeId === null ? '"}' : `","VatTypeID":${vatTypeId}}`);
    }
    json.ascii(']}');
    return json.units - start;
  }

  /** The body of what was added; the next one begins. */
  take(): Buffer {
    this.#json.ascii(this.#isFirst ? '[]' : ']');
    this.#isFirst = true;
    return this.#json.take();
  }

  #begin(account: AccountSlot): string {
    const { lookup, number } = account;
    // Only sound entries come here; an unresolved account would be a mistake of ours, and must never reach the service.
    if (lookup?.found !== 'one') throw new Error(`Account ${number} has no ID.`);
    const beginning = `{"AccountID":${lookup.account.id},"Amount":`;
    this.#beginnings.set(account, beginning);
    return beginning;
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
