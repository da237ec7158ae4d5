import { TillrollError } from "./errors.ts";
import { newTokenId } from "./token.ts";

/** The key of a shop, as it is written: `sk_<id>.<secret>`. */
export interface ShopKey {
  /** Its public part. */
  readonly id: string;
  readonly secret: string;
}

const KEY = /^sk_([0-9a-f]{1,64})\.([A-Za-z0-9_-]{1,128})$/;

const SALT_BYTES = 32;

/** The public part of a new key. */
export const newShopKeyId = newTokenId;

/** What the secret of a key is made from, beside what its shop has. */
export function newKeySalt(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SALT_BYTES));
}

/** Splits a key; `null` for any other text. */
export function readShopKey(text: string): ShopKey | null {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** The text that the shop is given. */
export function writeShopKey({ id, secret }: ShopKey): string {
  return `sk_${id}.${secret}`;
}

/**
 * The secret of a key, 256 bits. Whoever reads the database has the salt, but not what the shop has; and a shop that asks
 * again is given the same.
 * @param known what only the shop has: its code, or the secret of the key before
 */
export function keySecretOf(salt: Uint8Array, known: string): string {
  const digest = new Bun.CryptoHasher("sha256", salt).update(known).digest();
  return new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** A key is none, or none any more. */
export function keyRefused(): TillrollError {
  const message = 'The key of this shop is not good (any more): make a code by "tillroll archive enrol".';
  return new TillrollError("UNAUTHORIZED", message);
}
