import { jsonAmount } from './money.ts';

/** Bytes of the buffer to begin with: a body of a hundred entries takes about 50,000. It grows to what is written. */
const START_BYTES = 64 * 1024;
/** Most bytes that a UTF-16 unit takes as UTF-8. */
const UNIT_BYTES = 3;
/** Digits of the largest safe integer, with sign and decimal mark. */
const AMOUNT_BYTES = 18;
/** From this unit on UTF-8 takes three bytes, or half of a pair is to be looked at. */
const THREE_BYTES = 0x800;
const TWO_BYTES = 0x80;
const BLANK = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** Up to here whole numbers are divided as 32-bit integers. */
const SMALL = 2 ** 31;

/**
 * Writes JSON as UTF-8, piece by piece, into one buffer: a body that is put together as text is copied twice before it is bytes,
 * and its pieces keep the collector busy. What is written is to the letter what `JSON.stringify` and `jsonAmount` write.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(START_BYTES);
  #end = 0;
  #units = 0;

  /** UTF-16 units of the text so far. */
  get units(): number {
    return this.#units;
  }

  /** Text of ASCII characters, as it stands. */
  ascii(text: string): void {
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    let end = this.#end;
    for (let i = 0; i < text.length; i++) bytes[end++] = text.charCodeAt(i);
    this.#end = end;
    this.#units += text.length;
  }

  /** Text as a JSON string, in its quotes. */
  string(text: string): void {
    this.#makeRoom(text.length * UNIT_BYTES + 2);
    const bytes = this.#bytes;
    let end = this.#end;
    bytes[end++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < BLANK || unit === QUOTE || unit === BACKSLASH || unit >= THREE_BYTES) {
        this.#unusual(text);
        return;
      }
      if (unit < TWO_BYTES) bytes[end++] = unit;
      else {
        bytes[end++] = 0xc0 | (unit >> 6);
        bytes[end++] = 0x80 | (unit & 0x3f);
      }
    }
    bytes[end++] = QUOTE;
    this.#end = end;
    this.#units += text.length + 2;
  }

  /** The number that `jsonAmount` writes. */
  amount(units: number, scale: number): void {
    const size = Math.abs(units);
    if (scale !== 2 || size >= SMALL) {
      this.ascii(jsonAmount(units, scale));
      return;
    }
    this.#makeRoom(AMOUNT_BYTES);
    const bytes = this.#bytes;
    const start = this.#end;
    let end = start;
    if (units < 0) bytes[end++] = MINUS;
    const whole = (size / 100) | 0;
    const rest = size - whole * 100;
    let power = 1;
    while (power * 10 <= whole) power *= 10;
    for (let left = whole; power >= 1; power = (power / 10) | 0) {
      const digit = (left / power) | 0;
      bytes[end++] = ZERO + digit;
      left -= digit * power;
    }
    if (rest > 0) {
      const tenths = (rest / 10) | 0;
      const hundredths = rest - tenths * 10;
      bytes[end++] = POINT;
      bytes[end++] = ZERO + tenths;
      if (hundredths > 0) bytes[end++] = ZERO + hundredths;
    }
    this.#end = end;
    this.#units += end - start;
  }

  /** @returns a copy of what was written; writing begins anew */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#end);
    this.#bytes.copy(taken, 0, 0, this.#end);
    this.#end = 0;
    this.#units = 0;
    return taken;
  }

  /** A text with something to be escaped, or beyond what European languages write. */
  #unusual(text: string): void {
    const json = JSON.stringify(text);
    this.#makeRoom(json.length * UNIT_BYTES);
    this.#end += this.#bytes.write(json, this.#end);
    this.#units += json.length;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
