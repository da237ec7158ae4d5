import type { Database } from "bun:sqlite";
import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import type { RemovalKind } from "../domain/removal.ts";
import type { PaperSettings } from "../escpos/models/chosen-printer.ts";
import { JOURNAL_COLUMNS, JOURNAL_TABLES, type JournalRow } from "../storage/journal-rows.ts";
import { isWholeRow } from "../storage/print-row.ts";
import { RecognitionReader } from "../storage/recognition-reader.ts";
import { inReadSnapshot, isDamagedPrint, unlessUnreadable } from "../storage/unreadable.ts";
import { decodeContent, RAW_ENCODINGS, type StoredContent } from "../storage/raw-content.ts";
import { fingerprintOf } from "../storage/print-identity.ts";
import { BATCH_LIMITS, type PrintIdentity, type ShippedPrint } from "../contract/upstream-messages.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

/** A print as it is to be sent, and its bytes as its `encoding` says; none where the archive has them, or they are gone. */
export interface OutgoingPrint {
  readonly print: ShippedPrint;
  readonly content: Uint8Array;
}

/** A change that is to be sent. */
export interface NotedChange {
  readonly sequence: number;
  readonly ordinal: number;
  readonly withBytes: number;
}

/** The print of an ordinal, by what tells it from others: as it was first, and since a wrong clock was put right. */
export interface FoundPrint {
  readonly id: number;
  readonly removed: RemovalKind | null;
  /** When it was stored, epoch milliseconds. */
  readonly times: readonly number[];
  /** In hexadecimal; `null` where its bytes are gone. */
  readonly fingerprints: readonly string[] | null;
  /** Whether what is known of it is what was stored. */
  readonly isWhole: boolean;
}

interface RemovalRow {
  readonly kind: RemovalKind;
  readonly at: number;
  readonly reason: string;
}

/** The bytes of a print, and how they are packed. */
type PackedBytes = Pick<StoredContent, "content" | "encoding">;

const NO_BYTES: PackedBytes = { content: new Uint8Array(), encoding: RAW_ENCODINGS.identity };

/** Reads prints of a shop as an archive gets them, on a connection of its own. */
export class PrintSource {
  private readonly statements;
  private readonly recognitions;
  /** What printers are set to, as JSON, for as long as a batch is read. */
  private readonly papers = new Map<number, string | null>();

  constructor(private readonly database: Database) {
    this.recognitions = new RecognitionReader(database);
    this.statements = {
      rows: database.query<JournalRow, [number, number, number]>(
        `SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal`,
      ),
      content: database.query<StoredContent, [number]>(
        "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
      ),
      paper: database.query<PaperSettings, [number]>(
        "SELECT model, width, charset, profile FROM printer WHERE id = ?",
      ),
      removal: database.query<RemovalRow, [number]>(
        "SELECT kind, created_at AS at, reason FROM removal WHERE id = ?",
      ),
      changes: database.query<NotedChange, [number, number, number]>(
        "SELECT sequence, ordinal, with_bytes AS withBytes FROM ship_change WHERE workspace_id = ? AND sequence >= ? " +
          "ORDER BY sequence LIMIT ?",
      ),
      lastChange: database.query<{ sequence: number | null }, [number]>(
        "SELECT max(sequence) AS sequence FROM ship_change WHERE workspace_id = ?",
      ),
      firstAt: database.query<{ at: number | null }, [number]>(
        "SELECT json_extract(details, '$.was.createdAt') AS at FROM journal_entry " +
          "WHERE print_id = ? AND kind = 'corrected' ORDER BY number LIMIT 1",
      ),
    };
  }

  /** Reads in one snapshot. */
  inSnapshot<Result>(read: () => Result): Result {
    this.papers.clear();
    return inReadSnapshot(this.database, read);
  }

  /** The sequence of the last change that was noted; 0 without one. */
  lastChange(workspaceId: number): number {
    return this.statements.lastChange.get(workspaceId)?.sequence ?? 0;
  }

  /** The next changes, by their sequence. */
  changesFrom(workspaceId: number, sequence: number): NotedChange[] {
    return this.statements.changes.all(workspaceId, sequence, UPSTREAM_LIMITS.reviewPrints);
  }

  /**
   * New prints of a run of ordinals. What is damaged is left out, and what was purged. Of an erased one the archive is told that
   * it was: it orders a shop that was restored to erase it again.
   */
  *printsOf(workspaceId: number, first: number, end: number): Generator<OutgoingPrint & { ordinal: number }> {
    for (let from = first; from < end; from += UPSTREAM_LIMITS.piecePrints) {
      const to = Math.min(from + UPSTREAM_LIMITS.piecePrints, end);
      for (const row of this.rowsOf(workspaceId, from, to)) {
        const outgoing = this.outgoing(row, true);
        if (outgoing !== null) yield { ...outgoing, ordinal: row.ordinal };
      }
    }
  }

  /** What a print is now that has changed; `null` for one that is damaged, or was purged: that stays at the archive. */
  changed(workspaceId: number, { ordinal, withBytes }: NotedChange): OutgoingPrint | null {
    const [row] = this.rowsOf(workspaceId, ordinal, ordinal + 1);
    return row === undefined ? null : this.outgoing(row, withBytes !== 0);
  }

  /** What tells the last print at or before an ordinal from all others; `null` where none is there that can be told. */
  identityBefore(workspaceId: number, ordinal: number): PrintIdentity | null {
    for (let end = ordinal + 1; end > 0; end -= UPSTREAM_LIMITS.piecePrints) {
      const first = Math.max(0, end - UPSTREAM_LIMITS.piecePrints);
      for (const row of this.rowsOf(workspaceId, first, end).toReversed())
        if (row.sha256 !== null && row.removalId === null && isWholeRow(row))
          return { ordinal: row.ordinal, fingerprint: this.fingerprintOf(row, row.sha256) };
    }
    return null;
  }

  /** The print of an ordinal. */
  printAt(workspaceId: number, ordinal: number): FoundPrint | null {
    const [row] = this.rowsOf(workspaceId, ordinal, ordinal + 1);
    if (row === undefined) return null;
    const { id, sha256, removalId, createdAt } = row;
    const removed = removalId === null ? null : (this.statements.removal.get(removalId)?.kind ?? null);
    const times = [this.firstAt(row), createdAt];
    const fingerprints = sha256 === null ? null : times.map((at) => fingerprintOf(at, sha256).toHex());
    return { id, removed, times, fingerprints, isWhole: isWholeRow(row) };
  }

  /** Whether the bytes of a print are those that came. */
  areBytesWhole(printId: number): boolean {
    const stored = unlessUnreadable(
      () => this.statements.content.get(printId),
      () => null,
    );
    if (stored === null) return false;
    try {
      decodeContent(printId, stored);
      return true;
    } catch (error) {
      if (!isDamagedPrint(error)) throw error;
      return false;
    }
  }

  /** Rows of a run of ordinals. Where a page cannot be read, the others of the run still can. */
  private rowsOf(workspaceId: number, first: number, end: number): JournalRow[] {
    return unlessUnreadable(
      () => this.statements.rows.all(workspaceId, first, end),
      () => {
        if (end - first === 1) return [];
        const middle = first + Math.ceil((end - first) / 2);
        return [...this.rowsOf(workspaceId, first, middle), ...this.rowsOf(workspaceId, middle, end)];
      },
    );
  }

  private outgoing(row: JournalRow, withBytes: boolean): OutgoingPrint | null {
    if (!isWholeRow(row) || (row.byteLength ?? 0) > BATCH_LIMITS.printBytes) return null;
    const removal = row.removalId === null ? null : this.statements.removal.get(row.removalId);
    if (removal?.kind === "purged" || (removal === null && row.sha256 === null)) return null;
    const bytes = withBytes && removal === null ? this.bytesOf(row.id) : NO_BYTES;
    if (bytes === null) return null;
    return { print: this.shipped(row, removal, bytes), content: bytes.content };
  }

  /**
   * Unpacked, since receipts of a shop are much alike: packed together they are a third of what each is by itself. Damaged
   * ones go as they are, so that the archive knows of them.
   */
  private bytesOf(printId: number): PackedBytes | null {
    const stored = unlessUnreadable(
      () => this.statements.content.get(printId),
      () => null,
    );
    if (stored === null) return null;
    try {
      return { content: decodeContent(printId, stored), encoding: RAW_ENCODINGS.identity };
    } catch (error) {
      if (!isDamagedPrint(error)) throw error;
      return stored;
    }
  }

  private shipped(
    row: JournalRow,
    removal: RemovalRow | null,
    { content, encoding }: PackedBytes,
  ): ShippedPrint {
    const print: Record<string, unknown> = { ordinal: row.ordinal };
    for (const name of PRINT_FIELD_NAMES) print[name] = row[name];
    return Object.assign(print, {
      tag: row.tag,
      testPrint: row.testPrint !== 0,
      recognised: row.recognised,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
      removal,
      paper: row.printerId === null ? null : this.paperOf(row.printerId),
      defaultWidth: row.defaultWidth,
      sha256: row.sha256?.toHex() ?? "",
      byteLength: row.byteLength ?? 0,
      encoding,
      contentLength: content.length,
      ...this.identifiedAt(row),
      ...this.recognition(row),
    }) as unknown as ShippedPrint;
  }

  private recognition({ id, recognised }: JournalRow): { recognition?: string } {
    if (recognised === null) return {};
    const packed = unlessUnreadable(
      () => this.recognitions.packedRecognition(id),
      () => null,
    );
    if (packed === null || packed.length > BATCH_LIMITS.recognitionBytes) return {};
    return { recognition: packed.toBase64() };
  }

  private paperOf(printerId: number): string | null {
    return this.papers.getOrInsertComputed(printerId, () => {
      const settings = this.statements.paper.get(printerId);
      return settings && JSON.stringify(settings);
    });
  }

  private fingerprintOf(row: JournalRow, sha256: Uint8Array): string {
    return fingerprintOf(this.firstAt(row), sha256).toHex();
  }

  /** When a print was stored, as it was said at first: where the clock was put right since, that is another time. */
  private firstAt(row: Pick<JournalRow, "id" | "createdAt">): number {
    return this.statements.firstAt.get(row.id)?.at ?? row.createdAt;
  }

  /** Told of each print whose times were put right, though it may be others than this one: its state from before is older. */
  private identifiedAt({ id }: JournalRow): { identifiedAt?: number } {
    const at = this.statements.firstAt.get(id)?.at;
    return at == null ? {} : { identifiedAt: at };
  }
}
