/** Amounts as the interface has them, decimal text: exact, however large. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

function decimalOf(text: string): Decimal {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  return { units: BigInt(text.replace('.', '')), scale };
}

/** `12.00` and `-2.50` are `9.50`. */
export function plus(...parts: readonly string[]): string {
  const all = parts.map(decimalOf);
  const scale = Math.max(...all.map((each) => each.scale));
  const units = all.reduce((sum, each) => sum + each.units * 10n ** BigInt(scale - each.scale), 0n);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

export function isNegative(text: string): boolean {
  return text.startsWith('-');
}

/** `12.00` is `-12.00`, and the other way about. */
export function negative(text: string): string {
  return isNegative(text) ? text.slice(1) : `-${text}`;
}

export function isZero(text: string): boolean {
  return decimalOf(text).units === 0n;
}
