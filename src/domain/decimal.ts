const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

/** Digits of which every number is exact in a double. */
const EXACT_DIGITS = 15;

/**
 * A decimal number as it is written: a sign or none, digits, and a point with digits or none. It is compared digit by digit,
 * so that no amount is rounded. It can be read anew, because searches look at millions of values.
 */
export class Decimal {
  private bytes: Uint8Array = new Uint8Array();
  private isNegative = false;
  /** The digits before the point, without zeros at their beginning. */
  private integerFrom = 0;
  private integerTo = 0;
  /** The digits after the point, without zeros at their end. */
  private fractionFrom = 0;
  private fractionTo = 0;

  /** Reads the ASCII bytes from `from` up to `to`, which must stay as they are. @returns whether they are a number */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    const sign = bytes[at];
    if (sign === PLUS || sign === MINUS) at++;
    const integer = at;
    at = endOfDigits(bytes, at, to);
    if (at === integer) return false;
    const point = at;
    if (at < to) {
      if (bytes[at] !== POINT) return false;
      at = endOfDigits(bytes, at + 1, to);
      if (at !== to || at === point + 1) return false;
    }
    this.bytes = bytes;
    this.integerTo = point;
    this.integerFrom = integer;
    while (this.integerFrom < point && bytes[this.integerFrom] === ZERO) this.integerFrom++;
    this.fractionFrom = Math.min(point + 1, to);
    this.fractionTo = to;
    while (this.fractionTo > this.fractionFrom && bytes[this.fractionTo - 1] === ZERO) this.fractionTo--;
    // -0 is 0.
    const isZero = this.integerFrom === this.integerTo && this.fractionFrom === this.fractionTo;
    this.isNegative = sign === MINUS && !isZero;
    return true;
  }

  /** How many digits are after the point, without zeros at the end. */
  get places(): number {
    return this.fractionTo - this.fractionFrom;
  }

  /** The number in units of its last place, where every one of that size is exact in a double; else `null`. */
  get smallUnits(): number | null {
    if (this.integerTo - this.integerFrom + this.places > EXACT_DIGITS) return null;
    let units = 0;
    for (let at = this.integerFrom; at < this.integerTo; at++)
      units = units * 10 + (this.bytes[at] as number) - ZERO;
    for (let at = this.fractionFrom; at < this.fractionTo; at++)
      units = units * 10 + (this.bytes[at] as number) - ZERO;
    return this.isNegative ? -units : units;
  }

  /** As {@link smallUnits}, of any size. */
  get units(): bigint {
    const text = (from: number, to: number) => Buffer.from(this.bytes.subarray(from, to)).toString("latin1");
    const size = BigInt(text(this.integerFrom, this.integerTo) + text(this.fractionFrom, this.fractionTo));
    return this.isNegative ? -size : size;
  }

  /** Below 0 where this is less than the other, above 0 where it is more, 0 for equal numbers. */
  compare(other: Decimal): number {
    if (this.isNegative !== other.isNegative) return this.isNegative ? -1 : 1;
    const order = this.compareSize(other);
    return this.isNegative ? -order : order;
  }

  private compareSize(other: Decimal): number {
    const digits = this.integerTo - this.integerFrom;
    const otherDigits = other.integerTo - other.integerFrom;
    if (digits !== otherDigits) return digits - otherDigits;
    return (
      compareDigits(
        this.bytes,
        this.integerFrom,
        this.integerTo,
        other.bytes,
        other.integerFrom,
        other.integerTo,
      ) ||
      compareDigits(
        this.bytes,
        this.fractionFrom,
        this.fractionTo,
        other.bytes,
        other.fractionFrom,
        other.fractionTo,
      )
    );
  }
}

function endOfDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  return at;
}

/** Compares digits from the left; where one has no more, the other is more. */
function compareDigits(
  left: Uint8Array,
  leftFrom: number,
  leftTo: number,
  right: Uint8Array,
  rightFrom: number,
  rightTo: number,
): number {
  const shared = Math.min(leftTo - leftFrom, rightTo - rightFrom);
  for (let index = 0; index < shared; index++) {
    const order = (left[leftFrom + index] as number) - (right[rightFrom + index] as number);
    if (order !== 0) return order;
  }
  return leftTo - leftFrom - (rightTo - rightFrom);
}
