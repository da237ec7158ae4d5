import {
  CLASS_ANY,
  CLASS_INTERNET,
  type DnsRecord,
  pointerTarget,
  RECORD_TYPES,
  recordKey,
} from "../dns/dns-record.ts";
import type { DnsQuestion } from "../dns/dns-message.ts";
import { type DomainName, nameKey, readName } from "../dns/domain-name.ts";

/** Bytes of an SRV record before its host. */
const SERVICE_HEAD_BYTES = 6;

/** The records that are answered with on one link, found by name. */
export class RecordTable {
  private readonly byName = new Map<string, Map<string, DnsRecord>>();

  constructor(records: readonly DnsRecord[]) {
    for (const record of records) {
      const key = nameKey(record.name);
      let same = this.byName.get(key);
      if (same === undefined) this.byName.set(key, (same = new Map()));
      same.set(recordKey(record), record);
    }
  }

  /** Whether a record is among them. */
  has(record: DnsRecord): boolean {
    return this.byName.get(nameKey(record.name))?.has(recordKey(record)) ?? false;
  }

  /** The answers to a question; to one about a name of ours that has no such record, that it has none. */
  answers({ name, type, questionClass }: DnsQuestion): DnsRecord[] {
    if (questionClass !== CLASS_INTERNET && questionClass !== CLASS_ANY) return [];
    const records = this.of(name);
    const found = records.filter(
      (record) => record.type === type || (type === RECORD_TYPES.ANY && record.type !== RECORD_TYPES.NSEC),
    );
    return found.length > 0 ? found : records.filter((record) => record.type === RECORD_TYPES.NSEC);
  }

  /** What who has these answers will ask next (RFC 6763, section 12), so that it need not. */
  additionals(answers: readonly DnsRecord[]): DnsRecord[] {
    const known = new Set(answers.map(recordKey));
    const all = [...answers];
    // It grows while it is gone through: a service leads to its host.
    for (const record of all) {
      for (const next of this.nextOf(record)) {
        const key = recordKey(next);
        if (known.has(key)) continue;
        known.add(key);
        all.push(next);
      }
    }
    return all.slice(answers.length);
  }

  private nextOf(record: DnsRecord): DnsRecord[] {
    switch (record.type) {
      case RECORD_TYPES.PTR:
        return this.of(pointerTarget(record)).filter(({ isUnique }) => isUnique);
      case RECORD_TYPES.SRV:
        return this.of(readName(record.data, SERVICE_HEAD_BYTES).name);
      case RECORD_TYPES.A:
      case RECORD_TYPES.AAAA:
        return this.of(record.name);
      default:
        return [];
    }
  }

  private of(name: DomainName): DnsRecord[] {
    return [...(this.byName.get(nameKey(name))?.values() ?? [])];
  }
}
