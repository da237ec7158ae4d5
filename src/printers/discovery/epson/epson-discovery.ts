import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { Log } from "../../../operations/log.ts";
import { EPSON_LIMITS } from "../discovery-limits.ts";
import { linkOf, type NetworkLink, networkLinks } from "../network/network-links.ts";
import { readEnpc } from "./enpc-packet.ts";
import { enpcReply, type EpsonPrinter } from "./enpc-replies.ts";

export type { EpsonPrinter } from "./enpc-replies.ts";

export interface EpsonDiscoveryOptions {
  readonly log: Log;
  /** The printer on port 9100 now; `null` for none, and nothing is answered. */
  readonly printer: () => EpsonPrinter | null;
  /** The address that the service listens on. */
  readonly listenHost: string;
  /** By default Epson's; 0 for any free one. */
  readonly port?: number;
  /** The networks of this machine; by default what the operating system tells. */
  readonly links?: () => readonly NetworkLink[];
}

/** The answering of Epson's searches. */
export interface EpsonDiscovery {
  /** The UDP port. */
  readonly port: number;
  stop(): void;
}

const SECOND_MILLISECONDS = 1000;

/**
 * Answers hosts that search for Epson printers by UDP. Experimental: only the form of the packets is documented, what is
 * in them is as recorded from a few real printers; so it is to be switched on by the operator.
 * @throws what binding throws, such as EADDRINUSE
 */
export async function startEpsonDiscovery(options: EpsonDiscoveryOptions): Promise<EpsonDiscovery> {
  const { log, port = EPSON_LIMITS.port } = options;
  // Only IPv4: the protocol has no place for other addresses.
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("error", reject);
  socket.bind({ port, address: "0.0.0.0" }, () => resolve());
  try {
    await promise;
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.off("error", reject);
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  socket.on("error", (error) => {
    log.write("warning", "Epson's searches are not answered any more", { error: String(error) });
    close();
  });
  const answerer = new Answerer(options, socket);
  socket.on("message", (bytes: Uint8Array, from: RemoteInfo) => answerer.take(bytes, from));
  return { port: socket.address().port, stop: close };
}

class Answerer {
  private secondBegan = -Infinity;
  private answered = 0;

  constructor(
    private readonly options: EpsonDiscoveryOptions,
    private readonly socket: Socket,
  ) {}

  take(bytes: Uint8Array, { address, port }: RemoteInfo): void {
    const request = readEnpc(bytes);
    const printer = request === null ? null : this.options.printer();
    if (request === null || printer === null || !this.hasTurn()) return;
    const { listenHost, links = () => networkLinks(listenHost) } = this.options;
    const link = linkOf(links(), address);
    // To others than neighbours nothing is said: an answer is longer than its question.
    if (link === undefined || link.ipv4 === null) return;
    const card = { hardwareAddress: link.hardwareAddress, address: link.ipv4, mask: link.ipv4Mask };
    this.socket.send(enpcReply(request, printer, card), port, address, (error) => {
      if (error)
        this.options.log.write("warning", "an Epson search was not answered", { error: String(error) });
    });
  }

  private hasTurn(): boolean {
    const now = performance.now();
    if (now - this.secondBegan >= SECOND_MILLISECONDS) {
      this.secondBegan = now;
      this.answered = 0;
    }
    return ++this.answered <= EPSON_LIMITS.answersPerSecond;
  }
}
