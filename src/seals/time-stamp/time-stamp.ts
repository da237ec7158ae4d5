import { constants, createHash, verify, X509Certificate } from "node:crypto";
import { contentOf, der, type DerValue, readOne, TAG, within } from "./der.ts";

/*
 * Time stamps of RFC 3161: an authority signs the hash of a text together with the time. What is checked here is that an
 * answer is about the text, and signed by the certificate that it brings along; whose certificate that is, whether it was
 * valid and who vouches for it is checked by "openssl ts -verify".
 */

/** How a request and its answer are called in HTTP (RFC 3161, section 3.4). */
export const QUERY_TYPE = "application/timestamp-query";
export const REPLY_TYPE = "application/timestamp-reply";

/** Bytes of a nonce: what makes an answer one to this request. */
export const NONCE_BYTES = 8;

/** Object identifiers, as they are encoded. */
const OID = {
  sha256: "608648016503040201",
  signedData: "2a864886f70d010702",
  timeStampInfo: "2a864886f70d0109100104",
  messageDigest: "2a864886f70d010904",
  rsaPss: "2a864886f70d01010a",
} as const;

/** What digests are called in signatures, by their identifiers. */
const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256]: "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

/** The greatest status of an answer that has a time stamp: granted, perhaps with changes (section 2.4.2). */
const GRANTED = 1;

/** A time stamp as it was read. */
export interface TimeStamp {
  /** What was signed: the SHA-256 of a text, hexadecimal. */
  readonly imprint: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the request, hexadecimal without leading zeros; `null` where it had none. */
  readonly nonce: string | null;
  /** Whose certificate signed it, as it calls itself. */
  readonly authority: string;
}

/** A request to stamp a text's hash (TimeStampReq, section 2.4.1), which asks for the certificate too. */
export function timeStampRequest(text: string, nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  const algorithm = der(TAG.sequence, oid(OID.sha256), der(TAG.none));
  const imprint = der(TAG.sequence, algorithm, der(TAG.octets, createHash("sha256").update(text).digest()));
  const number = der(TAG.integer, positive(nonce));
  const version = der(TAG.integer, Uint8Array.of(1));
  return new Uint8Array(der(TAG.sequence, version, imprint, number, der(TAG.boolean, Uint8Array.of(0xff))));
}

/**
 * Reads an authority's answer (TimeStampResp), and checks its signature.
 * @throws Error that says, in a clause, what is wrong with it
 */
export function readTimeStamp(response: Uint8Array): TimeStamp {
  const [status, token] = within(readOne(response), TAG.sequence);
  const code = integer(within(status, TAG.sequence)[0]);
  if (code !== "0" && code !== String(GRANTED)) throw new Error(`the authority refused (status ${code})`);
  const [type, wrapped] = within(token, TAG.sequence);
  requireOid(type, OID.signedData);
  const parts = within(within(wrapped, TAG.own)[0], TAG.sequence);
  const [contentType, wrappedContent] = within(parts[2], TAG.sequence);
  requireOid(contentType, OID.timeStampInfo);
  const content = contentOf(within(wrappedContent, TAG.own)[0], TAG.octets);
  return { ...readInfo(content), authority: checkSignature(parts, content) };
}

/** What is wrong with a time stamp of a text, in a clause; `null` when it is about the text and well signed. */
export function timeStampFault(response: Uint8Array, text: string): string | null {
  try {
    const { imprint } = readTimeStamp(response);
    const hash = createHash("sha256").update(text).digest("hex");
    return imprint === hash ? null : "the time stamp is of another text";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A nonce as {@link TimeStamp} has it. */
export function nonceText(nonce: Uint8Array): string {
  return nonce.toHex().replace(/^(?:00)+/, "");
}

/** TSTInfo, section 2.4.2. */
function readInfo(content: Uint8Array): Omit<TimeStamp, "authority"> {
  const [, , imprint, , time, ...others] = within(readOne(content), TAG.sequence);
  const [algorithm, hash] = within(imprint, TAG.sequence);
  requireOid(within(algorithm, TAG.sequence)[0], OID.sha256);
  const nonce = others.find(({ tag }) => tag === TAG.integer);
  return {
    imprint: contentOf(hash, TAG.octets).toHex(),
    at: readTime(Buffer.from(contentOf(time, TAG.time)).toString("latin1")),
    nonce: nonce === undefined ? null : nonceText(nonce.content),
  };
}

/** Such as `20261123031500.5Z`. */
function readTime(text: string): number {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d+)?Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second, fraction = ""] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(at)) throw new Error("its time is none");
  return at;
}

/**
 * Checks what one of the signers signed (CMS, RFC 5652, section 5.4): attributes, the hash of the content among them.
 * @returns the subject of the certificate @throws Error
 */
function checkSignature(parts: readonly DerValue[], content: Uint8Array): string {
  const certificates = parts.find(({ tag }) => tag === TAG.own);
  const signer = within(parts.at(-1), TAG.set)[0];
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = within(signer, TAG.sequence);
  if (certificates === undefined || attributes === undefined) throw new Error("it brings no certificate");
  const digest = DIGESTS[contentOf(within(digestAlgorithm, TAG.sequence)[0], TAG.oid).toHex()];
  if (digest === undefined) throw new Error("its digest is none that is known");
  const signed = within(attributes, TAG.own).map((attribute) => within(attribute, TAG.sequence));
  const hash = signed.find(([type]) => type?.content.toHex() === OID.messageDigest)?.[1];
  const actual = createHash(digest).update(content).digest("hex");
  if (contentOf(within(hash, TAG.set)[0], TAG.octets).toHex() !== actual)
    throw new Error("what was signed is another content");
  // They are signed as a set, and sent with a tag of the type's own.
  const text = Buffer.from(attributes.whole);
  text[0] = TAG.set;
  const given = contentOf(signature, TAG.octets);
  const isPss = within(signatureAlgorithm, TAG.sequence)[0]?.content.toHex() === OID.rsaPss;
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  for (const certificate of within(certificates, TAG.own)) {
    const { publicKey, subject } = new X509Certificate(certificate.whole);
    if (verify(digest, text, { key: publicKey, ...padding }, given)) return subject.replaceAll("\n", ", ");
  }
  throw new Error("none of its certificates has signed it");
}

function requireOid(value: DerValue | undefined, expected: string): void {
  if (contentOf(value, TAG.oid).toHex() !== expected) throw new Error("it is no time stamp");
}

function oid(identifier: string): Uint8Array {
  return der(TAG.oid, Uint8Array.fromHex(identifier));
}

function integer(value: DerValue | undefined): string {
  return BigInt(`0x${contentOf(value, TAG.integer).toHex()}`).toString();
}

/** The digits of a number as an integer has them: the first has a sign, and there is no zero that says nothing. */
function positive(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((digit) => digit !== 0);
  const digits = bytes.subarray(Math.max(first, 0));
  return (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Uint8Array.of(0), digits]);
}
