import type { z } from 'zod';
import type { Diagnosis } from '../core/diagnosis.ts';
import type { Facts } from '../core/facts.ts';
import { UsageError } from '../core/issue.ts';
import type { Finding, Path } from '../core/schema-parts.ts';
import type { YamlDocument } from './yaml.ts';

/** What the file is, in messages, and which of its values must never be shown. */
export interface FileKind {
  /** "a job", "bilag.yaml": KEY is not a key of … */
  readonly name: string;
  isSecret(path: Path): boolean;
}

/** Characters of a value that a message shows. */
const SHOWN_CHARACTERS = 60;

/** The schema's complaints as findings: one for each unknown key, one for each other issue. */
export function findingsOf(issues: readonly z.core.$ZodIssue[], kind: FileKind): Finding[] {
  const groups = new Set<string>();
  const meant = new Set<string>();
  const unknown: Finding[] = [];
  const others: (Finding & { readonly custom: boolean })[] = [];
  for (const issue of issues.flatMap(asMeant)) {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code !== 'unrecognized_keys') {
      const isCustom = issue.code === 'custom';
      const told = isCustom ? (issue.params?.['told'] as Diagnosis | undefined) : undefined;
      others.push({ path, message: issue.message, custom: isCustom, ...(told === undefined ? {} : { told }) });
      continue;
    }
    groups.add(JSON.stringify(path));
    for (const [index, key] of issue.keys.entries()) {
      const hint = issue.message.split('\n')[index] ?? '';
      const [, instead] = /^Did you mean "(.*)"/.exec(hint) ?? [];
      if (instead !== undefined) meant.add(JSON.stringify([...path, instead]));
      unknown.push({
        path: [...path, key],
        message: `is not a key of ${kind.name}. ${hint}`,
        told: unknownTold(hint, instead),
      });
    }
  }
  // That `debit` is missing, and what its group lacks without it, is told already by: debet? Did you mean "debit"?
  const told = ({ path, custom }: (typeof others)[number]) =>
    meant.has(JSON.stringify(path)) || (custom && groups.has(JSON.stringify(path)));
  return [...unknown, ...others.filter((finding) => !told(finding))];
}

/** What `group` hints at, where a key is not known. */
function unknownTold(hint: string, near: string | undefined): Diagnosis {
  const [, known] = /^Known here: (.*)\.$/.exec(hint) ?? [];
  const [, belongs, section = ''] = /^It belongs (?:under "(\S+):"|in (columns\.entry)|at)/.exec(hint) ?? [];
  if (hint.startsWith('It belongs ')) return { code: 'key-elsewhere', facts: { section: belongs ?? section } };
  return {
    code: 'key-unknown',
    facts: { ...(near === undefined ? {} : { near }), ...(known === undefined ? {} : { known: known.split(', ') }) },
  };
}

/** What stands at the end of a message: an example of what is right, or what was probably meant. */
function hintsOf(message: string): Facts {
  const [, example] = /For example: (.*)$/s.exec(message) ?? [];
  const [, near] = /Did you mean "([^"]*)"\?$/.exec(message) ?? [];
  return { ...(example === undefined ? {} : { example }), ...(near === undefined ? {} : { near }) };
}

/** Where a value may be a header or a group of keys and is a group, what is wrong with that group. */
function asMeant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const group = issue.errors.find((errors) => errors.length > 0 && errors.every(isOfGroup));
  return group?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function isOfGroup({ code, path: [key] }: z.core.$ZodIssue): boolean {
  return typeof key === 'string' || code === 'unrecognized_keys' || code === 'custom';
}

/** Findings with file, line, key and value, in the order of the file. */
export function problemsOf(findings: readonly Finding[], document: YamlDocument, kind: FileKind): Problem[] {
  return findings.map((finding) => problemOf(finding, document, kind)).sort((one, other) => one.line - other.line);
}

function problemOf(
  { path: found, message, missing, shared, told }: Finding,
  document: YamlDocument,
  kind: FileKind,
): Problem {
  const { path, value } = locate(document.value, found);
  const key = keyText(path);
  const subject = key === '' ? 'the file' : key;
  const line = key === '' && value === null ? 0 : document.lineOf(path);
  const isAbsent = value === undefined || value === null;
  // Only what the sentence shows: what a key that is not known holds may be a secret.
  const isShown = message.includes('{value}') && !isAbsent && !kind.isSecret(path);
  const facts = { key, ...(isShown ? { value: shownValue(value) } : {}), ...hintsOf(message), ...told?.facts };
  const code = told?.code ?? (value === null ? 'empty' : isAbsent ? 'missing' : 'wrong');
  const said = {
    ...{ file: document.file, line, key, told: { code, facts } },
    ...(missing === undefined ? {} : { missing }),
    ...(shared === undefined ? {} : { shared }),
  };
  if (message.startsWith('must be ') && isAbsent) {
    const wanted = message.replace(', not {value}', '');
    return { ...said, message: ended(`${subject} is ${value === null ? 'empty' : 'missing'}. It ${wanted}`) };
  }
  const full = kind.isSecret(path)
    ? message.replace(', not {value}', '')
    : message.replace('{value}', () => shownValue(value));
  return { ...said, message: ended(`${subject} ${full}`) };
}

/** A single value may stand where the schema sees a list of one: the step into that list is not in the file. */
function locate(root: unknown, path: Path): { path: Path; value: unknown } {
  const real: (string | number)[] = [];
  let value = root;
  for (const step of path) {
    if (typeof step === 'number' && !Array.isArray(value)) continue;
    // A single value where a group of keys should be: the value itself is what is wrong.
    if (typeof value === 'string' || value === null) break;
    real.push(step);
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined;
  }
  return { path: real, value };
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a group of keys';
  const text = String(value ?? '');
  // A regular expression is shown as it is written, so nothing is escaped.
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return `"${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}"`;
}

/** Sentences end with a full stop; an example ends as it must be typed. */
export function ended(message: string): string {
  const last = message.slice(message.lastIndexOf('. ') + 1);
  return /For example: /.test(last) || /[.?]$/.test(message) ? message : `${message}.`;
}

/** One thing that is wrong in a file that a person wrote: a job, or bilag.yaml. */
export interface Problem {
  /** Path of the file as it was given; `environment` for a variable. */
  readonly file: string;
  /** Counted from 1; 0 where the problem has no line. */
  readonly line: number;
  /** `columns.account`, `rules[0].when`; empty for the file as a whole. */
  readonly key: string;
  /** The whole sentence behind `file:line:`, remedy included. */
  readonly message: string;
  /** As of the finding. */
  readonly missing?: string | undefined;
  readonly shared?: Finding['shared'];
  /** The same for pages, which show those of jobs. */
  readonly told?: Diagnosis;
}

/** `jobs/bookings.yaml:14: columns.acount is not a key of a job. Did you mean "account"?` */
export function problemText(problem: Problem): string {
  return `${problem.file}${problem.line > 0 ? `:${problem.line}` : ''}: ${problem.message}`;
}

function allTexts(problems: readonly Problem[]): string {
  return problems.map(problemText).join('\n');
}

/** What is wrong with a job, or with the folder of jobs, as problems: one by one where it was read. */
export function problemsIn(error: UsageError): readonly Problem[] {
  if (error instanceof JobError) return error.problems;
  return [{ file: '', line: 0, key: '', message: error.message, told: { code: 'unreadable' } }];
}

/** A job can't be used: all that is wrong with it, one problem a line, in the order of the file. */
export class JobError extends UsageError {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(allTexts(problems));
    this.name = 'JobError';
    this.problems = problems;
  }
}

/** The configuration can't be used: all that is wrong with bilag.yaml and the environment. */
export class ConfigError extends UsageError {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(allTexts(problems));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** `rules[0].when.column."S/H"`: the key as a message names it; empty for the whole file. */
export function keyText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else {
      const name = /^[\p{L}\p{N}_-]+$/u.test(step) ? step : JSON.stringify(step);
      text += text === '' ? name : `.${name}`;
    }
  }
  return text;
}
