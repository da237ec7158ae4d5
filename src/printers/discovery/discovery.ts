import type { Log } from "../../operations/log.ts";
import type { Announcement } from "./announcement.ts";
import { MDNS_LIMITS } from "./discovery-limits.ts";
import { decodeMessage, encodeMessage } from "./dns/dns-message.ts";
import { type Family, MulticastSocket } from "./network/multicast-socket.ts";
import { linkOf, type NetworkLink, networkLinks } from "./network/network-links.ts";
import { hostLabel } from "./responder/labels.ts";
import type { Outgoing, Peer } from "./responder/link.ts";
import { Responder } from "./responder/responder.ts";

export { dashboardAnnouncement, printerAnnouncements } from "./announcement.ts";

interface DiscoveryOptions {
  readonly log: Log;
  /** What the operating system calls this machine, as `os.hostname()` does. */
  readonly hostName: string;
  /** The address that the service listens on; nothing is announced that cannot be reached. */
  readonly listenHost: string;
  /** What to begin with. */
  readonly services?: readonly Announcement[];
  /** The networks of this machine, looked at again and again; by default what the operating system tells. */
  readonly links?: () => readonly NetworkLink[];
  /** By default the port of multicast DNS. */
  readonly port?: number;
}

/** How long a stop waits for its goodbyes to be sent, milliseconds. */
const GOODBYE_MILLISECONDS = 500;

/**
 * Announces services by multicast DNS. It never throws: on a machine without multicast the service does its work all the
 * same, which is logged once.
 */
export class Discovery {
  private readonly responder: Responder;
  private readonly sockets = new Map<Family, MulticastSocket>();
  private links: readonly NetworkLink[] = [];
  private readonly troubles = new Set<string>();
  private timer: Timer | undefined;
  private readonly poll: Timer;
  private looking: Promise<void>;
  private isStopped = false;
  private toldHost: string;

  constructor(private readonly options: DiscoveryOptions) {
    this.responder = new Responder(hostLabel(options.hostName), Math.random);
    this.toldHost = this.hostName;
    this.responder.setServices(options.services ?? [], performance.now());
    this.looking = this.look();
    this.poll = setInterval(() => {
      this.looking = this.looking.then(() => this.look());
    }, MDNS_LIMITS.addressPollMilliseconds);
  }

  /** The name under which this machine is found, such as `tillroll-shop.local`; another one when it is taken. */
  get hostName(): string {
    return `${this.responder.host}.local`;
  }

  /** Sets the services that there are now. */
  update(services: readonly Announcement[]): void {
    if (this.isStopped) return;
    this.responder.setServices(services, performance.now());
    this.sendDue();
  }

  /** Says goodbye and ends. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    clearInterval(this.poll);
    await this.looking;
    clearTimeout(this.timer);
    this.responder.stop();
    for (const outgoing of this.responder.takeDue(performance.now())) this.send(outgoing);
    const closed = Promise.all([...this.sockets.values()].map((socket) => socket.close()));
    await Promise.race([closed, Bun.sleep(GOODBYE_MILLISECONDS)]);
  }

  /** Looks at the machine's networks, and opens what is not open. */
  private async look(): Promise<void> {
    if (this.isStopped) return;
    const { listenHost, links = () => networkLinks(listenHost) } = this.options;
    try {
      const seen = links();
      for (const family of ["ipv4", "ipv6"] as const) {
        const isNeeded = seen.some(({ ipv4, ipv6Zone }) => (family === "ipv4" ? ipv4 : ipv6Zone) !== null);
        if (isNeeded) await this.open(family);
        this.sockets.get(family)?.setLinks(seen);
      }
      this.links = seen;
      this.responder.setLinks(this.sockets.size === 0 ? [] : seen, performance.now());
    } catch (error) {
      this.note("network interfaces", error);
    }
    this.sendDue();
  }

  private async open(family: Family): Promise<void> {
    if (this.sockets.get(family)?.isOpen === true) return;
    this.sockets.delete(family);
    try {
      const port = this.options.port ?? MDNS_LIMITS.port;
      const socket = await MulticastSocket.open(family, port, {
        onMessage: (bytes, from) => this.receive(bytes, from),
        onTrouble: (what, error) => this.note(`${family} ${what}`, error),
      });
      this.sockets.set(family, socket);
    } catch (error) {
      this.note(`${family} socket`, error);
    }
  }

  private receive(bytes: Uint8Array, from: Peer): void {
    const link = this.isStopped ? undefined : linkOf(this.links, from.address);
    const message = link === undefined ? null : decodeMessage(bytes);
    if (link === undefined || message === null) return;
    this.responder.receive(message, link.id, from, performance.now());
    this.sendDue();
  }

  /** Sends what is due, and comes back when more will be. */
  private sendDue(): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    for (const outgoing of this.responder.takeDue(performance.now())) this.send(outgoing);
    if (this.toldHost !== this.hostName) {
      this.options.log.write("info", "another machine has our name on the network", {
        wanted: this.toldHost,
        taken: this.hostName,
      });
      this.toldHost = this.hostName;
    }
    const { nextDueAt } = this.responder;
    if (nextDueAt === Infinity) return;
    this.timer = setTimeout(() => this.sendDue(), Math.max(1, nextDueAt - performance.now()));
  }

  private send({ link: id, to, message }: Outgoing): void {
    const link = this.links.find((one) => one.id === id);
    if (link === undefined) return;
    const bytes = encodeMessage(message);
    for (const socket of this.sockets.values()) {
      const isItsFamily = to === null || (socket.family === "ipv6") === to.address.includes(":");
      if (isItsFamily) socket.send(bytes, link, to);
    }
  }

  /** Logs a trouble, each kind once: a network that is not there is not there every ten seconds. */
  private note(what: string, error: unknown): void {
    const key = `${what} ${error instanceof Error && "code" in error ? String(error.code) : String(error)}`;
    if (this.troubles.has(key) || this.isStopped) return;
    this.troubles.add(key);
    // Who is found by IPv4 is found.
    const level = what.startsWith("ipv6") ? "info" : "warning";
    this.options.log.write(level, "announcing on the network does not work as it should", {
      what,
      error: String(error),
    });
  }
}
