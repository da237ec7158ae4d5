import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { networkLinks, type NetworkLink } from "../../printers/discovery/network/network-links.ts";

interface SearchOptions {
  /** When to stop listening. */
  readonly signal: AbortSignal;
  /** The networks of this machine; by default what the operating system tells. */
  readonly links?: readonly NetworkLink[];
  /** What has come, from whom; `send` asks again on the same network. */
  onMessage(bytes: Uint8Array, from: string, send: (bytes: Uint8Array) => void): void;
}

/** The networks that are searched: printers answer by IPv4. */
function searchedLinks(): NetworkLink[] {
  return networkLinks("0.0.0.0").filter(({ ipv4 }) => ipv4 !== null);
}

/**
 * Asks all neighbours on each of this machine's networks, and hears their answers until the signal comes.
 * @param question what is sent, again after a while, since packets are lost
 * @param to the address that all of them hear, of a network
 * @throws Error when this machine is on no network, or may not ask
 */
export async function searchNetworks(
  question: Uint8Array,
  to: (link: NetworkLink) => { readonly address: string; readonly port: number },
  { signal, links = searchedLinks(), onMessage }: SearchOptions,
): Promise<void> {
  if (links.length === 0) throw new Error("this machine is on no network");
  const sockets: Socket[] = [];
  try {
    for (const link of links) {
      const socket = await openOn(link);
      sockets.push(socket);
      const { address, port } = to(link);
      const send = (bytes: Uint8Array) => socket.send(bytes, port, address, () => {});
      socket.on("message", (bytes: Uint8Array, from: RemoteInfo) => onMessage(bytes, from.address, send));
      // A network that is gone answers nothing.
      socket.on("error", () => {});
      send(question);
      const again = setInterval(() => send(question), REPEAT_MILLISECONDS);
      signal.addEventListener("abort", () => clearInterval(again));
    }
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    for (const socket of sockets) socket.close();
  }
}

const REPEAT_MILLISECONDS = 1000;

async function openOn({ ipv4 }: NetworkLink): Promise<Socket> {
  const socket = createSocket({ type: "udp4" });
  socket.bind({ port: 0, address: ipv4 ?? "0.0.0.0" });
  await once(socket, "listening");
  socket.setBroadcast(true);
  socket.setMulticastTTL(255);
  if (ipv4 !== null) socket.setMulticastInterface(ipv4);
  return socket;
}
