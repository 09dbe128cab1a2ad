/** An exact count of hundredths; a bigint only where a sum has left the safe integers. */
export type Cents = number | bigint;

/** Amounts below this, with two decimals, have at most 15 significant digits: what a JSON number carries exactly. */
export const AMOUNT_LIMIT = 1e13;

/** The hundredths that an amount stands for, or undefined when it has more than two decimals or is too large. */
export function toCents(amount: number): number | undefined {
  if (!(Math.abs(amount) < AMOUNT_LIMIT)) return undefined;
  const cents = Math.round(amount * 100);
  // A quotient is rounded once, as the reading of its decimal text is: equal means the text had two decimals.
  return cents / 100 === amount ? cents : undefined;
}

export function addCents(sum: Cents, cents: Cents): Cents {
  if (typeof sum === 'number' && typeof cents === 'number') {
    const next = sum + cents;
    if (Number.isSafeInteger(next)) return next;
  }
  return BigInt(sum) + BigInt(cents);
}

export function isZero(cents: Cents): boolean {
  return cents === 0 || cents === 0n;
}

/** Decimal text with two decimals: `-1234.50`. */
export function centsText(cents: Cents): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
