// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { expect, test } from 'vitest';
import { JobError, type Problem } from '../../src/config/problems.ts';
import { parseJob } from '../../src/config/read-job.ts';
import { DIAGNOSIS_CODES, type DiagnosisCode } from '../../src/core/diagnosis.ts';
import { diagnosisWords } from '../../src/reporting/diagnosis-words.ts';

const ALL = 'entry: Bilagsnr, date: Dato, account: Konto';
const BANK = `kind: bookings\ncolumns: { ${ALL}, amount: Beløp }\n`;
const SFTP = 'sftp: { host: bank.example, user: firm, path: /out/*.csv';

/** Files in which something is wrong, what it is called, and what a Norwegian reads of it. */
const WRONG: readonly (readonly [code: DiagnosisCode, yaml: string, said: RegExp])[] = [
  ['amount-twice', BANK.replace('}', ', debit: Debet, credit: Kredit }'), /columns\.amount oppgir beløpet en gang til/],
  ['bracket-open', 'kind: bookings\ncolumns: { date: Dato\n', /job\.yaml:\d+: kolonne \d+: .*lukket med }/],
  ['character-reserved', `${BANK}company: @firm\n`, /begynner med @\. Sett verdien i anførselstegn/],
  ['colon-inside', 'kind: bookings\ncompany: a: b\n', /en verdi inneholder «: »/],
  ['colon-missing', 'kind: bookings\ncolumns\n', /en nøkkel har ingen verdi/],
  ['description-itself', `${BANK}defaults: { description: "{description}" }\n`, /viser til seg selv: \{description\}/],
  ['documents', 'kind: bookings\n---\nkind: bookings\n', /flere dokumenter/],
  ['empty', BANK.replace('date: Dato', 'date: '), /job\.yaml:2: columns\.date er tom\. Eksempel: /],
  ['escape', `${BANK}company: "\\d"\n`, /Bruk enkle anførselstegn/],
  ['flag-twice', `${BANK}sign: { column: DK, debit: D, credit: [D, K] }\n`, /sign\.credit har «D»/],
  ['folder-same', `${BANK}fetch: { ${SFTP}, after: { move: /out } } }\n`, /er mappen filene hentes fra/],
  ['key-elsewhere', `${BANK}encoding: utf-8\n`, /encoding hører ikke hjemme her\. Flytt den til «file»/],
  ['key-forbidden', `${BANK}__proto__: x\n`, /__proto__ kan ikke brukes som nøkkel/],
  ['key-form', `${BANK}? [a]\n: b\n`, /en nøkkel er ikke ren tekst/],
  ['key-twice', `${BANK}company: a\ncompany: b\n`, /job\.yaml:4: company står to ganger, her og på linje 3/],
  ['key-unknown', BANK.replace('account', 'acount'), /columns\.acount er ikke en kjent nøkkel\. Mente du «account»\?/],
  ['missing', 'columns: { date: Dato }\n', /kind mangler\. Eksempel: kind: bookings/],
  ['needs', `kind: bookings\ncolumns: { date: Dato, amount: Beløp }\n`, /columns mangler account\. Eksempel: /],
  ['nested', `company: ${'['.repeat(30)}${']'.repeat(30)}\n`, /er for dyp/],
  [
    'not-with',
    BANK.replace('}', ', debitAccount: D, creditAccount: K }'),
    /kan ikke stå sammen med debitAccount, credit/,
  ],
  ['only-with', `${BANK}creditSign: negative\n`, /creditSign kan bare stå sammen med debit, credit/],
  ['quote-open', `${BANK}company: "abc\n`, /et anførselstegn er åpnet/],
  ['reference', `${BANK}company: *firm\n`, /company begynner med \*/],
  ['same-column', BANK.replace('}', ', contraAccount: Konto }'), /samme kolonne som account: «Konto»/],
  ['sheets-both', `${BANK}file: { sheet: A, sheets: [B] }\n`, /file\.sheet nevner ett ark/],
  ['source-none', `${BANK}schedule: { cron: "0 6 * * *" }\n`, /men ingenting sier hvor\. Eksempel: fetch: /],
  ['tab', 'kind: bookings\ncolumns:\n\tdate: Dato\n', /innrykket er en tabulator/],
  ['tag', `${BANK}company: !firm\n`, /begynner med !/],
  ['twice', `${BANK}file: { match: ["*.csv", "*.csv"] }\n`, /file\.match har «\*\.csv» to ganger/],
  ['value-ended', `${BANK}defaults: { description: {file} {entry} }\n`, /kolonne \d+: /],
  [
    'variable-none',
    `${BANK}fetch: { url: "https://bank.example/\${a b}" }\n`,
    /et \$ uten navn på en variabel\. Eksempel: \$\{TOKEN\}/,
  ],
  ['wrong', BANK.replace('bookings', 'booking'), /kind er feil: "booking"\./],
];
/** Said of what is no text of a job, or where the parser of YAML is of no more help. */
const ELSEWHERE: readonly DiagnosisCode[] = [
  'character-missing',
  'file-large',
  'file-name',
  'indent',
  'name-twice',
  'not-utf8',
  'service-none',
  'unreadable',
  'yaml',
];

function problemsOf(yaml: string): readonly Problem[] {
  try {
    parseJob(yaml, 'job.yaml');
  } catch (error) {
    if (error instanceof JobError) return error.problems;
    throw error;
  }
  return [];
}

test.each(WRONG)('%s is told in both languages, with its place', (code, yaml, said) => {
  const problem = problemsOf(yaml).find(({ told }) => told?.code === code);
  expect(problem, JSON.stringify(problemsOf(yaml))).toBeDefined();
  const { en, nb } = diagnosisWords(problem!);
  expect(nb).toMatch(said);
  for (const text of [en, nb]) expect(text).not.toMatch(/undefined|«»|""| {2}|\.\.$/);
  expect(nb).not.toMatch(/\b(the|and|must|with|not|Did you mean|For example)\b/);
  expect(en).not.toBe(nb);
});

test('every code is told of something', () => {
  expect([...WRONG.map(([code]) => code), ...ELSEWHERE].sort()).toEqual([...DIAGNOSIS_CODES].sort());
  for (const code of ELSEWHERE) {
    const told = { code, facts: { column: 3, other: 'jobs/a.yaml', service: 'main' } };
    const { nb } = diagnosisWords({ file: '', line: 0, key: 'x', message: 'y', told });
    expect(nb).not.toMatch(/undefined|«»| {2}/);
    expect(nb).toMatch(/^\p{L}.*[.]$/u);
  }
});

test('what may be a secret is shown in no language', () => {
  const [problem] = problemsOf(`${BANK}fetch: { sftp: { host: h, user: u, path: /x/*, port: hunter2 } }\n`);
  expect(JSON.stringify([problem, diagnosisWords(problem!)])).not.toContain('hunter2');
});
