import { AddressBlocks, isIPv4, plainAddress } from "./address-blocks.ts";
import { isLocalhost } from "./host-name.ts";

/* What only exists on private networks: no name server outside answers for it, no packet from outside has it. */

/** Loopback, private and link-local addresses (RFC 1122, RFC 1918, RFC 3927). */
export const PRIVATE_IPV4 = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
];

/** Loopback, unique local and link-local addresses (RFC 4291, RFC 4193). */
export const PRIVATE_IPV6 = ["::1/128", "fc00::/7", "fe80::/10"];

/** Domains of private networks (RFC 6762, RFC 8375, what ICANN has set aside, and what routers call theirs). */
export const PRIVATE_DOMAINS = ["local", "lan", "home.arpa", "internal"];

const IPV4_BLOCKS = new AddressBlocks(PRIVATE_IPV4);

/** Made with the first such address: most services see none. */
let ipv6Blocks: AddressBlocks | null = null;

/** Whether an address, IPv4 in IPv6 too, is one of this machine or of a private network. */
export function isPrivateAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return IPV4_BLOCKS.have(plain);
  // As a URL writes it.
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (mapped === null) return (ipv6Blocks ??= new AddressBlocks(PRIVATE_IPV6)).have(plain);
  const [high, low] = [parseInt(mapped[1] ?? "", 16), parseInt(mapped[2] ?? "", 16)];
  return IPV4_BLOCKS.have([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."));
}

/** Whether a name, in its plain form, is in a domain that only private networks have, or this machine's own. */
export function isPrivateName(name: string): boolean {
  return isLocalhost(name) || PRIVATE_DOMAINS.some((domain) => name.endsWith(`.${domain}`));
}

/**
 * Whether a host, in its plain form and IPv6 in brackets, is private: by its address, a name without dots, or one in a
 * private domain.
 */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith("[")) return isPrivateAddress(host.slice(1, -1));
  if (isIPv4(host)) return isPrivateAddress(host);
  return isPrivateName(host) || !host.includes(".");
}
