import iconv from 'iconv-lite';
import { nearest } from '../domain/nearest.ts';
import { repairedEncoding } from '../domain/repaired-encoding.ts';

/** Encodings that files of businesses come in; the ones that a mistyped name is compared with. */
const COMMON = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'cp437',
  'cp850',
  'cp865',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
/** Known to iconv-lite, but not ways of writing text files. */
const NOT_TEXT = /^(base64|hex|binary|utf-?7(-?imap)?)$/i;

/** What is wrong with the name of an encoding, as a predicate; undefined where it is known. */
export function explainEncoding(named: string): string | undefined {
  const name = repairedEncoding(named) ?? named;
  if (!NOT_TEXT.test(name) && iconv.encodingExists(name)) return undefined;
  const meant = nearest(name, COMMON);
  return `must be an encoding that is known, not {value}. ${meant === undefined ? `For example: ${COMMON.slice(3).join(', ')}` : `Did you mean "${meant}"?`}`;
}
