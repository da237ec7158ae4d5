import { createSocket, type Socket } from "node:dgram";
import {
  decodeMessage,
  type DnsMessage,
  encodeMessage,
} from "../../../src/printers/discovery/dns/dns-message.ts";
import { MDNS_LIMITS } from "../../../src/printers/discovery/discovery-limits.ts";
import { type NetworkLink, networkLinks } from "../../../src/printers/discovery/network/network-links.ts";

/** A program of its own on the network, with the group joined on one link. */
export class Listener {
  readonly messages: DnsMessage[] = [];

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
  ) {
    socket.on("message", (bytes: Uint8Array) => {
      const message = decodeMessage(bytes);
      if (message !== null) this.messages.push(message);
    });
  }

  /** @param port 0 for any free one */
  static async open(link: NetworkLink, port: number): Promise<Listener> {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind({ port, address: "0.0.0.0" }, () => resolve());
    });
    socket.addMembership(MDNS_LIMITS.ipv4Group, link.ipv4 ?? undefined);
    socket.setMulticastInterface(link.ipv4 ?? "");
    socket.setMulticastLoopback(true);
    return new Listener(socket, socket.address().port);
  }

  /** Sends to all. @param port the group's */
  send(message: DnsMessage, port: number): void {
    this.socket.send(encodeMessage(message), port, MDNS_LIMITS.ipv4Group, () => {});
  }

  /** Waits for a message. @throws Error when none comes */
  async until(isIt: (message: DnsMessage) => boolean, milliseconds = 5000): Promise<DnsMessage> {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      const found = this.messages.find(isIt);
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new Error("the message did not come");
      await Bun.sleep(5);
    }
  }

  close(): void {
    this.socket.close();
  }
}

/**
 * A link of this machine on which multicast works, tried with a message to itself; `null` for none, as in some
 * containers, with the reason.
 */
export async function multicastLink(): Promise<{ link: NetworkLink } | { link: null; reason: string }> {
  // Loopback first: it disturbs nobody.
  const links = networkLinks("::", undefined, true).filter(({ ipv4 }) => ipv4 !== null);
  const reasons: string[] = [];
  for (const link of links.toSorted((left, right) => Number(left.id !== "lo") - Number(right.id !== "lo"))) {
    try {
      const listener = await Listener.open(link, 0);
      try {
        listener.send({ ...EMPTY, id: 4711 }, listener.port);
        await listener.until(({ id }) => id === 4711, 500);
        return { link };
      } finally {
        listener.close();
      }
    } catch (error) {
      reasons.push(`${link.id}: ${String(error)}`);
    }
  }
  return { link: null, reason: reasons.join("; ") || "there is no IPv4 interface" };
}

const EMPTY: DnsMessage = {
  id: 0,
  isResponse: false,
  isTruncated: false,
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
};
