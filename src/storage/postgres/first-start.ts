import { sql } from "drizzle-orm";
import { audit, type AuditActor, systemActor } from "../../audit/audit-entry.ts";
import { TillrollError } from "../../domain/errors.ts";
import { SESSION_LIMITS } from "../../domain/person-limits.ts";
import type { User } from "../../domain/session.ts";
import { SCOPES } from "../../domain/scope.ts";
import {
  type ChosenToken,
  hashSecret,
  newSecret,
  newTokenId,
  readToken,
  writeToken,
} from "../../domain/token.ts";
import { DEFAULT_WORKSPACE } from "../first-start.ts";
import { addAuditEntry } from "./audit-log.ts";
import type { PostgresDatabase, Statements } from "./connection.ts";
import { addLink, addPerson, PostgresPeople } from "./people.ts";
import { addToken } from "./tokens.ts";
import { addWorkspace, PostgresWorkspaces } from "./workspaces.ts";

/** Fills an empty archive with an administrator and the workspace `default`. @returns the administrator */
export function ensureArchiveAdministrator(database: PostgresDatabase, now: number): Promise<User> {
  return database.write(0, (transaction) => ensureAdministrator(transaction, now));
}

/**
 * Makes the token that a first start gives a person to begin with: to read, write and operate in all workspaces.
 * @param chosen its text, where somebody chose it: it may then do all in the workspace `default`, as tests want it
 * @returns its text, or `null` when there are tokens already
 */
export function makeFirstArchiveToken(
  database: PostgresDatabase,
  now: number,
  chosen: ChosenToken | null = null,
): Promise<string | null> {
  return database.write(0, async (transaction) => {
    const { id: userId } = await ensureAdministrator(transaction, now);
    const token = await ensureFirstToken(transaction, userId, now, chosen);
    const id = readToken(token ?? "")?.id;
    const note = audit(systemActor("first start"), "token.created", id ?? null);
    if (id !== undefined) await addAuditEntry(transaction, note, now);
    return token;
  });
}

/** Makes a one-time code for signing in to an archive's dashboard as its administrator. @param actor who wants it */
export function makeArchiveSignInCode(
  database: PostgresDatabase,
  now: number,
  actor: AuditActor = systemActor("greeting"),
): Promise<string> {
  return database.write(0, async (transaction) => {
    const { id, name } = await ensureAdministrator(transaction, now);
    await addAuditEntry(transaction, audit(actor, "sign-in-link.created", name), now);
    const code = newSecret();
    const expiresAt = now + SESSION_LIMITS.signInLinkMilliseconds;
    await addLink(transaction, id, { codeHash: hashSecret(code), expiresAt });
    return code;
  });
}

async function ensureAdministrator(transaction: Statements, now: number): Promise<User> {
  const people = new PostgresPeople(transaction);
  for (let isSecond = false; ; isSecond = true) {
    const present = await people.administrator();
    if (present !== null) return present;
    try {
      const workspaces = await new PostgresWorkspaces(transaction).list();
      if (workspaces.length === 0) await addWorkspace(transaction, DEFAULT_WORKSPACE, now);
      const first = { name: "administrator", role: "administrator", workspaceId: null } as const;
      return await people.get(await addPerson(transaction, first, now, { passwordHash: null, link: null }));
    } catch (error) {
      // Another instance that starts at the same time was quicker, and is waited for by what it has made.
      if (isSecond || !(error instanceof TillrollError)) throw error;
    }
  }
}

async function ensureFirstToken(
  transaction: Statements,
  userId: number,
  now: number,
  chosen: ChosenToken | null,
): Promise<string | null> {
  // Of instances that start at the same time, one makes it.
  await transaction.run(sql`SELECT id FROM person WHERE id = ${userId} FOR UPDATE`);
  const hasTokens = (await transaction.first(sql`SELECT 1 AS found FROM token LIMIT 1`)) !== null;
  if (hasTokens) return null;
  const workspace = await new PostgresWorkspaces(transaction).find(DEFAULT_WORKSPACE);
  if (chosen !== null && workspace === null) return null;
  const { id, secret } = chosen ?? { id: newTokenId(), secret: newSecret() };
  await addToken(transaction, {
    id,
    secretHash: hashSecret(secret),
    userId,
    workspaceId: chosen === null ? null : (workspace?.id ?? null),
    name: "first token",
    scopes: chosen === null ? ["read", "write", "operate"] : SCOPES,
    createdAt: now,
    expiresAt: null,
  });
  return writeToken(id, secret);
}
