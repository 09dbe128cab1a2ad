import { compareCodes } from '../../core/text.ts';
import type { Receipt } from '../../reporting/receipt.ts';
import { counted, readableAmount, type Style, tableLines } from '../output/text.ts';
import { sum } from './demo-lines.ts';

/**
 * What the sandbox says it has booked (`GET /sandbox/booked?summary=1`) and created: contacts that came through the
 * interface, custom fields that are active. Amounts are decimal text with two decimals.
 */
export interface SandboxBooks {
  readonly count: number;
  readonly lines: number;
  readonly totals: Readonly<Record<string, string>>;
  readonly contacts: number;
  readonly customFields: number;
}

/** Contacts, or custom fields: what the files hold of them, how many of these were there, and what the service created. */
export interface CreatedComparison {
  readonly what: string;
  readonly files: number;
  readonly existing: number;
  readonly service: number;
}

export interface Comparison {
  readonly rows: readonly { account: string; file: bigint; booked: bigint; service: bigint }[];
  readonly entries: { readonly planned: number; readonly booked: number; readonly service: number };
  readonly created: readonly CreatedComparison[];
  /** The service has booked and created what the receipts say, and nothing waits. */
  readonly agrees: boolean;
}

const NAME_CHARACTERS = 36;

/** Holds the service's own books against what the files said and what the receipts say is booked. */
export function compareBooks(receipts: readonly Receipt[], books: SandboxBooks): Comparison {
  const sums = new Map<string, { file: bigint; booked: bigint; service: bigint }>();
  const of = (account: string) => {
    let sum = sums.get(account);
    if (sum === undefined) {
      sum = { file: 0n, booked: 0n, service: 0n };
      sums.set(account, sum);
    }
    return sum;
  };
  for (const { totals } of receipts) {
    for (const { account, file, booked } of totals.accounts) {
      of(account).file += cents(file);
      of(account).booked += cents(booked);
    }
  }
  for (const [account, amount] of Object.entries(books.totals)) of(account).service += cents(amount);
  const rows = [...sums]
    .map(([account, sum]) => ({ account, ...sum }))
    .sort((a, b) => compareCodes(a.account, b.account));
  const total = (of: (receipt: Receipt) => number) => receipts.reduce((all, receipt) => all + of(receipt), 0);
  const fieldsOf = ({ customFields = NONE }: Receipt) => customFields;
  // Contacts and custom fields are entries too, and counted by themselves.
  const planned = total((receipt) => receipt.entries.planned - sum(receipt.contacts) - sum(fieldsOf(receipt)));
  const booked = total((receipt) => receipt.entries.booked - receipt.contacts.created - fieldsOf(receipt).created);
  const created: CreatedComparison[] = [
    {
      what: 'contacts',
      files: total(({ contacts }) => sum(contacts)),
      existing: total(({ contacts }) => contacts.existing),
      service: books.contacts,
    },
    {
      what: 'custom fields',
      files: total((receipt) => sum(fieldsOf(receipt))),
      existing: total((receipt) => fieldsOf(receipt).existing),
      service: books.customFields,
    },
  ];
  return {
    rows,
    entries: { planned, booked, service: books.count },
    created,
    agrees:
      books.count === booked &&
      planned === booked &&
      rows.every(({ file, booked: sent, service }) => file === sent && sent === service) &&
      created.every(isCreated),
  };
}

const NONE = { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };

function isCreated({ files, existing, service }: CreatedComparison): boolean {
  return files - existing === service;
}

/** The comparison for people, account by account. */
export function comparisonLines(
  { rows, entries, created, agrees }: Comparison,
  names: ReadonlyMap<string, string>,
  style: Style,
): string[] {
  const [header, ...lines] = tableLines(
    [
      ['account', '', 'files say', 'booked in the service', ''],
      ...rows.map(({ account, file, service }) => [
        account,
        names.get(account) ?? '',
        readableAmount(decimal(file)),
        readableAmount(decimal(service)),
        file === service ? '=' : 'DIFFERS',
      ]),
    ],
    [
      { align: 'left' },
      { align: 'left', max: NAME_CHARACTERS },
      { align: 'right' },
      { align: 'right' },
      { align: 'left' },
    ],
  );
  const verdict = agrees
    ? style(
        'green',
        `✓ ${counted(entries.service, 'voucher')} in the files, ${counted(entries.service, 'voucher')} in the service, every account to the last øre; ${created.map(({ what, service }) => `${service} ${what}`).join(' and ')} created.`,
      )
    : style(
        'red',
        `✗ ${counted(entries.planned, 'voucher')} in the files, ${counted(entries.service, 'voucher')} in the service; what is there does not agree with the files.`,
      );
  const [createdHeader, ...createdLines] = tableLines(
    [
      ['', 'files say', 'already there', 'created in the service', ''],
      ...created.map((each) => [
        each.what,
        String(each.files),
        String(each.existing),
        String(each.service),
        isCreated(each) ? '=' : 'DIFFERS',
      ]),
    ],
    [{ align: 'left' }, { align: 'right' }, { align: 'right' }, { align: 'right' }, { align: 'left' }],
  );
  return [style('dim', header!), ...lines, '', style('dim', createdHeader!), ...createdLines, '', verdict];
}

function cents(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole.replace('-', '') + decimals.padEnd(2, '0')) * (text.startsWith('-') ? -1n : 1n);
}

function decimal(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
