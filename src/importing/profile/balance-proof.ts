import { type Cell, cellText, numberText } from '../../core/cell.ts';
import { type DecimalMark, REFUSED, scanAmount } from '../../core/scan-amount.ts';
import { balanceNameRank } from '../../reading/field-words.ts';
import { RunningBalance } from '../../reading/running-balance.ts';
import { AMOUNTS, type Found, put } from './named-columns.ts';
import type { ColumnLook } from './profile-column.ts';
import type { ProposedSign } from './proposal.ts';

/** Steps that must hold to prove a thing, and how many for each that breaks: a statement may lack a row. */
const HOLDS_LEAST = 3;
const HOLDS_EACH = 4;
/** Columns that are tried as balance, and as amount. */
const BALANCES_TRIED = 3;
const AMOUNTS_TRIED = 12;
/** Decimals that amounts of a sample are read with. */
const SCALE = 4;

/** Where the amounts of a row may stand. */
export type Amounts =
  | { readonly amount: number; readonly sign?: { readonly column: number; readonly credit: readonly string[] } }
  | { readonly debit: number; readonly credit: number };

/** Amounts that the balance follows from. */
export interface Proof {
  readonly balance: number;
  readonly amounts: Amounts;
  /** An amount lowers the balance: what is called debit goes out. */
  readonly isOpposite: boolean;
}

/** What the balance of the file proves of its amounts; what the names say is tried first. */
export function proofOf(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
  sign: ProposedSign | undefined,
): Proof | undefined {
  const at = (field: string) => found.get(field)?.column;
  const [amount, debit, credit] = AMOUNTS.map(at);
  const proposed: Amounts[] = [];
  if (amount !== undefined) proposed.push({ amount });
  if (debit !== undefined && credit !== undefined) proposed.push({ debit, credit });
  if (sign !== undefined) {
    for (const { index, look } of columns) if (look === 'amount') proposed.push({ amount: index, sign });
  }
  return proveAmounts(columns, rows, proposed, { date: at('date'), account: at('account') });
}

/** Puts what the balance proves in the place of what the names said. */
export function takeProved(found: Found, proof: Proof): void {
  const proved = provedFields(proof);
  for (const field of AMOUNTS) found.delete(field);
  // The arithmetic says what the names don't: a column has one use.
  for (const { field, column } of [...found.values()]) if (Object.values(proved).includes(column)) found.delete(field);
  for (const [field, column] of Object.entries(proved)) {
    put(found, field, column, field === 'balance' ? 'name' : 'balance');
  }
}

function provedFields({ amounts, balance, isOpposite }: Proof): Record<string, number> {
  if ('amount' in amounts) return { balance, amount: amounts.amount };
  const { debit, credit } = amounts;
  return isOpposite ? { balance, debit: credit, credit: debit } : { balance, debit, credit };
}

/**
 * Which columns hold the amounts, proved by a column with a running balance: their arithmetic says more than what they are called.
 * @param rows the first rows of the file
 * @param proposed what the names say; it wins where it holds as well as another
 */
function proveAmounts(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  proposed: readonly Amounts[],
  { date, account }: { readonly date: number | undefined; readonly account: number | undefined },
): Proof | undefined {
  const numeric = columns.filter(({ look }) => look === 'amount' || look === 'number' || look === 'account');
  const balances = numeric
    .flatMap(({ index, header }) => {
      const rank = balanceNameRank(header);
      return rank === undefined ? [] : [{ index, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, BALANCES_TRIED);
  if (balances.length === 0) return undefined;
  const read = readerOf(numeric, rows);
  for (const { index: balance } of balances) {
    const amounts = numeric.filter(({ index }) => index !== balance && index !== account).slice(0, AMOUNTS_TRIED);
    const candidates: Amounts[] = [
      ...proposed.filter((each) => !('amount' in each) || each.amount !== balance),
      ...amounts.map(({ index }) => ({ amount: index })),
      ...amounts.flatMap(({ index: debit }, at) =>
        amounts.slice(at + 1).map(({ index: credit }) => ({ debit, credit })),
      ),
    ];
    let best: { score: number; proof: Proof } | undefined;
    for (const candidate of candidates) {
      for (const by of account === undefined ? [undefined] : [account, undefined]) {
        const found = tryAmounts(rows, read, { balance, amounts: candidate, date, account: by });
        if (found !== undefined && found.score > (best?.score ?? 0)) best = found;
      }
    }
    if (best !== undefined) return best.proof;
  }
  return undefined;
}

export type Read = (cell: Cell | undefined) => number | undefined;

interface Tried {
  readonly balance: number;
  readonly amounts: Amounts;
  readonly date: number | undefined;
  readonly account: number | undefined;
}

function tryAmounts(rows: readonly (readonly Cell[])[], read: Read, { balance, amounts, date, account }: Tried) {
  const check = new RunningBalance();
  let moving = 0;
  for (const [row, record] of rows.entries()) {
    const amount = movedBy(record, amounts, read);
    if (amount !== undefined && amount !== 0) moving++;
    const day = date === undefined ? '' : cellText(record[date]);
    const after = read(record[balance]);
    check.add(account === undefined ? '' : cellText(record[account]), {
      row,
      day,
      amount,
      balance: after,
      skipped: false,
    });
  }
  const reading = check.finish();
  if (reading === undefined) return undefined;
  const { holds, broken, sign } = reading;
  if (Math.min(holds, moving) < HOLDS_LEAST || holds < HOLDS_EACH * broken) return undefined;
  return { score: holds - broken, proof: { balance, amounts, isOpposite: sign < 0 } };
}

/** By how much a row moves an account; undefined where it says no amount. */
export function movedBy(record: readonly Cell[], amounts: Amounts, read: Read): number | undefined {
  if ('amount' in amounts) {
    const units = read(record[amounts.amount]);
    const { sign } = amounts;
    if (units === undefined || sign === undefined) return units;
    return sign.credit.includes(cellText(record[sign.column]).trim()) ? -units : units;
  }
  const [debit, credit] = [read(record[amounts.debit]), read(record[amounts.credit])];
  if (debit === undefined && credit === undefined) return undefined;
  return (debit ?? 0) - (credit ?? 0);
}

/** Reads amounts under the decimal mark that reads more of them. */
export function readerOf(columns: readonly ColumnLook[], rows: readonly (readonly Cell[])[]): Read {
  const power = 10 ** SCALE;
  const reads = (mark: DecimalMark) =>
    rows.reduce(
      (sum, record) =>
        sum +
        columns.filter(({ index }) => {
          const cell = record[index];
          return typeof cell === 'string' && scanAmount(cell, mark, SCALE, power) < REFUSED;
        }).length,
      0,
    );
  const mark = reads('.') > reads(',') ? '.' : ',';
  return (cell) => {
    const units =
      typeof cell === 'string'
        ? scanAmount(cell, mark, SCALE, power)
        : typeof cell === 'number'
          ? scanAmount(numberText(cell), '.', SCALE, power)
          : REFUSED;
    return units < REFUSED ? units : undefined;
  };
}
