const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const TEXT = /^[A-Z2-7]*={0,6}$/;

/** Reads RFC 4648 base32, padded; `null` for any other text. */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 8 !== 0 || !TEXT.test(text)) return null;
  const digits = text.replaceAll("=", "");
  const bytes = new Uint8Array((digits.length * 5) >> 3);
  let [bits, waiting, next] = [0, 0, 0];
  for (const digit of digits) {
    bits = ((bits << 5) | ALPHABET.indexOf(digit)) & 0xfff;
    waiting += 5;
    if (waiting < 8) continue;
    waiting -= 8;
    bytes[next++] = bits >> waiting;
  }
  return bytes;
}
