import type { Announcement } from "../announcement.ts";
import { sameAnnouncement } from "../announcement.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsRecord, recordKey } from "../dns/dns-record.ts";
import { type DomainName, nameKey } from "../dns/domain-name.ts";
import { Claim } from "./claim.ts";
import { claimLabel, HOST_NUMBERING, SERVICE_NUMBERING } from "./claim-label.ts";
import { isWithdrawn } from "./claim-records.ts";
import { type Link, sameLink } from "./link.ts";
import { RecordTable } from "./record-table.ts";

/** Records by the link that they are told on. */
export type RecordsByLink = ReadonlyMap<string, readonly DnsRecord[]>;

/** All labels that this machine has or wants: its own, and one for each name of a service. */
export class Claims {
  links: readonly Link[] = [];
  private readonly hostClaim: Claim;
  private serviceClaims: Claim[] = [];
  /** What is answered with, by link; made anew after a change. */
  private tables = new Map<string, RecordTable>();
  /** Whose name it is, by its key; made anew after a change. */
  private byName: Map<string, Claim> | null = null;

  /** @param random a number from 0 to below 1 */
  constructor(
    host: string,
    private readonly random: () => number,
  ) {
    this.hostClaim = new Claim(host, null, claimLabel(host, 1, HOST_NUMBERING), 0);
  }

  /** The label of this machine's name. */
  get host(): string {
    return this.hostClaim.label;
  }

  get all(): readonly Claim[] {
    return [this.hostClaim, ...this.serviceClaims];
  }

  /** Tells the networks. On one that is new to us anyone may have our names already: they are asked for again. */
  setLinks(links: readonly Link[], now: number): void {
    const before = this.links;
    if (before.length === links.length && before.every((link, at) => sameLink(link, links[at] ?? link)))
      return;
    this.links = links;
    this.changed();
    const start = this.startAfter(now);
    if (links.some(({ id }) => !before.some((link) => link.id === id))) {
      for (const claim of this.all) claim.probe(start);
    } else this.hostClaim.announce(now);
  }

  /** Tells the services. @returns the records that are to be withdrawn */
  setServices(announcements: readonly Announcement[], now: number): RecordsByLink {
    const groups = Map.groupBy(announcements, ({ instance }) => nameKey([instance]));
    const gone = new Map<string, DnsRecord[]>(this.links.map(({ id }) => [id, []]));
    const kept: Claim[] = [];
    for (const claim of this.serviceClaims) {
      const services = groups.get(nameKey([claim.wanted]));
      if (services === undefined) this.collectGone(claim, [], gone);
      else {
        kept.push(claim);
        groups.delete(nameKey([claim.wanted]));
        this.changeServices(claim, services, gone, now);
      }
    }
    this.serviceClaims = kept;
    // Together with the host's name, when that is still to be asked for.
    const isHostNew = this.hostClaim.phase === "probing" && this.hostClaim.dueAt > now;
    const start = isHostNew ? this.hostClaim.dueAt : this.startAfter(now);
    for (const services of groups.values()) {
      const claim = new Claim(services[0]?.instance ?? "", services, "", start);
      this.label(claim);
      this.serviceClaims.push(claim);
    }
    this.changed();
    return gone;
  }

  private changeServices(
    claim: Claim,
    services: readonly Announcement[],
    gone: Map<string, DnsRecord[]>,
    now: number,
  ): void {
    const before = claim.services ?? [];
    const isSame = before.length === services.length;
    if (isSame && before.every((old, at) => sameAnnouncement(old, services[at] ?? old))) return;
    this.collectGone(claim, services, gone);
    claim.services = services;
    if (services.some(({ type }) => !before.some((old) => old.type === type))) claim.probe(now);
    else claim.announce(now);
  }

  /** Collects a claim's records of names and types that it has no more when its services are others. */
  private collectGone(claim: Claim, services: readonly Announcement[], gone: Map<string, DnsRecord[]>): void {
    if (!claim.isKnown) return;
    const next = new Claim(claim.wanted, services, claim.label, 0);
    const place = ({ name, type }: DnsRecord) => `${nameKey(name)} ${type}`;
    for (const link of this.links) {
      const places = new Set(next.records(link, this.host).map(place));
      const old = claim.records(link, this.host).filter(isWithdrawn);
      gone.get(link.id)?.push(...old.filter((record) => !places.has(place(record))));
    }
  }

  /** Gives up everything. @returns the records that are to be withdrawn */
  giveUp(): RecordsByLink {
    const gone = new Map<string, DnsRecord[]>();
    for (const link of this.links) {
      const known = this.all.filter(({ isKnown }) => isKnown);
      gone.set(link.id, known.flatMap((claim) => claim.records(link, this.host)).filter(isWithdrawn));
    }
    this.serviceClaims = [];
    this.links = [];
    this.changed();
    return gone;
  }

  /** What is answered with on a link: what is ours without doubt. */
  table(link: Link): RecordTable {
    let table = this.tables.get(link.id);
    if (table === undefined) {
      const sure = this.all.filter(({ phase }) => phase !== "probing");
      table = new RecordTable(sure.flatMap((claim) => claim.records(link, this.host)));
      this.tables.set(link.id, table);
    }
    return table;
  }

  /** Whose a name is that nobody else may have. */
  ownerOf(name: DomainName): Claim | undefined {
    this.byName ??= new Map(this.all.flatMap((claim) => claim.names().map((own) => [nameKey(own), claim])));
    return this.byName.get(nameKey(name));
  }

  /** Whether a claim has just that record, on any link: what we send comes back to us by all of them. */
  hasRecord(claim: Claim, record: DnsRecord): boolean {
    const key = recordKey(record);
    return this.links.some((link) => claim.records(link, this.host).some((own) => recordKey(own) === key));
  }

  /** A claim's name is another's: one still asked for is given up for another, one that we had is asked for again. */
  yield(claim: Claim, now: number): void {
    const at = claim.noteConflict(now);
    if (claim.phase === "probing") {
      claim.attempt++;
      // No goodbye: it would be to the other's records.
      claim.isKnown = false;
      this.label(claim);
      // All services say which host they are on.
      if (claim === this.hostClaim) for (const other of this.serviceClaims) other.announce(now);
    }
    claim.probe(at);
    this.changed();
  }

  /** Takes the names that nobody has objected to. */
  takeUncontested(now: number): void {
    for (const claim of this.all) if (claim.takeUncontested(now)) this.changed();
  }

  /** Gives a claim the first label from its present attempt on that no other of our own has. */
  private label(claim: Claim): void {
    const isHost = claim === this.hostClaim;
    const others = isHost ? [] : this.serviceClaims.filter((other) => other !== claim);
    const taken = new Set(others.map(({ label }) => nameKey([label])));
    for (;;) {
      claim.label = claimLabel(claim.wanted, claim.attempt, isHost ? HOST_NUMBERING : SERVICE_NUMBERING);
      if (!taken.has(nameKey([claim.label]))) return;
      claim.attempt++;
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
