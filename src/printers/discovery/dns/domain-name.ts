import dnsPacket, { type DomainName } from "dns-packet";
import { cutToBytes } from "../../../domain/text.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";

/*
 * dns-packet takes a name as text with dots between its labels, and writes every name in full. But a service's label may
 * itself hold dots (RFC 6763, section 4.1.1), and a message is to fit into one packet. So the library is given these
 * three functions for names: they take and give labels, and write a name that the message has already as a pointer.
 */
export { dnsPacket };

export type { DomainName } from "dns-packet";

/** A name of labels without dots in them, such as `_ipp._tcp.local`. */
export function domainName(text: string): DomainName {
  return text.split(".");
}

/** The form in which names are compared: ASCII letters without regard to case (RFC 6762, section 16). */
export function nameKey(name: DomainName): string {
  const labels = name.map((label) => `${label.length}.${label}`);
  return labels.join("").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether two names are the same. */
export function sameName(left: DomainName, right: DomainName): boolean {
  return nameKey(left) === nameKey(right);
}

/** The two high bits of a length byte say that a name goes on elsewhere (RFC 1035, section 4.1.4). */
const POINTER = 0xc0;
/** Beyond it no pointer can point. */
const LARGEST_POINTER_TARGET = 0x3fff;

const encoder = new TextEncoder();

/** Where in a message which names were written, by their keys. */
const written = new WeakMap<Buffer, Map<string, number>>();

/** @throws RangeError when a label is empty or too long */
function encodeName(name: DomainName, buffer: Buffer, offset: number): Buffer {
  const offsets = written.getOrInsertComputed(buffer, () => new Map<string, number>());
  let end = offset;
  const writeLabels = () => {
    for (let index = 0; index < name.length; index++) {
      const key = nameKey(name.slice(index));
      const target = offsets.get(key);
      if (target !== undefined) return buffer.writeUInt16BE((POINTER << 8) | target, end);
      if (end <= LARGEST_POINTER_TARGET) offsets.set(key, end);
      const label = encoder.encode(name[index]);
      if (label.byteLength === 0 || label.byteLength > MDNS_LIMITS.labelBytes)
        throw new RangeError(`${JSON.stringify(name)} is no domain name`);
      buffer[end] = label.byteLength;
      buffer.set(label, end + 1);
      end += 1 + label.byteLength;
    }
    return buffer.writeUInt8(0, end);
  };
  encodeName.bytes = writeLabels() - offset;
  return buffer;
}
encodeName.bytes = 0;

const checkName = dnsPacket.name.decode;

function decodeName(buffer: Buffer, offset: number): DomainName {
  // It throws at lengths beyond the end, and at pointers that do not go back.
  checkName(buffer, offset);
  const labels: string[] = [];
  let at = offset;
  for (let size = buffer[at] ?? 0; size > 0; size = buffer[at] ?? 0) {
    if (size >= POINTER) at = buffer.readUInt16BE(at) & LARGEST_POINTER_TARGET;
    else {
      // What is not UTF-8 grows when it is read; such a name is nobody's that we know.
      labels.push(cutToBytes(buffer.toString("utf8", at + 1, at + 1 + size), MDNS_LIMITS.labelBytes));
      at += 1 + size;
    }
  }
  return labels;
}
decodeName.bytes = 0;

Object.assign(dnsPacket.name, {
  encode: encodeName,
  decode: decodeName,
  encodingLength: (name: DomainName) =>
    name.reduce((sum, label) => sum + 1 + encoder.encode(label).byteLength, 1),
});
