import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, stringify, YAMLMap, YAMLSeq } from 'yaml';
import { UsageError } from '../core/issue.ts';
import type { Numbering } from '../core/job.ts';
import { answeredKeys, type JobAnswers } from '../core/job-answers.ts';
import type { BookingField } from '../core/job-fields.ts';
import { visibleText } from '../core/text.ts';
import { parseJob } from './read-job.ts';

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

/** A mapping that a job is to remember: values of the file, and what each is sent as. */
interface NewMapping {
  /** Where it stands in the job. */
  readonly section: 'accounts' | 'vat.codes';
  readonly from: readonly string[];
  readonly to: string;
}

/** How voucher numbers are to be understood from now on. */
interface NewNumbering extends Numbering {
  readonly section: 'columns.entry';
}

/** A rule for rows whose description matches a pattern. */
interface NewRule {
  readonly section: 'rules';
  /** A regular expression. */
  readonly description: string;
  readonly set: Readonly<Partial<Record<BookingField, string>>>;
}

/** What a person answered about a file, where the job left it open. */
interface NewAnswers {
  readonly section: 'answers';
  readonly answers: JobAnswers;
}

/** What a job can be made to remember. */
export type JobChange = NewMapping | NewNumbering | NewRule | NewAnswers;

/**
 * The text of a job's file with answers about its files; comments and the order of keys stay. What the job says already stays.
 * @param file its name in messages
 * @throws JobError where the job would be wrong, UsageError where it says such a key already
 */
export function addAnswers(text: string, file: string, { answers: { per, ...others } }: NewAnswers): string {
  const numbered = per === undefined ? text : addNumbering(text, file, { section: 'columns.entry', per });
  return edited(numbered, file, (document) => {
    for (const { section, of, to } of answeredKeys(others)) {
      const path = [...section.split('.'), ...(of === undefined ? [] : [of])];
      const group = path.length === 1 ? document : sectionOf(document, path.slice(0, -1), file);
      const last = path.at(-1)!;
      const there = group.get(last);
      if (there !== undefined && there !== 'auto' && there !== 'ask')
        throw new UsageError(`${file}: ${path.join('.')} is set already.`, 'Change it by hand.');
      group.set(of === undefined ? last : quoted(of), quoted(to));
    }
  });
}

/**
 * The text of a job's file with a rule behind its others: it counts where none of them says anything. Comments and the
 * order of keys stay.
 * @param file its name in messages
 * @throws JobError where the job would be wrong, UsageError where its rules are not written as a list
 */
export function addRule(text: string, file: string, { description, set }: NewRule): string {
  return edited(text, file, (document) => {
    const there = document.get('rules', true);
    if (there !== undefined && !isSeq(there))
      throw new UsageError(`${file}: rules is not a list.`, 'Add the rule by hand.', { reason: 'job-form-other' });
    const rules = (there as YAMLSeq | undefined) ?? new YAMLSeq();
    if (there === undefined) document.set('rules', rules);
    const rule = flowMap({
      when: flowMap({ description: quoted(description) }),
      set: flowMap(Object.fromEntries(Object.entries(set).map(([field, value]) => [field, quoted(value)]))),
    });
    rules.add(rule);
  });
}

function flowMap(values: Readonly<Record<string, unknown>>): YAMLMap {
  const map = new YAMLMap();
  map.flow = true;
  for (const [key, value] of Object.entries(values)) map.set(key, value);
  return map;
}

/**
 * The text of a job's file that says how its voucher numbers are to be understood; comments and the order of keys stay.
 * @param file its name in messages
 * @throws JobError where the job would be wrong, UsageError where it maps no voucher number
 */
export function addNumbering(text: string, file: string, { per, series }: NewNumbering): string {
  return edited(text, file, (document) => {
    const columns = sectionOf(document, ['columns'], file);
    const there = columns.get('entry', true);
    let entry: YAMLMap;
    if (isMap(there)) entry = there as YAMLMap;
    else if (isScalar(there) || isSeq(there)) {
      entry = new YAMLMap();
      entry.flow = true;
      entry.set('column', there);
      columns.set('entry', entry);
    } else {
      throw new UsageError(`${file}: columns.entry is not mapped.`, 'Map the column of the voucher number first.', {
        reason: 'keep-no-number',
      });
    }
    if (per !== undefined) entry.set('per', new Scalar(per));
    if (series !== undefined) entry.set('series', quoted(series));
  });
}

/**
 * The text of a job's file with a mapping added; comments and the order of keys stay.
 * @param file its name in messages
 * @throws JobError where the job would be wrong, UsageError where the section is not written as a group of keys
 */
export function addMapping(text: string, file: string, { section, from, to }: NewMapping): string {
  return edited(text, file, (document) => {
    const map = sectionOf(document, section.split('.'), file);
    for (const value of from) {
      const there = map.items.find(({ key }) => key instanceof Scalar && String(key.value) === value);
      if (there !== undefined) there.value = quoted(to);
      else map.add({ key: quoted(value), value: quoted(to) });
    }
  });
}

function edited(text: string, file: string, edit: (document: Document) => void): string {
  // As jobs are read: every scalar is text.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false });
  if (document.errors.length > 0) parseJob(text, file);
  edit(document);
  const indent = /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
  const written = document.toString({ lineWidth: 0, indent: Math.min(indent, 8) });
  const mapped = text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
  parseJob(mapped, file);
  return mapped;
}

function sectionOf(document: Document, path: readonly string[], file: string): YAMLMap {
  const there = document.getIn(path, true);
  if (isMap(there)) return there as YAMLMap;
  if (there !== undefined && there !== null && !(there instanceof Scalar && String(there.value ?? '') === '')) {
    throw new UsageError(`${file}: ${path.join('.')} is not a group of keys.`, 'Add the mapping by hand.', {
      reason: 'job-form-other',
    });
  }
  const made = new YAMLMap();
  document.setIn(path, made);
  return made;
}

function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
