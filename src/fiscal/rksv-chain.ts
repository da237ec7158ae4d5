import { decodeBase64 } from "../domain/base64.ts";
import type { RksvCode } from "./fiscal-code.ts";
import { CHAINING_BYTES } from "./rksv-code.ts";

/** `{"alg":"ES256"}`, as all receipts of suite R1 have it. */
const HEADER = "eyJhbGciOiJFUzI1NiJ9";

/** What the signature unit has signed (RFC 7515): the header and what stands before the signature. */
export function signedText({ text, fields }: RksvCode): string {
  const payload = text.slice(0, text.length - fields.signature.length - 1);
  return `${HEADER}.${base64url(Buffer.from(payload))}`;
}

/** The chaining value that the next receipt of the till has, in base64: of the signed receipt in its compact form (annex, 4). */
export function chainingValueAfter(code: RksvCode): string {
  const signature = decodeBase64(code.fields.signature) ?? new Uint8Array();
  return chainingValue(`${signedText(code)}.${base64url(signature)}`);
}

/** The chaining value of the first receipt of a till: of the till's name. */
export function firstChainingValue(till: string): string {
  return chainingValue(till);
}

function chainingValue(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest().subarray(0, CHAINING_BYTES).toBase64();
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
