import type { KeyObject } from "node:crypto";
import { isIPv4 } from "../domain/address-blocks.ts";
import { isHostName, isLocalhost } from "../domain/host-name.ts";
import {
  isPrivateAddress,
  isPrivateName,
  PRIVATE_DOMAINS,
  PRIVATE_IPV4,
  PRIVATE_IPV6,
} from "../domain/private-network.ts";
import { CERTIFICATE_LIMITS } from "./certificate-limits.ts";
import {
  factsOfCertificate,
  type KeyedCertificate,
  plainIp,
  type ShownCertificate,
  writePem,
} from "./certificate-text.ts";

/** The authority of this machine, which vouches for its certificate: made once, and trusted by a shop's devices. */
export interface LocalAuthority extends KeyedCertificate {
  readonly name: string;
  /** What it may vouch for beside private networks: the machine's names and addresses when it was made. */
  readonly hosts: readonly string[];
}

/** The most names and addresses of one certificate: a machine with many containers has many addresses. */
const MOST_HOSTS = 100;

const crypto = () => process.getBuiltinModule("node:crypto");

/** What writes certificates; its library is loaded when one is made: most starts make none. */
const writer = () => require("./certificate-writer.ts") as typeof import("./certificate-writer.ts");

/** Makes an authority. @param hosts this machine's names and addresses @param now epoch milliseconds */
export function makeAuthority(hosts: readonly string[], now: number): LocalAuthority {
  const own = hosts.filter((host) => !isPrivate(host)).slice(0, MOST_HOSTS);
  const names = own.filter((host) => !isAddress(host));
  const keys = newKeyPair();
  // The day tells it apart from one that was there before.
  const name = `Tillroll on ${names[0] ?? "this machine"} (${new Date(now).toISOString().slice(0, 10)})`;
  const facts = {
    name,
    publicKey: keys.publicKey,
    from: now - CERTIFICATE_LIMITS.clockMilliseconds,
    until: now + CERTIFICATE_LIMITS.authorityMilliseconds,
  };
  const limits = {
    domains: ["localhost", ...PRIVATE_DOMAINS, ...names],
    blocks: [...PRIVATE_IPV4, ...PRIVATE_IPV6, ...own.filter(isAddress).map(blockOf)],
  };
  const certificate = writePem(writer().writeAuthority(facts, keys.privateKey, limits));
  return { certificate, key: keyText(keys.privateKey), name, hosts: own };
}

/**
 * Makes a certificate of this machine. There is another with its names alone: programs whose TLS is BoringSSL's own, such as
 * those made with Electron, Flutter and Bun, take none with addresses from an authority whose addresses are limited.
 * @param hosts those of its names and addresses that the authority may vouch for
 */
export function makeLeaf(authority: LocalAuthority, hosts: readonly string[], now: number): ShownCertificate {
  const above = factsOfCertificate(authority.certificate);
  const keys = newKeyPair();
  // A clock that was set back must not make one that begins before the authority, or ends there.
  const at = Math.max(now, above.from);
  const facts = {
    name: hosts.find((host) => !isAddress(host) && !isLocalhost(host)) ?? "localhost",
    publicKey: keys.publicKey,
    from: Math.max(above.from, at - CERTIFICATE_LIMITS.clockMilliseconds),
    until: Math.min(above.until, at + CERTIFICATE_LIMITS.leafMilliseconds),
  };
  const privateKey = crypto().createPrivateKey(authority.key);
  const issuer = { name: authority.name, privateKey, publicKey: crypto().createPublicKey(privateKey) };
  const names = hosts.filter((host) => !isAddress(host));
  // Some clients are told which authority to trust by its hash, and look for it among what is sent.
  const write = (some: readonly string[]) =>
    writePem(writer().writeLeaf(facts, issuer, some)) + authority.certificate;
  const byName = names.length === 0 ? {} : { byName: { certificate: write(names), names } };
  return { certificate: write(hosts), key: keyText(keys.privateKey), ...byName };
}

/** Splits names and addresses into those that an authority may vouch for, and the others. */
export function divideHosts(authority: LocalAuthority, hosts: readonly string[]) {
  const mayBe = (host: string) => isPrivate(host) || isBelow(host, authority.hosts);
  const covered = hosts.filter(mayBe).slice(0, MOST_HOSTS);
  return { covered, uncovered: hosts.filter((host) => !mayBe(host)) };
}

/**
 * This machine's names and addresses as certificates have them: each once, names first.
 * @param names in their plain form
 * @param addresses as the system tells them
 */
export function certificateHosts(names: Iterable<string>, addresses: Iterable<string>): string[] {
  const all = ["localhost", ...names, "127.0.0.1", "::1", ...addresses]
    // An address may have been given as a name; those for all addresses are of none.
    .map((host) => plainIp(host.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "")))
    .filter((host) => host !== "0.0.0.0" && host !== "::" && (isAddress(host) || isHostName(host)));
  return [...new Set(all)].toSorted((one, other) => Number(isAddress(one)) - Number(isAddress(other)));
}

function isPrivate(host: string): boolean {
  return isAddress(host) ? isPrivateAddress(host) : isPrivateName(host);
}

/** The block of one address alone. */
function blockOf(address: string): string {
  return `${address}/${isIPv4(address) ? 32 : 128}`;
}

function isBelow(name: string, domains: readonly string[]): boolean {
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

function isAddress(host: string): boolean {
  return isIPv4(host) || host.includes(":");
}

/** P-256. */
function newKeyPair() {
  return crypto().generateKeyPairSync("ec", { namedCurve: "prime256v1" });
}

function keyText(key: KeyObject): string {
  return String(key.export({ type: "pkcs8", format: "pem" }));
}
