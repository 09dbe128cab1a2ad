import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import iso from 'i18n-iso-countries';
import norwegian from 'i18n-iso-countries/langs/no.json' with { type: 'json' };
import { parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '../../src/reporting/receipt.ts';
import * as jobs from './contact-corpus-jobs.ts';
import { type Driver, startDriver } from './driver.ts';
import type { Seen } from './list-contacts.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const absent = !existsSync(join(CORPUS, 'contacts'));
/** A thousand contacts, one request each, on a machine that is busy with other things. */
const TIMEOUT_MS = 240_000;
/** What every sandbox has from the start. */
const THERE = ['Solbakken Handel AS', 'Berit Åsen'];

/** Where the rows of a file end up, and how many rows each code holds or sets aside. */
interface Placed {
  readonly rows: Partial<Receipt['rows']>;
  readonly contacts: Partial<Receipt['contacts']>;
  readonly codes: Readonly<Record<string, number>>;
}

const NOWHERE = { booked: 0, held: 0, rejected: 0, duplicate: 0, skipped: 0, inDoubt: 0, pending: 0 };
const NONE = { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };

describe.skipIf(absent)(`contacts of the corpus${absent ? ' (it is not here: skipped)' : ''}`, () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await startDriver();
  });
  afterAll(() => driver.close());

  /** Imports a file and compares the service's list, field by field, with what another reading of the file says. */
  async function importAs(name: string, job: string, wanted: readonly Seen[], placed: Placed): Promise<Receipt> {
    const { receipt, contacts } = await driver.importFile({ path: join(CORPUS, name) }, job, { timeoutMs: TIMEOUT_MS });
    const { rows, contacts: counts, issues, mismatches } = receipt!;
    expect(mismatches).toEqual([]);
    expect(rows).toEqual({ ...NOWHERE, ...placed.rows });
    expect(counts).toEqual({ ...NONE, ...placed.contacts });
    const codes: Record<string, number> = {};
    for (const { code, rows: held } of issues) codes[code] = (codes[code] ?? 0) + held;
    expect(codes).toEqual(placed.codes);
    const created = contacts.filter((contact) => !THERE.includes(contact.name));
    expect(sorted(created)).toEqual(sorted(wanted));
    return receipt!;
  }

  it(
    'Outlook: numbers of eleven digits are none of North America, and only the mapped one of eight is looked at',
    async () => {
      const name = 'contacts/outlook-style-contacts.csv';
      const rows = records(name);
      const receipt = await importAs(name, jobs.OUTLOOK, [], {
        rows: { read: 3, held: 2, skipped: 1 },
        contacts: { held: 2 },
        codes: { 'phone-invalid': 2 },
      });
      expect(receipt.issues.map(({ value, column }) => [column, value])).toEqual([
        ['Mobile Phone', rows[0]!['Mobile Phone']],
        ['Mobile Phone', rows[2]!['Mobile Phone']],
      ]);
      const wanted = rows.map(
        (row): Seen => ({
          name: row['Name']!,
          ...(row['Home Address'] ? { address: [row['Home Address'], '', '', '', '', '', ''] } : {}),
          email: row['E-mail Address']!,
          comment: row['Notes'] ?? '',
          custom: {},
        }),
      );
      const placed = { rows: { read: 3, booked: 3 }, contacts: { created: 3 }, codes: {} };
      await importAs(name, jobs.OUTLOOK_WITHOUT_PHONE, wanted, placed);
    },
    TIMEOUT_MS,
  );

  it(
    'Salesforce: 423 accounts in 38 columns of Windows-1252',
    async () => {
      const name = 'contacts/salesforce-accountData.csv';
      // Two amounts are rounded to powers of ten; two names that an export made question marks of are the same.
      const isHeld = (row: Row) => row['ANNUALREVENUE'] !== '';
      const names = new Set<string>();
      const wanted = records(name, 'windows-1252').flatMap((row): Seen[] => {
        if (isHeld(row) || names.has(row['NAME']!)) return [];
        names.add(row['NAME']!);
        const country = row['BILLINGCOUNTRY']!;
        const code = codeOf(country);
        const address = ['BILLINGSTREET', 'BILLINGSTATE', '', 'BILLINGPOSTALCODE', 'BILLINGCITY'].map(
          (column) => row[column] ?? '',
        );
        // N-1352: a Norwegian code has four digits, and the mark before it is none of them.
        address[3] = address[3]!.replace(/^N-(?=\d{4}$)/, '');
        const named = country.length === 2 ? norwegianName(country) : country;
        return [
          {
            name: row['NAME']!,
            ...(address.some((part) => part !== '') ? { address: [...address, named, code] } : {}),
            ...(row['PHONE'] === '' ? {} : { phone: dialled(row['PHONE']!, code) }),
            email: '',
            comment: row['DESCRIPTION']!,
            custom: {
              ...(row['ORACLE_ID__C'] === '' ? {} : { OracleId: row['ORACLE_ID__C']! }),
              ...(row['NUMBEROFEMPLOYEES'] === '' ? {} : { Employees: Number(row['NUMBEROFEMPLOYEES']) }),
            },
          },
        ];
      });
      await importAs(name, jobs.SALESFORCE, wanted, {
        rows: { read: 423, booked: 420, held: 2, duplicate: 1 },
        contacts: { created: 420, held: 2, existing: 1 },
        codes: { 'amount-invalid': 2, 'contact-exists': 1 },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'blanks at either end of a text, and marks in it, are the text',
    async () => {
      const name = 'contacts/salesforce-accountsForInsert.csv';
      const wanted = records(name).map((row) => ({
        name: row['Name']!,
        email: '',
        comment: row['RichText']!,
        custom: { Sector: row['Industry']!, Headcount: Number(row['NumEmp']) },
      }));
      expect(wanted[0]!.comment).toMatch(/^ {4}4 .* {2}$/);
      const placed = { rows: { read: 4, booked: 4 }, contacts: { created: 4 }, codes: {} };
      await importAs(name, jobs.RICH_TEXT, wanted, placed);
    },
    TIMEOUT_MS,
  );

  it(
    'a thousand people between tabs, in a file called .csv',
    async () => {
      const name = 'contacts/melt-customers.csv';
      const wanted = records(name, 'utf-8', '\t').map((row) => ({
        name: `${row['first_name']} ${row['last_name']}`,
        email: row['email']!,
        comment: row['ip_address']!,
        custom: { PersonNo: Number(row['id']) },
      }));
      const placed = { rows: { read: 1000, booked: 1000 }, contacts: { created: 1000 }, codes: {} };
      await importAs(name, jobs.PEOPLE, wanted, placed);
    },
    TIMEOUT_MS,
  );

  it(
    'customers without a header, from countries in capital letters',
    async () => {
      const name = 'contacts/duck-customer.csv';
      const text = readFileSync(join(CORPUS, name), 'utf8');
      const wanted = (parse(text) as string[][]).map((row) => ({
        name: `${row[7]} ${row[8]} ${row[9]}`,
        address: ['', '', '', '', '', row[14]!, CAPITAL_COUNTRIES[row[14]!]!],
        email: row[16]!,
        comment: row[1]!,
        custom: {},
      }));
      const placed = { rows: { read: 10, booked: 10 }, contacts: { created: 10 }, codes: {} };
      await importAs(name, jobs.NO_HEADER, wanted, placed);
    },
    TIMEOUT_MS,
  );

  it(
    'one row of a workbook that says it has a million',
    async () => {
      const name = 'xlsx/calm-issue_174.xlsx';
      await importAs(name, jobs.WORKBOOK_WITH_PHONE, [], {
        rows: { read: 1, held: 1 },
        contacts: { held: 1 },
        codes: { 'phone-invalid': 1 },
      });
      const wanted = [
        {
          name: 'Test Contact Name',
          address: ['Hello Address', '', '', '', 'My City', '', ''],
          email: '',
          comment: 'No Remarks',
          custom: { Reference: 123, Company: 'My Company?', Weight: 1.5 },
        },
      ];
      await importAs(name, jobs.WORKBOOK, wanted, {
        rows: { read: 1, booked: 1 },
        contacts: { created: 1 },
        codes: {},
      });
    },
    TIMEOUT_MS,
  );
});

type Row = Readonly<Record<string, string | undefined>>;

/** Another reading of the file than bilag's. Short rows leave fields out. */
function records(name: string, encoding = 'utf-8', delimiter = ','): Row[] {
  const text = new TextDecoder(encoding).decode(readFileSync(join(CORPUS, name)));
  return parse(text, { columns: true, delimiter, relax_column_count: true, skip_empty_lines: true }) as Row[];
}

function sorted(contacts: readonly Seen[]): Seen[] {
  return [...contacts].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ name, email, comment }: Seen) => `${name}\u0001${email}\u0001${comment}`;

iso.registerLocale(norwegian);

function norwegianName(code: string): string {
  return iso.getName(code, 'no', { select: 'official' })!;
}

/** As the file writes them. */
function codeOf(country: string): string {
  const named: Readonly<Record<string, string>> = { USA: 'US', 'United States': 'US', Canada: 'CA' };
  return named[country] ?? country;
}

const CAPITAL_COUNTRIES: Readonly<Record<string, string>> = {
  CHILE: 'CL',
  TOGO: 'TG',
  NIUE: 'NU',
  MEXICO: 'MX',
  FIJI: 'FJ',
  SURINAME: 'SR',
  GAMBIA: 'GM',
  'KOREA, REPUBLIC OF': 'KR',
  MONTSERRAT: 'MS',
  JORDAN: 'JO',
};

function dialled(text: string, country: string): string[] {
  const { countryCallingCode, nationalNumber } = parsePhoneNumberWithError(text, country as 'US');
  return [`+${countryCallingCode}`, nationalNumber, ''];
}
