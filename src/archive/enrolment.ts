import { sql } from "drizzle-orm";
import { TillrollError } from "../domain/errors.ts";
import { hashSecret } from "../domain/token.ts";
import { addAuditEntry } from "../storage/postgres/audit-log.ts";
import type { PostgresDatabase, Statements } from "../storage/postgres/connection.ts";
import type { MadeCode, ShopAct } from "../storage/ports/shops.ts";
import type { Join, JoinAnswer } from "../contract/upstream-messages.ts";
import { enrolmentCodeOf, hashEnrolmentCode, newEnrolmentCode } from "./enrolment-code.ts";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { keySecretOf, newKeySalt, newShopKeyId, writeShopKey } from "../domain/shop-key.ts";
import { lockShop, type ShopRow, updateShop } from "./upstream/shop-row.ts";

interface EnrolmentRow {
  readonly workspaceId: number;
  readonly slug: string;
  readonly keyId: string;
  readonly salt: Uint8Array;
  readonly instance: string | null;
}

/**
 * Makes a code by which a shop joins, for a workspace that is there; a code that was made for it before is not good any more.
 * The key that a shop has stays good until the new one is used.
 */
export function enrol(
  database: PostgresDatabase,
  { workspaceId, group = null }: { readonly workspaceId: number; readonly group?: string | null },
  { audit, now }: ShopAct,
): Promise<MadeCode> {
  const code = newEnrolmentCode();
  const [codeHash, keyId, salt] = [hashEnrolmentCode(code), newShopKeyId(), newKeySalt()];
  const expiresAt = now + SHOP_LIMITS.codeMilliseconds;
  return database.write(workspaceId, async (transaction) => {
    await transaction.run(
      // Where a shop begins that has sent nothing: from elsewhere it would take itself for a restored one.
      sql`INSERT INTO shop (workspace_id, next_change, created_at) VALUES (${workspaceId}, 1, ${now}) ON CONFLICT DO NOTHING`,
    );
    await lockShop(transaction, workspaceId);
    if (group !== null)
      await transaction.run(sql`UPDATE workspace SET shop_group = ${group} WHERE id = ${workspaceId}`);
    await transaction.run(sql`DELETE FROM enrolment WHERE workspace_id = ${workspaceId}`);
    await transaction.run(
      sql`INSERT INTO enrolment (code_hash, workspace_id, key_id, salt, created_at, expires_at)
        VALUES (${codeHash}, ${workspaceId}, ${keyId}, ${salt}, ${now}, ${expiresAt})`,
    );
    await addAuditEntry(transaction, audit, now);
    return { code, expiresAt };
  });
}

/**
 * Gives a shop its key for a code. The code is spent by the first hello with the key: until then the same instance is given
 * the same key again.
 * @throws TillrollError UNAUTHORIZED
 */
export function join(database: PostgresDatabase, { code, instance }: Join, now: number): Promise<JoinAnswer> {
  const codeHash = hashEnrolmentCode(code);
  return database.write(0, async (transaction) => {
    const made = await lockEnrolment(transaction, codeHash, now);
    if (made === null || (made.instance !== null && made.instance !== instance)) throw codeRefused();
    const { workspaceId, keyId, salt, slug } = made;
    const secret = keySecretOf(salt, enrolmentCodeOf(code));
    await transaction.run(
      sql`UPDATE enrolment SET instance = ${instance} WHERE workspace_id = ${workspaceId} AND code_hash = ${codeHash}`,
    );
    await updateShop(
      transaction,
      workspaceId,
      sql`next_key_id = ${keyId}, next_key_salt = NULL, next_key_hash = ${hashSecret(secret)}, revoked_at = NULL`,
    );
    return { key: writeShopKey({ id: keyId, secret }), workspace: slug };
  });
}

/** Takes the key of a shop away, and its codes. @throws TillrollError NOT_FOUND where the workspace is no shop's */
export async function revokeShop(
  database: PostgresDatabase,
  workspaceId: number,
  { audit, now }: ShopAct,
): Promise<void> {
  await database.write(workspaceId, async (transaction) => {
    await lockEnrolled(transaction, workspaceId);
    await transaction.run(sql`DELETE FROM enrolment WHERE workspace_id = ${workspaceId}`);
    await updateShop(
      transaction,
      workspaceId,
      sql`key_hash = NULL, next_key_id = NULL, next_key_salt = NULL, next_key_hash = NULL, revoked_at = ${now}`,
    );
    await addAuditEntry(transaction, audit, now);
  });
}

/**
 * Has a shop given another key with its next hello; the one it has stays good until that is used.
 * @throws TillrollError NOT_FOUND, CONFLICT where it has no key
 */
export async function rotateShop(
  database: PostgresDatabase,
  workspaceId: number,
  { audit, now }: ShopAct,
): Promise<void> {
  const [keyId, salt] = [newShopKeyId(), newKeySalt()];
  await database.write(workspaceId, async (transaction) => {
    const { keyHash, nextKeyId } = await lockEnrolled(transaction, workspaceId);
    if (keyHash === null) throw new TillrollError("CONFLICT", "This shop has no key yet, or none any more.");
    await addAuditEntry(transaction, audit, now);
    // The shop is about to have another key already.
    if (nextKeyId !== null) return;
    await updateShop(transaction, workspaceId, sql`next_key_id = ${keyId}, next_key_salt = ${salt}`);
  });
}

async function lockEnrolled(transaction: Statements, workspaceId: number): Promise<ShopRow> {
  const row = await lockShop(transaction, workspaceId);
  if (row === null) throw new TillrollError("NOT_FOUND", "This workspace is not that of a shop.");
  return row;
}

async function lockEnrolment(
  transaction: Statements,
  codeHash: Uint8Array,
  now: number,
): Promise<EnrolmentRow | null> {
  const found = await transaction.first<{ workspaceId: number }>(
    sql`SELECT workspace_id AS "workspaceId" FROM enrolment WHERE code_hash = ${codeHash}`,
  );
  if (found === null) return null;
  // The shop's row is what all changes of its keys are done under.
  await lockShop(transaction, found.workspaceId);
  return transaction.first<EnrolmentRow>(
    sql`SELECT workspace_id AS "workspaceId", slug, key_id AS "keyId", salt, instance
      FROM enrolment JOIN workspace ON workspace.id = workspace_id
      WHERE code_hash = ${codeHash} AND expires_at > ${now}`,
  );
}

function codeRefused(): TillrollError {
  const message =
    "The code is not good: it was used, has expired, or was typed otherwise; make another one at the archive.";
  return new TillrollError("UNAUTHORIZED", message);
}
