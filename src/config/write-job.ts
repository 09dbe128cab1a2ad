import { stringify } from 'yaml';
import { visibleText } from '../domain/visible-text.ts';

/** Deeper than any job; what nests deeper is no definition. */
const DEPTH_MAX = 20;
/** Columns of a line, beyond which a list or a group goes over several. */
const LINE_COLUMNS = 120;

/** The keys of a job in the order in which people read them (design, section 5). */
const ORDER =
  'kind service file columns currency rate sign negate creditSign match custom customFields defaults vat accounts rules skip batch onInvalid onDuplicate limits'.split(
    ' ',
  );

/**
 * A job's definition as the text of its file, readable, with a remark on top.
 * @param remark one line: who made it, when, and from what
 * @throws RangeError where it nests too deeply
 */
export function jobText(definition: Readonly<Record<string, unknown>>, remark: string): string {
  if (isDeeper(definition, DEPTH_MAX)) throw new RangeError('The definition is nested too deeply.');
  const keys = Object.keys(definition);
  const place = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  keys.sort((a, b) => place(a) - place(b));
  const ordered = Object.fromEntries(keys.map((key) => [key, definition[key]]));
  // As YAML 1.1 too, in which `no` and `0123` are no texts: other tools read these files.
  const text = stringify(ordered, { lineWidth: LINE_COLUMNS, version: '1.1', aliasDuplicateObjects: false });
  return `# ${visibleText(remark)}\n${text}`;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}
