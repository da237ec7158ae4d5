/** Anything outside an alphabet. Looked for one character at a time, so that no input makes it slow. */
const NOT_STANDARD = /[^A-Za-z0-9+/=\r\n]/;
const NOT_URL_SAFE = /[^A-Za-z0-9_\-=\r\n]/;

/** Reads RFC 4648 base64: standard or URL-safe, padded or not, with line breaks or not; `null` for any other text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const alphabet = !NOT_STANDARD.test(text) ? "base64" : !NOT_URL_SAFE.test(text) ? "base64url" : null;
  if (alphabet === null) return null;
  try {
    return Uint8Array.fromBase64(text, { alphabet, lastChunkHandling: "loose" });
  } catch {
    // What is left to go wrong: padding in the wrong place, or a length that no bytes have.
    return null;
  }
}
