import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { refused } from "./refused.ts";

/*
 * Signatures of releases, in the format of minisign (https://jedisct1.github.io/minisign/), so that anybody can check one without
 * Tillroll: `minisign -Vm FILE -P KEY`. Each key and signature is a line of base64 below a line of comment:
 *
 *   public key   "Ed", key id (8 bytes), key (32)
 *   signature    "ED", key id (8), Ed25519 of the file's BLAKE2b-512 (64)
 *   trusted      Ed25519 of that signature and of the trusted comment (64), so that the comment cannot be changed either
 *   secret key   "Ed", kdf, "B2", salt (32), limits (16), key id (8), seed and public key (64), checksum (32)
 */

const KEY_ALGORITHM = "Ed";
const SIGNATURE_ALGORITHM = "ED";
const ALGORITHM_BYTES = 2;
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Where the secret key's parts begin, bytes; a key without a password has no kdf. */
const SECRET_KEY = { kdf: 2, keyId: 54, seed: 62, publicKey: 94, length: 158 } as const;

const TRUSTED_COMMENT = "trusted comment: ";

/** Who may sign releases. */
export interface PublicKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** What signs releases. */
export interface SecretKey extends PublicKey {
  readonly secret: KeyObject;
}

/** What is signed of a file: its BLAKE2b-512, 64 bytes. The file is read as a stream. @throws what the system says */
export async function signedDigest(file: string): Promise<Buffer> {
  const hash = createHash("blake2b512");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest();
}

/**
 * Reads a public key: minisign's file, or its line of base64 alone.
 * @throws TillrollError BAD_REQUEST when it is none
 */
export function readPublicKey(text: string): PublicKey {
  const bytes = decoded(linesOf(text).at(-1));
  const length = ALGORITHM_BYTES + KEY_ID_BYTES + KEY_BYTES;
  if (bytes.length !== length || algorithmOf(bytes) !== KEY_ALGORITHM)
    throw refused("This is no public key of minisign: such a key begins with RW and has 56 characters.");
  const id = bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + KEY_ID_BYTES);
  return { id, key: publicKeyOf(bytes.subarray(ALGORITHM_BYTES + KEY_ID_BYTES)) };
}

/** A public key as minisign writes it: one line of base64. */
export function writePublicKey({ id, key }: PublicKey): string {
  const bytes = Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
  return Buffer.concat([Buffer.from(KEY_ALGORITHM), id, bytes]).toString("base64");
}

/**
 * Reads a secret key: minisign's file, or its line of base64 alone, made without a password (`minisign -GW`).
 * @throws TillrollError BAD_REQUEST when it is none, or has a password
 */
export function readSecretKey(text: string): SecretKey {
  const bytes = decoded(linesOf(text).at(-1));
  if (bytes.length !== SECRET_KEY.length || algorithmOf(bytes) !== KEY_ALGORITHM)
    throw refused("This is no secret key of minisign.");
  if (bytes.readUInt16LE(SECRET_KEY.kdf) !== 0)
    throw refused("The secret key has a password. Make one without it: minisign -GW.");
  const key = bytes.subarray(SECRET_KEY.publicKey, SECRET_KEY.publicKey + KEY_BYTES);
  const seed = bytes.subarray(SECRET_KEY.seed, SECRET_KEY.seed + KEY_BYTES);
  const secret = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url"), d: seed.toString("base64url") };
  return {
    id: bytes.subarray(SECRET_KEY.keyId, SECRET_KEY.seed),
    key: publicKeyOf(key),
    secret: createPrivateKey({ key: secret, format: "jwk" }),
  };
}

/**
 * Signs a file: the text of its `.minisig`.
 * @param digest of the file, by {@link signedDigest}
 * @param comment what is signed with it, such as the file's name and version; one line
 */
export function writeSignature(digest: Uint8Array, key: SecretKey, comment: string): string {
  const signature = sign(null, digest, key.secret);
  const trusted = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key.secret);
  return [
    "untrusted comment: signature of a release of Tillroll",
    Buffer.concat([Buffer.from(SIGNATURE_ALGORITHM), key.id, signature]).toString("base64"),
    TRUSTED_COMMENT + comment,
    trusted.toString("base64"),
    "",
  ].join("\n");
}

/**
 * Checks a signature of a file.
 * @param text of the `.minisig`
 * @param digest of the file, by {@link signedDigest}
 * @returns the trusted comment
 * @throws TillrollError BAD_REQUEST when it is no signature, another key's, or one of another file
 */
export function checkSignature(text: string, digest: Uint8Array, key: PublicKey): string {
  const [, line, comment = "", trustedLine] = linesOf(text);
  const bytes = decoded(line);
  const length = ALGORITHM_BYTES + KEY_ID_BYTES + SIGNATURE_BYTES;
  // "Ed" would be a signature of the file itself, which minisign no longer makes.
  if (bytes.length !== length || algorithmOf(bytes) !== SIGNATURE_ALGORITHM)
    throw refused("The signature is none of minisign's, or cut off.");
  const id = bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + KEY_ID_BYTES);
  if (!id.equals(key.id))
    throw refused(`The signature was made with the key ${keyName(id)}, not with ${keyName(key.id)}.`);
  const signature = bytes.subarray(ALGORITHM_BYTES + KEY_ID_BYTES);
  if (!verify(null, digest, key.key, signature))
    throw refused("The signature does not belong to this file: the file was changed, or is another one.");
  const trusted = decoded(trustedLine);
  const told = comment.startsWith(TRUSTED_COMMENT) ? comment.slice(TRUSTED_COMMENT.length) : "";
  if (!verify(null, Buffer.concat([signature, Buffer.from(told)]), key.key, trusted))
    throw refused("The comment of the signature was changed.");
  return told;
}

/** A key's id as minisign shows it. */
function keyName(id: Buffer): string {
  return Buffer.from(id.toReversed()).toString("hex").toUpperCase();
}

function publicKeyOf(bytes: Buffer): KeyObject {
  const key = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  return createPublicKey({ key, format: "jwk" });
}

function algorithmOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, ALGORITHM_BYTES);
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

function decoded(line = ""): Buffer {
  return Buffer.from(line.trim(), "base64");
}
