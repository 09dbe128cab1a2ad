/** English, Norwegian, Swedish, Danish and German names and abbreviations, in lower case and without points. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'januar', 'januari', 'jänner', 'jan', 'jän'],
  ['february', 'februar', 'februari', 'feber', 'feb', 'febr'],
  ['march', 'mars', 'marts', 'märz', 'maerz', 'mar', 'mär', 'mrz'],
  ['april', 'apr'],
  ['may', 'mai', 'maj'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'augusti', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'desember', 'dezember', 'dec', 'des', 'dez'],
];

/** Month 1 to 12 by its name, in any case, with or without a point behind it; undefined where none is called so. */
export function monthOfName(name: string): number | undefined {
  const bare = name.normalize('NFC').toLowerCase().replace(/\.$/, '');
  const index = NAMES.findIndex((names) => names.includes(bare));
  return index < 0 ? undefined : index + 1;
}
