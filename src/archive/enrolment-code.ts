import { SHOP_LIMITS } from "../domain/shop-limits.ts";

/** What a code is written with (Crockford's base 32): no letters that look like digits. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS_OF_LETTER = 5;

/** What people type for what they read. */
const MISREAD: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** A code that a shop joins by, in groups of four letters. */
export function newEnrolmentCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SHOP_LIMITS.codeBits / BITS_OF_LETTER));
  // 256 is a multiple of 32: each letter is as likely as any.
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length] ?? "").join("");
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/** A code however it was typed. */
export function enrolmentCodeOf(typed: string): string {
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  return letters.replace(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
}

/** SHA-256 of a code, by which it is kept. */
export function hashEnrolmentCode(typed: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(enrolmentCodeOf(typed)).digest();
}
