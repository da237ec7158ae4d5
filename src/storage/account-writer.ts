import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import type {
  CloseSessionOperation,
  OpenSessionOperation,
  TokenUseOperation,
  WriteSuccess,
} from "./write-operation.ts";

const DONE: WriteSuccess = { ok: true, id: 0, json: "", replayed: false };

/** Writes what the service itself notes of accounts, inside a transaction that the caller begins and commits. */
export class AccountWriter {
  private readonly statements: ReturnType<typeof prepare>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.statements = prepare(database);
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
      if (link === null) {
        throw new TillrollError(
          "UNAUTHORIZED",
          'This sign-in link was used or has expired; run "tillroll sign-in" for a new one.',
        );
      }
      userId = link.userId;
    }
    const { secretHash, tokenId, expiresAt } = operation;
    this.statements.insertSession.run(secretHash, userId, tokenId, now, expiresAt);
    return DONE;
  }

  /** Ends a session. */
  closeSession(operation: CloseSessionOperation): WriteSuccess {
    this.statements.deleteSession.run(operation.secretHash);
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
      "INSERT INTO session (secret_hash, user_id, token_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    ),
    deleteSession: database.query<unknown, [Uint8Array]>("DELETE FROM session WHERE secret_hash = ?"),
    deleteExpiredLinks: database.query<unknown, [number]>("DELETE FROM sign_in_link WHERE expires_at <= ?"),
    deleteExpiredSessions: database.query<unknown, [number]>("DELETE FROM session WHERE expires_at <= ?"),
  };
}
