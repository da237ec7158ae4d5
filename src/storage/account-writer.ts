import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { SESSION_LIMITS } from "../domain/limits.ts";
import { signInLinkUsed } from "../domain/token.ts";
import { SessionStore } from "./session-store.ts";
import type {
  CloseSessionOperation,
  OpenSessionOperation,
  SessionUseOperation,
  TokenUseOperation,
  WriteSuccess,
} from "./write-operation.ts";

const DONE: WriteSuccess = { ok: true, id: 0, json: "", replayed: false };

/** Writes what the service itself notes of accounts, inside a transaction that the caller begins and commits. */
export class AccountWriter {
  private readonly statements: ReturnType<typeof prepare>;
  private readonly sessions: SessionStore;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.statements = prepare(database);
    this.sessions = new SessionStore(database);
  }

  /** Notes when tokens were last used. */
  noteTokenUse(operation: TokenUseOperation): WriteSuccess {
    for (const [id, usedAt] of operation.usedAt) this.statements.noteTokenUse.run(usedAt, id);
    return DONE;
  }

  /**
   * Opens a session. A sign-in code is used up by it; expired links and sessions are removed on the way.
   * @throws TillrollError UNAUTHORIZED when the code is unknown, used or expired
   */
  openSession(operation: OpenSessionOperation): WriteSuccess {
    const now = this.clock();
    this.statements.deleteExpiredLinks.run(now);
    this.statements.deleteExpiredSessions.run(now);
    let userId = operation.userId;
    if (operation.codeHash !== null) {
      const link = this.statements.useLink.get(operation.codeHash);
      if (link === null) throw signInLinkUsed();
      userId = link.userId;
    }
    const { secretHash, tokenId, expiresAt, id, client, userAgent, replaces } = operation;
    if (replaces !== null) this.sessions.remove(replaces);
    this.statements.deleteLongestUnused.run(SESSION_LIMITS.sessions - 1);
    const values = [secretHash, userId, tokenId, now, expiresAt, id, now, client, userAgent];
    this.statements.insertSession.run(...values);
    return DONE;
  }

  /** Ends a session; nothing happens where there is none. */
  closeSession(operation: CloseSessionOperation): WriteSuccess {
    this.sessions.remove(operation.id);
    return DONE;
  }

  /** Notes when sessions were last used. */
  noteSessionUse(operation: SessionUseOperation): WriteSuccess {
    for (const [id, { at, client }] of operation.uses) this.statements.noteSessionUse.run(at, client, id);
    return DONE;
  }
}

function prepare(database: Database) {
  return {
    noteTokenUse: database.query<unknown, [number, string]>("UPDATE token SET last_used_at = ? WHERE id = ?"),
    useLink: database.query<{ userId: number }, [Uint8Array]>(
      "DELETE FROM sign_in_link WHERE code_hash = ? RETURNING user_id AS userId",
    ),
    insertSession: database.query<unknown, (number | string | Uint8Array | null)[]>(
      "INSERT INTO session (secret_hash, user_id, token_id, created_at, expires_at, id, last_used_at, client, user_agent) " +
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    deleteLongestUnused: database.query<unknown, [number]>(
      "DELETE FROM session WHERE id IN (SELECT id FROM session ORDER BY last_used_at DESC LIMIT -1 OFFSET ?)",
    ),
    noteSessionUse: database.query<unknown, [number, string, string]>(
      "UPDATE session SET last_used_at = ?, client = ? WHERE id = ?",
    ),
    deleteExpiredLinks: database.query<unknown, [number]>("DELETE FROM sign_in_link WHERE expires_at <= ?"),
    deleteExpiredSessions: database.query<unknown, [number]>("DELETE FROM session WHERE expires_at <= ?"),
  };
}
