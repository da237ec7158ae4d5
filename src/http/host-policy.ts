import { hostOfAuthority, isAddressLiteral, isLocalhost } from "../domain/host-name.ts";
import { hostOfOrigin } from "../domain/origin.ts";
import { isThisMachine } from "../platform/network.ts";

/** Host headers remembered that were admitted; then all are forgotten. */
const MOST_REMEMBERED = 100;

/**
 * Tells which hosts are this machine. A web page whose name leads to this machine's address (DNS rebinding) shares its
 * origin with what it asks here, so that no rule of the browser stops it; its requests name its host, not ours.
 */
export class HostPolicy {
  private readonly admitted = new Set<string>();

  /** @param names this machine's, in their plain form; asked for when a host is none that needs no name */
  constructor(readonly names: () => Iterable<string>) {}

  /**
   * Whether a request with this Host header is meant for this machine. Browsers always send one: without it, or with an
   * empty one, the request is a program's.
   */
  admits(header: string | null): boolean {
    if (header === null || header === "" || this.admitted.has(header)) return true;
    if (!this.isOurs(hostOfAuthority(header))) return false;
    if (this.admitted.size >= MOST_REMEMBERED) this.admitted.clear();
    this.admitted.add(header);
    return true;
  }

  /** Whether an origin, as `readOrigin` gives it, is a page of this machine, at whatever port. */
  isOwnOrigin(origin: string): boolean {
    const host = hostOfOrigin(origin);
    if (host === null) return false;
    const address = host.replace(/^\[(.*)\]$/, "$1");
    return this.isName(host) || (isAddressLiteral(host) && isThisMachine(address));
  }

  private isName(host: string): boolean {
    for (const name of this.names()) if (name === host) return true;
    return false;
  }

  private isOurs(host: string): boolean {
    return isAddressLiteral(host) || isLocalhost(host) || this.isName(host);
  }
}
