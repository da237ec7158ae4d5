import { TillrollError } from "./errors.ts";
import type { Scope } from "./scope.ts";

/** An API token as it is kept: its secret only as a hash. Times are epoch milliseconds. */
export interface Token {
  /** The public part, between `at_` and the dot. */
  readonly id: string;
  readonly secretHash: Uint8Array;
  readonly userId: number;
  /** The one workspace that it is for; `null` where it is for those of a group, or for all. */
  readonly workspaceId: number | null;
  /** The group of an archive's shops that it is for. */
  readonly shopGroup?: string | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A secret of 256 random bits in base64url, as in `at_<id>.<secret>` and in session cookies. */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * A token id: 72 random bits, so that ids are neither guessed nor counted. In hexadecimal, because it is given to
 * commands: in base64url one in 64 would begin with "-" and be taken for an option.
 */
export function newTokenId(): string {
  return crypto.getRandomValues(new Uint8Array(9)).toHex();
}

/** A session's id: as a token's, and it tells nothing of the session's secret. */
export const newSessionId = newTokenId;

/** The text that is given to the user, once. */
export function writeToken(id: string, secret: string): string {
  return `at_${id}.${secret}`;
}

/** The parts of a token that somebody chose, for a service that is thrown away after a test. */
export interface ChosenToken {
  readonly id: string;
  readonly secret: string;
}

const TOKEN = /^at_([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,128})$/;

/** Splits `at_<id>.<secret>`; `null` when the text does not have that form. */
export function readToken(text: string): ChosenToken | null {
  const match = TOKEN.exec(text);
  return match === null ? null : { id: match[1] ?? "", secret: match[2] ?? "" };
}

/** SHA-256 of a secret. The secret has 256 random bits, so no slow password hash is needed. */
export function hashSecret(secret: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(secret).digest();
}

/** Whether a token can be used at this time (epoch milliseconds). */
export function isUsable(token: Pick<Token, "expiresAt" | "revokedAt">, now: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}

/** What a token is good for now. */
export const TOKEN_STATES = ["valid", "expired", "revoked"] as const;

export type TokenState = (typeof TOKEN_STATES)[number];

/** What a token is good for at this time (epoch milliseconds). */
export function tokenStateOf(token: Pick<Token, "expiresAt" | "revokedAt">, now: number): TokenState {
  if (token.revokedAt !== null) return "revoked";
  return isUsable(token, now) ? "valid" : "expired";
}

/** There is no such token. */
export function tokenNotFound(id: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no token "${id}"; see "tillroll token list".`);
}

/** What a one-time link is, behind the service's address and before its code. */
export const SIGN_IN_PATH = "/sign-in?code=";

/** A one-time link that does not sign in any more. */
export function signInLinkUsed(): TillrollError {
  const message = 'This sign-in link was used or has expired; run "tillroll sign-in" for a new one.';
  return new TillrollError("UNAUTHORIZED", message);
}
