import type { AuditAct } from "../audit/acts.ts";
import { audit, commandActor } from "../audit/audit-entry.ts";
import { readCertificates } from "../certificates/certificate-file.ts";
import { factsOfCertificate } from "../certificates/certificate-text.ts";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import type { ListedShop } from "../domain/shop.ts";
import type { Workspace } from "../domain/workspace.ts";
import { userName } from "../platform/command-user.ts";
import { addAuditEntry } from "../storage/postgres/audit-log.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import { addWorkspace, PostgresWorkspaces } from "../storage/postgres/workspaces.ts";
import type { MadeCode, ShopAct } from "../storage/ports/shops.ts";
import { type DatabasePlace, withArchiveDatabase } from "./archive-database.ts";
import { enrol, revokeShop, rotateShop } from "./enrolment.ts";
import { listShops } from "./shops.ts";

/** Makes a code by which a shop joins, and its workspace where there is none. @param group `null` for the one it has */
export function enrolShop(place: DatabasePlace, slug: string, group: string | null): Promise<MadeCode> {
  return withArchiveDatabase(place, async (database) => {
    const workspace = await workspaceFor(database, slug);
    const act = actOf("shop.enrolled", workspace, { group });
    return enrol(database, { workspaceId: workspace.id, group }, act);
  });
}

/** Takes the key of a shop away. @throws TillrollError NOT_FOUND */
export function revokeShopOf(place: DatabasePlace, slug: string): Promise<void> {
  return withArchiveDatabase(place, async (database) => {
    const workspace = await shopWorkspace(database, slug);
    await revokeShop(database, workspace.id, actOf("shop.revoked", workspace));
  });
}

/** Has a shop given another key. @throws TillrollError NOT_FOUND, CONFLICT */
export function rotateShopOf(place: DatabasePlace, slug: string): Promise<void> {
  return withArchiveDatabase(place, async (database) => {
    const workspace = await shopWorkspace(database, slug);
    await rotateShop(database, workspace.id, actOf("shop.rotated", workspace));
  });
}

/** All shops. */
export function allShops(place: DatabasePlace): Promise<ListedShop[]> {
  return withArchiveDatabase(place, (database) => listShops(database, systemClock()));
}

/** SHA-256 of the certificate of an instance's own authority; `null` where it has none, or shows another's certificate. */
export function authorityFingerprint(dataFolder: string): string | null {
  const { authority, own } = readCertificates(dataFolder);
  return authority === null || own !== null ? null : factsOfCertificate(authority.certificate).fingerprint;
}

/** @throws TillrollError NOT_FOUND */
async function shopWorkspace(database: PostgresDatabase, slug: string): Promise<Workspace> {
  const workspace = await new PostgresWorkspaces(database).find(slug);
  if (workspace !== null) return workspace;
  throw new TillrollError("NOT_FOUND", `There is no shop "${slug}"; see "tillroll archive shops".`);
}

async function workspaceFor(database: PostgresDatabase, slug: string): Promise<Workspace> {
  const there = await new PostgresWorkspaces(database).find(slug);
  if (there !== null) return there;
  const now = systemClock();
  await database.write(0, async (transaction) => {
    const id = await addWorkspace(transaction, slug, now);
    const note = audit(commandActor(userName()), "workspace.created", slug, {}, id);
    await addAuditEntry(transaction, note, now);
  });
  return new PostgresWorkspaces(database).get(slug);
}

function actOf(
  act: AuditAct,
  { id, slug }: Workspace,
  details: Readonly<Record<string, unknown>> = {},
): ShopAct {
  return { audit: audit(commandActor(userName()), act, slug, details, id), now: systemClock() };
}
