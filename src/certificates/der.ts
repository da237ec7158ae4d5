/*
 * Writes values of ASN.1 by the Distinguished Encoding Rules (ITU-T X.690), as far as certificates have them. Each
 * function gives the bytes of one value: its tag, its length, what is in it.
 */

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/** Of tags that a type gives its own fields, and of those whose field has others in it. */
const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;

/** From this year on times have four digits for it (RFC 5280, section 4.1.2.5). */
const GENERALIZED_FROM_YEAR = 2050;

type Bytes = Uint8Array<ArrayBuffer>;

export function sequence(...parts: readonly Bytes[]): Bytes {
  return value(TAG.sequence, parts);
}

export function set(...parts: readonly Bytes[]): Bytes {
  return value(TAG.set, parts);
}

/** @param bytes big-endian, not negative */
export function integer(bytes: Bytes): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? new Uint8Array(1) : bytes.subarray(start);
  // A first bit would make it negative.
  return value(TAG.integer, (digits[0] ?? 0) > 0x7f ? [new Uint8Array(1), digits] : [digits]);
}

export function boolean(is: boolean): Bytes {
  return value(TAG.boolean, [Uint8Array.of(is ? 0xff : 0)]);
}

export function octetString(content: Bytes): Bytes {
  return value(TAG.octetString, [content]);
}

/** @param unusedBits how many of the last byte's do not count */
export function bitString(content: Bytes, unusedBits = 0): Bytes {
  return value(TAG.bitString, [Uint8Array.of(unusedBits), content]);
}

export function utf8String(text: string): Bytes {
  return value(TAG.utf8String, [new TextEncoder().encode(text)]);
}

/** @param dotted such as `2.5.29.17` */
export function objectIdentifier(dotted: string): Bytes {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  return value(TAG.objectIdentifier, [Uint8Array.from([first * 40 + second, ...others].flatMap(baseOf128))]);
}

/** A time to the second. @param at epoch milliseconds */
export function time(at: number): Bytes {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, "");
  const isShort = new Date(at).getUTCFullYear() < GENERALIZED_FROM_YEAR;
  const text = new TextEncoder().encode(isShort ? digits.slice(2) : digits);
  return value(isShort ? TAG.utcTime : TAG.generalizedTime, [text]);
}

/** A field that its type numbers, in place of its own tag. */
export function field(number: number, content: Bytes): Bytes {
  return value(CONTEXT | number, [content]);
}

/** As {@link field}, around whole values. */
export function fieldOf(number: number, ...parts: readonly Bytes[]): Bytes {
  return value(CONTEXT | CONSTRUCTED | number, parts);
}

function value(tag: number, parts: readonly Bytes[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOf(length)), ...parts]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) bytes.unshift(rest % 0x100);
  return [0x80 | bytes.length, ...bytes];
}

/** Seven bits a byte; all but the last have the first bit. */
function baseOf128(number: number): number[] {
  const digits = [number % 0x80];
  for (let rest = Math.floor(number / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    digits.unshift(0x80 | (rest % 0x80));
  return digits;
}
