import type { KeyObject } from "node:crypto";
import { isIPv4 } from "../domain/address-blocks.ts";
import * as der from "./der.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Object identifiers (RFC 5280, RFC 5758). */
const ID = {
  commonName: "2.5.4.3",
  organization: "2.5.4.10",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  authorityKeyIdentifier: "2.5.29.35",
  extKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
} as const;

/** Version 3, which has extensions. */
const VERSION_3 = Uint8Array.of(2);

/** Bytes of a serial number: nobody can guess it, and it fits the 20 that RFC 5280 allows. */
const SERIAL_BYTES = 16;

/** Bits of key usage, from the first one on, and how many of the byte do not count. */
const SIGNS_CERTIFICATES = { bits: 0b0000_0110, unused: 1 };
const SIGNS_HANDSHAKES = { bits: 0b1000_0000, unused: 7 };

/** Numbers of the kinds of names (RFC 5280, section 4.2.1.6). */
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** A pair of keys, P-256. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Who issues. */
export interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

interface CertificateFacts {
  /** The common name. */
  readonly name: string;
  readonly publicKey: KeyObject;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** Names and blocks of addresses that an authority may vouch for. */
export interface NameLimits {
  /** Domains: each stands for itself and all below it. */
  readonly domains: readonly string[];
  /** As `10.0.0.0/8`. */
  readonly blocks: readonly string[];
}

const crypto = () => process.getBuiltinModule("node:crypto");

export function newKeyPair(): KeyPair {
  return crypto().generateKeyPairSync("ec", { namedCurve: "prime256v1" });
}

/**
 * The certificate of an authority that signs itself. It may vouch for servers only, with the given names, and for no
 * further authority: whoever has its key can pass for nobody on the internet, and sign no program.
 * @returns DER
 */
export function writeAuthority(facts: CertificateFacts, keys: KeyPair, limits: NameLimits): Bytes {
  return write(facts, { name: facts.name, ...keys }, [
    extension(ID.basicConstraints, true, der.sequence(der.boolean(true), der.integer(Uint8Array.of(0)))),
    keyUsage(SIGNS_CERTIFICATES),
    extension(ID.extKeyUsage, false, der.sequence(der.objectIdentifier(ID.serverAuth))),
    extension(ID.nameConstraints, true, der.sequence(der.fieldOf(0, ...limitsOf(limits)))),
    extension(ID.subjectKeyIdentifier, false, der.octetString(keyIdentifier(facts.publicKey))),
  ]);
}

/** The certificate of a server. @param hosts its names, and its addresses without brackets @returns DER */
export function writeLeaf(facts: CertificateFacts, issuer: Issuer, hosts: readonly string[]): Bytes {
  return write(facts, issuer, [
    extension(ID.basicConstraints, true, der.sequence()),
    keyUsage(SIGNS_HANDSHAKES),
    extension(ID.extKeyUsage, false, der.sequence(der.objectIdentifier(ID.serverAuth))),
    extension(ID.subjectAltName, false, der.sequence(...hosts.map(hostName))),
    extension(ID.subjectKeyIdentifier, false, der.octetString(keyIdentifier(facts.publicKey))),
    extension(ID.authorityKeyIdentifier, false, der.sequence(der.field(0, keyIdentifier(issuer.publicKey)))),
  ]);
}

/** RFC 5280, section 4.1. */
function write(facts: CertificateFacts, issuer: Issuer, extensions: readonly Bytes[]): Bytes {
  const algorithm = der.sequence(der.objectIdentifier(ID.ecdsaWithSha256));
  const serial = globalThis.crypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  const signed = der.sequence(
    der.fieldOf(0, der.integer(VERSION_3)),
    der.integer(serial),
    algorithm,
    distinguishedName(issuer.name),
    der.sequence(der.time(facts.from), der.time(facts.until)),
    distinguishedName(facts.name),
    publicKeyInfo(facts.publicKey),
    der.fieldOf(3, der.sequence(...extensions)),
  );
  const signature = new Uint8Array(crypto().sign("sha256", signed, issuer.privateKey));
  return der.sequence(signed, algorithm, der.bitString(signature));
}

function extension(id: string, isCritical: boolean, content: Bytes): Bytes {
  const critical = isCritical ? [der.boolean(true)] : [];
  return der.sequence(der.objectIdentifier(id), ...critical, der.octetString(content));
}

function keyUsage({ bits, unused }: { readonly bits: number; readonly unused: number }): Bytes {
  return extension(ID.keyUsage, true, der.bitString(Uint8Array.of(bits), unused));
}

function distinguishedName(name: string): Bytes {
  const part = (id: string, text: string) =>
    der.set(der.sequence(der.objectIdentifier(id), der.utf8String(text)));
  return der.sequence(part(ID.organization, "Tillroll"), part(ID.commonName, name));
}

function publicKeyInfo(key: KeyObject): Bytes {
  return new Uint8Array(key.export({ type: "spki", format: "der" }));
}

/** Tells keys apart, RFC 7093's first method: of a P-256 key the last 65 bytes of its description are the key. */
function keyIdentifier(key: KeyObject): Bytes {
  const point = publicKeyInfo(key).slice(-65);
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(point).digest()).slice(0, 20);
}

function hostName(host: string): Bytes {
  const address = addressBytes(host);
  return address === null
    ? der.field(DNS_NAME, new TextEncoder().encode(host))
    : der.field(IP_ADDRESS, address);
}

function limitsOf({ domains, blocks }: NameLimits): Bytes[] {
  const names = domains.map((domain) => der.field(DNS_NAME, new TextEncoder().encode(domain)));
  const ranges = blocks.map((block) => der.field(IP_ADDRESS, blockBytes(block)));
  return [...names, ...ranges].map((name) => der.sequence(name));
}

/** Its address and its mask (RFC 5280, section 4.2.1.10). */
function blockBytes(block: string): Bytes {
  const [network = "", prefix = ""] = block.split("/");
  const address = addressBytes(network) ?? new Uint8Array();
  const mask = address.map((_, index) => 0xff00 >> Math.max(0, Math.min(8, Number(prefix) - index * 8)));
  return Buffer.concat([address, mask]);
}

/** Four bytes or sixteen; `null` for a name. */
export function addressBytes(host: string): Bytes | null {
  if (isIPv4(host)) return Uint8Array.from(host.split("."), Number);
  if (!host.includes(":")) return null;
  // The URL parser writes each form of an address in one way.
  const plain = URL.parse(`http://[${host}]`)?.hostname.slice(1, -1);
  if (plain === undefined) return null;
  const [left = "", right] = plain.split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":").map((group) => parseInt(group, 16)));
  const [head, tail] = [groupsOf(left), groupsOf(right ?? "")];
  const groups = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
