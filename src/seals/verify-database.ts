import type { Database } from "bun:sqlite";
import type { S3Access } from "../backup/s3-place.ts";
import { JOURNAL_LIMITS } from "../domain/limits.ts";
import { readSeal, type Seal } from "../journal/seal.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { SealStore } from "../storage/seal-store.ts";
import type { Finding } from "../verification/findings.ts";
import { type VerificationOptions, verifyJournal } from "../verification/verify-journal.ts";
import { compareHeldSeals, type HeldSeals, type JournalRestore, restoresOf } from "./held-seals.ts";
import { SealFile } from "./seal-file.ts";
import { SealPlace } from "./seal-place.ts";

/** What a verification found. */
export interface VerifiedJournal {
  readonly entries: number;
  readonly prints: number;
  readonly seals: number;
  /** Prints of before there was a journal that are not entered yet. */
  readonly waiting: number;
  /** How many seals that were kept apart were compared. */
  readonly held: number;
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  /** Backups that were restored, as the journals tell: seals of what was lost with that are not missed. */
  readonly restores: readonly JournalRestore[];
  /** Why seals that are kept apart could not be compared; `null` when they were, or none are. */
  readonly fault: string | null;
}

/** Where seals are kept apart from a database. */
export interface HeldPlaces {
  /** The data folder of the database; `null` where it has none, as a copy. */
  readonly dataFolder: string | null;
  /** A folder or bucket elsewhere; `null` for none. */
  readonly place: string | null;
  readonly access: S3Access;
  /** Those that somebody has; `null` for none. */
  readonly given: HeldSeals | null;
}

/** Verifies the journals of a database, and compares its seals with those that were kept apart from it. */
export async function verifyDatabase(
  database: Database,
  places: HeldPlaces,
  options: VerificationOptions = {},
): Promise<VerifiedJournal> {
  const verified = await verifyJournal(database, options);
  const findings = [...verified.findings];
  const renamed = renamedWorkspaces(database, options.workspaceId ?? null);
  findings.push(...renamed);
  let findingCount = verified.findingCount + renamed.length;
  const lost: Seal[] = [];
  let held = 0;
  let fault: string | null = null;
  try {
    for (const seals of await heldSeals(places, new SealStore(database).service())) {
      const compared = compareHeldSeals(database, seals, options.workspaceId ?? null);
      held += compared.compared;
      findings.push(...compared.findings);
      findingCount += compared.findings.length;
      lost.push(...compared.lost);
    }
  } catch (error) {
    fault = sentenceOf(error);
  }
  const restores = restoresOf(database, lost);
  return {
    ...verified,
    held,
    restores,
    findings: findings.slice(0, JOURNAL_LIMITS.findings),
    findingCount,
    fault,
  };
}

/** A workspace keeps its name: one that has another than its seals say was swapped. */
function renamedWorkspaces(database: Database, only: number | null): Finding[] {
  const seals = new SealStore(database);
  const findings: Finding[] = [];
  for (const { id, slug } of new WorkspaceStore(database).list()) {
    const sealed = readSeal(seals.newest(id)?.text ?? "")?.slug ?? slug;
    if (sealed === slug || (only !== null && only !== id)) continue;
    const message = `What is the workspace ${slug} now was sealed as ${sealed}.`;
    findings.push({ code: "SEAL", workspaceId: id, printId: null, entry: null, message });
  }
  return findings;
}

/** All seals that are kept apart. @throws what the system or the place says */
async function heldSeals(
  { dataFolder, place, access, given }: HeldPlaces,
  service: string | null,
): Promise<HeldSeals[]> {
  const held: HeldSeals[] = given === null ? [] : [given];
  if (dataFolder !== null) held.push({ place: "the data folder", texts: new SealFile(dataFolder).read() });
  if (place !== null) held.push({ place, texts: await new SealPlace(place, access).read(service) });
  return held;
}
