import { AddressBlocks, isIPv4 } from "./address-blocks.ts";
import { isLocalhost, plainHost } from "./host-name.ts";
import { PRINTER_LIMITS } from "./limits.ts";

/* Origins of web pages (RFC 6454): scheme://host[:port]. Browsers send them; the page cannot change its own. */

const WEB_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:"]);

/** Names and addresses. A URL may have stranger hosts, but the owner is shown a command with it, which would run `$(…)`. */
const PLAIN_HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Of programs with pages of their own, such as `capacitor://localhost`; their hosts are identifiers. */
const OTHER_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(:\d{1,5})?$/;

/**
 * An origin as it is written down and compared: lower case, no standard port. `null` for any other text, also for `null`,
 * as a page calls itself that was opened from a file or runs in a sandbox.
 */
export function readOrigin(text: string): string | null {
  if (text.length > PRINTER_LIMITS.originCharacters || /[\s,\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !WEB_SCHEMES.has(url.protocol)) {
    const lower = text.toLowerCase();
    return OTHER_ORIGIN.test(lower) && !/^(file|https?):/.test(lower) ? lower : null;
  }
  const { origin, href, hostname } = url;
  if (!PLAIN_HOST.test(hostname)) return null;
  return href === `${origin}/` && !text.endsWith("?") && !text.endsWith("#") ? origin : null;
}

const PRIVATE_IPV4 = new AddressBlocks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
]);

/** Domains that no name server outside of a network answers for (RFC 6762, RFC 8375, and what routers call theirs). */
const PRIVATE_DOMAINS = [".local", ".lan", ".home.arpa"];

/**
 * Whether an origin, as {@link readOrigin} gives it, is a page of this machine or of a private network: its host is a
 * loopback, private or link-local address, a name without dots, or one in a domain that only private networks have.
 */
export function isPrivateOrigin(origin: string): boolean {
  const host = hostOfOrigin(origin);
  if (host === null) return false;
  if (host.startsWith("[")) return isPrivateIPv6(host.slice(1, -1));
  if (isIPv4(host)) return PRIVATE_IPV4.have(host);
  return isLocalhost(host) || !host.includes(".") || PRIVATE_DOMAINS.some((domain) => host.endsWith(domain));
}

/** The host of a page on the web, in its plain form; `null` for origins of other schemes. */
export function hostOfOrigin(origin: string): string | null {
  const url = URL.parse(origin);
  return url !== null && WEB_SCHEMES.has(url.protocol) ? plainHost(url.hostname) : null;
}

/** Loopback, unique local (fc00::/7), link-local (fe80::/10), and IPv4 in IPv6. @param address as a URL writes it */
function isPrivateIPv6(address: string): boolean {
  if (address === "::1") return true;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped !== null) {
    const [high, low] = [parseInt(mapped[1] ?? "", 16), parseInt(mapped[2] ?? "", 16)];
    return PRIVATE_IPV4.have([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."));
  }
  const first = address.startsWith(":") ? 0 : parseInt(address, 16);
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}
