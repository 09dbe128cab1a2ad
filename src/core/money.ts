/**
 * Amounts are exact safe integers of minor units; `scale` is how many decimals a unit has (2: cents, øre). They become
 * decimal text only where a person or a request body needs it (service interface, section 2.1: the mark is `.`).
 */

/**
 * Text for people, always with `scale` decimals: `-10.00`.
 * @throws RangeError where a number is no safe integer: such an amount is already wrong
 */
export function formatMinor(units: number | bigint, scale: number): string {
  const negative = units < 0;
  const digits = exactDigits(units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${text}` : text;
}

/**
 * Number for a JSON request body, the shortest exact text: `-10`, `0.5`, `1234.56`; never an exponent, never `-0`.
 * @throws RangeError where a number is no safe integer
 */
export function jsonAmount(units: number | bigint, scale: number): string {
  if (scale === 2 && Number.isSafeInteger(units)) return hundredths(units as number);
  const text = formatMinor(units, scale);
  if (scale === 0) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  if (text.charCodeAt(end - 1) === POINT) end--;
  return text.slice(0, end);
}

/** The same for nearly every amount: it is written for each line of a file. */
function hundredths(units: number): string {
  const size = Math.abs(units);
  const rest = size % 100;
  const sign = units < 0 ? '-' : '';
  const whole = `${sign}${(size - rest) / 100}`;
  if (rest === 0) return whole;
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`;
}

const ZERO = 48;
const POINT = 46;

function exactDigits(units: number | bigint): string {
  if (typeof units === 'bigint') return String(units < 0n ? -units : units);
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not an exact number of minor units`);
  return String(Math.abs(units));
}

/** A sum of minor units, exact at any size: a number for as long as it is safe, since most sums are and BigInt is slow. */
export class MinorSum {
  private small = 0;
  private big = 0n;

  /** @param units a safe integer */
  add(units: number): void {
    const sum = this.small + units;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) {
      this.small = sum;
    } else {
      this.spill(units);
    }
  }

  /** @param units decimal text of an integer of any size */
  addText(units: string): void {
    const small = Number(units);
    if (Number.isSafeInteger(small)) this.add(small);
    else this.big += BigInt(units);
  }

  addSum(other: MinorSum): void {
    const big = other.big;
    this.add(other.small);
    if (big !== 0n) this.big += big;
  }

  value(): bigint {
    return this.big + BigInt(this.small);
  }

  /** Decimal text of the sum. */
  text(): string {
    return this.big === 0n ? String(this.small) : String(this.value());
  }

  isZero(): boolean {
    return this.big === 0n ? this.small === 0 : this.value() === 0n;
  }

  /** Also where a caller's number was not exact (NaN, a fraction): BigInt() throws instead of summing nonsense. */
  private spill(units: number): void {
    this.big += BigInt(this.small) + BigInt(units);
    this.small = 0;
  }
}
