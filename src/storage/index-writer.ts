import type { Database } from "bun:sqlite";
import { columnName, selectList } from "./column-name.ts";
import { type CharsetFindings, DeviceCharsetWriter } from "./device-charsets.ts";

/** What a segment of the search index holds: the columns of prints' metadata, or the lines of their text. */
export const SEGMENT_KINDS = { columns: 0, lines: 1 } as const;

/**
 * What is beside them in the same tables: a catalogue of segments of columns, by their ids. As these are never given
 * twice, it is right about what it names, and says nothing of what has come since.
 */
export const CATALOGUE_KIND = 2;

/** Parts a segment may have: the low 20 bits of a chunk's id. */
export const PARTS_PER_SEGMENT = 2 ** 20;

/** The most chunks one step removes, so that no transaction with prints in it waits for long. */
const DROPPED_CHUNKS = 64;

const SEGMENT_FIELDS = [
  "workspaceId",
  "kind",
  // Of the format, and of how text was decoded.
  "version",
  "firstOrdinal",
  "printCount",
  "throughChange",
  "throughRemoval",
] as const;

/**
 * A new segment: what it covers, and up to which change of prints; of lines, up to which recognised ones. And up to which
 * removal of prints it has nothing of these.
 */
export type NewSegment = Readonly<Record<(typeof SEGMENT_FIELDS)[number], number>>;

/**
 * A step of writing the index. Steps are small, since each goes into a transaction with prints; a segment answers
 * searches from the step that publishes it, and what a crash left half written is dropped later.
 */
export type IndexStep =
  | ({ readonly do: "begin" } & NewSegment)
  | {
      readonly do: "chunks";
      readonly segmentId: number;
      readonly firstPart: number;
      readonly contents: readonly Uint8Array[];
    }
  /** Makes a segment answer searches, in the place of all of its kind that it overlaps. */
  | { readonly do: "publish"; readonly segmentId: number }
  /** Removes segments that were never published, when nothing writes one. */
  | { readonly do: "abandon" }
  /** Removes some of a segment's chunks, once nothing refers to them. */
  | { readonly do: "drop"; readonly segmentId: number }
  /** What reading prints for the first time has found out of their devices. */
  | ({ readonly do: "charsets" } & CharsetFindings)
  | { readonly do: "text"; readonly workspaceId: number; readonly version: number; readonly texts: TextRows };

/** Lines of prints, joined by line feeds, by ordinal. */
export type TextRows = readonly { readonly ordinal: number; readonly lines: string }[];

/**
 * The checksum of a part: wyhash with the chunk's id as seed, so that a chunk in another's place is noticed as a damaged
 * one is; its low 52 bits, which a JavaScript number holds.
 */
export function chunkChecksum(chunkId: number, content: Uint8Array): number {
  return Number(Bun.hash.wyhash(content, BigInt(chunkId)) & 0xf_ffff_ffff_ffffn);
}

/** Notes that a print was changed. Replaced, not updated: the change gets a new sequence, by which searches see it. */
export const NOTE_CHANGE =
  "INSERT OR REPLACE INTO index_change (workspace_id, ordinal) SELECT workspace_id, ordinal FROM print WHERE id = ?";

/** Writes the search index, inside a transaction that the caller begins and commits. */
export class IndexWriter {
  private readonly statements;
  private readonly charsets;

  constructor(private readonly database: Database) {
    this.charsets = new DeviceCharsetWriter(database);
    this.statements = {
      begin: database.query<unknown, number[]>(
        `INSERT INTO index_segment (${SEGMENT_FIELDS.map(columnName).join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ),
      addChunk: database.query<unknown, [number, number, Uint8Array]>(
        "INSERT INTO index_chunk (id, checksum, content) VALUES (?, ?, ?)",
      ),
      read: database.query<NewSegment, [number]>(
        `SELECT ${selectList(SEGMENT_FIELDS)} FROM index_segment WHERE id = ?`,
      ),
      removeOverlapped: database.query<unknown, number[]>(
        "DELETE FROM index_segment WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL AND id <> ? " +
          "AND first_ordinal < ? AND first_ordinal + print_count > ?",
      ),
      // Ids are never given twice, so that searches see that it is another one, whatever was removed before.
      publish: database.query<unknown, [number]>("UPDATE index_segment SET published = id WHERE id = ?"),
      removeChanges: database.query<unknown, number[]>(
        "DELETE FROM index_change WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? AND sequence <= ?",
      ),
      removeTexts: database.query<unknown, number[]>(
        "DELETE FROM print_text WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ?",
      ),
      removeRecognised: database.query<unknown, number[]>(
        "DELETE FROM recognition_text WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? AND sequence <= ?",
      ),
      // What a removed print had is hashed in a catalogue of the segment before. Before what is noted of it is forgotten.
      removeCatalogues: database.query<unknown, number[]>(
        "DELETE FROM index_segment WHERE workspace_id = ?1 AND kind = ?2 AND published IS NOT NULL " +
          "AND first_ordinal < ?4 AND first_ordinal + print_count > ?3 " +
          "AND EXISTS (SELECT 1 FROM index_removal AS run WHERE run.workspace_id = ?1 AND run.kind = ?5 " +
          "AND run.sequence > through_removal AND run.first_ordinal < ?4 AND run.first_ordinal + run.print_count > ?3)",
      ),
      // Those that a segment beside it still has something of stay, and those of prints that no segment has yet: one may
      // be built of them now.
      removeRemovals: database.query<unknown, number[]>(
        "DELETE FROM index_removal WHERE workspace_id = ?1 AND kind = ?2 AND sequence <= ?3 " +
          "AND first_ordinal < ?5 AND first_ordinal + print_count > ?4 AND first_ordinal + print_count <= " +
          "(SELECT max(first_ordinal + print_count) FROM index_segment " +
          "WHERE workspace_id = ?1 AND kind = ?2 AND published IS NOT NULL) " +
          "AND NOT EXISTS (SELECT 1 FROM index_segment AS other WHERE other.workspace_id = ?1 AND other.kind = ?2 " +
          "AND other.published IS NOT NULL AND other.through_removal < sequence " +
          "AND other.first_ordinal < index_removal.first_ordinal + index_removal.print_count " +
          "AND other.first_ordinal + other.print_count > index_removal.first_ordinal)",
      ),
      abandon: database.query("DELETE FROM index_segment WHERE published IS NULL"),
      drop: database.query<unknown, number[]>(
        "DELETE FROM index_chunk WHERE id IN (SELECT id FROM index_chunk WHERE id >= ? AND id < ? LIMIT ?)",
      ),
      addText: database.query<unknown, [number, number, number, string]>(
        // Of one that was removed after it had been read nothing is kept.
        "INSERT OR REPLACE INTO print_text (workspace_id, ordinal, version, lines) SELECT ?1, ?2, ?3, " +
          "CASE WHEN EXISTS (SELECT 1 FROM print WHERE workspace_id = ?1 AND ordinal = ?2 AND removal_id IS NULL) " +
          "THEN ?4 ELSE '' END",
      ),
    };
  }

  /** Runs a step. @returns the new segment's id, the number of rows that were removed, or 0 */
  run(step: IndexStep): number {
    switch (step.do) {
      case "begin":
        return this.begin(step);
      case "chunks":
        for (const [index, content] of step.contents.entries()) {
          const id = step.segmentId * PARTS_PER_SEGMENT + step.firstPart + index;
          this.statements.addChunk.run(id, chunkChecksum(id, content), content);
        }
        return 0;
      case "publish":
        return this.publish(step.segmentId);
      case "abandon":
        return this.statements.abandon.run().changes;
      case "drop": {
        const first = step.segmentId * PARTS_PER_SEGMENT;
        return this.statements.drop.run(first, first + PARTS_PER_SEGMENT, DROPPED_CHUNKS).changes;
      }
      case "charsets":
        this.charsets.write(step);
        return 0;
      case "text":
        for (const { ordinal, lines } of step.texts) {
          this.statements.addText.run(step.workspaceId, ordinal, step.version, lines);
        }
        return 0;
    }
  }

  /** Takes the segments of columns away that have prints from an ordinal on. */
  dropColumnsFrom(workspaceId: number, firstOrdinal: number): void {
    const kind = SEGMENT_KINDS.columns;
    const dropped = this.database
      .query<unknown, number[]>(
        "DELETE FROM index_segment WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL " +
          "AND first_ordinal + print_count > ?",
      )
      .run(workspaceId, kind, firstOrdinal).changes;
    if (dropped === 0) return;
    // Searches see by the greatest number that there are other segments; one that is left gets a number never given before.
    const none = { version: 0, firstOrdinal: 0, printCount: 0, throughChange: 0, throughRemoval: 0 };
    const number = this.begin({ workspaceId, kind, ...none });
    this.database.query<unknown, number[]>("DELETE FROM index_segment WHERE id = ?").run(number);
    this.database
      .query<unknown, number[]>(
        "UPDATE index_segment SET published = ? WHERE id = (SELECT max(id) FROM index_segment " +
          "WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL)",
      )
      .run(number, workspaceId, kind);
  }

  private begin(segment: NewSegment): number {
    const values = SEGMENT_FIELDS.map((field) => segment[field]);
    return Number(this.statements.begin.run(...values).lastInsertRowid);
  }

  private publish(segmentId: number): number {
    const segment = this.statements.read.get(segmentId);
    if (segment === null) throw new Error(`there is no index segment ${segmentId} to publish`);
    const { workspaceId, kind, firstOrdinal, printCount, throughChange, throughRemoval } = segment;
    const end = firstOrdinal + printCount;
    this.statements.removeOverlapped.run(workspaceId, kind, segmentId, end, firstOrdinal);
    this.statements.publish.run(segmentId);
    if (kind === CATALOGUE_KIND) return 0;
    if (kind === SEGMENT_KINDS.columns)
      this.statements.removeCatalogues.run(workspaceId, CATALOGUE_KIND, firstOrdinal, end, kind);
    this.statements.removeRemovals.run(workspaceId, kind, throughRemoval, firstOrdinal, end);
    if (kind === SEGMENT_KINDS.columns) {
      this.statements.removeChanges.run(workspaceId, firstOrdinal, end, throughChange);
    } else {
      this.statements.removeTexts.run(workspaceId, firstOrdinal, end);
      this.statements.removeRecognised.run(workspaceId, firstOrdinal, end, throughChange);
    }
    return 0;
  }
}
