import { once } from "node:events";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { MDNS_LIMITS } from "../discovery-limits.ts";
import type { Peer } from "../responder/link.ts";
import type { NetworkLink } from "./network-links.ts";

/** What a socket tells. */
interface MulticastEvents {
  /** @param from the sender; its address may have a zone */
  onMessage(bytes: Uint8Array, from: Peer): void;
  /** Something did not work; the socket is of use all the same unless it is said to be closed. */
  onTrouble(what: string, error: unknown): void;
}

export type Family = "ipv4" | "ipv6";

/** A socket on the port of multicast DNS, which it shares with the operating system's own responder. */
export class MulticastSocket {
  private readonly joined = new Set<string>();
  /** One at a time: the interface to send by is a setting of the socket. */
  private sending: Promise<void> = Promise.resolve();
  private waiting = 0;
  isOpen = true;

  private constructor(
    readonly family: Family,
    private readonly socket: Socket,
    private readonly events: MulticastEvents,
  ) {
    socket.on("message", (bytes: Uint8Array, { address, port }: RemoteInfo) => {
      events.onMessage(bytes, { address, port });
    });
    socket.on("error", (error) => {
      events.onTrouble("socket", error);
      void this.close();
    });
  }

  /** Opens it. @throws what binding throws, such as EADDRINUSE or EACCES */
  static async open(family: Family, port: number, events: MulticastEvents): Promise<MulticastSocket> {
    const isIpv6 = family === "ipv6";
    const socket = createSocket({
      type: isIpv6 ? "udp6" : "udp4",
      reuseAddr: true,
      ipv6Only: isIpv6,
      // All addresses are numbers; the system's resolver would start threads for them.
      lookup: (address, _options, done) => done(null, address, isIpv6 ? 6 : 4),
    });
    try {
      socket.bind({ port, address: isIpv6 ? "::" : "0.0.0.0" });
      await once(socket, "listening");
      socket.setTTL(MDNS_LIMITS.timeToLive);
      socket.setMulticastTTL(MDNS_LIMITS.timeToLive);
      // What runs on this machine is to find us too.
      socket.setMulticastLoopback(true);
    } catch (error) {
      socket.close();
      throw error;
    }
    return new MulticastSocket(family, socket, events);
  }

  /** Joins the group on these links, and leaves it on all others. */
  setLinks(links: readonly NetworkLink[]): void {
    if (!this.isOpen) return;
    const wanted = new Set(links.flatMap((link) => this.interfaceOf(link) ?? []));
    for (const address of this.joined) {
      if (wanted.has(address)) continue;
      this.joined.delete(address);
      // An interface that is gone has left by itself.
      this.attempt(null, () => this.socket.dropMembership(this.group, address));
    }
    for (const address of wanted) {
      if (this.joined.has(address)) continue;
      if (this.attempt("membership", () => this.socket.addMembership(this.group, address)))
        this.joined.add(address);
    }
  }

  /** Sends to all on a link, or to one. Trouble is told, not thrown. */
  send(bytes: Uint8Array, link: NetworkLink, to: Peer | null): void {
    const address = this.interfaceOf(link);
    if (!this.isOpen || address === null || this.waiting >= MDNS_LIMITS.waitingMessages) return;
    this.waiting++;
    this.sending = this.sending.then(async () => {
      this.waiting--;
      if (!this.isOpen) return;
      try {
        if (to === null) this.socket.setMulticastInterface(address);
        await this.sendTo(bytes, to ?? { address: this.groupOn(link), port: this.socket.address().port });
      } catch (error) {
        this.events.onTrouble("send", error);
      }
    });
  }

  private sendTo(bytes: Uint8Array, { address, port }: Peer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.socket.send(bytes, port, address, (error) => (error ? reject(error) : resolve()));
    return promise;
  }

  /** Closes it once all is sent. */
  async close(): Promise<void> {
    await this.sending;
    if (!this.isOpen) return;
    this.isOpen = false;
    this.socket.close();
  }

  private get group(): string {
    return this.family === "ipv6" ? MDNS_LIMITS.ipv6Group : MDNS_LIMITS.ipv4Group;
  }

  /** The group's address; an IPv6 one says on which link. */
  private groupOn({ ipv6Zone }: NetworkLink): string {
    return this.family === "ipv6" ? `${this.group}%${ipv6Zone}` : this.group;
  }

  /** How the system is told which interface is meant; `null` when it does not have this family. */
  private interfaceOf({ ipv4, ipv6Zone }: NetworkLink): string | null {
    if (this.family === "ipv4") return ipv4;
    return ipv6Zone === null ? null : `::%${ipv6Zone}`;
  }

  private attempt(what: string | null, act: () => unknown): boolean {
    try {
      act();
      return true;
    } catch (error) {
      if (what !== null) this.events.onTrouble(what, error);
      return false;
    }
  }
}
