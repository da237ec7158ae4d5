import type { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import type { SeededRandom } from "../../scripts/faults/random.ts";
import { type Print, tagToJson } from "../../src/domain/print.ts";
import type { RemovalKind } from "../../src/domain/removal.ts";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../src/contract/printer-settings.ts";
import { CHARSETS, PRINTER_PROFILES } from "../../src/escpos/escpos.ts";
import { MODEL_IDS } from "../../src/escpos/models/models.ts";
import type { IndexSizes } from "../../src/search/index-sizes.ts";
import { IndexSearch } from "../../src/search/index-search.ts";
import { IndexStatusReader } from "../../src/search/index-status.ts";
import { Indexer } from "../../src/search/indexer/indexer.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import type { ClockChange } from "../../src/storage/clock-store.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { type IndexStep, IndexWriter } from "../../src/storage/index-writer.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { RemovedPiece } from "../../src/storage/print-remover.ts";
import type { PrinterChange } from "../../src/storage/printer-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { bytes, ESC } from "../escpos/bytes.ts";
import { inCodePage } from "../escpos/text/encode.ts";
import { printOf } from "./population.ts";

/** What a client sends. */
export interface GivenPrint {
  readonly printKey: string | null;
  readonly label: string | null;
  readonly deviceId: string | null;
  readonly tags: readonly (readonly [key: string, value: string])[];
  /** Lines of the receipt, in code page 858. */
  readonly paper: readonly string[];
  /** The bytes of the receipt, where they are not made of its lines. */
  readonly raw?: Uint8Array<ArrayBuffer>;
}

/** The indexer is cut off here, as by the end of its process. */
export class Crash extends Error {}

/** The workspaces there are; prints of both lie between each other. */
export const WORKSPACES = [1, 2] as const;

/** All parts of the service that searches rest on, in one thread, with everything that happens at the caller's word. */
export class SimulatedService {
  /** The prints of each workspace, in the order of their ordinals, as the writer answered. */
  readonly prints = new Map<number, Print[]>(WORKSPACES.map((id) => [id, []]));
  readonly path: string;
  readonly database: Database;
  readonly sql: SqlSearch;
  readonly status: IndexStatusReader;
  /** The printers of each workspace, those that are there and those that were removed. */
  readonly printers = new Map<number, { id: number; isRemoved: boolean }[]>(WORKSPACES.map((id) => [id, []]));
  search: IndexSearch;
  indexer: Indexer;
  /** Called before each step of the indexer. */
  beforeStep: (step: IndexStep) => void = () => {};
  /** Segments published so far. */
  published = 0;
  private readonly folder = mkdtempSync(join(tmpdir(), "tillroll-steps-"));
  private readonly writer: BatchWriter;
  private readonly reader: Database;
  private readonly runStep: (step: IndexStep) => number;
  private now = 1_000_000;

  constructor(
    private readonly sizes: IndexSizes,
    private readonly cacheBytes: number,
  ) {
    this.path = join(this.folder, "tillroll.sqlite");
    this.database = openForWriting(this.path);
    // What a power cut leaves is tested elsewhere; here thousands of commits should take no time.
    this.database.run("PRAGMA synchronous = OFF");
    migrate(this.database);
    ensureAdministrator(this.database, 0);
    this.database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)",
    );
    this.writer = new BatchWriter(this.database, () => this.now);
    const index = new IndexWriter(this.database);
    const inTransaction = this.database.transaction((step: IndexStep) => index.run(step));
    this.runStep = (step) => inTransaction.immediate(step);
    this.reader = openForReading(this.path);
    this.sql = new SqlSearch(this.reader);
    this.status = new IndexStatusReader(this.reader);
    this.search = this.openSearch();
    this.indexer = this.openIndexer();
  }

  /** @param printerId the printer it comes in by, which may be one that was removed; `null` for none */
  create(workspaceId: number, given: GivenPrint, printerId: number | null = null): void {
    const { printKey, label, deviceId, tags, paper, raw = receiptOf(paper) } = given;
    const stored = this.write({
      ...NO_FIELDS,
      kind: "create",
      workspaceId,
      userId: 1,
      printKey,
      label,
      deviceId,
      tag: tagToJson(new Map(tags)),
      defaultWidth: 48,
      testPrint: false,
      raw,
      idempotencyKey: null,
      printQuota: null,
      printerId,
      isDelivered: false,
      spoolKey: null,
    });
    this.prints.get(workspaceId)?.push(stored);
  }

  /** Changes a print; a deleted one is restored instead of updated. */
  change(workspaceId: number, index: number, kind: "update" | "delete" | "restore", given: GivenPrint): void {
    const prints = this.prints.get(workspaceId) ?? [];
    const print = prints[index];
    if (print === undefined) return;
    const at = { workspaceId, printId: print.id };
    if (kind === "update" && print.deletedAt === null) {
      const { label, deviceId } = given;
      const tag = new Map<string, string | null>(given.tags.slice(0, 3));
      prints[index] = this.write({ kind, ...at, patch: { label, deviceId, tag } });
    } else prints[index] = this.write({ kind: kind === "delete" ? kind : "restore", ...at });
  }

  /** Erases prints, or purges those of them that are deleted. */
  remove(workspaceId: number, indexes: readonly number[], how: RemovalKind): void {
    const prints = this.prints.get(workspaceId) ?? [];
    const chosen = indexes.flatMap((index) => prints[index] ?? []);
    const printIds = chosen.map(({ id }) => id).toSorted((one, other) => one - other);
    const operation = { kind: "remove", how, workspaceId, printIds, userId: null } as const;
    const [result] = this.writer.write([
      { ...operation, reason: "asked for", removalId: null, isLast: true },
    ]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    const { skipped } = JSON.parse(result.json) as RemovedPiece;
    const gone = new Set(printIds).difference(new Set(skipped));
    this.prints.set(
      workspaceId,
      prints.filter(({ id }) => !gone.has(id)),
    );
  }

  /** Has the index forget purged prints, though they are few. */
  forgetPurged(workspaceId: number): void {
    this.writer.write([{ kind: "forgetPurged", workspaceId }]);
  }

  passTime(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Sets the clock that prints are dated by, epoch milliseconds. */
  setClock(milliseconds: number): void {
    this.now = milliseconds;
  }

  /** Changes what is known of the time. @returns see `CorrectionStep` */
  changeTimes(change: ClockChange): number {
    const [result] = this.writer.write([{ kind: "clock", change }]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.id;
  }

  /** Gives a workspace other settings, with which the same bytes may be another text. */
  changeSettings(workspaceId: number, random: SeededRandom): void {
    const model = random.pick([null, null, ...MODEL_IDS]) ?? null;
    const charset = random.pick([null, ...CHARSETS]) ?? null;
    const profile = random.pick([null, ...PRINTER_PROFILES]) ?? null;
    this.database.run("UPDATE workspace SET model = ?, charset = ?, profile = ? WHERE id = ?", [
      model,
      charset,
      profile,
      workspaceId,
    ]);
  }

  /** Makes a printer. @returns its id */
  addPrinter(workspaceId: number, own: Partial<PrinterSettings> = {}): number {
    const printers = this.printers.get(workspaceId) ?? [];
    const settings = { ...PRINTER_DEFAULTS, name: `printer ${workspaceId}.${printers.length}`, ...own };
    const id = this.writePrinter({ do: "create", settings, owner: { workspaceId, userId: 1 } });
    printers.push({ id, isRemoved: false });
    return id;
  }

  changePrinter(id: number, settings: Partial<PrinterSettings>): void {
    this.writePrinter({ do: "update", id, settings });
  }

  /** Removes a printer; prints that are on their way may still come in by it. */
  removePrinter(id: number): void {
    this.writePrinter({ do: "remove", id });
    for (const printer of [...this.printers.values()].flat()) if (printer.id === id) printer.isRemoved = true;
  }

  /** Makes, changes or removes a printer, with settings that may be the workspace's or its own. */
  changeSomePrinter(workspaceId: number, random: SeededRandom): void {
    const own = {
      model: random.pick([null, null, null, ...MODEL_IDS]) ?? null,
      charset: random.pick([null, null, ...CHARSETS]) ?? null,
      profile: random.pick([null, null, ...PRINTER_PROFILES]) ?? null,
    };
    const there = (this.printers.get(workspaceId) ?? []).filter(({ isRemoved }) => !isRemoved);
    const printer = random.pick(there);
    if (printer === undefined || (there.length < 4 && random.happens(0.4))) this.addPrinter(workspaceId, own);
    else if (random.happens(0.7)) this.changePrinter(printer.id, own);
    else this.removePrinter(printer.id);
  }

  /** Works until the index is up to date. @throws Error when that never ends */
  async settle(): Promise<void> {
    for (let pieces = 0; (await this.indexer.advance()) > 0; pieces++) {
      if (pieces > 2000) throw new Error("the indexer never ends");
    }
  }

  reopenSearch(): void {
    this.search.close();
    this.search = this.openSearch();
  }

  /** Another indexer in the place of one that was cut off. */
  async restartIndexer(): Promise<void> {
    this.indexer.close();
    this.indexer = this.openIndexer();
    await this.indexer.cleanUp();
  }

  /** Chunks that belong to no published segment. */
  orphanChunks(): number {
    const row = this.database
      .query<{ chunks: number }, []>(
        "SELECT count(*) AS chunks FROM index_chunk WHERE id >> 20 NOT IN " +
          "(SELECT id FROM index_segment WHERE published IS NOT NULL)",
      )
      .get();
    return row?.chunks ?? 0;
  }

  /** Runs of removed prints that a segment may still have something of. */
  rememberedRemovals(): number {
    const row = this.database
      .query<{ runs: number }, []>(
        "SELECT count(*) AS runs FROM index_removal AS run WHERE EXISTS (SELECT 1 FROM index_segment AS segment " +
          "WHERE segment.workspace_id = run.workspace_id AND segment.kind = run.kind AND published IS NOT NULL " +
          "AND segment.first_ordinal < run.first_ordinal + run.print_count " +
          "AND segment.first_ordinal + segment.print_count > run.first_ordinal " +
          "AND through_removal < sequence)",
      )
      .get();
    return row?.runs ?? 0;
  }

  close(): void {
    this.indexer.close();
    this.search.close();
    this.reader.close();
    this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private openSearch(): IndexSearch {
    return new IndexSearch(this.path, { cacheBytes: this.cacheBytes, sizes: this.sizes });
  }

  private openIndexer(): Indexer {
    const run = (step: IndexStep) => {
      this.beforeStep(step);
      if (step.do === "publish") this.published++;
      return this.runStep(step);
    };
    return new Indexer(this.path, run, this.sizes);
  }

  private writePrinter(change: PrinterChange): number {
    const [result] = this.writer.write([{ kind: "printer", change }]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.id;
  }

  private write(operation: WriteOperation): Print {
    const [result] = this.writer.write([operation]).results;
    return printOf(result);
  }
}

/** A receipt in code page 858. */
function receiptOf(paper: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    bytes([ESC, 0x74, 19], inCodePage(paper.map((line) => `${line}\n`).join(""), "cp858")),
  );
}
