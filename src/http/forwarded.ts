import { AddressBlocks, plainAddress } from "../domain/address-blocks.ts";
import { hostOfAuthority } from "../domain/host-name.ts";

/*
 * What a client asked for, where a proxy stands between it and us. Anybody can send X-Forwarded headers: they count only
 * where the connection comes from a proxy that the owner trusts.
 */

interface Forwarded {
  /** Address of the client; `null` where the proxy does not say it. */
  readonly client: string | null;
  /** What the client calls us, with its port; `null` where the Host header is the client's. */
  readonly host: string | null;
  readonly isSecure: boolean;
  /** The path under which the client finds us, without a last slash; empty for none. */
  readonly basePath: string;
  /** By which the proxy names the request in its own log; `null` where it does not, or not in a plain form. */
  readonly requestId: string | null;
}

/** What proxies said of requests that are being answered. */
const forwarded = new WeakMap<Request, Forwarded>();

/** Paths that can be written into a page as they are. */
const PLAIN_PATH = /^(\/[\w.~-]+)+$/;

const MOST_PATH_CHARACTERS = 200;

/** Names of requests that can be written into a header and a line of the log as they are. */
const PLAIN_REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** The proxies whose word counts. */
export class TrustedProxies {
  private readonly blocks: AddressBlocks;

  /** @param blocks addresses, and blocks of them */
  constructor(blocks: readonly string[]) {
    this.blocks = new AddressBlocks(blocks);
  }

  /** Notes what a request says of its client, where it comes from such a proxy. @param address the connection's */
  note(request: Request, address: string): void {
    if (!this.blocks.have(address)) return;
    const { headers } = request;
    const path = (headers.get("x-forwarded-prefix") ?? "").trim().replace(/\/+$/, "");
    const isPath = path.length <= MOST_PATH_CHARACTERS && PLAIN_PATH.test(path);
    const scheme = firstOf(headers.get("x-forwarded-proto"))?.toLowerCase();
    forwarded.set(request, {
      client: this.clientIn(headers.get("x-forwarded-for")),
      host: firstOf(headers.get("x-forwarded-host")),
      isSecure: scheme === undefined ? isByTls(request) : scheme === "https",
      basePath: isPath ? path : "",
      requestId: PLAIN_REQUEST_ID.exec(headers.get("x-request-id") ?? "")?.[0] ?? null,
    });
  }

  /** Each proxy adds whom it heard; what is left of the last one that is none of ours, anybody may have written. */
  private clientIn(header: string | null): string | null {
    const addresses = (header ?? "").split(",").map(addressIn);
    const client = addresses.findLast((address) => address !== "" && !this.blocks.have(address));
    return client ?? (addresses.find((address) => address !== "") || null);
  }
}

/** Whether the client's connection is by HTTPS: to us, or to a proxy that we trust. */
export function isSecure(request: Request): boolean {
  return forwarded.get(request)?.isSecure ?? isByTls(request);
}

/** What the client calls us, with its port: its Host header; `null` where it has none. */
export function hostOf(request: Request): string | null {
  return forwarded.get(request)?.host ?? request.headers.get("host");
}

/**
 * All hosts that a request names. A page whose name leads to a proxy's address could add to what the proxy says, so that
 * each is looked at.
 */
export function hostsOf(request: Request): (string | null)[] {
  const { headers } = request;
  const named = isForwarded(request) ? (headers.get("x-forwarded-host")?.split(",") ?? []) : [];
  return [headers.get("host"), ...named.map((host) => host.trim())];
}

/** Whether a proxy that we trust has passed a request on. */
export function isForwarded(request: Request): boolean {
  return forwarded.has(request);
}

/** The path under which the client finds the service, such as `/tillroll`; empty at most places. */
export function basePathOf(request: Request): string {
  return forwarded.get(request)?.basePath ?? "";
}

/** By which a proxy that we trust names the request; `null` where none does. */
export function forwardedRequestId(request: Request): string | null {
  return forwarded.get(request)?.requestId ?? null;
}

/** Where the client finds the service, without a last slash. */
export function addressOf(request: Request): string {
  const scheme = isSecure(request) ? "https" : "http";
  return `${scheme}://${hostOf(request) ?? new URL(request.url).host}${basePathOf(request)}`;
}

/** The client's address. @param connection tells where the connection comes from */
export function clientOf(request: Request, connection: () => string): string {
  return forwarded.get(request)?.client ?? plainAddress(connection());
}

function isByTls({ url }: Request): boolean {
  return url.startsWith("https:");
}

function firstOf(header: string | null): string | null {
  return header?.split(",")[0]?.trim() || null;
}

/** An address as proxies write it: IPv6 in brackets too, and with a port. */
function addressIn(text: string): string {
  const plain = text.trim().replace(/^"|"$/g, "");
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(plain)?.[1];
  if (bracketed !== undefined) return plainAddress(bracketed);
  return plainAddress(/^[\d.]+:\d+$/.test(plain) ? hostOfAuthority(plain) : plain);
}
