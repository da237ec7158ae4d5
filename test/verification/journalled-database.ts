import { Database } from "bun:sqlite";
import type { AuditActor } from "../../src/audit/audit-entry.ts";
import { DEFAULT_WIDTH_COLUMNS } from "../../src/domain/limits.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ClockStore, CORRECTED_TABLES } from "../../src/storage/clock-store.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { policyVersion } from "../../src/storage/policy-version.ts";
import { printFingerprint } from "../../src/storage/print-fingerprint.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import type { CreateOperation, WriteOperation } from "../../src/storage/write-operation.ts";
import { type Verification, verifyJournal } from "../../src/verification/verify-journal.ts";
import { createOperation } from "../create-operation.ts";

export const SOMEBODY: AuditActor = {
  kind: "token",
  id: "0a1b",
  name: "office",
  address: null,
  requestId: null,
};

/** A database as a service writes it, with its journals; in memory. */
export class JournalledDatabase {
  readonly database = new Database(":memory:", { strict: true });
  now = Date.UTC(2026, 10, 23, 4);
  private writer: BatchWriter;

  constructor() {
    this.database.run("PRAGMA foreign_keys = ON");
    migrate(this.database);
    ensureAdministrator(this.database, this.now);
    this.writer = this.newWriter();
  }

  /** As a service that starts again. */
  restart(): void {
    this.writer = this.newWriter();
  }

  write(...operations: WriteOperation[]): number[] {
    const { results, faults } = this.writer.write(operations);
    return results.map((result) => {
      if (!result.ok) throw new Error(`${result.message} ${faults.join()}`);
      return result.id;
    });
  }

  /** Whether a batch was written: what it refuses leaves nothing behind. */
  tries(...operations: WriteOperation[]): boolean {
    return this.writer.write(operations).results.every(({ ok }) => ok);
  }

  create(given: Partial<CreateOperation> = {}): number {
    this.now++;
    return this.write(createOperation(given))[0] ?? 0;
  }

  prints(count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.create({ label: `Order ${index}` }));
  }

  change(printId: number, label: string | null, workspaceId = 1): void {
    this.write({ kind: "update", workspaceId, printId, patch: { label }, by: SOMEBODY });
  }

  fill(printId: number, label: string, workspaceId = 1): void {
    const fills = [{ workspaceId, printId, patch: { label }, filling: { label: "Orders" } }];
    this.write({ kind: "background", step: null, fills, progress: [] });
  }

  mark(kind: "delete" | "restore", printId: number, workspaceId = 1): void {
    this.write({ kind, workspaceId, printId, by: SOMEBODY });
  }

  remove(how: "purged" | "erased", printIds: readonly number[], workspaceId = 1): void {
    const decision = { userId: 1, reason: "asked for", removalId: null, isLast: true };
    this.write({ kind: "remove", how, workspaceId, printIds, ...decision });
  }

  expire(printId: number, workspaceId = 1): void {
    const fingerprint = printFingerprint(new PrintReader(this.database).read(workspaceId, printId));
    const version = policyVersion(this.database, workspaceId);
    const prints = [{ id: printId, fingerprint }];
    this.write({ kind: "retention", change: { do: "expire", workspaceId, name: "old", version, prints } });
  }

  workspace(slug: string): number {
    const settings = { slug, width: DEFAULT_WIDTH_COLUMNS };
    const [id = 0] = this.write({ kind: "workspace", change: { do: "create", settings } } as never);
    return id;
  }

  /** Puts right what was stored after a time, as after a clock that was years ahead. */
  correctClock(now: number): void {
    this.now = now;
    const store = new ClockStore(this.database);
    const corrections = store.corrections(now, null);
    for (const table of CORRECTED_TABLES)
      for (let after = 0, isFirst = true; isFirst || after > 0; isFirst = false)
        [after = 0] = this.write({ kind: "clock", change: { do: "correct", table, after, corrections } });
  }

  /** Makes it one whose prints are all from before there was a journal, as the migration finds it. */
  becomeOld(): void {
    this.database.run("UPDATE print SET journal_state = NULL, journal_salt = NULL, checksum = NULL");
    for (const table of ["journal_entry", "journal_run", "journal_head"])
      this.database.run(`DELETE FROM ${table}`);
    this.database.run(
      "INSERT INTO journal_head (workspace_id, size, edge, entries, last_at, first_ordinal, adopted_ordinal, last_seal) " +
        "SELECT id, 0, x'', 0, 0, coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0), 0, 0 " +
        "FROM workspace",
    );
    this.restart();
  }

  /** Takes up old prints of a workspace. @returns how many are left */
  adopt(workspaceId = 1): number {
    const [left = 0] = this.write({ kind: "journal", change: { do: "adopt", workspaceId } });
    return left;
  }

  verify(options: Parameters<typeof verifyJournal>[1] = {}): Promise<Verification> {
    return verifyJournal(this.database, options);
  }

  /** Does something behind the service's back. */
  forge(...statements: string[]): void {
    this.database.run("PRAGMA foreign_keys = OFF");
    for (const statement of statements) this.database.run(statement);
  }

  private newWriter(): BatchWriter {
    return new BatchWriter(this.database, () => this.now);
  }
}
