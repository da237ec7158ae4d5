/*
 * The part of ASN.1's Distinguished Encoding Rules (X.690) that time stamps are written in: values of a tag, a length and a
 * content, which is bytes or further values.
 */

/** Tags of X.690, section 8. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  none: 0x05,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** The first of those that a type gives a meaning of its own. */
  own: 0xa0,
} as const;

const LONG_LENGTH = 0x80;
const LENGTH_BYTES = 4;

/** A value as it was read. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  /** With its tag and length. */
  readonly whole: Uint8Array;
}

/** A value's bytes. @param parts its content, piece by piece */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { byteLength } = content;
  if (byteLength < LONG_LENGTH) return Buffer.concat([Uint8Array.of(tag, byteLength), content]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(byteLength);
  const digits = length.subarray(length.findIndex((digit) => digit !== 0));
  return Buffer.concat([Uint8Array.of(tag, LONG_LENGTH | digits.byteLength), digits, content]);
}

/** The values that bytes are made of, one after the other. @throws Error when they are none */
export function readDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const value = readValue(bytes.subarray(at));
    values.push(value);
    at += value.whole.byteLength;
  }
  return values;
}

/** The only value that bytes are. @throws Error when they are none, or more */
export function readOne(bytes: Uint8Array): DerValue {
  const [value, ...others] = readDer(bytes);
  if (value === undefined || others.length > 0) throw new Error("there is not one value");
  return value;
}

/** What is in a value of a tag. @throws Error when it is missing or another */
export function within(value: DerValue | undefined, tag: number): DerValue[] {
  return readDer(contentOf(value, tag));
}

/** The content of a value of a tag. @throws Error when it is missing or another */
export function contentOf(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw new Error(`there is no value of the tag ${tag.toString(16)}h`);
  return value.content;
}

function readValue(bytes: Uint8Array): DerValue {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new Error("a value breaks off");
  const digits = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  const begin = 2 + digits;
  if (digits > LENGTH_BYTES || first === LONG_LENGTH || bytes.byteLength < begin)
    throw new Error("a length is none of these rules");
  const length = digits === 0 ? first : bytes.subarray(2, begin).reduce((sum, digit) => sum * 256 + digit, 0);
  const end = begin + length;
  if (bytes.byteLength < end) throw new Error("a value breaks off");
  return { tag, content: bytes.subarray(begin, end), whole: bytes.subarray(0, end) };
}
