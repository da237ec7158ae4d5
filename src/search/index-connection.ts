import type { SQLQueryBindings } from "bun:sqlite";
import { MEBIBYTE } from "../domain/limits.ts";
import { type DELIVERY_STATES_OF, deliveryStatesSql, type RowState } from "../domain/where.ts";
import type { SettledCharset } from "../escpos/text/charset.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { EARLIER_CHARSET, IS_UNSETTLED } from "../storage/device-charsets.ts";
import { PARTS_PER_SEGMENT } from "../storage/index-writer.ts";
import type { StoredContent } from "../storage/raw-content.ts";
import type { PrintRow } from "../storage/print-row.ts";
import { isUnreadable, unlessUnreadable } from "../storage/unreadable.ts";
import { IndexStatusReader } from "./index-status.ts";
import { type PrintRange, PrintRows } from "./print-rows.ts";
import type { IndexedPrint } from "./segment/indexed-print.ts";
import type { TextRun } from "./text/text-settings.ts";

/** Pages that SQLite keeps for a connection, KiB. */
const PAGE_CACHE_KIBIBYTES = 1024;

/** Prints whose bytes are read in one go, as long as these are not many. */
const CONTENT_PRINTS = 64;
const CONTENT_BYTES = MEBIBYTE;

/** A print that was changed, and when in the order of changes. */
interface ChangeRow {
  readonly sequence: number;
  readonly ordinal: number;
}

/** Consecutive prints that were removed for good, and when in the order of removals. */
export interface RemovedRun {
  readonly sequence: number;
  readonly firstOrdinal: number;
  readonly printCount: number;
  /** 1 where segments are to forget them at once, else 0. */
  readonly isUrgent: 0 | 1;
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
  readonly deviceId: string | null;
  /** What the earlier prints of its device were read as; see `EARLIER_CHARSET`. */
  readonly earlier: SettledCharset | null;
  /** 1 for a print that is read for the first time, or whose device's charset has not changed since. */
  readonly isUnsettled: 0 | 1;
}

interface ChunkRow {
  readonly checksum: number;
  readonly content: Uint8Array;
}

const CONTENTS =
  "SELECT print.id, ordinal, printer_id AS printerId, label, tag, deleted_at AS deletedAt, " +
  `device_id AS deviceId, ${EARLIER_CHARSET} AS earlier, ${IS_UNSETTLED} AS isUnsettled, sha256, ` +
  "byte_length AS byteLength, encoding, content FROM print LEFT JOIN print_data ON print_id = print.id " +
  "WHERE workspace_id = ?";

const DECODED = "print_text WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ?";

/** A print of which nothing can be read; as a deleted one it is left alone by rules. */
const NO_CONTENT = {
  printerId: null,
  label: null,
  tag: "{}",
  deletedAt: 0,
  deviceId: null,
  earlier: null,
  isUnsettled: 0,
  // All of it is missing, as of a print without bytes.
  ...({ sha256: null, byteLength: null, encoding: null, content: null } as unknown as StoredContent),
} as const;

/** Leaps from segment to segment, since each may have many chunks. */
const ORPHANS = `WITH RECURSIVE stored (id) AS (
    SELECT min(id) / ?1 FROM index_chunk
    UNION ALL SELECT (SELECT min(id) / ?1 FROM index_chunk WHERE id >= (stored.id + 1) * ?1) FROM stored WHERE id IS NOT NULL
  ) SELECT id FROM stored WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM index_segment)`;

/** A reading connection with all that the index asks of the database, each statement compiled once. */
export class IndexConnection extends IndexStatusReader {
  /** Begins a snapshot: until {@link end}, whatever is read is of one moment. */
  readonly begin = this.command("BEGIN");
  // After damage was met, SQLite refuses to commit, though nothing was written.
  readonly end = this.command("ROLLBACK");

  /** The number of the last segment that was published, 0 for none: another one means other segments. */
  readonly lastPublished = this.number<[workspaceId: number, kind: number]>(
    "SELECT max(published) AS value FROM index_segment WHERE workspace_id = ? AND kind = ?",
  );

  /** Published segments of all kinds. */
  readonly segmentCount = this.number<[workspaceId: number]>(
    "SELECT count(*) AS value FROM index_segment WHERE workspace_id = ? AND published IS NOT NULL",
  );

  readonly changesAfter = this.list<ChangeRow, [workspaceId: number, sequence: number]>(
    "SELECT sequence, ordinal FROM index_change WHERE workspace_id = ? AND sequence > ? ORDER BY sequence",
  );

  /** Changes of prints, by the ordinals of these. */
  readonly changesWithin = this.list<ChangeRow, PrintRange>(
    "SELECT sequence, ordinal FROM index_change WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? " +
      "ORDER BY ordinal",
  );

  /** How many changes of prints are kept, counted up to `most`. */
  readonly changeCount = this.number<[workspaceId: number, most: number]>(
    "SELECT count(*) AS value FROM (SELECT 1 FROM index_change WHERE workspace_id = ? LIMIT ?)",
  );

  /** The sequence of the last change of a workspace that is kept; 0 for none. */
  readonly lastChangeOf = this.number<[workspaceId: number]>(
    "SELECT max(sequence) AS value FROM index_change WHERE workspace_id = ?",
  );

  /** The sequence of the last change of any print, also of one that no row tells of any more. */
  readonly lastChange = this.number<[]>(
    "SELECT seq AS value FROM sqlite_sequence WHERE name = 'index_change'",
  );

  /** The sequence of the last removal of any print, also of one that no segment has anything of any more. */
  readonly lastRemoval = this.number<[]>(
    "SELECT seq AS value FROM sqlite_sequence WHERE name = 'index_removal'",
  );

  /** The removed prints that segments of a kind may have something of, by the order of their removal. */
  readonly removalsAfter = this.list<RemovedRun, [workspaceId: number, kind: number, sequence: number]>(
    "SELECT sequence, first_ordinal AS firstOrdinal, print_count AS printCount, urgent AS isUrgent FROM index_removal " +
      "WHERE workspace_id = ? AND kind = ? AND sequence > ? ORDER BY sequence",
  );

  /** How many runs of removed prints are to be forgotten at once. */
  readonly urgentRemovals = this.number<[workspaceId: number]>(
    "SELECT count(*) AS value FROM index_removal WHERE workspace_id = ? AND urgent = 1",
  );

  /** How many of them a segment has something of. */
  readonly unforgotten = this.number<[]>(
    "SELECT count(*) AS value FROM index_removal AS run WHERE urgent = 1 AND EXISTS (SELECT 1 FROM index_segment " +
      "AS segment WHERE segment.workspace_id = run.workspace_id AND segment.kind = run.kind " +
      "AND through_removal < sequence AND segment.first_ordinal < run.first_ordinal + run.print_count " +
      "AND segment.first_ordinal + segment.print_count > run.first_ordinal)",
  );

  /** The ids of prints. */
  readonly idsWithin = this.list<{ readonly id: number }, PrintRange>(
    "SELECT id FROM print WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ?",
  );

  /** The id of the segment that was begun last. */
  readonly lastSegment = this.number<[]>(
    "SELECT seq AS value FROM sqlite_sequence WHERE name = 'index_segment'",
  );

  /** The ids of all segments. */
  readonly allSegments = this.list<{ readonly id: number }, []>("SELECT id FROM index_segment");

  /** Characters of the lines of the newest prints. */
  readonly decodedCharacters = this.number<[workspaceId: number]>(
    "SELECT sum(length(lines)) AS value FROM print_text WHERE workspace_id = ?",
  );

  /** The sequence of the recognised lines that came last, also of those that a segment has by now. */
  readonly lastRecognised = this.number<[]>(
    "SELECT seq AS value FROM sqlite_sequence WHERE name = 'recognition_text'",
  );

  /** How many prints have recognised lines that no segment has. */
  readonly recognisedCount = this.number<PrintRange>(
    "SELECT count(*) AS value FROM recognition_text WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ?",
  );

  /** The recognised lines of prints, whether or not a segment has them. */
  readonly recognisedLines = this.list<{ readonly ordinal: number; readonly lines: string }, PrintRange>(
    "SELECT ordinal, lines FROM print CROSS JOIN print_recognition ON print_id = print.id " +
      "WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ?",
  );

  private readonly statements;
  private readonly rowReader: PrintRows;

  constructor(databasePath: string) {
    super(openForReading(databasePath));
    const { database } = this;
    this.rowReader = new PrintRows(database);
    // What is read again and again is kept by the index itself; and there may be a connection for each long search.
    database.run(`PRAGMA cache_size = -${PAGE_CACHE_KIBIBYTES}`);
    this.statements = {
      version: database.query<{ data_version: number }, []>("PRAGMA data_version"),
      chunk: database.query<ChunkRow, [number]>("SELECT checksum, content FROM index_chunk WHERE id = ?"),
      ordinalOf: database.query<{ ordinal: number }, [number, number]>(
        "SELECT ordinal FROM print WHERE id = ? AND workspace_id = ?",
      ),
      test: database.query<{ ordinal: number }, [number]>(
        "SELECT ordinal FROM print WHERE workspace_id = ? AND test_print = 1 ORDER BY ordinal",
      ),
      waiting: this.deliveredIn("waiting"),
      held: this.deliveredIn("held"),
      failed: this.deliveredIn("failed"),
      workspaces: database.query<{ id: number }, []>("SELECT id FROM workspace ORDER BY id"),
      contents: database.query<ContentRow, PrintRange>(
        `${CONTENTS} AND ordinal >= ? AND ordinal < ? ORDER BY ordinal`,
      ),
      contentAt: database.query<ContentRow, [number, number]>(`${CONTENTS} AND ordinal = ?`),
      metadataFrom: database.query<{ characters: number | null }, [number, number, number]>(
        "SELECT sum(length(tag)) AS characters FROM " +
          "(SELECT tag FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?)",
      ),
      decoded: database.query<{ ordinal: number; lines: string }, number[]>(
        `SELECT ordinal, lines FROM ${DECODED} ORDER BY ordinal`,
      ),
      decodedTo: database.query<{ ordinal: number | null }, number[]>(
        "SELECT max(ordinal) AS ordinal FROM (SELECT ordinal, row_number() OVER (ORDER BY ordinal) AS number " +
          `FROM ${DECODED}) WHERE ordinal - number = ? - 1`,
      ),
      textsWith: database.query<{ ordinal: number }, (number | string)[]>(
        `SELECT ordinal FROM ${DECODED} AND instr(lines, ?) > 0 ORDER BY ordinal`,
      ),
      recognisedWith: database.query<{ ordinal: number }, (number | string)[]>(
        "SELECT ordinal FROM recognition_text WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? " +
          "AND instr(lines, ?) > 0 ORDER BY ordinal",
      ),
      byteLength: database.query<{ bytes: number | null }, [number, number]>(
        "SELECT sum(length(content)) AS bytes FROM index_chunk WHERE id >= ? AND id < ?",
      ),
      orphans: database.query<{ id: number }, [number]>(ORPHANS),
    };
  }

  /** Changes whenever another connection has committed something since this one's last snapshot. */
  version(): number {
    return this.statements.version.get()?.data_version ?? 0;
  }

  chunk(segmentId: number, part: number): ChunkRow | null {
    return this.statements.chunk.get(segmentId * PARTS_PER_SEGMENT + part);
  }

  /** The prints of a range. */
  prints(...range: PrintRange): IndexedPrint[] {
    return this.rowReader.within(...range);
  }

  /** The same, one at a time: for runs that should not be in memory all at once. */
  eachPrint(...range: PrintRange): Iterable<IndexedPrint> {
    return this.rowReader.each(...range);
  }

  /** The prints with these ordinals. */
  printsAt(workspaceId: number, ordinals: readonly number[]): IndexedPrint[] {
    return this.rowReader.at(workspaceId, ordinals);
  }

  /** The ordinal of a print; `null` when the workspace has no such print. */
  ordinalOf(workspaceId: number, printId: number): number | null {
    return unlessUnreadable(
      () => this.statements.ordinalOf.get(printId, workspaceId)?.ordinal ?? null,
      () => this.rowReader.ordinalOf(workspaceId, printId, this.printCount(workspaceId)),
    );
  }

  /** The ordinals of the prints that are something, ascending. */
  ordinalsOf(workspaceId: number, state: RowState): number[] {
    return this.statements[state].all(workspaceId).map(({ ordinal }) => ordinal);
  }

  /** Prints by id, in no order: those that are whole. */
  rows(ids: readonly number[]): PrintRow[] {
    return this.rowReader.byId(ids);
  }

  /** The ids of all workspaces. */
  workspaces(): number[] {
    return this.statements.workspaces.all().map(({ id }) => id);
  }

  /** Characters of the tags of at most `limit` prints from an ordinal on; 0 where they cannot be read. */
  metadataFrom(workspaceId: number, ordinal: number, limit: number): number {
    return unlessUnreadable(
      () => this.statements.metadataFrom.get(workspaceId, ordinal, limit)?.characters ?? 0,
      () => 0,
    );
  }

  /** Prints with their stored bytes; of much as many as fit in memory. What cannot be read has no bytes. */
  contents(workspaceId: number, from: number, to: number): ContentRow[] {
    const rows: ContentRow[] = [];
    const end = Math.min(to, from + CONTENT_PRINTS);
    let bytes = 0;
    const add = (row: ContentRow) => {
      rows.push(row);
      bytes += row.content?.byteLength ?? 0;
      return bytes >= CONTENT_BYTES;
    };
    try {
      for (const row of this.statements.contents.iterate(workspaceId, from, end)) if (add(row)) break;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      for (const { id, ordinal } of this.prints(workspaceId, from + rows.length, end)) {
        const known = unlessUnreadable(
          () => this.statements.contentAt.get(workspaceId, ordinal),
          () => null,
        );
        if (add(known ?? { ...NO_CONTENT, id, ordinal })) break;
      }
    }
    return rows;
  }

  /** The ordinals of the new prints of a run with a decoded line that holds a part. */
  textsWith(workspaceId: number, { version, from, to }: TextRun, part: string): number[] {
    return this.statements.textsWith.all(workspaceId, version, from, to, part).map(({ ordinal }) => ordinal);
  }

  /** The ordinals of prints with a recognised line that holds a part, and that no segment has. */
  recognisedWith(workspaceId: number, from: number, to: number, part: string): number[] {
    return this.statements.recognisedWith.all(workspaceId, from, to, part).map(({ ordinal }) => ordinal);
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

  /** Bytes of all parts of a segment. */
  byteLength(segmentId: number): number {
    const first = segmentId * PARTS_PER_SEGMENT;
    return this.statements.byteLength.get(first, first + PARTS_PER_SEGMENT)?.bytes ?? 0;
  }

  /** Segments that have chunks but no row: what a crash, or a segment that took their place, has left behind. */
  orphans(): number[] {
    return this.statements.orphans.all(PARTS_PER_SEGMENT).map(({ id }) => id);
  }

  close(): void {
    closeReader(this.database);
  }

  private deliveredIn(state: keyof typeof DELIVERY_STATES_OF) {
    return this.database.query<{ ordinal: number }, [number]>(
      "SELECT DISTINCT ordinal FROM delivery CROSS JOIN print ON print.id = print_id " +
        `WHERE delivery.workspace_id = ? AND state IN (${deliveryStatesSql(state)}) ORDER BY ordinal`,
    );
  }

  private command(text: string): () => void {
    const statement = this.database.query(text);
    return () => void statement.run();
  }

  /** A statement that gives a number as `value`: 0 for NULL, and for no row. */
  private number<Values extends SQLQueryBindings[]>(text: string): (...values: Values) => number {
    const statement = this.database.query<{ value: number | null }, SQLQueryBindings[]>(text);
    return (...values) => statement.get(...values)?.value ?? 0;
  }

  private list<Row, Values extends SQLQueryBindings[]>(text: string): (...values: Values) => Row[] {
    const statement = this.database.query<Row, SQLQueryBindings[]>(text);
    return (...values) => statement.all(...values);
  }
}
