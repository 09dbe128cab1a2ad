import type { Receipt } from '../pipeline/receipt.ts';
import { counted, readableAmount } from './figures.ts';
import { tableLines } from './layout.ts';
import type { Style } from './style.ts';

/** What the sandbox says it has booked: `GET /sandbox/booked?summary=1`. Amounts are decimal text with two decimals. */
export interface SandboxBooks {
  readonly count: number;
  readonly lines: number;
  readonly totals: Readonly<Record<string, string>>;
}

export interface Comparison {
  readonly rows: readonly { account: string; file: bigint; booked: bigint; service: bigint }[];
  readonly entries: { readonly planned: number; readonly booked: number; readonly service: number };
  /** The service has booked what the receipts say, and no entry waits. */
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
    .sort((a, b) => a.account.localeCompare(b.account, 'en', { numeric: true }));
  const planned = receipts.reduce((sum, { entries }) => sum + entries.planned, 0);
  const booked = receipts.reduce((sum, { entries }) => sum + entries.booked, 0);
  return {
    rows,
    entries: { planned, booked, service: books.count },
    agrees:
      books.count === booked &&
      planned === booked &&
      rows.every(({ file, booked: sent, service }) => file === sent && sent === service),
  };
}

/** The comparison for people, account by account. */
export function comparisonLines(
  { rows, entries, agrees }: Comparison,
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
        `✓ ${counted(entries.service, 'entry', 'entries')} in the files, ${counted(entries.service, 'entry', 'entries')} in the service, every account to the last øre.`,
      )
    : style(
        'red',
        `✗ ${counted(entries.planned, 'entry', 'entries')} in the files, ${counted(entries.service, 'entry', 'entries')} in the service: they do not agree.`,
      );
  return [style('dim', header!), ...lines, '', verdict];
}

function cents(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole.replace('-', '') + decimals.padEnd(2, '0')) * (text.startsWith('-') ? -1n : 1n);
}

function decimal(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
