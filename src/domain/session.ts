import { TillrollError } from "./errors.ts";
import type { Person, SignInWay } from "./person.ts";

/** A dashboard session. Times are epoch milliseconds. */
export interface Session {
  /** What people and commands call it; it tells nothing of the session's secret. */
  readonly id: string;
  readonly userId: number;
  /** The token that it rests on; `null` for a person's own. */
  readonly tokenId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** To a few minutes. */
  readonly lastUsedAt: number;
  readonly openedBy: SignInWay;
}

/** A session that can be used, and what its person may do; of one that rests on a token, the token says that. */
export interface UsableSession extends Session, Pick<Person, "role" | "workspaceId" | "grants"> {}

/** A session as it is listed. */
export interface ListedSession extends Session {
  readonly userName: string;
  /** The address from which it was used last. */
  readonly client: string;
  /** What the browser said that it is when it signed in. */
  readonly userAgent: string;
  /** The workspace of the token that it rests on, or of its person; `null` for all of them. */
  readonly workspaceId: number | null;
  readonly tokenName: string | null;
}

/** A session that is opened. */
export interface NewSession
  extends Omit<Session, "lastUsedAt" | "createdAt">, Pick<ListedSession, "client" | "userAgent"> {
  readonly secretHash: Uint8Array;
  /** Of the one-time sign-in code in exchange for which it is; `null` for none. */
  readonly codeHash: Uint8Array | null;
  /** The session of the same browser that ends with it; `null` for none. */
  readonly replaces: string | null;
}

/** When a session was last used, epoch milliseconds, and from which address. */
export interface SessionUse {
  readonly at: number;
  readonly client: string;
}

/** Whom prints, tokens and sessions are by. */
export interface User {
  readonly id: number;
  readonly name: string;
}

/** One message for no such session and for one that is somebody else's: the two must look the same. */
export function sessionNotFound(): TillrollError {
  return new TillrollError("NOT_FOUND", 'There is no such session; see "tillroll session list".');
}
