import { decodeBase64 } from "../domain/base64.ts";
import { isSignatureRight } from "./elliptic-curve.ts";
import type { FiscalCode, RksvCode, TseCode } from "./fiscal-code.ts";
import { type PublicPoint, publicPointOf } from "./public-point.ts";
import { signedText } from "./rksv-chain.ts";
import { signatureAlgorithm } from "./tse-algorithms.ts";
import { logMessages } from "./tse-message.ts";

/**
 * What is known of a signature. `valid`: it is over what the code says, by the key. `mismatch`: it is not. `outage`: there is
 * none, since the signature unit was out of order, and the code says so. The others were not checked: the form of a field does
 * not allow it (`unreadable`), signatures of the kind are not checked here (`unsupported`), or the certificate is not known
 * (`no-certificate`).
 */
export const SIGNATURE_VERDICTS = [
  "valid",
  "mismatch",
  "outage",
  "unreadable",
  "unsupported",
  "no-certificate",
] as const;

export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number];

/** Finds the public key of an Austrian code's certificate, by its serial number as codes have it. */
export type FindKey = (serial: string) => PublicPoint | null;

export const NO_KEYS: FindKey = () => null;

/** Checks the signature of a code as far as it, and the certificates that are known, allow. A few milliseconds. */
export function judgeSignature(code: FiscalCode, findKey: FindKey): SignatureVerdict {
  return code.system === "tse" ? judgeTse(code) : judgeRksv(code, findKey);
}

function judgeTse({ fields }: TseCode): SignatureVerdict {
  const key = publicPointOf(fields.publicKey);
  const algorithm = signatureAlgorithm(fields.algorithm);
  if (key === null || algorithm === null) return "unreadable";
  const { hash } = algorithm;
  if (hash === null) return "unsupported";
  const signature = plainSignature(decodeBase64(fields.signature), key.curve.bytes);
  const messages = logMessages(fields, key.uncompressed);
  if (signature === null || messages.length === 0) return "unreadable";
  const isRight = messages.some((message) =>
    isSignatureRight(key.curve, key, new Bun.CryptoHasher(hash).update(message).digest(), signature),
  );
  return isRight ? "valid" : "mismatch";
}

function judgeRksv(code: RksvCode, findKey: FindKey): SignatureVerdict {
  if (code.isOutage) return "outage";
  if (code.faults.some(({ field }) => field === "signature" || field === "suite")) return "unreadable";
  const key = findKey(code.fields.certificateSerial);
  if (key === null) return "no-certificate";
  const digest = new Bun.CryptoHasher("sha256").update(signedText(code)).digest();
  const signature = plainSignature(decodeBase64(code.fields.signature), key.curve.bytes);
  if (signature === null) return "unreadable";
  return isSignatureRight(key.curve, key, digest, signature) ? "valid" : "mismatch";
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * r and s one after the other (BSI TR-03111, plain format), also from the DER that some devices put there.
 * @param bytes of a coordinate
 */
function plainSignature(signature: Uint8Array | null, bytes: number): Uint8Array | null {
  if (signature === null || signature.length === bytes * 2) return signature;
  if (signature[0] !== SEQUENCE) return null;
  // Longer ones have a length of two bytes.
  const first = (signature[1] ?? 0) > 0x80 ? 3 : 2;
  const r = integerAt(signature, first, bytes);
  const s = r === null ? null : integerAt(signature, r.end, bytes);
  return r === null || s === null || s.end !== signature.length ? null : Buffer.concat([r.value, s.value]);
}

function integerAt(der: Uint8Array, at: number, bytes: number) {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (der[at] !== INTEGER || end > der.length) return null;
  const digits = der.subarray(at + 2, end);
  const first = digits.findIndex((byte) => byte !== 0);
  const value = first === -1 ? new Uint8Array() : digits.subarray(first);
  return value.length > bytes
    ? null
    : { value: Buffer.concat([new Uint8Array(bytes - value.length), value]), end };
}
