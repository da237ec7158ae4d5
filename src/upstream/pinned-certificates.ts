import type { PeerCertificate } from "node:tls";
import { connect } from "node:tls";
import { writePem } from "../certificates/certificate-text.ts";
import { causeOf } from "../delivery/connections/connection.ts";
import { isIPv4 } from "../domain/address-blocks.ts";
import { TillrollError } from "../domain/errors.ts";
import type { ArchiveAddress } from "./archive-client.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

const HTTPS_PORT = 443;

const LOCALHOST = "localhost";

const BEGIN = "BEGIN CERTIFICATE";

/** The SHA-256 of a certificate as it is compared: hexadecimal without colons. */
export function plainPin(pin: string): string {
  return pin.replaceAll(":", "").toLowerCase();
}

/**
 * Looks which certificates a server shows, and takes those that a pin vouches for: the one that it names, and those above it.
 * @param pin SHA-256, as {@link plainPin} gives it
 * @returns PEM
 * @throws TillrollError BAD_REQUEST where the server shows another, STORAGE_UNAVAILABLE where it cannot be reached
 */
export async function pinnedCertificates(url: string, pin: string): Promise<string> {
  const chain = await shownChain(new URL(url));
  const index = chain.findIndex(({ fingerprint256 }) => plainPin(fingerprint256) === pin);
  const shown = plainPin(chain[0]?.fingerprint256 ?? "");
  if (index === -1)
    throw new TillrollError(
      "BAD_REQUEST",
      `The archive shows another certificate than the one after the # of its address: ${shown}. Ask whoever runs it.`,
      { shown },
    );
  const vouching = chain.slice(index);
  const top = vouching.at(-1);
  if (top === undefined || JSON.stringify(top.issuer) !== JSON.stringify(top.subject))
    throw new TillrollError(
      "BAD_REQUEST",
      "The archive does not show the authority of its certificate: have it show the whole chain, or leave out the # where a public authority vouches.",
    );
  return vouching.map(({ raw }) => writePem(new Uint8Array(raw))).join("");
}

/** How a request finds out whether it talks to the server of a pin. @param certificates PEM; see {@link pinnedCertificates} */
export function tlsOf({ url, pin, certificates }: ArchiveAddress): NonNullable<BunFetchRequestInit["tls"]> {
  if (pin === null || certificates === null) return {};
  const isTop = certificates.indexOf(BEGIN) === certificates.lastIndexOf(BEGIN);
  return {
    ca: certificates,
    serverName: calledName(new URL(url)),
    // A pin takes the place of the name, by which nobody vouches for it. Of an authority it vouches for what that signed.
    checkServerIdentity: (_host: string, shown: PeerCertificate) =>
      isTop || plainPin(shown.fingerprint256) === pin
        ? undefined
        : new Error("the certificate is another than the one that was pinned"),
  };
}

/**
 * By which name a server that is pinned is called. Who is called by an address shows a certificate with its addresses, and
 * BoringSSL takes none such of an authority whose addresses are limited, as those of this product are. Called by a name that
 * all of them have, they show one with names alone; others mostly show what they always show.
 */
function calledName({ hostname }: URL): string {
  return isAddress(plainHost(hostname)) ? LOCALHOST : hostname;
}

function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isAddress(host: string): boolean {
  return isIPv4(host) || host.includes(":");
}

function shownChain(url: URL): Promise<PeerCertificate[]> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate[]>();
  const { hostname, port } = url;
  const socket = connect({
    host: plainHost(hostname),
    port: port === "" ? HTTPS_PORT : Number(port),
    servername: calledName(url),
    rejectUnauthorized: false,
    timeout: UPSTREAM_LIMITS.join,
  });
  const fail = (error: unknown) =>
    reject(new TillrollError("STORAGE_UNAVAILABLE", `The archive cannot be reached: ${causeOf(error)}.`));
  socket.once("secureConnect", () => {
    const chain: PeerCertificate[] = [];
    for (let next = socket.getPeerCertificate(true); isFresh(chain, next); next = next.issuerCertificate)
      chain.push(next);
    resolve(chain);
    socket.destroy();
  });
  socket.once("error", fail);
  socket.once("timeout", () => {
    fail(Object.assign(new Error("late"), { code: "ETIMEDOUT" }));
    socket.destroy();
  });
  return promise;
}

/** The last one is its own issuer. */
function isFresh(chain: readonly PeerCertificate[], next: PeerCertificate | undefined): boolean {
  const isThere = next !== undefined && (next as { raw?: Buffer }).raw !== undefined;
  return isThere && !chain.some(({ fingerprint256 }) => fingerprint256 === next.fingerprint256);
}
