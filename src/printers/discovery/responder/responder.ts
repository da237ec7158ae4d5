import type { Announcement } from "../announcement.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsMessage, EMPTY_MESSAGE, isSmall } from "../dns/dns-message.ts";
import { CLASS_INTERNET, type DnsRecord, recordKey, tiebreak } from "../dns/dns-record.ts";
import { sameName } from "../dns/domain-name.ts";
import { Answering, MulticastHistory, responses } from "./answering.ts";
import type { Registration } from "./registration.ts";
import { isProbed } from "./registration-records.ts";
import { Registrations, type RecordsByLink } from "./registrations.ts";
import type { Link, Outgoing, Peer } from "./link.ts";

/**
 * What a device on the network does to be found: takes names, makes its services known, answers questions about them,
 * and says goodbye (multicast DNS, RFC 6762; service discovery, RFC 6763). It does no I/O and reads no clock: messages
 * go in with the time, and what is to be sent is fetched when it is due. Times are milliseconds of any clock.
 */
export class Responder {
  private readonly registrations: Registrations;
  private readonly multicastHistory = new MulticastHistory();
  private readonly answering: Answering;
  private outbox: Outgoing[] = [];

  /** @param host the label of this machine's name @param random a number from 0 to below 1 */
  constructor(host: string, random: () => number) {
    this.registrations = new Registrations(host, random);
    this.answering = new Answering(this.registrations, this.multicastHistory, random);
  }

  /** The label of this machine's name as it is now: another one when the wanted one is taken. */
  get host(): string {
    return this.registrations.host;
  }

  /** When {@link takeDue} has something to give: in the past for at once, infinity when all depends on others. */
  get nextDueAt(): number {
    if (this.outbox.length > 0) return -Infinity;
    if (this.registrations.links.length === 0) return Infinity;
    const unfinished = this.registrations.all.filter(({ phase }) => phase !== "established");
    return unfinished.reduce((first, { dueAt }) => Math.min(first, dueAt), this.answering.nextDueAt);
  }

  /** Tells on which networks this machine is, and with which addresses. */
  setLinks(links: readonly Link[], now: number): void {
    this.registrations.setLinks(links, now);
  }

  /** Tells which services there are; those that were there before and are not any more are withdrawn. */
  setServices(announcements: readonly Announcement[], now: number): void {
    this.withdraw(this.registrations.setServices(announcements, now));
  }

  /** Says goodbye for everything. */
  stop(): void {
    this.withdraw(this.registrations.withdrawAll());
  }

  /** Takes a message that came on a link. */
  receive(message: DnsMessage, linkId: string, from: Peer, now: number): void {
    const link = this.registrations.links.find(({ id }) => id === linkId);
    if (link === undefined) return;
    const speaksMulticast = from.port === MDNS_LIMITS.port;
    if (!message.isResponse) {
      this.breakTie(message, link, now);
      if (speaksMulticast) this.answering.receiveQuery(message, link, from, now);
      else this.outbox.push(...this.answering.answerLegacy(message, link, from));
      return;
    }
    // Whoever answers from another port is no responder (RFC 6762, section 6).
    if (speaksMulticast) this.noteResponse(message, link, now);
  }

  /** What is to be sent now. */
  takeDue(now: number): Outgoing[] {
    if (this.registrations.links.length > 0) {
      this.sendProbes(now);
      this.registrations.endProbing(now);
      this.sendAnnouncements(now);
      this.outbox.push(...this.answering.takeDue(now));
    }
    const due = this.outbox;
    this.outbox = [];
    return due;
  }

  private sendProbes(now: number): void {
    const due = this.registrations.all.filter(
      ({ phase, left, dueAt }) => phase === "probing" && left > 0 && dueAt <= now,
    );
    for (const link of this.registrations.links) {
      let message = EMPTY_MESSAGE;
      for (const registration of due) {
        const own = this.probe(registration, link);
        const both = {
          ...message,
          questions: [...message.questions, ...own.questions],
          authorities: [...message.authorities, ...own.authorities],
        };
        if (message.questions.length > 0 && !isSmall(both)) {
          this.outbox.push({ link: link.id, to: null, message });
          message = own;
        } else message = both;
      }
      if (message.questions.length > 0) this.outbox.push({ link: link.id, to: null, message });
    }
    for (const registration of due) registration.advance(now);
  }

  /**
   * The question whether anyone has a registration's names. The answer is to go to all: of several programs that share the
   * port only one gets what is sent to the machine alone (RFC 6762, section 15.1).
   */
  private probe(registration: Registration, link: Link): DnsMessage {
    const ask = { type: "ANY", class: CLASS_INTERNET, wantsUnicast: false };
    const records = registration.records(link, this.host).filter(isProbed);
    return {
      ...EMPTY_MESSAGE,
      questions: registration.names().map((name) => ({ name, ...ask })),
      authorities: records.map((record) => ({ ...record, flush: false })),
    };
  }

  private sendAnnouncements(now: number): void {
    const due = this.registrations.all.filter(({ phase, dueAt }) => phase === "announcing" && dueAt <= now);
    for (const link of due.length === 0 ? [] : this.registrations.links) {
      const records = due.flatMap((registration) => registration.records(link, this.host));
      // Services of the same type share the record that there is such a type.
      const all = new Map(records.map((record) => [recordKey(record), record]));
      this.multicastHistory.note(link.id, all.keys(), now);
      this.outbox.push(...responses(link.id, null, [...all.values()]));
    }
    for (const registration of due) registration.advance(now);
  }

  /** Says goodbye to records (RFC 6762, section 10.1). */
  private withdraw(gone: RecordsByLink): void {
    for (const [link, records] of gone) {
      const goodbyes = records.map((record) => ({ ...record, ttl: 0 }));
      this.outbox.push(...responses(link, null, goodbyes));
    }
  }

  /** Someone asks for a name at the same time as we do: one of us waits (RFC 6762, section 8.2). */
  private breakTie({ questions, authorities }: DnsMessage, link: Link, now: number): void {
    for (const { name } of authorities.length === 0 ? [] : questions) {
      const registration = this.registrations.ownerOf(name);
      if (registration?.phase !== "probing") continue;
      const theirs = authorities.filter((record) => sameName(record.name, name));
      // Our own questions come back to us, also by way of another interface.
      if (theirs.every((record) => this.registrations.hasRecord(registration, record))) continue;
      const ours = registration
        .records(link, this.host)
        .filter((record) => isProbed(record) && sameName(record.name, name));
      if (tiebreak(ours, theirs) < 0) registration.probe(now + MDNS_LIMITS.lostTieMilliseconds);
    }
  }

  /** Takes note of what others say: above all, that they have a name of ours. */
  private noteResponse({ answers, additionals }: DnsMessage, link: Link, now: number): void {
    this.answering.noteResponse(answers, link);
    const lost = new Set<Registration>();
    for (const record of [...answers, ...additionals]) {
      const registration = isConflicting(record) ? this.registrations.ownerOf(record.name) : undefined;
      if (registration !== undefined && !this.isEcho(registration, record, now)) lost.add(registration);
    }
    for (const registration of lost) this.registrations.resolveConflict(registration, now);
  }

  /** Whether a record is our own, or was a moment ago: what we send comes back to us. */
  private isEcho(registration: Registration, record: DnsRecord, now: number): boolean {
    if (this.registrations.hasRecord(registration, record)) return true;
    const key = recordKey(record);
    const after = now - MDNS_LIMITS.repeatMilliseconds;
    return this.registrations.links.some(({ id }) => this.multicastHistory.isSince(id, key, after));
  }
}

const CONFLICTING_TYPES: ReadonlySet<string> = new Set(["A", "AAAA", "SRV", "TXT"]);

/** Whether a record, when it is not ours, says that its name is another's. */
function isConflicting({ type, ttl, class: theirs }: DnsRecord): boolean {
  return ttl > 0 && theirs === CLASS_INTERNET && CONFLICTING_TYPES.has(type);
}
