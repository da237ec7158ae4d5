import { readFileSync, statSync } from "node:fs";
import { TillrollError } from "../domain/errors.ts";
import { reasonOf } from "../platform/system-error.ts";
import { CERTIFICATE_FILE_BYTES } from "./certificate-limits.ts";

/* Certificates as text (PEM, RFC 7468), and what is in them. */

/** A certificate, those that vouch for it, and its key: all PEM. */
export interface KeyedCertificate {
  /** The server's own first, then those above it. */
  readonly certificate: string;
  readonly key: string;
}

/** What a port shows: one certificate, or for clients that call it by a name another. */
export interface ShownCertificate extends KeyedCertificate {
  /** The same with names alone, and the names. */
  readonly byName?: { readonly certificate: string; readonly names: readonly string[] };
}

/** Where a certificate of somebody else's and its key are, such as those that an ACME client renews. */
export interface CertificatePaths {
  readonly certificate: string;
  readonly key: string;
}

/** What a certificate says. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Names and addresses, in their plain form. */
  readonly hosts: readonly string[];
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits between colons. */
  readonly fingerprint: string;
}

const crypto = () => process.getBuiltinModule("node:crypto");

const LINE_CHARACTERS = 64;

/** A certificate as text. */
export function writePem(certificate: Uint8Array<ArrayBuffer>): string {
  const lines = certificate.toBase64().match(new RegExp(`.{1,${LINE_CHARACTERS}}`, "g")) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** The first certificate of a text as bytes (DER). @throws TillrollError BAD_REQUEST when there is none */
export function readDer(pem: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parse(pem).raw);
}

/** What the first certificate of a text says. @throws TillrollError BAD_REQUEST when there is none */
export function factsOfCertificate(pem: string): CertificateFacts {
  const certificate = parse(pem);
  const names = certificate.subjectAltName?.split(", ") ?? [];
  return {
    subject: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    hosts: names.flatMap((name) => {
      const [, kind, host = ""] = /^(DNS|IP Address):(.*)$/.exec(name) ?? [];
      if (kind === undefined) return [];
      return [kind === "DNS" ? host.toLowerCase() : plainIp(host)];
    }),
    from: certificate.validFromDate.getTime(),
    until: certificate.validToDate.getTime(),
    fingerprint: certificate.fingerprint256,
  };
}

/**
 * Reads a certificate and its key from files.
 * @throws TillrollError NOT_FOUND, BAD_REQUEST when they cannot be read, or do not belong together
 */
export function readKeyedCertificate(paths: CertificatePaths): KeyedCertificate {
  const own = { certificate: readText(paths.certificate), key: readText(paths.key) };
  checkKeyedCertificate(own, paths);
  return own;
}

/**
 * Makes sure that a certificate and a key belong together.
 * @param paths where each was read, for messages; `null` where they were in no file
 * @throws TillrollError BAD_REQUEST
 */
export function checkKeyedCertificate(
  { certificate, key }: KeyedCertificate,
  paths: CertificatePaths | null = null,
): void {
  const called = (what: keyof CertificatePaths) =>
    paths === null ? `The ${what}` : `The file ${paths[what]}`;
  const isPair = parse(certificate, called("certificate")).checkPrivateKey(readKey(key, called("key")));
  if (isPair) return;
  const [inKeyFile, inFile] = paths === null ? ["", ""] : [` in ${paths.key}`, ` in ${paths.certificate}`];
  throw bad(`The key${inKeyFile} is not that of the first certificate${inFile}.`);
}

function readText(path: string): string {
  try {
    if (statSync(path).size > CERTIFICATE_FILE_BYTES) throw bad(`The file ${path} is too large.`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof TillrollError) throw error;
    throw new TillrollError("NOT_FOUND", `The file ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function parse(pem: string, what = "The text") {
  try {
    return new (crypto().X509Certificate)(pem);
  } catch {
    throw bad(`${what} has no certificate in it; give one as PEM ("-----BEGIN CERTIFICATE-----").`);
  }
}

function readKey(pem: string, what: string) {
  try {
    return crypto().createPrivateKey(pem);
  } catch {
    const advice = 'give it as PEM ("-----BEGIN PRIVATE KEY-----"), without a password';
    throw bad(`${what} has no private key that can be read; ${advice}.`);
  }
}

function bad(message: string): TillrollError {
  return new TillrollError("BAD_REQUEST", message);
}

/** The common name, or all of the name where it has none. */
function commonName(name: string): string {
  return /(?:^|\n)CN=([^\n]*)/.exec(name)?.[1] ?? name.replaceAll("\n", ", ");
}

/** An address as the URL parser writes it, which writes each in one way. */
export function plainIp(address: string): string {
  if (!address.includes(":")) return address;
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address.toLowerCase();
}
