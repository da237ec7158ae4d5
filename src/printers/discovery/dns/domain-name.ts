/**
 * A domain name as its labels, from the host's to the top: a service's name may itself hold dots (RFC 6763, section
 * 4.1.1), so that a name is no text with dots between.
 */
export type DomainName = readonly string[];

/** The most bytes of a name, its length bytes included (RFC 1035, section 2.3.4). */
const LARGEST_NAME_BYTES = 255;
const LARGEST_LABEL_BYTES = 63;
/** The two high bits of a length byte say that a name goes on elsewhere (RFC 1035, section 4.1.4). */
const POINTER = 0xc0;
/** Beyond it no pointer can point. */
const LARGEST_POINTER_TARGET = 0x3fff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A name of labels without dots in them, such as `_ipp._tcp.local`. */
export function domainName(text: string): DomainName {
  return text.split(".");
}

/** The form in which names are compared: ASCII letters without regard to case (RFC 6762, section 16). */
export function nameKey(name: DomainName): string {
  return name.map((label) => `${label.length}.${lowerCase(label)}`).join("");
}

/** Whether two names are the same. */
export function sameName(left: DomainName, right: DomainName): boolean {
  return (
    left.length === right.length &&
    left.every((label, index) => lowerCase(label) === lowerCase(right[index] ?? ""))
  );
}

function lowerCase(label: string): string {
  return label.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A text cut to a number of bytes of UTF-8, never within a character. */
export function cutToBytes(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/**
 * Writes a name.
 * @param offsets where in the message names were written already, for pointers to them; those of this name are added.
 *   Without it, nothing is shortened.
 * @throws RangeError when a label or the name is too long or empty
 */
export function writeName(name: DomainName, bytes: number[], offsets?: Map<string, number>): void {
  let length = 1;
  for (let index = 0; index < name.length; index++) {
    const key = offsets === undefined ? "" : nameKey(name.slice(index));
    const target = offsets?.get(key);
    if (target !== undefined) {
      bytes.push(POINTER | (target >> 8), target & 0xff);
      return;
    }
    if (bytes.length <= LARGEST_POINTER_TARGET) offsets?.set(key, bytes.length);
    const label = encoder.encode(name[index]);
    length += label.byteLength + 1;
    if (label.byteLength === 0 || label.byteLength > LARGEST_LABEL_BYTES || length > LARGEST_NAME_BYTES) {
      throw new RangeError(`${JSON.stringify(name)} is no domain name`);
    }
    bytes.push(label.byteLength, ...label);
  }
  bytes.push(0);
}

/**
 * Reads a name.
 * @returns the name, and the offset after it
 * @throws RangeError when the bytes hold no name there
 */
export function readName(bytes: Uint8Array, offset: number): { name: DomainName; end: number } {
  const name: string[] = [];
  let position = offset;
  let end = -1;
  let length = 1;
  for (;;) {
    const size = bytes[position];
    if (size === undefined) throw new RangeError("a name goes beyond the message");
    if (size === 0) return { name, end: end === -1 ? position + 1 : end };
    if ((size & POINTER) === POINTER) {
      const target = ((size & ~POINTER) << 8) | (bytes[position + 1] ?? 0);
      if (end === -1) end = position + 2;
      // Only ever backwards: a ring of pointers would have no end.
      if (target >= position) throw new RangeError("a name points ahead");
      position = target;
      continue;
    }
    const next = position + 1 + size;
    length += size + 1;
    if ((size & POINTER) !== 0 || next > bytes.byteLength || length > LARGEST_NAME_BYTES) {
      throw new RangeError("a name is too long");
    }
    name.push(decoder.decode(bytes.subarray(position + 1, next)));
    position = next;
  }
}
