import type { Database } from "bun:sqlite";
import { hashOfSeal, readSeal, type Seal } from "../journal/seal.ts";
import type { Finding, FindingCode } from "../verification/findings.ts";
import { SealStore } from "../storage/seal-store.ts";

/** Seals that were kept apart from the database. */
export interface HeldSeals {
  /** Where, as people call it. */
  readonly place: string;
  readonly texts: readonly string[];
}

/** What comparing with seals that were kept apart gives. */
export interface ComparedSeals {
  readonly compared: number;
  readonly findings: readonly Finding[];
  /** Those that are not missed, because a restore lost them. */
  readonly lost: readonly Seal[];
}

/**
 * Compares the seals of a database with those that were kept apart from it. One that the database does not have any more, and that no
 * restore has lost, shows that the journal was rewritten, or that an older database was put in its place.
 * @param only the seals of this workspace; `null` for all
 */
export function compareHeldSeals(
  database: Database,
  { place, texts }: HeldSeals,
  only: number | null,
): ComparedSeals {
  const store = new SealStore(database);
  const service = store.service();
  const restores = replacedEntries(database);
  const findings: Finding[] = [];
  const lost: Seal[] = [];
  const foreign = new Set<string>();
  let compared = 0;
  const find = (code: FindingCode, workspaceId: number | null, message: string) =>
    void findings.push({ code, workspaceId, printId: null, entry: null, message });
  for (const text of texts) {
    const seal = readSeal(text);
    if (seal !== null && only !== null && seal.workspace !== only) continue;
    compared++;
    if (seal === null) {
      find("HELD_SEAL_UNREADABLE", only, `A seal in ${place} is none: it was changed there.`);
      continue;
    }
    const isOwn = seal.service === service;
    if (isOwn && store.get(seal.workspace, seal.seal)?.text === text) continue;
    if (restores.some((restore) => hasLost(restore, seal, hashOfSeal(text)))) lost.push(seal);
    else if (isOwn) find("HELD_SEAL", seal.workspace, missingWords(seal, place));
    else foreign.add(seal.service);
  }
  for (const other of foreign)
    find(
      "HELD_SEAL_FOREIGN",
      null,
      `${place} has seals of another installation, ${other}: the database is not the one that was sealed.`,
    );
  return { compared, findings, lost };
}

function missingWords({ seal, slug }: Seal, place: string): string {
  return (
    `Seal ${seal} of ${slug}, which is in ${place}, is not in the database: what it covers was rewritten ` +
    "or removed since, or an older database was put in its place."
  );
}

/** Whether a restore has lost a seal: it names it, or the seal was made between the moment of the backup and the restore. */
function hasLost(
  { workspaceId, at, asOf, seals }: ReturnType<typeof replacedEntries>[number],
  { workspace, sealedAt }: Seal,
  hash: string,
): boolean {
  return seals.includes(hash) || (workspace === workspaceId && sealedAt > asOf && sealedAt <= at);
}

/** That a database was restored from a backup. */
export interface JournalRestore {
  readonly workspaceId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many seals do not belong to the journal any more since. */
  readonly seals: number;
}

/**
 * The restores that the journals of a database tell of.
 * @param lost seals that were kept apart, and that restores have lost
 */
export function restoresOf(database: Database, lost: readonly Seal[]): JournalRestore[] {
  return replacedEntries(database).map(({ workspaceId, at, asOf, seals }) => {
    const since = lost.filter(
      ({ workspace, sealedAt }) => workspace === workspaceId && sealedAt > asOf && sealedAt <= at,
    );
    const numbers = new Set(since.map(({ seal }) => seal));
    return { workspaceId, at, seals: Math.max(seals.length, numbers.size) };
  });
}

/** Entries that tell of a restore, with the hashes of the seals that do not belong to the journals any more since. */
function replacedEntries(database: Database) {
  const rows = database
    .query<{ workspaceId: number; at: number; details: string | null }, []>(
      "SELECT workspace_id AS workspaceId, at, details FROM journal_entry WHERE kind = 'replaced'",
    )
    .all();
  return rows.map(({ workspaceId, at, details }) => {
    const { asOf = at, seals = [] } = JSON.parse(details ?? "{}") as {
      readonly asOf?: number;
      readonly seals?: readonly string[];
    };
    return { workspaceId, at, asOf, seals };
  });
}
