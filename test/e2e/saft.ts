/** A line of a voucher, as SAF-T Financial says it. */
export interface SaftLine {
  readonly account: string;
  /** Decimal text, debit positive. */
  readonly amount: string;
  readonly description: string;
}

export interface SaftVoucher {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly SaftLine[];
}

/**
 * Vouchers and accounts of a SAF-T Financial file, by regular expressions: enough for files without CDATA or comments
 * inside what is read, and so little that it can be trusted to judge the rest. Throws where something is not as expected.
 */
export function readSaft(xml: string): {
  readonly accounts: readonly { readonly number: string; readonly name: string }[];
  readonly vouchers: readonly SaftVoucher[];
  readonly totalDebit: string;
} {
  if (/<!--|<!\[CDATA\[/.test(xml)) throw new Error('Comments and CDATA are not read.');
  const accounts = elements(only(xml, 'GeneralLedgerAccounts'), 'Account').map((account) => ({
    number: text(account, 'AccountID'),
    name: text(account, 'AccountDescription'),
  }));
  const entries = only(xml, 'GeneralLedgerEntries');
  const vouchers = elements(entries, 'Transaction').map((transaction) => {
    const lines = elements(transaction, 'Line');
    const head = lines.reduce((rest, line) => rest.replace(line, ''), transaction);
    return { id: text(head, 'TransactionID'), date: text(head, 'TransactionDate'), lines: lines.map(readLine) };
  });
  return { accounts, vouchers, totalDebit: text(entries, 'TotalDebit') };
}

function readLine(line: string): SaftLine {
  const debit = elements(line, 'DebitAmount')[0];
  const credit = elements(line, 'CreditAmount')[0];
  if ((debit === undefined) === (credit === undefined)) throw new Error(`A line is debit or credit: ${line}`);
  const amount = text((debit ?? credit)!, 'Amount');
  if (!/^\d+(\.\d{1,2})?$/.test(amount)) throw new Error(`Not an amount: ${amount}`);
  const [whole, decimals = ''] = amount.split('.');
  return {
    account: text(line, 'AccountID'),
    amount: `${credit === undefined ? '' : '-'}${whole}.${decimals.padEnd(2, '0')}`,
    description: text(line, 'Description'),
  };
}

/** The contents of every element of that name; elements of one name don't stand inside each other here. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>(.*?)</(?:\\w+:)?${name}>`, 'gsu'))].map(
    (match) => match[1]!,
  );
}

function only(xml: string, name: string): string {
  const found = elements(xml, name);
  if (found.length !== 1) throw new Error(`${found.length} elements ${name} where one was expected.`);
  return found[0]!;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function text(xml: string, name: string): string {
  return only(xml, name).replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, entity) =>
    entity === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (ENTITIES[entity] ?? whole),
  );
}
