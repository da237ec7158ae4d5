import { CLASS_ANY, CLASS_INTERNET, type DnsRecord, recordKey } from "../dns/dns-record.ts";
import type { DnsQuestion } from "../dns/dns-message.ts";
import { type DomainName, nameKey } from "../dns/domain-name.ts";

/** The records that are answered with on one link, found by name. */
export class RecordTable {
  private readonly byName = new Map<string, Map<string, DnsRecord>>();

  constructor(records: readonly DnsRecord[]) {
    for (const record of records) {
      const same = this.byName.getOrInsertComputed(nameKey(record.name), () => new Map());
      same.set(recordKey(record), record);
    }
  }

  /** Whether a record is among them. */
  has(record: DnsRecord): boolean {
    return this.byName.get(nameKey(record.name))?.has(recordKey(record)) ?? false;
  }

  /** The answers to a question; to one about a name of ours that has no such record, that it has none. */
  answers({ name, type, class: wanted }: DnsQuestion): DnsRecord[] {
    if (wanted !== CLASS_INTERNET && wanted !== CLASS_ANY) return [];
    const records = this.of(name);
    const found = records.filter(
      (record) => record.type === type || (type === "ANY" && record.type !== "NSEC"),
    );
    return found.length > 0 ? found : records.filter((record) => record.type === "NSEC");
  }

  /** The records that go with these answers, such as a service's host: the asker needs no further question (RFC 6763, section 12). */
  additionals(answers: readonly DnsRecord[]): DnsRecord[] {
    const known = new Set(answers.map(recordKey));
    const all = [...answers];
    // It grows while it is gone through: a service leads to its host.
    for (const record of all) {
      const next = this.nextOf(record).filter((one) => !known.has(recordKey(one)));
      for (const one of next) known.add(recordKey(one));
      all.push(...next);
    }
    return all.slice(answers.length);
  }

  private nextOf(record: DnsRecord): DnsRecord[] {
    switch (record.type) {
      case "PTR":
        return this.of(record.data).filter(({ flush }) => flush);
      case "SRV":
        return this.of(record.data.target);
      case "A":
      case "AAAA":
        return this.of(record.name);
      default:
        return [];
    }
  }

  private of(name: DomainName): DnsRecord[] {
    return [...(this.byName.get(nameKey(name))?.values() ?? [])];
  }
}
