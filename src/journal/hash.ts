/** A SHA-256: 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** The SHA-256 of bytes, or of a text in UTF-8. */
export function sha256(content: string | Uint8Array): Hash {
  const hash = new Uint8Array(HASH_BYTES);
  // A hasher of its own for each would cost more than the hash of a receipt.
  Bun.SHA256.hash(content, hash);
  return hash;
}

/** What is hashed before a leaf's bytes, and before the two hashes of a node (RFC 9162, section 2.1.1). */
const LEAF_PREFIX = "\u0000";
const NODE_PREFIX = 1;

/** The hash of a leaf. @param text of the entry */
export function leafHash(text: string): Hash {
  return sha256(LEAF_PREFIX + text);
}

const node = new Uint8Array(1 + 2 * HASH_BYTES);
node[0] = NODE_PREFIX;

/** The hash of two neighbouring subtrees. */
export function nodeHash(left: Hash, right: Hash): Hash {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** The root of a tree without leaves. */
export function emptyRoot(): Hash {
  return sha256("");
}

export function sameHash(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}
