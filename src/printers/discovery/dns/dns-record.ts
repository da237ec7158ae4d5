import { isIPv4 } from "../../../domain/address-blocks.ts";
import { type DomainName, nameKey, readName, writeName } from "./domain-name.ts";

/** Numbers of record types (RFC 1035, 2782, 3596, 4034). */
export const RECORD_TYPES = {
  A: 1,
  PTR: 12,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  NSEC: 47,
  ANY: 255,
} as const;

/** The class of everything in multicast DNS. */
export const CLASS_INTERNET = 1;
/** In a question: any class. */
export const CLASS_ANY = 255;

/** A resource record. */
export interface DnsRecord {
  readonly name: DomainName;
  readonly type: number;
  /** Without the bit that multicast DNS puts into it. */
  readonly recordClass: number;
  /** The cache-flush bit: nobody else has such a record, and what was known before is replaced by it. */
  readonly isUnique: boolean;
  /** Seconds for which it may be believed; 0: it is gone. */
  readonly ttl: number;
  /** Its data with names written out, as records are compared (RFC 6762, section 8.2). */
  readonly data: Uint8Array;
}

/** The form in which records are told apart, whatever their life: by name, type, class and data. */
export function recordKey({ name, type, recordClass, data }: DnsRecord): string {
  return `${nameKey(name)} ${type} ${recordClass} ${Buffer.from(data).toString("latin1")}`;
}

/** A record that leads to another name. */
export function pointerRecord(name: DomainName, target: DomainName, ttl: number): DnsRecord {
  return { ...internet(RECORD_TYPES.PTR, name, ttl), isUnique: false, data: nameBytes(target) };
}

/** A service's host and port (RFC 2782), with priority and weight 0. */
export function serviceRecord(name: DomainName, port: number, host: DomainName, ttl: number): DnsRecord {
  const data = Uint8Array.from([0, 0, 0, 0, port >> 8, port & 0xff, ...nameBytes(host)]);
  return { ...internet(RECORD_TYPES.SRV, name, ttl), data };
}

/** A TXT record of strings; without any, of one empty string (RFC 6763, section 6.1). */
export function textRecord(name: DomainName, strings: readonly Uint8Array[], ttl: number): DnsRecord {
  const data = strings.flatMap((string) => [string.byteLength, ...string]);
  return { ...internet(RECORD_TYPES.TXT, name, ttl), data: Uint8Array.from(data.length === 0 ? [0] : data) };
}

/** A host's address, IPv4 or IPv6, the latter without a zone. */
export function addressRecord(name: DomainName, address: string, ttl: number): DnsRecord {
  const type = isIPv4(address) ? RECORD_TYPES.A : RECORD_TYPES.AAAA;
  return { ...internet(type, name, ttl), data: addressBytes(address) };
}

/** That a name has records of these types and no others (RFC 6762, section 6.1). */
export function onlyTheseRecord(name: DomainName, types: readonly number[], ttl: number): DnsRecord {
  const bits = new Uint8Array((Math.max(...types) >> 3) + 1);
  for (const type of types) bits[type >> 3] = (bits[type >> 3] ?? 0) | (0x80 >> (type & 7));
  const data = Uint8Array.from([...nameBytes(name), 0, bits.byteLength, ...bits]);
  return { ...internet(RECORD_TYPES.NSEC, name, ttl), data };
}

/** The name that a PTR record leads to. @throws RangeError when its data is no name */
export function pointerTarget(record: DnsRecord): DomainName {
  return readName(record.data, 0).name;
}

function internet(type: number, name: DomainName, ttl: number) {
  return { name, type, recordClass: CLASS_INTERNET, isUnique: true, ttl };
}

function nameBytes(name: DomainName): Uint8Array {
  const bytes: number[] = [];
  writeName(name, bytes);
  return Uint8Array.from(bytes);
}

function addressBytes(address: string): Uint8Array {
  if (isIPv4(address)) return Uint8Array.from(address.split("."), Number);
  // The URL parser writes every IPv6 address in the same way: groups in hexadecimal, one run of zeros left out.
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groups = (text: string | undefined) => (text === undefined || text === "" ? [] : text.split(":"));
  const [left, right] = [groups(head), groups(tail)];
  const zeros: string[] = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return Uint8Array.from(
    [...left, ...zeros, ...right].flatMap((group) => [
      Number.parseInt(group, 16) >> 8,
      Number.parseInt(group, 16) & 0xff,
    ]),
  );
}
