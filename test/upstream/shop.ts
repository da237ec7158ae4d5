import type { Database } from "bun:sqlite";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { CORRECTED_TABLES, ClockStore } from "../../src/storage/clock-store.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { UpstreamReader } from "../../src/storage/upstream-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { ArchiveClient } from "../../src/upstream/archive-client.ts";
import { PrintSource } from "../../src/upstream/print-source.ts";
import type { PulledPrint } from "../../src/storage/pulled-print.ts";
import { pullLost } from "../../src/upstream/pull.ts";
import { Shipper } from "../../src/upstream/shipper.ts";
import type { ShippingState } from "../../src/upstream/shipping-messages.ts";
import { SHIPPING_TIMES } from "../../src/domain/upstream-limits.ts";
import type { Finding } from "../../src/verification/findings.ts";
import { verifyJournal } from "../../src/verification/verify-journal.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** As in a shop, but in a hurry. */
const HURRIED = { ...SHIPPING_TIMES, hello: 40, gather: 1, backOffFirst: 1, backOffLongest: 4, refused: 20 };

/** The database of a shop, what writes it, and what sends its prints; as often as one likes to be killed and begun again. */
export class Shop {
  readonly folder: string;
  readonly states: ShippingState[] = [];
  private database: Database;
  private writer: BatchWriter;
  private reading: Database | null = null;
  private shipper: Shipper | null = null;
  private working: Promise<void> = Promise.resolve();
  /** Its clock, which a test sets. */
  now = Date.UTC(2026, 0, 1);

  constructor() {
    this.folder = temporaryFolder();
    this.database = openForWriting(this.path);
    migrate(this.database);
    ensureAdministrator(this.database, 0);
    this.writer = new BatchWriter(this.database, () => this.now);
  }

  private get path(): string {
    return join(this.folder, "shop.sqlite");
  }

  get upstream() {
    return new UpstreamReader(this.database).find(1);
  }

  join(url: string, bytesPerSecond: number | null = null, key = "sk_one"): void {
    const place = { url, pin: null, certificates: null, bytesPerSecond };
    this.write({ kind: "upstream", change: { do: "begin", workspaceId: 1, instance: "this", ...place } });
    this.write({
      kind: "upstream",
      change: { do: "joined", workspaceId: 1, key, remote: "berlin", ...place },
    });
  }

  /** @returns the id of the result @throws Error when it is refused */
  write(operation: WriteOperation): number {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(result?.message ?? "no result");
    return result.id;
  }

  /** @param printKey one of its own where none is given */
  create(text: string, printKey: string | null = null): number {
    this.now += 1000;
    const raw = new TextEncoder().encode(text);
    return this.write(createOperation({ raw, label: text, tag: JSON.stringify({ text }), printKey }));
  }

  change(printId: number, label: string): void {
    this.now += 1000;
    this.write({ kind: "update", workspaceId: 1, printId, patch: { label } });
  }

  mark(kind: "delete" | "restore", printId: number): void {
    this.now += 1000;
    this.write({ kind, workspaceId: 1, printId });
  }

  /** Stores what was read in the pictures of a print. */
  recognise(printId: number, content: Uint8Array): void {
    this.now += 1000;
    const found = { patch: {}, summary: "{}", lines: "", readings: [], foundLanguages: [] };
    this.write({ kind: "recognition", change: { do: "store", workspaceId: 1, printId, content, ...found } });
  }

  remove(how: "erased" | "purged", printId: number): void {
    const decision = { userId: null, reason: how, removalId: null, isLast: true };
    this.write({ kind: "remove", how, workspaceId: 1, printIds: [printId], ...decision });
  }

  /** Puts times right that a clock has told which was ahead, as the service does. */
  putTimesRight(): void {
    const store = new ClockStore(this.database);
    const corrections = store.corrections(this.now, null);
    for (const table of CORRECTED_TABLES)
      this.write({ kind: "clock", change: { do: "correct", table, after: 0, corrections } });
  }

  /** Gets prints back from an archive that this database lacks. @returns how many */
  pull(): Promise<number> {
    const { upstream } = this;
    if (upstream === null) throw new Error("the shop has joined no archive");
    const client = new ArchiveClient(upstream, new AbortController().signal);
    const reader = new UpstreamReader(this.database);
    const takeBack = async (prints: readonly PulledPrint[]) =>
      this.write({ kind: "takeBack", workspaceId: 1, prints, userId: 1 });
    return pullLost({ client, upstream, reader, takeBack, times: HURRIED });
  }

  /** What its journal says otherwise than its prints. */
  async findings(): Promise<readonly Finding[]> {
    return (await verifyJournal(this.database)).findings;
  }

  /** Sends, as a start of the service does. */
  start(run: string = crypto.randomUUID()): void {
    const reading = openForReading(this.path);
    this.reading = reading;
    this.shipper = new Shipper({
      workspaceId: 1,
      reader: new UpstreamReader(reading),
      source: new PrintSource(reading),
      run,
      version: "1",
      write: async (change) => {
        // What was killed writes nothing more.
        if (this.reading !== reading) await new Promise(() => {});
        this.write({ kind: "upstream", change });
      },
      erase: async (_workspaceId, printId) => {
        this.remove("erased", printId);
        return true;
      },
      troubles: async () => ["no paper"],
      tell: (state) => this.states.push(state),
      clock: () => this.now,
      monotonic: () => performance.now(),
      random: Math.random,
      times: HURRIED,
    });
    this.working = this.shipper.work();
  }

  wake(): void {
    this.shipper?.wake();
  }

  /** Ends sending wherever it is. */
  kill(): void {
    this.reading = null;
    this.shipper?.close();
    this.shipper = null;
  }

  /** Ends sending, and waits for it. */
  async stop(): Promise<void> {
    this.shipper?.close();
    await this.working;
    this.kill();
  }

  /** Copies the database as a backup does. */
  backup(): string {
    const path = join(this.folder, `${crypto.randomUUID()}.sqlite`);
    this.database.run("VACUUM INTO ?", [path]);
    return path;
  }

  /** Puts a backup in place of the database. It may be another shop's: that makes this one its clone. */
  restore(backup: string): void {
    this.kill();
    this.database.close(true);
    for (const end of ["", "-wal", "-shm"]) rmSync(this.path + end, { force: true });
    copyFileSync(backup, this.path);
    this.database = openForWriting(this.path);
    this.writer = new BatchWriter(this.database, () => this.now);
  }

  /** All prints with the state of each, by the columns that an archive has. */
  rows(): {
    ordinal: number;
    label: string | null;
    tag: string;
    updatedAt: number;
    deletedAt: number | null;
    sha256: string | null;
    createdAt: number;
    id: number;
    erased: number;
  }[] {
    return this.database
      .query<ReturnType<Shop["rows"]>[number], []>(
        "SELECT print.id, ordinal, label, tag, updated_at AS updatedAt, deleted_at AS deletedAt, nullif(lower(hex(sha256)), '') AS sha256, " +
          "print.created_at AS createdAt, removal.kind IS 'erased' AS erased FROM print LEFT JOIN print_data ON print_id = print.id " +
          "LEFT JOIN removal ON removal.id = removal_id ORDER BY ordinal",
      )
      .all();
  }

  /** Changes that are not sent. */
  get unsent(): number {
    return this.database.query<{ n: number }, []>("SELECT count(*) AS n FROM ship_change").get()?.n ?? 0;
  }

  async end(): Promise<void> {
    await this.stop();
    this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
