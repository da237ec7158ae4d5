import { type SQL, sql } from "drizzle-orm";
import { type Grant, standingOf } from "../../domain/grant.ts";
import { SESSION_LIMITS } from "../../domain/person-limits.ts";
import type {
  ListedSession,
  NewSession,
  Session,
  SessionUse,
  UsableSession,
  User,
} from "../../domain/session.ts";
import { hashSecret, signInLinkUsed } from "../../domain/token.ts";
import type { Sessions } from "../ports/identities.ts";
import { columnsFor, insertOf } from "./columns.ts";
import type { Statements } from "./connection.ts";
import { grantOf } from "./people.ts";
import { recordset } from "./recordset.ts";

const FIELDS = ["id", "userId", "tokenId", "createdAt", "expiresAt", "lastUsedAt", "openedBy"] as const;

const COLUMNS = columnsFor(FIELDS, "person_session");

const GRANT = columnsFor(["role", "workspaceId", "shopGroup"], "person_grant");

/** A session with one of the grants of its person, where it has one. */
interface SessionRow extends Session, Omit<Grant, "role"> {
  readonly role: Grant["role"] | null;
}

/** Reads the sessions of an archive's dashboard. */
export class PostgresSessions implements Sessions {
  constructor(private readonly database: Statements) {}

  async find(secret: string, now: number): Promise<UsableSession | null> {
    const rows = await this.database.all<SessionRow>(
      sql`SELECT ${COLUMNS}, ${GRANT} FROM person_session LEFT JOIN person_grant ON person_id = user_id
        WHERE secret_hash = ${hashSecret(secret)} AND (person_id IS NOT NULL OR token_id IS NOT NULL) ORDER BY number`,
    );
    const [first] = rows;
    if (first === undefined || first.expiresAt <= now) return null;
    const { role: _, workspaceId: __, shopGroup: ___, ...session } = first;
    return { ...session, ...standingOf(rows.flatMap(grantsOf)) };
  }

  async list(now: number): Promise<ListedSession[]> {
    // Of several grants none is the session's workspace.
    const standing = sql`SELECT person_id, CASE WHEN count(*) = 1 AND max(shop_group) IS NULL THEN max(workspace_id) ELSE 0 END
      AS workspace_id FROM person_grant GROUP BY person_id`;
    return this.database.all<ListedSession>(
      sql`SELECT ${COLUMNS}, client, user_agent AS "userAgent", person.name AS "userName", token.name AS "tokenName",
          CASE WHEN token_id IS NULL THEN standing.workspace_id ELSE token.workspace_id END AS "workspaceId"
        FROM person_session JOIN person ON person.id = person_session.user_id
          LEFT JOIN (${standing}) AS standing ON standing.person_id = person_session.user_id
          LEFT JOIN token ON token.id = token_id
        WHERE ${isUsableAt(now)}
        ORDER BY person_session.last_used_at DESC, person_session.id COLLATE "C"`,
    );
  }

  async isKnown(userId: number, client: string, now: number): Promise<boolean> {
    const found = await this.database.first(
      sql`SELECT 1 AS found FROM person_session LEFT JOIN token ON token.id = token_id
        WHERE person_session.user_id = ${userId} AND client = ${client} AND ${isUsableAt(now)} LIMIT 1`,
    );
    return found !== null;
  }

  findUser(id: number): Promise<User | null> {
    return this.database.first<User>(sql`SELECT id, name FROM person WHERE id = ${id}`);
  }
}

/** Whether a session can be used: what it was opened for is still granted. A token that it rests on is to be joined. */
function isUsableAt(now: number): SQL {
  return sql`person_session.expires_at > ${now} AND CASE
    WHEN token_id IS NULL THEN EXISTS (SELECT 1 FROM person_grant WHERE person_id = person_session.user_id)
    ELSE revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > ${now}) END`;
}

/**
 * Opens a session. A sign-in code is used up by it; expired links and sessions are removed on the way.
 * @throws TillrollError UNAUTHORIZED when the code is unknown, used or expired
 */
export async function openSession(transaction: Statements, session: NewSession, now: number): Promise<void> {
  const { codeHash, replaces, userId, ...given } = session;
  await transaction.run(sql`DELETE FROM person_link WHERE expires_at <= ${now}`);
  await transaction.run(sql`DELETE FROM person_session WHERE expires_at <= ${now}`);
  const owner = codeHash === null ? userId : await useCode(transaction, codeHash);
  if (replaces !== null) await closeSession(transaction, replaces);
  const kept = SESSION_LIMITS.sessions - 1;
  const many = sql`SELECT id FROM person_session ORDER BY last_used_at DESC, id OFFSET ${kept}`;
  await transaction.run(sql`DELETE FROM person_session WHERE id IN (${many})`);
  const { secretHash, tokenId, expiresAt, id, client, userAgent, openedBy } = given;
  const times = { createdAt: now, expiresAt, lastUsedAt: now };
  const row = { id, secretHash, userId: owner, tokenId, ...times, client, userAgent, openedBy };
  await transaction.run(insertOf("person_session", row));
}

/** Ends a session, where there is one. */
export async function closeSession(transaction: Statements, id: string): Promise<void> {
  await transaction.run(sql`DELETE FROM person_session WHERE id = ${id}`);
}

/** Notes when sessions were last used, by their ids; another instance may know of a later time. */
export async function noteSessionUses(
  transaction: Statements,
  uses: ReadonlyMap<string, SessionUse>,
): Promise<void> {
  if (uses.size === 0) return;
  const used = Array.from(uses, ([id, { at, client }]) => ({ id, last_used_at: at, client }));
  await transaction.run(
    sql`UPDATE person_session SET last_used_at = used.last_used_at, client = used.client
      FROM ${recordset("person_session", used)} AS used
      WHERE person_session.id = used.id AND person_session.last_used_at < used.last_used_at`,
  );
}

/** Uses a code up, so that two cannot use it. @returns whose it is @throws TillrollError UNAUTHORIZED */
async function useCode(transaction: Statements, codeHash: Uint8Array): Promise<number> {
  const link = await transaction.first<{ userId: number }>(
    sql`DELETE FROM person_link WHERE code_hash = ${codeHash} RETURNING person_id AS "userId"`,
  );
  if (link === null) throw signInLinkUsed();
  return link.userId;
}

function grantsOf({ role, workspaceId, shopGroup }: SessionRow): Grant[] {
  return role === null ? [] : [grantOf({ role, workspaceId, shopGroup })];
}
