import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsRecord, recordKey } from "../dns/dns-record.ts";
import type { Peer } from "./link.ts";

/** An answer that is to go out. */
export interface PendingAnswer {
  readonly link: string;
  /** Who asked. */
  readonly asker: Peer;
  /** To the asker alone, rather than to all. */
  readonly isUnicast: boolean;
  /** Whether the asker is about to take one of our names, and has little patience. */
  readonly isForProbe: boolean;
  /** By their keys. */
  readonly records: Map<string, DnsRecord>;
  dueAt: number;
}

/** Answers that wait until others may have given them, or until the asker has told all that it knows. */
export class PendingAnswers {
  private answers: PendingAnswer[] = [];

  /** When the first of them is due; infinity without any. */
  get nextDueAt(): number {
    return this.answers.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
  }

  /** Adds one, unless too many wait already. */
  add(answer: PendingAnswer): void {
    if (answer.records.size > 0 && this.answers.length < MDNS_LIMITS.pendingAnswers)
      this.answers.push(answer);
  }

  /** Takes out those that are due. */
  takeDue(now: number): PendingAnswer[] {
    const due = this.answers.filter(({ dueAt }) => dueAt <= now);
    if (due.length > 0) this.answers = this.answers.filter(({ dueAt }) => dueAt > now);
    return due;
  }

  /**
   * Leaves out what the asker has told in a further message that it knows already (RFC 6762, section 7.2).
   * @param dueAt the new time when still more is to follow, else `null`
   */
  suppress(link: string, asker: Peer, known: readonly DnsRecord[], dueAt: number | null): void {
    for (const answer of this.answers) {
      if (answer.link !== link || answer.asker.address !== asker.address || answer.asker.port !== asker.port)
        continue;
      removeKnown(answer.records, known);
      if (dueAt !== null) answer.dueAt = dueAt;
    }
  }

  /** Leaves out what another machine has just multicast (RFC 6762, section 7.4). */
  suppressMulticast(link: string, multicast: readonly DnsRecord[]): void {
    for (const { link: id, isUnicast, records } of this.answers) {
      if (id !== link || isUnicast) continue;
      for (const record of multicast) {
        const key = recordKey(record);
        if (record.ttl >= (records.get(key)?.ttl ?? Infinity)) records.delete(key);
      }
    }
  }
}

/** Leaves out what the asker knows, and will know for at least half of its life (RFC 6762, section 7.1). */
export function removeKnown(records: Map<string, DnsRecord>, known: readonly DnsRecord[]): void {
  for (const record of known) {
    const key = recordKey(record);
    const ours = records.get(key);
    if (ours !== undefined && record.ttl * 2 >= ours.ttl) records.delete(key);
  }
}
