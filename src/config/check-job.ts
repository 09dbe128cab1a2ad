import iconv from 'iconv-lite';
import { substitute } from '../core/environment.ts';
import type { Job } from '../core/job.ts';
import { nearest } from '../core/nearest.ts';
import { repairedEncoding } from '../core/repaired-encoding.ts';
import { type Finding, repeated } from '../core/schema-parts.ts';
import { normaliseHeader } from '../core/text.ts';
import { checkByKind } from '../kinds/jobs.ts';
import { explainDatePattern } from '../reading/date-pattern.ts';
import { type MappedColumn, mappedColumns } from '../reading/mapped-columns.ts';

/** Most columns that a worksheet can have. */
const COLUMNS_MAX = 16_384;
/** Pairs of fields that one column can't be both of. */
const EXCLUSIVE = [
  ['debit', 'credit'],
  ['amount', 'debit'],
  ['amount', 'credit'],
  ['amount', 'net'],
  ['amount', 'vatAmount'],
  ['net', 'vatAmount'],
  ['amount', 'vat.percent'],
  ['vatAmount', 'vat.percent'],
  ['vatAmount', 'vat'],
  ['vat', 'vat.percent'],
  ['account', 'contraAccount'],
  ['debitAccount', 'creditAccount'],
  ['account', 'amount'],
] as const;

/** What the keys of a job must agree on among themselves; each finding says what would correct it. */
export function checkJob(job: Job): Finding[] {
  return [...checkFile(job), ...checkColumns(job), ...checkRules(job), ...checkFetch(job), ...checkByKind(job)];
}

function checkFile({ file }: Job): Finding[] {
  const found: Finding[] = [];
  if (file.sheet !== undefined && file.sheets !== undefined)
    found.push({
      path: ['file', 'sheets'],
      message: 'stands beside file.sheet: one names a sheet, the other several. Keep one of them',
      told: { code: 'sheets-both' },
    });
  const encoding = file.encoding === 'auto' ? undefined : explainEncoding(file.encoding);
  if (encoding !== undefined) found.push({ path: ['file', 'encoding'], message: encoding });
  for (const [index, pattern] of (file.dates === 'auto' ? [] : file.dates).entries()) {
    const message = explainDates(pattern);
    if (message !== undefined) found.push({ path: ['file', 'dates', index], message });
  }
  if (file.dates !== 'auto') found.push(...repeated(file.dates, ['file', 'dates'], (pattern) => pattern));
  found.push(...repeated(file.match, ['file', 'match'], (pattern) => pattern));
  return found;
}

function checkColumns(job: Job): Finding[] {
  const found: Finding[] = [];
  const mapped = mappedColumns(job);
  if (Object.keys(job.columns).length === 0)
    found.push({
      path: ['columns'],
      message: 'must name at least one column. For example: account: Konto',
      missing: 'columns',
    });
  for (const column of mapped) {
    found.push(...repeated(column.headers, column.path, normaliseHeader));
    if (job.file.header === 'none') found.push(...checkNumbers(column));
  }
  for (const [one, other] of EXCLUSIVE) {
    const first = mapped.find(({ use }) => use === one)?.headers.map(normaliseHeader);
    const second = mapped.find(({ use }) => use === other);
    const shared = second?.headers.find((header) => first?.includes(normaliseHeader(header)));
    if (second !== undefined && shared !== undefined)
      found.push({
        path: second.path,
        message: `names the same column as ${one}: "${shared}". Each needs its own`,
        shared: { other: one, column: shared },
        told: { code: 'same-column', facts: { other: one, column: shared } },
      });
  }
  return found;
}

function checkNumbers({ path, headers }: MappedColumn): Finding[] {
  return headers
    .filter((header) => !/^[1-9]\d{0,4}$/.test(header) || Number(header) > COLUMNS_MAX)
    .map((header) => ({
      path,
      message: `names the column "${header}", but with header: none a column is a number, and 1 is the first. For example: 3`,
    }));
}

function checkRules(job: Job): Finding[] {
  return job.rules.flatMap(({ when, set }, index): Finding[] => {
    const found: Finding[] = [];
    const { column, ...fields } = when;
    if (Object.keys(fields).length + Object.keys(column ?? {}).length === 0)
      found.push({
        path: ['rules', index, 'when'],
        message:
          'must say what a row looks like; for values on every row use defaults. For example: when: { description: "rema|kiwi" }',
      });
    if (Object.keys(set).length === 0)
      found.push({
        path: ['rules', index, 'set'],
        message: 'must set at least one field. For example: set: { contraAccount: "4300" }',
      });
    return found;
  });
}

function checkFetch({ fetch, schedule }: Job): Finding[] {
  if (fetch === undefined)
    return schedule === undefined
      ? []
      : [
          {
            path: ['schedule'],
            message:
              'says when files are fetched, but nothing says from where. For example: fetch: { path: /mnt/exports/*.csv }',
            told: { code: 'source-none' },
          },
        ];
  const texts: [Finding['path'], string | undefined][] = [
    [['fetch', 'url'], fetch.url],
    [['fetch', 'sftp', 'password'], fetch.sftp?.password],
    [['fetch', 'sftp', 'passphrase'], fetch.sftp?.passphrase],
    ...Object.entries(fetch.headers ?? {}).map(([name, value]): [Finding['path'], string] => [
      ['fetch', 'headers', name],
      value,
    ]),
  ];
  return texts
    .filter(([, text]) => text !== undefined && substitute(text, {}).malformed.length > 0)
    .map(([path]) => ({
      path,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
      message: 'holds a $ that names no variable. For example: ${TOKEN}',
      told: { code: 'variable-none' },
    }));
}

/** What is wrong with a pattern of `file.dates`, as a predicate; undefined where nothing is. */
function explainDates(pattern: string): string | undefined {
  const wrong = explainDatePattern(pattern);
  if (wrong === undefined) return undefined;
  const meant = respelled(pattern);
  const said = `holds the pattern "${pattern}". It ${wrong}`;
  return meant === undefined ? said : `${said.replace(/ For example: .*$/s, '')} Did you mean "${meant}"?`;
}

/** People who know other tools write `DD.MM.YYYY`, or `dd.mm.yyyy`. */
function respelled(pattern: string): string | undefined {
  const dated = pattern.replace(/D/g, 'd').replace(/Y/g, 'y');
  const meant = dated.includes('M') ? dated : dated.replace(/m/g, 'M');
  return meant === pattern || explainDatePattern(meant) !== undefined ? undefined : meant;
}

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
function explainEncoding(named: string): string | undefined {
  const name = repairedEncoding(named) ?? named;
  if (!NOT_TEXT.test(name) && iconv.encodingExists(name)) return undefined;
  const meant = nearest(name, COMMON);
  return `must be an encoding that is known, not {value}. ${meant === undefined ? `For example: ${COMMON.slice(3).join(', ')}` : `Did you mean "${meant}"?`}`;
}
