import type { Database } from "bun:sqlite";
import { type Finding, Findings } from "./findings.ts";
import { prepareVerification } from "./journal-rows.ts";
import { WorkspaceVerifier } from "./verify-workspace.ts";

export interface VerificationOptions {
  /** The only one to be verified; all of them without it, and what is the whole database's. */
  readonly workspaceId?: number;
  /** Told between pieces how much of how much has been looked at: prints and changes. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Waited for between pieces, after so many bytes were read; what it throws ends the verification. */
  readonly pace?: (bytes: number) => Promise<void>;
}

/** What verifying a journal has given. */
export interface Verification {
  /** Of all workspaces that were verified. */
  readonly entries: number;
  readonly prints: number;
  readonly seals: number;
  /** Prints from before there was a journal that have not been taken up yet: nothing can be said of them. */
  readonly waiting: number;
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}

/** Rows that are read at a time where the whole database is looked at. */
const PIECE_ROWS = 1000;

/**
 * Recomputes everything that the journals of a database say: of each print the hash of its bytes and of what is known of it, of
 * each entry its leaf, and the trees, their ends and their seals. What is written meanwhile is verified too; no transaction is
 * longer than a piece. It finds all that was changed behind the service's back but where somebody made everything since a seal
 * that is kept elsewhere anew: that only the seal tells.
 * @param database a reading connection that nobody else uses
 * @throws what reading the database throws
 */
export async function verifyJournal(
  database: Database,
  { workspaceId, onProgress, pace }: VerificationOptions = {},
): Promise<Verification> {
  const statements = prepareVerification(database);
  const findings = new Findings();
  const service = serviceOf(database);
  const ids = workspaceId === undefined ? workspacesOf(database) : [workspaceId];
  const verifiers = ids.map((id) => new WorkspaceVerifier(id, statements, service, findings));
  const sums = { entries: 0, prints: 0, seals: 0 };
  let finished = 0;
  const others = ids.map((id) => sizeOf(database, id));
  for (const [index, verifier] of verifiers.entries()) {
    others[index] = 0;
    for (let bytes: number | null = 0; bytes !== null;) {
      bytes = database.transaction(() => verifier.step())();
      const rest = others.reduce((sum, size) => sum + size, 0);
      onProgress?.({ done: finished + verifier.done, total: finished + verifier.total + rest });
      if (bytes !== null) await pace?.(bytes);
    }
    finished += verifier.total;
    sums.entries += verifier.entryCount;
    sums.prints += verifier.printCount;
    sums.seals += verifier.sealCount;
  }
  if (workspaceId === undefined) {
    verifySequence(database, findings, Math.max(0, ...verifiers.map(({ replacedAt }) => replacedAt)));
    await verifyWhole(database, findings, pace);
  }
  const { kept, count } = findings;
  return { ...sums, waiting: waitingPrints(database, ids), findings: kept, findingCount: count };
}

function workspacesOf(database: Database): number[] {
  return database
    .query<{ id: number }, []>("SELECT id FROM workspace ORDER BY id")
    .all()
    .map(({ id }) => id);
}

function serviceOf(database: Database): string | null {
  return database.query<{ id: string }, []>("SELECT id FROM journal_service").get()?.id ?? null;
}

function sizeOf(database: Database, workspaceId: number): number {
  const size = "SELECT size + first_ordinal AS size FROM journal_head WHERE workspace_id = ?";
  return database.query<{ size: number }, [number]>(size).get(workspaceId)?.size ?? 0;
}

function waitingPrints(database: Database, ids: readonly number[]): number {
  const behind = database.query<{ prints: number }, [number]>(
    "SELECT first_ordinal - adopted_ordinal AS prints FROM journal_head WHERE workspace_id = ?",
  );
  return ids.reduce((sum, id) => sum + (behind.get(id)?.prints ?? 0), 0);
}

/** What is no workspace's. */
async function verifyWhole(
  database: Database,
  findings: Findings,
  pace: VerificationOptions["pace"],
): Promise<void> {
  for (const table of ["print", "journal_entry", "journal_head", "journal_run", "journal_seal"])
    verifyOwners(database, findings, table);
  const contents = database.query<{ id: number; isKnown: number }, [number, number]>(
    "SELECT print_id AS id, EXISTS (SELECT 1 FROM print WHERE id = print_id) AS isKnown FROM print_data " +
      "WHERE print_id > ? ORDER BY print_id LIMIT ?",
  );
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = contents.all(after, PIECE_ROWS);
    for (const { id, isKnown } of rows)
      if (isKnown === 0)
        findings.add(
          "PRINT_FOREIGN",
          { printId: id },
          `There are bytes of print ${id}, and there is no such print.`,
        );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    await pace?.(0);
  }
}

/** Rows of a table belong to workspaces that there are. */
function verifyOwners(database: Database, findings: Findings, table: string): void {
  const known = new Set(workspacesOf(database));
  // From one to the next by the index, however many rows each has.
  const next = database.query<{ id: number | null }, [number]>(
    `SELECT min(workspace_id) AS id FROM ${table} WHERE workspace_id > ?`,
  );
  for (let id = next.get(Number.MIN_SAFE_INTEGER)?.id ?? null; id !== null; id = next.get(id)?.id ?? null) {
    if (known.has(id)) continue;
    const message = `There are rows of ${table} of workspace ${id}, and there is no such workspace.`;
    findings.add("PRINT_FOREIGN", { workspaceId: id }, message);
  }
}

/** SQLite counts the numbers that it gives. After a restore some are left out, until the next print. */
function verifySequence(database: Database, findings: Findings, replacedAt: number): void {
  const [row] = database
    .query<{ given: number; last: number; lastAt: number }, []>(
      "SELECT coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'print'), 0) AS given, " +
        "coalesce((SELECT max(id) FROM print), 0) AS last, " +
        "coalesce((SELECT created_at FROM print ORDER BY id DESC LIMIT 1), 0) AS lastAt",
    )
    .all();
  const { given = 0, last = 0, lastAt = 0 } = row ?? {};
  if (given === last || (given > last && replacedAt > 0 && replacedAt >= lastAt)) return;
  const message = `The last print is ${last}, and numbers up to ${given} were given.`;
  findings.add("SEQUENCE", {}, message);
}
