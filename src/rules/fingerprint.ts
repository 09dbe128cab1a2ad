import { hash } from 'node:crypto';
import { hash53 } from '../domain/hash53.ts';
import { jsonAmount } from '../domain/money.ts';
import type { Group, Line } from './reading.ts';

/** Characters of the hash that are kept, 6 bits each: a chance match among a thousand million entries is below 1e-20. */
const CONTENT_CHARACTERS = 22;
/** Amounts of this many decimals are written as they are held. */
const USUAL_SCALE = 2;

/** What makes two entries the same (design, section 5, duplicates). */
export interface Fingerprint {
  /** Finds the voucher whatever its lines: company, key and date; for an entry without a key, everything. */
  readonly identity: number;
  /** Everything: also each line's date, account as sent, amount, VAT code and description cell. */
  readonly text: string;
}

/** @param scale decimals of the amounts */
export function fingerprint(company: string, group: Group, scale: number): Fingerprint {
  const { lines } = group;
  let text = `${company}\u0001${group.key}`;
  // The order of an entry's lines is the export's, not the voucher's: neither its text nor its date may depend on it.
  let date = lines[0]?.date ?? '';
  if (lines.length === 1) text += `\u0002${lineText(lines[0]!, scale)}`;
  else {
    const texts: string[] = [];
    for (const line of lines) {
      texts.push(lineText(line, scale));
      if (line.date < date) date = line.date;
    }
    sortFew(texts);
    for (const line of texts) text += `\u0002${line}`;
  }
  const identity = group.key === '' ? hash53(text) : hash53(`${company}\u0001${group.key}\u0001${date}`);
  return { identity, text };
}

/**
 * The claim on an entry.
 * @param ordinal which of several equal entries it is, from 0: two equal purchases are two bookings
 */
export function contentHash(text: string, ordinal: number): string {
  return hash('sha256', ordinal === 0 ? text : `${ordinal}\u0002${text}`, 'base64url').slice(0, CONTENT_CHARACTERS);
}

function lineText(line: Line, scale: number): string {
  const vat = line.vat === undefined ? NO_VAT_MARK : `\u0001${line.vat.code}\u0001`;
  return line.date + line.account.mark + amountText(line.units, scale) + vat + line.descriptionCell;
}

const NO_VAT_MARK = '\u0001\u0001';
/** Beyond this the built-in sort is faster; below it costs more than all the rest of a fingerprint. */
const FEW = 20;

function sortFew(texts: string[]): void {
  if (texts.length > FEW) {
    texts.sort();
    return;
  }
  for (let i = 1; i < texts.length; i++) {
    const text = texts[i]!;
    let at = i;
    for (; at > 0 && texts[at - 1]! > text; at--) texts[at] = texts[at - 1]!;
    texts[at] = text;
  }
}

/** An amount is the same whatever the scale of the job that reads it: 10.00 is 10.0000. */
function amountText(units: number, scale: number): string {
  return scale === USUAL_SCALE ? String(units) : jsonAmount(BigInt(units) * 10n ** BigInt(USUAL_SCALE), scale);
}
