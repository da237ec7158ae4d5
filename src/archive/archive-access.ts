import { audit, commandActor } from "../audit/audit-entry.ts";
import { toldToken } from "../audit/told-settings.ts";
import { systemClock } from "../domain/clock.ts";
import type { Scope } from "../domain/scope.ts";
import { hashSecret, newSecret, newTokenId, writeToken } from "../domain/token.ts";
import { userName } from "../platform/command-user.ts";
import { addAuditEntry } from "../storage/postgres/audit-log.ts";
import { ensureArchiveAdministrator, makeArchiveSignInCode } from "../storage/postgres/first-start.ts";
import { addToken } from "../storage/postgres/tokens.ts";
import { PostgresWorkspaces } from "../storage/postgres/workspaces.ts";

import { type DatabasePlace, withArchiveDatabase } from "./archive-database.ts";

/** What a new token is for. */
export interface WantedToken {
  /** The slug of its one workspace; `null` for all, or those of a group. */
  readonly workspace: string | null;
  readonly shopGroup: string | null;
  readonly scopes: readonly Scope[];
  readonly name: string;
  /** Epoch milliseconds; `null` for never. */
  readonly expiresAt: number | null;
}

/** Makes a one-time code for signing in as the archive's administrator. @throws TillrollError STORAGE_UNAVAILABLE */
export function makeSignInCode(place: DatabasePlace): Promise<string> {
  return withArchiveDatabase(place, (database) =>
    makeArchiveSignInCode(database, systemClock(), commandActor(userName())),
  );
}

/** Makes a token. @returns its text @throws TillrollError NOT_FOUND for a workspace that is none, STORAGE_UNAVAILABLE */
export function makeToken(place: DatabasePlace, { workspace, ...wanted }: WantedToken): Promise<string> {
  return withArchiveDatabase(place, async (database) => {
    const now = systemClock();
    const { id: userId } = await ensureArchiveAdministrator(database, now);
    const { id, secret } = { id: newTokenId(), secret: newSecret() };
    await database.write(0, async (transaction) => {
      const found = workspace === null ? null : await new PostgresWorkspaces(transaction).get(workspace);
      const workspaceId = found?.id ?? null;
      const secretHash = hashSecret(secret);
      await addToken(transaction, { ...wanted, id, secretHash, userId, workspaceId, createdAt: now });
      const note = audit(commandActor(userName()), "token.created", id, toldToken(wanted), workspaceId);
      await addAuditEntry(transaction, note, now);
    });
    return writeToken(id, secret);
  });
}
