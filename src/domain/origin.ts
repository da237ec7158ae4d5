import { plainHost } from "./host-name.ts";
import { PRINTER_LIMITS } from "./limits.ts";
import { isPrivateHost } from "./private-network.ts";

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

/**
 * Whether an origin, as {@link readOrigin} gives it, is a page of this machine or of a private network: its host is a
 * loopback, private or link-local address, a name without dots, or one in a domain that only private networks have.
 */
export function isPrivateOrigin(origin: string): boolean {
  const host = hostOfOrigin(origin);
  return host !== null && isPrivateHost(host);
}

/** The host of a page on the web, in its plain form; `null` for origins of other schemes. */
export function hostOfOrigin(origin: string): string | null {
  const url = URL.parse(origin);
  return url !== null && WEB_SCHEMES.has(url.protocol) ? plainHost(url.hostname) : null;
}
