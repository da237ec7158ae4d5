import type { PacketRecord, RecordData } from "dns-packet";
import types from "dns-packet/types.js";
import { isIPv4 } from "../../../domain/address-blocks.ts";
import { dnsPacket, type DomainName, nameKey } from "./domain-name.ts";

/** The class of everything in multicast DNS. */
export const CLASS_INTERNET = "IN";
/** In a question: any class. */
export const CLASS_ANY = "ANY";

/** A resource record: its name, type and data, its class, its life in seconds (0: it is gone), and the cache-flush bit. */
export type DnsRecord = PacketRecord;

type RecordType = RecordData["type"];

/** Its data as bytes with names written out, as records are compared (RFC 6762, section 8.2). */
function dataBytes({ type, data }: DnsRecord): Buffer {
  // Before them is their length.
  return dnsPacket.record(type).encode(data).subarray(2);
}

/** The form in which records are told apart, whatever their life: by name, type, class and data. */
export function recordKey(record: DnsRecord): string {
  return `${nameKey(record.name)} ${record.type} ${record.class} ${dataBytes(record).toString("latin1")}`;
}

/**
 * Who has a name when two ask for it at the same time (RFC 6762, section 8.2): whose records come later in the order of
 * class, type and data.
 * @returns below 0 when ours come first, which loses; 0 when they are the same
 */
export function tiebreak(ours: readonly DnsRecord[], theirs: readonly DnsRecord[]): number {
  const sorted = theirs.toSorted(compareRecords);
  const orders = ours.toSorted(compareRecords).map((record, index) => {
    const other = sorted[index];
    return other === undefined ? 0 : compareRecords(record, other);
  });
  return orders.find((order) => order !== 0) ?? ours.length - theirs.length;
}

function compareRecords(left: DnsRecord, right: DnsRecord): number {
  return (
    classNumber(left) - classNumber(right) ||
    types.toType(left.type) - types.toType(right.type) ||
    Buffer.compare(dataBytes(left), dataBytes(right))
  );
}

function classNumber(record: DnsRecord): number {
  return record.class === CLASS_INTERNET ? 1 : Number(record.class.replace("UNKNOWN_", "")) || 0;
}

/** A record that leads to another name. */
export function pointerRecord(name: DomainName, data: DomainName, ttl: number): DnsRecord {
  return { type: "PTR", data, name, class: CLASS_INTERNET, flush: false, ttl };
}

/** A service's host and port (RFC 2782), with priority and weight 0. */
export function serviceRecord(name: DomainName, port: number, target: DomainName, ttl: number): DnsRecord {
  return unique(name, { type: "SRV", data: { priority: 0, weight: 0, port, target } }, ttl);
}

/** A TXT record of strings; without any, of one empty string (RFC 6763, section 6.1). */
export function textRecord(name: DomainName, strings: readonly string[], ttl: number): DnsRecord {
  const data = (strings.length === 0 ? [""] : strings).map((string) => Buffer.from(string));
  return unique(name, { type: "TXT", data }, ttl);
}

/** A host's address, IPv4 or IPv6, the latter without a zone. */
export function addressRecord(name: DomainName, data: string, ttl: number): DnsRecord {
  return unique(name, { type: isIPv4(data) ? "A" : "AAAA", data }, ttl);
}

/** That a name has records of these types and no others (RFC 6762, section 6.1). */
export function onlyTheseRecord(name: DomainName, only: readonly RecordType[], ttl: number): DnsRecord {
  return unique(name, { type: "NSEC", data: { nextDomain: name, rrtypes: [...only] } }, ttl);
}

/** A record that nobody else has: what was known before is replaced by it. */
function unique(name: DomainName, data: RecordData, ttl: number): DnsRecord {
  return { ...data, name, class: CLASS_INTERNET, flush: true, ttl };
}
