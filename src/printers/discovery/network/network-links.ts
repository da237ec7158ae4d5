import { AddressBlocks, isIPv4 } from "../../../domain/address-blocks.ts";
import { machineInterfaces } from "../../../platform/network.ts";
import type { Link } from "../responder/link.ts";

/** A network interface and the networks on it. */
export interface NetworkLink extends Link {
  /** An IPv4 address by which the system knows the interface; `null` for none. */
  readonly ipv4: string | null;
  /** That address' network mask, and the interface's hardware address as `02:fc:00:00:00:01`. */
  readonly ipv4Mask: string;
  readonly hardwareAddress: string;
  /** The zone of its IPv6 addresses, such as `eth0` or on Windows a number; `null` without IPv6. */
  readonly ipv6Zone: string | null;
  /** The networks, to tell where a message came from. */
  readonly subnets: AddressBlocks;
}

/**
 * The networks that this machine can be found on.
 * @param listenHost the address that the service listens on: only what can be reached is announced. `0.0.0.0` is all
 *   IPv4 addresses, `::` all addresses.
 * @param withLoopback whether this machine's own loopback is a network too, which tests use
 */
export function networkLinks(
  listenHost: string,
  interfaces = machineInterfaces(),
  withLoopback = false,
): NetworkLink[] {
  const links: NetworkLink[] = [];
  for (const [id, all] of Object.entries(interfaces)) {
    const usable = (all ?? []).filter(({ internal }) => withLoopback || !internal);
    const addresses = usable
      .map(({ address }) => withoutZone(address))
      .filter((address) => isReached(address, listenHost));
    if (addresses.length === 0) continue;
    const subnets = new AddressBlocks(
      usable.flatMap(({ cidr }) => (cidr === null ? [] : [withoutZone(cidr)])),
    );
    const ipv4 = usable.find(({ address, family }) => family === "IPv4" && isReached(address, listenHost));
    const ipv6 = usable.filter(({ family }) => family === "IPv6");
    // Windows numbers its zones.
    const zone =
      process.platform === "win32" ? String(ipv6.find(({ scopeid }) => scopeid)?.scopeid ?? "") : id;
    links.push({
      id,
      addresses,
      ipv4: ipv4?.address ?? null,
      ipv4Mask: ipv4?.netmask ?? "0.0.0.0",
      hardwareAddress: (ipv4 ?? ipv6[0])?.mac ?? "00:00:00:00:00:00",
      ipv6Zone: ipv6.length === 0 || zone === "" ? null : zone,
      subnets,
    });
  }
  return links;
}

/** The link that a message came on, by its sender's address; messages from elsewhere are none of ours. */
export function linkOf(links: readonly NetworkLink[], sender: string): NetworkLink | undefined {
  const [address = "", zone] = sender.split("%");
  if (zone !== undefined) return links.find(({ ipv6Zone }) => ipv6Zone === zone);
  return links.find(({ subnets }) => subnets.have(address));
}

function isReached(address: string, listenHost: string): boolean {
  if (listenHost === "::") return true;
  return listenHost === "0.0.0.0" ? isIPv4(address) : address === listenHost;
}

/** An address or a block without the zone behind it: `fe80::1%eth0/64`. */
function withoutZone(address: string): string {
  return address.replace(/%[^/]*/, "");
}
