import type { Database } from "bun:sqlite";
import { MEBIBYTE } from "../domain/limits.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { PARTS_PER_SEGMENT } from "../storage/index-writer.ts";
import type { StoredContent } from "../storage/raw-content.ts";
import { PRINT_COLUMNS, type PrintRow } from "../storage/print-row.ts";
import { INDEXED_COLUMNS, type IndexedPrint } from "./segment/indexed-print.ts";
import type { TextRun, TextSettings } from "./text/text-settings.ts";
import { TextSettingsReader } from "./text/text-settings-reader.ts";

/** Pages that SQLite keeps for a connection, KiB. */
const PAGE_CACHE_KIBIBYTES = 1024;

/** Prints whose bytes are read in one go, as long as these are not many. */
const CONTENT_PRINTS = 64;
const CONTENT_BYTES = MEBIBYTE;

/** A published segment of the index. */
export interface SegmentRow {
  readonly id: number;
  readonly version: number;
  readonly firstOrdinal: number;
  readonly printCount: number;
  /** Changes up to this sequence are in it. */
  readonly throughChange: number;
}

/** A print that was changed, and when in the order of changes. */
export interface ChangeRow {
  readonly sequence: number;
  readonly ordinal: number;
}

/** The stored bytes of a print; all of {@link StoredContent} is `null` where there are none. */
export interface ContentRow extends StoredContent {
  readonly id: number;
  readonly ordinal: number;
  /** The printer it came in by, which may have been removed since. */
  readonly printerId: number | null;
  readonly label: string | null;
  /** JSON text of its tags. */
  readonly tag: string;
  readonly deletedAt: number | null;
}

/** The lines of a print that is decoded by itself. */
export interface DecodedRow {
  readonly ordinal: number;
  /** Joined by line feeds. */
  readonly lines: string;
}

export interface ChunkRow {
  readonly checksum: number;
  readonly content: Uint8Array;
}

/** A reading connection with all that the index asks of the database, each statement compiled once. */
export class IndexConnection {
  readonly database: Database;
  private readonly statements;
  private readonly settings: TextSettingsReader;

  constructor(databasePath: string) {
    const database = openForReading(databasePath);
    // What is read again and again is kept by the index itself; and there may be a connection for each long search.
    database.run(`PRAGMA cache_size = -${PAGE_CACHE_KIBIBYTES}`);
    this.database = database;
    this.settings = new TextSettingsReader(database);
    this.statements = {
      begin: database.query("BEGIN"),
      end: database.query("COMMIT"),
      version: database.query<{ data_version: number }, []>("PRAGMA data_version"),
      published: database.query<{ published: number | null }, [number, number]>(
        "SELECT max(published) AS published FROM index_segment WHERE workspace_id = ? AND kind = ?",
      ),
      segments: database.query<SegmentRow, [number, number]>(
        "SELECT id, version, first_ordinal AS firstOrdinal, print_count AS printCount, through_change AS throughChange " +
          "FROM index_segment WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL ORDER BY first_ordinal",
      ),
      segmentCount: database.query<{ segments: number }, [number]>(
        "SELECT count(*) AS segments FROM index_segment WHERE workspace_id = ? AND published IS NOT NULL",
      ),
      chunk: database.query<ChunkRow, [number]>("SELECT checksum, content FROM index_chunk WHERE id = ?"),
      lastOrdinal: database.query<{ ordinal: number | null }, [number]>(
        "SELECT max(ordinal) AS ordinal FROM print WHERE workspace_id = ?",
      ),
      prints: database.query<IndexedPrint, number[]>(
        `SELECT ${INDEXED_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal`,
      ),
      metadata: database.query<{ characters: number | null }, number[]>(
        "SELECT sum(length(tag)) AS characters FROM " +
          "(SELECT tag FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?)",
      ),
      changes: database.query<ChangeRow, [number, number]>(
        "SELECT sequence, ordinal FROM index_change WHERE workspace_id = ? AND sequence > ? ORDER BY sequence",
      ),
      changesWithin: database.query<ChangeRow, number[]>(
        "SELECT sequence, ordinal FROM index_change WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? " +
          "ORDER BY ordinal",
      ),
      changeCount: database.query<{ changes: number }, number[]>(
        "SELECT count(*) AS changes FROM (SELECT 1 FROM index_change WHERE workspace_id = ? LIMIT ?)",
      ),
      lastChangeOf: database.query<{ sequence: number | null }, [number]>(
        "SELECT max(sequence) AS sequence FROM index_change WHERE workspace_id = ?",
      ),
      lastChange: database.query<{ sequence: number }, []>(
        "SELECT seq AS sequence FROM sqlite_sequence WHERE name = 'index_change'",
      ),
      printsAt: database.query<IndexedPrint, [string, number]>(
        `SELECT ${INDEXED_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN print ` +
          "ON print.workspace_id = ? AND print.ordinal = wanted.value",
      ),
      ordinalOf: database.query<{ ordinal: number }, [number, number]>(
        "SELECT ordinal FROM print WHERE id = ? AND workspace_id = ?",
      ),
      workspaces: database.query<{ id: number }, []>("SELECT id FROM workspace ORDER BY id"),
      contents: database.query<ContentRow, number[]>(
        "SELECT print.id, ordinal, printer_id AS printerId, label, tag, deleted_at AS deletedAt, sha256, " +
          "byte_length AS byteLength, encoding, content FROM print LEFT JOIN print_data ON print_id = print.id " +
          "WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal",
      ),
      decoded: database.query<DecodedRow, number[]>(
        "SELECT ordinal, lines FROM print_text WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ? " +
          "ORDER BY ordinal",
      ),
      decodedTo: database.query<{ ordinal: number | null }, number[]>(
        "SELECT max(ordinal) AS ordinal FROM (SELECT ordinal, row_number() OVER (ORDER BY ordinal) AS number " +
          "FROM print_text WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ?) " +
          "WHERE ordinal - number = ? - 1",
      ),
      decodedPrints: database.query<{ prints: number }, number[]>(
        "SELECT count(*) AS prints FROM print_text " +
          "WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ?",
      ),
      decodedCharacters: database.query<{ characters: number | null }, [number]>(
        "SELECT sum(length(lines)) AS characters FROM print_text WHERE workspace_id = ?",
      ),
      byteLength: database.query<{ bytes: number | null }, [number, number]>(
        "SELECT sum(length(content)) AS bytes FROM index_chunk WHERE id >= ? AND id < ?",
      ),
      nextChunk: database.query<{ id: number }, [number]>(
        "SELECT id FROM index_chunk WHERE id >= ? ORDER BY id LIMIT 1",
      ),
      segmentExists: database.query<{ id: number }, [number]>("SELECT id FROM index_segment WHERE id = ?"),
      rows: database.query<PrintRow, [string]>(
        `SELECT ${PRINT_COLUMNS} FROM print WHERE id IN (SELECT value FROM json_each(?))`,
      ),
      textsWith: database.query<{ ordinal: number }, (number | string)[]>(
        "SELECT ordinal FROM print_text WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ? " +
          "AND instr(lines, ?) > 0 ORDER BY ordinal",
      ),
    };
  }

  /** Begins a snapshot: until {@link end}, whatever is read is of one moment. */
  begin(): void {
    this.statements.begin.run();
  }

  end(): void {
    this.statements.end.run();
  }

  /** Changes whenever another connection has committed something since this one's last snapshot. */
  version(): number {
    return this.statements.version.get()?.data_version ?? 0;
  }

  /** The number of the last segment that was published, 0 for none: another one means other segments. */
  lastPublished(workspaceId: number, kind: number): number {
    return this.statements.published.get(workspaceId, kind)?.published ?? 0;
  }

  segments(workspaceId: number, kind: number): SegmentRow[] {
    return this.statements.segments.all(workspaceId, kind);
  }

  /** Published segments of all kinds. */
  segmentCount(workspaceId: number): number {
    return this.statements.segmentCount.get(workspaceId)?.segments ?? 0;
  }

  chunk(segmentId: number, part: number): ChunkRow | null {
    return this.statements.chunk.get(segmentId * PARTS_PER_SEGMENT + part);
  }

  /** How many prints a workspace has: ordinals are dense from 0. */
  printCount(workspaceId: number): number {
    return (this.statements.lastOrdinal.get(workspaceId)?.ordinal ?? -1) + 1;
  }

  /** The prints with ordinals from `from` up to, and without, `to`. */
  prints(workspaceId: number, from: number, to: number): IndexedPrint[] {
    return this.statements.prints.all(workspaceId, from, to);
  }

  /** The prints with these ordinals. */
  printsAt(workspaceId: number, ordinals: readonly number[]): IndexedPrint[] {
    return this.statements.printsAt.all(JSON.stringify(ordinals), workspaceId);
  }

  /** The ordinal of a print; `null` when the workspace has no such print. */
  ordinalOf(workspaceId: number, printId: number): number | null {
    return this.statements.ordinalOf.get(printId, workspaceId)?.ordinal ?? null;
  }

  /** The same as {@link prints}, one at a time: for runs that should not be in memory all at once. */
  eachPrint(workspaceId: number, from: number, to: number): Iterable<IndexedPrint> {
    return this.statements.prints.iterate(workspaceId, from, to);
  }

  /** Characters of the tags of at most `limit` prints from an ordinal on. */
  metadataFrom(workspaceId: number, ordinal: number, limit: number): number {
    return this.statements.metadata.get(workspaceId, ordinal, limit)?.characters ?? 0;
  }

  /** Changes after `sequence`. */
  changesAfter(workspaceId: number, sequence: number): ChangeRow[] {
    return this.statements.changes.all(workspaceId, sequence);
  }

  /** Changes of prints with ordinals from `from` up to, and without, `to`, by these. */
  changesWithin(workspaceId: number, from: number, to: number): ChangeRow[] {
    return this.statements.changesWithin.all(workspaceId, from, to);
  }

  /** How many changes of prints are kept, counted up to `most`. */
  changeCount(workspaceId: number, most: number): number {
    return this.statements.changeCount.get(workspaceId, most)?.changes ?? 0;
  }

  /** The sequence of the last change of a workspace that is kept; 0 for none. */
  lastChangeOf(workspaceId: number): number {
    return this.statements.lastChangeOf.get(workspaceId)?.sequence ?? 0;
  }

  /** The sequence of the last change of any print, also of one that no row tells of any more. */
  lastChange(): number {
    return this.statements.lastChange.get()?.sequence ?? 0;
  }

  /** Prints by id, in no order. */
  rows(ids: readonly number[]): PrintRow[] {
    return this.statements.rows.all(JSON.stringify(ids));
  }

  /** The ordinals of the new prints of a run with a decoded line that holds a part. */
  textsWith(workspaceId: number, { version, from, to }: TextRun, part: string): number[] {
    return this.statements.textsWith.all(workspaceId, version, from, to, part).map(({ ordinal }) => ordinal);
  }

  /** The ids of all workspaces. */
  workspaces(): number[] {
    return this.statements.workspaces.all().map(({ id }) => id);
  }

  /** How the prints of a workspace are decoded; `null` when there is no such workspace. */
  textSettings(workspaceId: number): TextSettings | null {
    return this.settings.read(workspaceId);
  }

  /** Prints with their stored bytes, with ordinals from `from` up to, and without, `to`; of much as many as fit in memory. */
  contents(workspaceId: number, from: number, to: number): ContentRow[] {
    const rows: ContentRow[] = [];
    let bytes = 0;
    for (const row of this.statements.contents.iterate(
      workspaceId,
      from,
      Math.min(to, from + CONTENT_PRINTS),
    )) {
      rows.push(row);
      bytes += row.content?.byteLength ?? 0;
      if (bytes >= CONTENT_BYTES) break;
    }
    return rows;
  }

  /** The lines of the prints of a run that are decoded one by one, from its first one up to the first that is not. */
  decodedLines(workspaceId: number, { version, from, to }: TextRun): string[] {
    const rows = this.statements.decoded.all(workspaceId, version, from, to);
    const gap = rows.findIndex(({ ordinal }, index) => ordinal !== from + index);
    return (gap < 0 ? rows : rows.slice(0, gap)).map(({ lines }) => lines);
  }

  /** The ordinal up to which the prints of a run are decoded one by one, without a gap; `from` when its first is not. */
  decodedTo(workspaceId: number, { version, from, to }: TextRun): number {
    return (this.statements.decodedTo.get(workspaceId, version, from, to, from)?.ordinal ?? from - 1) + 1;
  }

  /** The prints of a run that are decoded one by one. */
  decodedPrints(workspaceId: number, { version, from, to }: TextRun): number {
    return this.statements.decodedPrints.get(workspaceId, version, from, to)?.prints ?? 0;
  }

  /** Characters of the lines of the newest prints. */
  decodedCharacters(workspaceId: number): number {
    return this.statements.decodedCharacters.get(workspaceId)?.characters ?? 0;
  }

  /** Bytes of all parts of a segment. */
  byteLength(segmentId: number): number {
    const first = segmentId * PARTS_PER_SEGMENT;
    return this.statements.byteLength.get(first, first + PARTS_PER_SEGMENT)?.bytes ?? 0;
  }

  /** Segments that have chunks but no row: what a crash, or a segment that took their place, has left behind. */
  orphans(): number[] {
    const found: number[] = [];
    let next = 0;
    for (;;) {
      const chunk = this.statements.nextChunk.get(next);
      if (chunk === null) return found;
      const segmentId = Math.floor(chunk.id / PARTS_PER_SEGMENT);
      if (this.statements.segmentExists.get(segmentId) === null) found.push(segmentId);
      next = (segmentId + 1) * PARTS_PER_SEGMENT;
    }
  }

  close(): void {
    closeReader(this.database);
  }
}
