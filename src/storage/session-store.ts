import type { Changes, Database, SQLQueryBindings } from "bun:sqlite";
import { SESSION_LIMITS } from "../domain/person-limits.ts";
import {
  type ListedSession,
  type NewSession,
  sessionNotFound,
  type SessionUse,
  type UsableSession,
  type User,
} from "../domain/session.ts";
import { hashSecret, signInLinkUsed } from "../domain/token.ts";
import { columnName } from "./column-name.ts";

const FIELDS = ["id", "userId", "tokenId", "createdAt", "expiresAt", "lastUsedAt", "openedBy"] as const;

const COLUMNS = FIELDS.map((field) => `person_session.${columnName(field)} AS ${field}`).join(", ");

/** Reads and writes sessions of the dashboard. */
export class SessionStore {
  /** Asked with every request of the dashboard, so it is compiled once; it ends with its connection. */
  private readonly bySecret;

  constructor(private readonly database: Database) {
    this.bySecret = database.query<UsableSession, [Uint8Array]>(
      `SELECT ${COLUMNS}, coalesce(role, 'viewer') AS role, workspace_id AS workspaceId FROM person_session ` +
        "LEFT JOIN person ON person.id = user_id WHERE secret_hash = ? AND (person.id IS NOT NULL OR token_id IS NOT NULL)",
    );
  }

  /** The session with this secret, when it has not expired. */
  find(secret: string, now: number): UsableSession | null {
    const session = this.bySecret.get(hashSecret(secret));
    return session === null || session.expiresAt <= now ? null : session;
  }

  /** The sessions that can be used now, the one used last first. There are never many. */
  list(now: number): ListedSession[] {
    const select =
      `SELECT ${COLUMNS}, client, user_agent AS userAgent, user.name AS userName, token.name AS tokenName, ` +
      "iif(token_id IS NULL, person.workspace_id, token.workspace_id) AS workspaceId " +
      "FROM person_session JOIN user ON user.id = person_session.user_id LEFT JOIN person ON person.id = person_session.user_id " +
      "LEFT JOIN token ON token.id = token_id WHERE person_session.expires_at > $now AND iif(token_id IS NULL, person.id IS NOT NULL, " +
      "revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > $now)) " +
      "ORDER BY person_session.last_used_at DESC, person_session.id";
    return this.database.query<ListedSession, { now: number }>(select).all({ now });
  }

  /** Whether somebody is signed in from an address: it is not a stranger's then. */
  isKnown(userId: number, client: string, now: number): boolean {
    return this.list(now).some((session) => session.userId === userId && session.client === client);
  }

  /**
   * Opens a session. A sign-in code is used up by it; expired links and sessions are removed on the way.
   * @throws TillrollError UNAUTHORIZED when the code is unknown, used or expired
   */
  open(session: NewSession, now: number): void {
    const { codeHash, secretHash, tokenId, expiresAt, id, client, userAgent, replaces, openedBy } = session;
    this.run("DELETE FROM person_link WHERE expires_at <= ?", now);
    this.run("DELETE FROM person_session WHERE expires_at <= ?", now);
    let { userId } = session;
    if (codeHash !== null) {
      const link = this.database
        .query<{ userId: number }, [Uint8Array]>(
          "DELETE FROM person_link WHERE code_hash = ? RETURNING user_id AS userId",
        )
        .get(codeHash);
      if (link === null) throw signInLinkUsed();
      userId = link.userId;
    }
    if (replaces !== null) this.remove(replaces);
    this.run(
      "DELETE FROM person_session WHERE id IN (SELECT id FROM person_session ORDER BY last_used_at DESC LIMIT -1 OFFSET ?)",
      SESSION_LIMITS.sessions - 1,
    );
    const insert =
      "INSERT INTO person_session (secret_hash, user_id, token_id, created_at, expires_at, id, last_used_at, client, user_agent, " +
      "opened_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    this.run(insert, secretHash, userId, tokenId, now, expiresAt, id, now, client, userAgent, openedBy);
  }

  /** Notes when sessions were last used, by their ids. */
  noteUses(uses: ReadonlyMap<string, SessionUse>): void {
    for (const [id, { at, client }] of uses)
      this.run("UPDATE person_session SET last_used_at = ?, client = ? WHERE id = ?", at, client, id);
  }

  /** Ends a session. @returns 1, as {@link endAll} @throws TillrollError NOT_FOUND */
  end(id: string): number {
    if (!this.remove(id)) throw sessionNotFound();
    return 1;
  }

  /** Removes a session. @returns whether there was one */
  remove(id: string): boolean {
    return this.run("DELETE FROM person_session WHERE id = ?", id).changes > 0;
  }

  /** Ends all sessions. @returns how many there were */
  endAll(): number {
    return this.run("DELETE FROM person_session").changes;
  }

  /** A user by id. */
  findUser(id: number): User | null {
    return this.database.query<User, [number]>("SELECT id, name FROM user WHERE id = ?").get(id);
  }

  private run(statement: string, ...values: SQLQueryBindings[]): Changes {
    return this.database.query<unknown, SQLQueryBindings[]>(statement).run(...values);
  }
}
