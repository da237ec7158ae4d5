import type { Changes, Database, SQLQueryBindings } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { hashSecret, newSecret, signInLinkUsed } from "../domain/token.ts";
import { selectList } from "./column-name.ts";

/** A dashboard session. Times are epoch milliseconds. */
export interface Session {
  /** What people and commands call it; it tells nothing of the session's secret. */
  readonly id: string;
  readonly userId: number;
  /** The token that it rests on; `null` for the administrator's, who came by a one-time link. */
  readonly tokenId: string | null;
  readonly expiresAt: number;
  /** To a few minutes. */
  readonly lastUsedAt: number;
}

/** A session as it is listed. */
export interface ListedSession extends Session {
  readonly createdAt: number;
  /** The address from which it was used last. */
  readonly client: string;
  /** What the browser said that it is when it signed in. */
  readonly userAgent: string;
  /** The workspace of the token that it rests on; `null` for all of them. */
  readonly workspaceId: number | null;
  readonly tokenName: string | null;
}

/** A session that is opened. */
export interface NewSession extends Omit<Session, "lastUsedAt">, Pick<ListedSession, "client" | "userAgent"> {
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

export interface User {
  readonly id: number;
  readonly name: string;
}

/** Reads and writes users, sessions and sign-in links. */
export class SessionStore {
  /** Asked with every request of the dashboard, so it is compiled once; it ends with its connection. */
  private readonly bySecret;
  /** The same with every request of a command on this machine. */
  private readonly first;

  constructor(private readonly database: Database) {
    this.bySecret = database.query<Session, [Uint8Array]>(
      `SELECT ${selectList(["id", "userId", "tokenId", "expiresAt", "lastUsedAt"])} FROM session WHERE secret_hash = ?`,
    );
    this.first = database.query<User, []>("SELECT id, name FROM user ORDER BY id LIMIT 1");
  }

  /** The session with this secret, when it has not expired. */
  find(secret: string, now: number): Session | null {
    const session = this.bySecret.get(hashSecret(secret));
    return session === null || session.expiresAt <= now ? null : session;
  }

  /** The sessions that can be used now, the one used last first. There are never many. */
  list(now: number): ListedSession[] {
    const select =
      "SELECT session.id, session.user_id AS userId, token_id AS tokenId, session.expires_at AS expiresAt, " +
      "session.last_used_at AS lastUsedAt, session.created_at AS createdAt, client, user_agent AS userAgent, " +
      "token.workspace_id AS workspaceId, token.name AS tokenName " +
      "FROM session LEFT JOIN token ON token.id = token_id WHERE session.expires_at > $now " +
      "AND (token_id IS NULL OR (revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > $now))) " +
      "ORDER BY session.last_used_at DESC, session.id";
    return this.database.query<ListedSession, { now: number }>(select).all({ now });
  }

  /**
   * Opens a session. A sign-in code is used up by it; expired links and sessions are removed on the way.
   * @throws TillrollError UNAUTHORIZED when the code is unknown, used or expired
   */
  open(session: NewSession, now: number): void {
    const { codeHash, secretHash, tokenId, expiresAt, id, client, userAgent, replaces } = session;
    this.run("DELETE FROM sign_in_link WHERE expires_at <= ?", now);
    this.run("DELETE FROM session WHERE expires_at <= ?", now);
    let { userId } = session;
    if (codeHash !== null) {
      const link = this.database
        .query<{ userId: number }, [Uint8Array]>(
          "DELETE FROM sign_in_link WHERE code_hash = ? RETURNING user_id AS userId",
        )
        .get(codeHash);
      if (link === null) throw signInLinkUsed();
      userId = link.userId;
    }
    if (replaces !== null) this.remove(replaces);
    this.run(
      "DELETE FROM session WHERE id IN (SELECT id FROM session ORDER BY last_used_at DESC LIMIT -1 OFFSET ?)",
      SESSION_LIMITS.sessions - 1,
    );
    const insert =
      "INSERT INTO session (secret_hash, user_id, token_id, created_at, expires_at, id, last_used_at, client, user_agent) " +
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    this.run(insert, secretHash, userId, tokenId, now, expiresAt, id, now, client, userAgent);
  }

  /** Notes when sessions were last used, by their ids. */
  noteUses(uses: ReadonlyMap<string, SessionUse>): void {
    for (const [id, { at, client }] of uses)
      this.run("UPDATE session SET last_used_at = ?, client = ? WHERE id = ?", at, client, id);
  }

  /** Ends a session. @returns 1, as {@link endAll} @throws TillrollError NOT_FOUND */
  end(id: string): number {
    if (!this.remove(id)) throw sessionNotFound();
    return 1;
  }

  /** Removes a session. @returns whether there was one */
  remove(id: string): boolean {
    return this.run("DELETE FROM session WHERE id = ?", id).changes > 0;
  }

  /** Ends all sessions. @returns how many there were */
  endAll(): number {
    return this.run("DELETE FROM session").changes;
  }

  /** A user by id. */
  findUser(id: number): User | null {
    return this.database.query<User, [number]>("SELECT id, name FROM user WHERE id = ?").get(id);
  }

  /** The administrator: the user that the first start made. */
  administrator(): User | null {
    return this.first.get();
  }

  /** Makes a user. */
  createUser(name: string, createdAt: number): User {
    const id = this.run("INSERT INTO user (name, created_at) VALUES (?, ?)", name, createdAt).lastInsertRowid;
    return { id: Number(id), name };
  }

  /** Whether a sign-in code can be used now. It is used up by the writer only, so that two cannot use it. */
  hasSignInCode(codeHash: Uint8Array, now: number): boolean {
    const select = "SELECT 1 FROM sign_in_link WHERE code_hash = ? AND expires_at > ?";
    return this.database.query<unknown, [Uint8Array, number]>(select).get(codeHash, now) !== null;
  }

  /** Makes a one-time sign-in code, good for an hour. @returns the code, of which only a hash is kept */
  createSignInCode(userId: number, now: number): string {
    const code = newSecret();
    const expiresAt = now + SESSION_LIMITS.signInLinkMilliseconds;
    const insert = "INSERT INTO sign_in_link (code_hash, user_id, expires_at) VALUES (?, ?, ?)";
    this.run(insert, hashSecret(code), userId, expiresAt);
    return code;
  }

  private run(statement: string, ...values: SQLQueryBindings[]): Changes {
    return this.database.query<unknown, SQLQueryBindings[]>(statement).run(...values);
  }
}

/** One message for no such session and for one that is somebody else's: the two must look the same. */
export function sessionNotFound(): TillrollError {
  return new TillrollError("NOT_FOUND", 'There is no such session; see "tillroll session list".');
}
