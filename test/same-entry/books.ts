import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportRow } from '../../src/ledger/rows.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { openOffice as openFolder, type Ran } from '../cli/bilag.ts';
import { closeAfterFile, closeAfterTest } from '../closing.ts';
import { type Booked, openOffice, type Office as Verbs } from '../importing/office.ts';
import { type Answer, answering } from './names.ts';

export interface BooksOptions {
  readonly jobs: Readonly<Record<string, string>>;
  /** Keys of the service in bilag.yaml. */
  readonly service?: string;
  /** Closed after the file's last test. */
  readonly keep?: boolean;
}

export interface Books extends Verbs {
  /** The command line, on the same home. */
  run(...args: string[]): Promise<Ran>;
  /** Answers the question of an import on the command line; the import as it is afterwards. */
  answer(row: Pick<ImportRow, 'num' | 'id'>, code: string, answer: Answer): Promise<Receipt>;
  /** Every entry that stands in the service, sorted. */
  entries(): Promise<string[]>;
}

/** A ledger and a service, on which the pipeline's verbs work in this process and the command line in its own. */
export async function openBooks({ jobs, service = '', keep = false }: BooksOptions): Promise<Books> {
  const close = keep ? closeAfterFile : closeAfterTest;
  const sandbox = await startSandbox();
  close(() => sandbox.close());
  const { folder, run, leave } = await openFolder({ BILAG_HOME: 'home' });
  close(leave);
  writeFileSync(join(folder, 'bilag.yaml'), serviceYaml(sandbox.url, service));
  const verbs = await openOffice({ beside: { folder, sandbox }, jobs, keep });
  return {
    ...verbs,
    run,
    async answer(row, code, answer) {
      const ran = await run(...answering(row.id, code, answer));
      if (ran.code === 1 || ran.code === 2) throw new Error(`bilag retry --answer ended with ${ran.code}: ${ran.err}`);
      return await verbs.receipt(row);
    },
    entries: async () => entryTexts(await verbs.booked()),
  };
}

/** Replies of a sandbox in this process come whenever this process gets its turn. */
const serviceYaml = (url: string, keys: string) =>
  `services:\n  main:\n    baseUrl: ${url}\n    timeout: { connect: 60s, reply: 60s }\n${keys.replace(/^(?=.)/gm, '    ')}\n`;

/** Entries in a form that does not depend on the order of lines or on the white space of texts; sorted. */
export function entryTexts({ entries }: Pick<Booked, 'entries'>): string[] {
  return entries.map(({ lines }) => entryText(lines.map((line) => ({ ...line, VatCode: vatOf(line) })))).sort();
}

const vatOf = (line: object) => (line as { VatCode?: string | null }).VatCode ?? null;

export interface LineTold {
  readonly AccountNumber: number | string;
  readonly Amount: string;
  readonly Description: string;
  readonly FinancialDate: string;
  readonly VatCode?: string | null;
}

export function entryText(lines: readonly LineTold[]): string {
  return lines
    .map(({ AccountNumber, Amount, Description, FinancialDate, VatCode = null }) =>
      [FinancialDate.slice(0, 10), AccountNumber, Amount, VatCode ?? '-', canonical(Description)].join(' '),
    )
    .sort()
    .join(' | ');
}

/** The canonical form of a text (design, same entry, section 1). */
export const canonical = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
