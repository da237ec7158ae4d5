import { type Announcement, HOST_NAME } from "../announcement.ts";
import { cutToBytes } from "../../../domain/text.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import {
  addressRecord,
  type DnsRecord,
  onlyTheseRecord,
  pointerRecord,
  serviceRecord,
  textRecord,
} from "../dns/dns-record.ts";
import { type DomainName, domainName } from "../dns/domain-name.ts";
import type { Link } from "./link.ts";

/** Under it is everything of multicast DNS. */
const LOCAL = "local";
/** Leads to all types of services there are (RFC 6763, section 9). */
const ALL_TYPES = domainName(`_services._dns-sd._udp.${LOCAL}`);

/** The name of a host. */
export function hostName(label: string): DomainName {
  return [label, LOCAL];
}

/** The name of a service: its label, which may hold anything, before its type. */
export function instanceName(label: string, type: string): DomainName {
  return [label, ...typeName(type)];
}

function typeName(type: string): DomainName {
  return [...domainName(type), LOCAL];
}

/** A host's addresses on a link, and that there are no others. */
export function hostRecords(label: string, link: Link): DnsRecord[] {
  const name = hostName(label);
  const records = link.addresses.map((address) => addressRecord(name, address, MDNS_LIMITS.hostSeconds));
  if (records.length === 0) return [];
  const types = [...new Set(records.map(({ type }) => type))];
  return [...records, onlyTheseRecord(name, types, MDNS_LIMITS.hostSeconds)];
}

/** A service's records: where it is, what it is, and how it is found. */
export function serviceRecords(
  label: string,
  { type, subtypes = [], port, txt }: Announcement,
  host: string,
): DnsRecord[] {
  const { hostSeconds, otherSeconds } = MDNS_LIMITS;
  const name = instanceName(label, type);
  const strings = [...txt].map(([key, value]) =>
    cutToBytes(`${key}=${value.replaceAll(HOST_NAME, `${host}.${LOCAL}`)}`, MDNS_LIMITS.textBytes),
  );
  const own = [
    serviceRecord(name, port, hostName(host), hostSeconds),
    textRecord(name, strings, otherSeconds),
    onlyTheseRecord(name, ["SRV", "TXT"], hostSeconds),
  ];
  // A name that is only claimed leads to no service, and must not be found as one.
  if (port === 0) return own;
  return [
    ...own,
    pointerRecord(typeName(type), name, otherSeconds),
    ...subtypes.map((subtype) => pointerRecord([subtype, "_sub", ...typeName(type)], name, otherSeconds)),
    pointerRecord(ALL_TYPES, typeName(type), otherSeconds),
  ];
}

/** What a probe asks for and what others' records are compared with: the records that only one can have. */
export function isProbed({ flush, type }: DnsRecord): boolean {
  return flush && type !== "NSEC";
}

/** Whether a record ends with its service; the list of types may have other services of other machines. */
export function isWithdrawn({ name, type }: DnsRecord): boolean {
  return type !== "NSEC" && name !== ALL_TYPES;
}
