import type { Announcement } from "../announcement.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsRecord, recordKey } from "../dns/dns-record.ts";
import { type DomainName, nameKey } from "../dns/domain-name.ts";
import { Registration } from "./registration.ts";
import { numberedLabel, HOST_NUMBERING, SERVICE_NUMBERING } from "./labels.ts";
import { isWithdrawn } from "./registration-records.ts";
import type { Link } from "./link.ts";
import { RecordTable } from "./record-table.ts";

/** Records by the link that they are sent on. */
export type RecordsByLink = ReadonlyMap<string, readonly DnsRecord[]>;

/** All labels that this machine has registered or is probing for: its own, and one for each name of a service. */
export class Registrations {
  links: readonly Link[] = [];
  private readonly ofHost: Registration;
  private ofServices: Registration[] = [];
  /** What is answered with, by link; made anew after a change. */
  private tables = new Map<string, RecordTable>();
  /** Whose name it is, by its key; made anew after a change. */
  private byName: Map<string, Registration> | null = null;

  /** @param random a number from 0 to below 1 */
  constructor(
    host: string,
    private readonly random: () => number,
  ) {
    this.ofHost = new Registration(host, null, numberedLabel(host, 1, HOST_NUMBERING), 0);
  }

  /** The label of this machine's name. */
  get host(): string {
    return this.ofHost.label;
  }

  get all(): readonly Registration[] {
    return [this.ofHost, ...this.ofServices];
  }

  /** Tells the networks. On one that is new to us anyone may have our names already: they are asked for again. */
  setLinks(links: readonly Link[], now: number): void {
    const before = this.links;
    if (Bun.deepEquals(before.map(placeOf), links.map(placeOf))) return;
    this.links = links;
    this.changed();
    const start = this.startAfter(now);
    if (links.some(({ id }) => !before.some((link) => link.id === id))) {
      for (const registration of this.all) registration.probe(start);
    } else this.ofHost.announce(now);
  }

  /** Tells the services. @returns the records that are to be withdrawn */
  setServices(announcements: readonly Announcement[], now: number): RecordsByLink {
    const groups = Map.groupBy(announcements, ({ instance }) => nameKey([instance]));
    const gone = new Map<string, DnsRecord[]>(this.links.map(({ id }) => [id, []]));
    const kept: Registration[] = [];
    for (const registration of this.ofServices) {
      const services = groups.get(nameKey([registration.wanted]));
      if (services === undefined) this.collectGone(registration, [], gone);
      else {
        kept.push(registration);
        groups.delete(nameKey([registration.wanted]));
        this.changeServices(registration, services, gone, now);
      }
    }
    this.ofServices = kept;
    // Together with the host's name, when that is still to be asked for.
    const isHostNew = this.ofHost.phase === "probing" && this.ofHost.dueAt > now;
    const start = isHostNew ? this.ofHost.dueAt : this.startAfter(now);
    for (const services of groups.values()) {
      const registration = new Registration(services[0]?.instance ?? "", services, "", start);
      this.label(registration);
      this.ofServices.push(registration);
    }
    this.changed();
    return gone;
  }

  private changeServices(
    registration: Registration,
    services: readonly Announcement[],
    gone: Map<string, DnsRecord[]>,
    now: number,
  ): void {
    const before = registration.services ?? [];
    if (Bun.deepEquals(before, services)) return;
    this.collectGone(registration, services, gone);
    registration.services = services;
    if (services.some(({ type }) => !before.some((old) => old.type === type))) registration.probe(now);
    else registration.announce(now);
  }

  /** Collects the records of a registration that no record of its new services replaces. */
  private collectGone(
    registration: Registration,
    services: readonly Announcement[],
    gone: Map<string, DnsRecord[]>,
  ): void {
    if (!registration.isKnown) return;
    const next = new Registration(registration.wanted, services, registration.label, 0);
    const place = ({ name, type }: DnsRecord) => `${nameKey(name)} ${type}`;
    for (const link of this.links) {
      const places = new Set(next.records(link, this.host).map(place));
      const old = registration.records(link, this.host).filter(isWithdrawn);
      gone.get(link.id)?.push(...old.filter((record) => !places.has(place(record))));
    }
  }

  /** Gives up everything. @returns the records that are to be withdrawn */
  withdrawAll(): RecordsByLink {
    const gone = new Map<string, DnsRecord[]>(this.links.map(({ id }) => [id, []]));
    for (const registration of this.all) this.collectGone(registration, [], gone);
    this.ofServices = [];
    this.links = [];
    this.changed();
    return gone;
  }

  /** What is answered with on a link: what is ours without doubt. */
  table(link: Link): RecordTable {
    return this.tables.getOrInsertComputed(link.id, () => {
      const sure = this.all.filter(({ phase }) => phase !== "probing");
      return new RecordTable(sure.flatMap((registration) => registration.records(link, this.host)));
    });
  }

  /** Whose a name is that nobody else may have. */
  ownerOf(name: DomainName): Registration | undefined {
    this.byName ??= new Map(
      this.all.flatMap((registration) => registration.names().map((own) => [nameKey(own), registration])),
    );
    return this.byName.get(nameKey(name));
  }

  /** Whether a registration has just that record, on any link: what we send comes back to us by all of them. */
  hasRecord(registration: Registration, record: DnsRecord): boolean {
    const key = recordKey(record);
    return this.links.some((link) =>
      registration.records(link, this.host).some((own) => recordKey(own) === key),
    );
  }

  /** Another machine has a registration's name. One that is probed for gets a further label; one that we had is probed again. */
  resolveConflict(registration: Registration, now: number): void {
    const at = registration.noteConflict(now);
    if (registration.phase === "probing") {
      registration.attempt++;
      // No goodbye: it would be to the other's records.
      registration.isKnown = false;
      this.label(registration);
      // All services say which host they are on.
      if (registration === this.ofHost) for (const other of this.ofServices) other.announce(now);
    }
    registration.probe(at);
    this.changed();
  }

  /** Takes the names that nobody has objected to. */
  endProbing(now: number): void {
    for (const registration of this.all) if (registration.endProbing(now)) this.changed();
  }

  /** Gives a registration the first label from its present attempt on that no other of our own has. */
  private label(registration: Registration): void {
    const isHost = registration === this.ofHost;
    const numbering = isHost ? HOST_NUMBERING : SERVICE_NUMBERING;
    const others = isHost ? [] : this.ofServices.filter((other) => other !== registration);
    const taken = new Set(others.map(({ label }) => nameKey([label])));
    for (;;) {
      const { wanted, attempt } = registration;
      registration.label = numberedLabel(wanted, attempt, numbering);
      if (!taken.has(nameKey([registration.label]))) return;
      registration.attempt++;
    }
  }

  /** When to begin, so that machines that were switched on together do not ask all at once. */
  private startAfter(now: number): number {
    return now + this.random() * MDNS_LIMITS.probeMilliseconds;
  }

  private changed(): void {
    this.tables.clear();
    this.byName = null;
  }
}

/** Where a link leads, in a form that can be compared. */
function placeOf({ id, addresses }: Link): string[] {
  return [id, ...addresses.toSorted()];
}
