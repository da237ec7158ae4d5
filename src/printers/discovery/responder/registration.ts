import type { Announcement } from "../announcement.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import type { DnsRecord } from "../dns/dns-record.ts";
import type { DomainName } from "../dns/domain-name.ts";
import { hostName, hostRecords, instanceName, serviceRecords } from "./registration-records.ts";
import type { Link } from "./link.ts";

/**
 * A label that is this machine's alone, with the records under it: the host's, or a printer's, whose services share it.
 * It is probed for, announced, and then established and defended (RFC 6762, sections 8 and 9).
 */
export class Registration {
  phase: "probing" | "announcing" | "established" = "probing";
  /** Probes or announcements still to be sent. */
  left: number = MDNS_LIMITS.probes;
  attempt = 1;
  /** Whether others may know it under this label. */
  isKnown = false;
  private conflicts: number[] = [];

  /**
   * @param wanted the label that it should have, before another is looked for
   * @param services of the label; `null` for the host's
   * @param label the label that it has
   * @param dueAt when the next probe or announcement is due, milliseconds
   */
  constructor(
    readonly wanted: string,
    public services: readonly Announcement[] | null,
    public label: string,
    public dueAt: number,
  ) {}

  /** The names that nobody else may have. */
  names(): DomainName[] {
    if (this.services === null) return [hostName(this.label)];
    return this.services.map(({ type }) => instanceName(this.label, type));
  }

  /** All its records on a link. @param host the host's label */
  records(link: Link, host: string): DnsRecord[] {
    if (this.services === null) return hostRecords(this.label, link);
    return this.services.flatMap((service) => serviceRecords(this.label, service, host));
  }

  /** Asks for its names from the beginning. */
  probe(at: number): void {
    this.start("probing", MDNS_LIMITS.probes, at);
  }

  /** Makes its records known anew, unless its names are still asked for. */
  announce(at: number): void {
    if (this.phase !== "probing") this.start("announcing", MDNS_LIMITS.announcements, at);
  }

  private start(phase: "probing" | "announcing", left: number, at: number): void {
    this.phase = phase;
    this.left = left;
    this.dueAt = at;
  }

  /** Takes the names when nobody has objected to the last probe. @returns whether it was so */
  endProbing(now: number): boolean {
    if (this.phase !== "probing" || this.left > 0 || this.dueAt > now) return false;
    this.start("announcing", MDNS_LIMITS.announcements, now);
    return true;
  }

  /** Goes on after a probe or an announcement was sent. */
  advance(now: number): void {
    this.left--;
    if (this.phase === "probing") {
      this.dueAt = now + MDNS_LIMITS.probeMilliseconds;
      return;
    }
    this.isKnown = true;
    this.dueAt = now + MDNS_LIMITS.announceMilliseconds;
    if (this.left === 0) this.phase = "established";
  }

  /** When the next try may be made after a conflict: at once, unless they come in a storm. */
  noteConflict(now: number): number {
    const { conflicts, conflictWindowMilliseconds, conflictPauseMilliseconds } = MDNS_LIMITS;
    this.conflicts = [...this.conflicts.filter((at) => now - at < conflictWindowMilliseconds), now];
    return this.conflicts.length < conflicts ? now : now + conflictPauseMilliseconds;
  }
}
