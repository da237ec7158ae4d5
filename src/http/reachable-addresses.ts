import { isLocalhost } from "../domain/host-name.ts";
import { likelyAddresses } from "../platform/network.ts";

/** Hosts that a service listens on which is there for the whole network. */
const EVERYWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

/**
 * Where another device finds the service, the likeliest first: as this client does, but by a name that means the client itself
 * under this machine's addresses in the network.
 * @param own where the client finds it, without a last slash @param listening the host that the service listens on
 * @param addresses this machine's
 */
export function reachableAddresses(
  own: string,
  listening: string,
  addresses: readonly string[] = likelyAddresses(),
): string[] {
  const url = new URL(own);
  const { hostname } = url;
  const isOnlyHere = isLocalhost(hostname) || hostname.startsWith("127.") || hostname === "[::1]";
  if (!isOnlyHere || !EVERYWHERE.has(listening) || addresses.length === 0) return [own];
  return addresses.map((address) => {
    const literal = address.includes(":") ? `[${address}]` : address;
    return own.replace(url.host, url.port === "" ? literal : `${literal}:${url.port}`);
  });
}
