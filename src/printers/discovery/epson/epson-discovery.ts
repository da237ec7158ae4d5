import { once } from "node:events";
import { createSocket, type RemoteInfo } from "node:dgram";
import type { Log } from "../../../operations/log.ts";
import { EPSON_LIMITS } from "../discovery-limits.ts";
import type { Listener } from "../../listeners.ts";
import { linkOf, type NetworkLink, networkLinks } from "../network/network-links.ts";
import { enpcReply, type EpsonPrinter, readEnpc } from "./enpc.ts";

interface EpsonDiscoveryOptions {
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

const SECOND_MILLISECONDS = 1000;

/**
 * Answers hosts that search for Epson printers by UDP. Experimental: only the form of the packets is documented, what is
 * in them is as recorded from a few real printers; so it is to be switched on by the operator.
 * @returns its UDP port, and what ends it
 * @throws what binding throws, such as EADDRINUSE
 */
export async function startEpsonDiscovery(options: EpsonDiscoveryOptions): Promise<Listener> {
  const { log, port = EPSON_LIMITS.port } = options;
  // Only IPv4: the protocol has no place for other addresses.
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind({ port, address: "0.0.0.0" });
    await once(socket, "listening");
  } catch (error) {
    socket.close();
    throw error;
  }
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  socket.on("error", (error) => {
    log.write("warning", "Epson's searches are not answered any more", { error: String(error) });
    close();
  });
  const hasTurn = turnsOfSeconds(EPSON_LIMITS.answersPerSecond);
  socket.on("message", (bytes: Uint8Array, from: RemoteInfo) => {
    const reply = replyTo(bytes, from.address, options, hasTurn);
    if (reply === null) return;
    socket.send(reply, from.port, from.address, (error) => {
      if (error) log.write("warning", "an Epson search was not answered", { error: String(error) });
    });
  });
  return { port: socket.address().port, stop: close };
}

function replyTo(
  bytes: Uint8Array,
  client: string,
  { listenHost, printer: find, links = () => networkLinks(listenHost) }: EpsonDiscoveryOptions,
  hasTurn: () => boolean,
): Uint8Array | null {
  const request = readEnpc(bytes);
  const printer = request === null ? null : find();
  if (request === null || printer === null || !hasTurn()) return null;
  const link = linkOf(links(), client);
  // To others than neighbours nothing is said: an answer is longer than its question.
  if (link === undefined || link.ipv4 === null) return null;
  const { hardwareAddress, ipv4: address, ipv4Mask: mask } = link;
  return enpcReply(request, printer, { hardwareAddress, address, mask });
}

/** Tells whether one more may be answered in this second. */
function turnsOfSeconds(most: number): () => boolean {
  let [began, taken] = [-Infinity, 0];
  return () => {
    const now = performance.now();
    if (now - began >= SECOND_MILLISECONDS) [began, taken] = [now, 0];
    return ++taken <= most;
  };
}
