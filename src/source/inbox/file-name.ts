import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** Bytes that a name may have on common file systems. */
const NAME_MAX_BYTES = 255;
/** What `writeAtomically` adds to a name while it writes, in bytes. */
const TEMPORARY_BYTES = 19;
/** Characters of an ending; what is longer after the last dot belongs to the name. */
const ENDING_MAX_CHARACTERS = 16;
/** Characters of the hash that tells shortened names apart. */
const HASH_CHARACTERS = 8;

/** Files of programs that have not finished writing, of systems, and of ours: never taken (design, section 7). */
const NEVER = /^\.|^~\$|\.(?:part|tmp|temp|partial|filepart|crdownload|done)$|\.(?:reason\.txt|receipt\.json)$/i;

/** What goes beside a file is named for it: `bank.csv.receipt.json` (design, section 7). */
export const BESIDE_ENDINGS = { receipt: '.receipt.json', failed: '.failed.xlsx', reason: '.reason.txt' } as const;

/** Whether a name of the inbox is none that people give to a file which they want booked. */
export function isNeverTaken(name: string): boolean {
  return NEVER.test(name);
}

/** A name as text. File systems allow any bytes; what is not UTF-8 is most likely Latin-1, of an older program. */
export function nameText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes.toString('latin1');
}

/** The name that a file gets in one of our folders: its own, shortened where it would be too long. */
export function ownName(name: string): string {
  const ending = endingOf(name);
  return fitted(name.slice(0, name.length - ending.length), ending, NAME_MAX_BYTES);
}

/** A name with an id before its ending: `bank.01J….csv`. */
export function withId(name: string, id: string): string {
  const ending = endingOf(name);
  return fitted(name.slice(0, name.length - ending.length), `.${id}${ending}`, NAME_MAX_BYTES);
}

/** The name of what is written beside a file. */
export function besideName(name: string, kind: keyof typeof BESIDE_ENDINGS): string {
  return fitted(name, BESIDE_ENDINGS[kind], NAME_MAX_BYTES - TEMPORARY_BYTES);
}

/** Whether a file could be taken for what is written beside another. */
export function isBesideName(name: string): boolean {
  return Object.values(BESIDE_ENDINGS).some((ending) => name.toLowerCase().endsWith(ending));
}

function endingOf(name: string): string {
  const ending = extname(name);
  return ending.length > ENDING_MAX_CHARACTERS ? '' : ending;
}

/** Two long names that begin alike stay two: a shortened one ends with a hash of the whole. */
function fitted(stem: string, tail: string, maxBytes: number): string {
  if (Buffer.byteLength(stem + tail) <= maxBytes) return stem + tail;
  const hash = createHash('sha256').update(stem).digest('hex').slice(0, HASH_CHARACTERS);
  const room = maxBytes - Buffer.byteLength(tail) - HASH_CHARACTERS - 1;
  let kept = '';
  let bytes = 0;
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return `${kept}~${hash}${tail}`;
}
