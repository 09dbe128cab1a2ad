import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Issue } from '../../src/core/issue.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const ERRORS = 'samples/errors';

/** A draft line as the sandbox tells it. */
export interface BookedLine {
  readonly AccountNumber: number;
  readonly Amount: string;
  readonly Description: string;
  readonly FinancialDate: string;
  readonly VatCode: string | null;
}

/** A custom field as the sandbox tells it. */
export interface DefinedField {
  readonly model: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly active: boolean;
}

/** What a sample must come to: `NAME.expected.json` beside it. */
export interface Expected {
  /** Absent where the file is not even received. Of the samples under errors: state and counts. */
  readonly receipt?: Partial<Receipt>;
  /** Why the whole file was rejected. */
  readonly reason?: Issue;
  /** `{import}` stands for the id of an import. */
  readonly issues?: Receipt['issues'];
  readonly remarks?: Receipt['remarks'];
  /** What `bilag failed` says beside a row of the file. */
  readonly problems?: readonly { row: string; problem: string }[];
  /** The draft lines of every entry, in the order of the file. */
  readonly booked?: readonly (readonly BookedLine[])[];
  /** The contacts that were created, each as it was sent. */
  readonly contacts?: readonly object[];
  readonly customFields?: readonly DefinedField[];
}

/** What became of a sample: the answer of import-files.mjs. */
export interface Result {
  readonly receipt?: Receipt;
  readonly problems?: Expected['problems'];
  readonly refused?: Issue;
  /** Entries, contacts and custom fields that the sandbox had been sent, and taken, after this file. */
  readonly booked: number;
  readonly contacts: number;
  readonly customFields: number;
}

export interface Sample {
  /** From the folder of the project. */
  readonly file: string;
  readonly job: string;
  /** Undefined for a file that another sample only needs to have been imported before it. */
  readonly expectedFile: string | undefined;
  /** What the sandbox is asked before the file comes: `NAME.service.json` beside it. */
  readonly service?: object | undefined;
}

const main = (file: string, job: string, expected = job): Sample => ({
  file: `samples/${file}`,
  job,
  expectedFile: join(ROOT, 'samples', `${expected}.expected.json`),
});

export const MAIN_SAMPLES: readonly Sample[] = [
  main('bookings.csv', 'bookings', 'bookings.csv'),
  main('bookings.xlsx', 'bookings', 'bookings.xlsx'),
  main('english-ledger.csv', 'english-ledger'),
  main('payroll.csv', 'payroll'),
  main('till.csv', 'till'),
  main('bank.csv', 'bank'),
  main('contacts.csv', 'contacts', 'contacts.csv'),
  main('contacts.xlsx', 'members', 'contacts.xlsx'),
  main('custom-fields.csv', 'custom-fields'),
];

/**
 * `CODE.csv`, each with the job of its name; `CODE.first.csv` is imported before it, and `CODE.service.json` says in what
 * state the service has to be.
 */
export function errorSamples(): readonly Sample[] {
  const files = readdirSync(join(ROOT, ERRORS)).filter((name) => /\.(csv|xlsx)$/.test(name));
  const isFirst = (name: string) => name.includes('.first.');
  return [...files.filter(isFirst), ...files.filter((name) => !isFirst(name))].map((name) => {
    const [job = ''] = name.split('.');
    return {
      file: `${ERRORS}/${name}`,
      job,
      expectedFile: isFirst(name) ? undefined : join(ROOT, ERRORS, `${job}.expected.json`),
      service: isFirst(name) ? undefined : readJson(join(ROOT, ERRORS, `${job}.service.json`)),
    };
  });
}

function readJson(path: string): object | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

export function readExpected({ expectedFile }: Sample): Expected {
  return JSON.parse(readFileSync(expectedFile!, 'utf8'));
}

/**
 * Writes the words of issues into an expected result, for a person to read in the diff. What is booked and counted is
 * never written: it says what the file means.
 */
export function recordMessages(
  { expectedFile }: Sample,
  words: Pick<Expected, 'reason' | 'issues' | 'remarks' | 'problems'>,
): void {
  let text = readFileSync(expectedFile!, 'utf8');
  for (const [name, value] of Object.entries(words)) {
    const written = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
    text = text.replace(new RegExp(`^  "${name}": [^]*?(?=,\\n  "|\\n}\\n$)`, 'm'), () => `  "${name}": ${written}`);
  }
  writeFileSync(expectedFile!, text);
}
