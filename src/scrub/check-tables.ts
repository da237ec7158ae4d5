import type { Database } from "bun:sqlite";
import { chunkChecksum, PARTS_PER_SEGMENT } from "../storage/index-writer.ts";
import { isUnreadable, unlessUnreadable } from "../storage/unreadable.ts";
import { aboutPrint, type DamagedSegmentOf, type Finding } from "./finding.ts";
import { SCRUB_LIMITS } from "./scrub-limits.ts";

/** Tables that are gone through piece by piece: together with their indexes they are too large for one look. */
const LARGE_TABLES: ReadonlySet<string> = new Set(["print", "print_data", "index_chunk"]);

interface Place {
  readonly id: number;
  readonly ordinal: number;
}

interface Segment {
  readonly id: number;
  readonly workspaceId: number;
}

interface CheckedPiece {
  /** The last that was looked at; `null` where there is nothing behind. */
  readonly last: number | null;
  readonly bytes: number;
  readonly findings: readonly Finding[];
  readonly segments: readonly DamagedSegmentOf[];
}

/** Checks what there is beside the prints themselves: the index of their ordinals, the search index, and all other tables. */
export class TableCheck {
  private readonly statements;

  /** @param database a reading connection */
  constructor(private readonly database: Database) {
    this.statements = {
      workspace: database.query<{ id: number }, [number]>(
        "SELECT id FROM workspace WHERE id > ? ORDER BY id LIMIT 1",
      ),
      places: database.query<Place, [number, number, number]>(
        "SELECT id, ordinal FROM print INDEXED BY print_ordinal WHERE workspace_id = ? AND ordinal > ? ORDER BY ordinal LIMIT ?",
      ),
      rowsOf: database.query<{ id: number }, [string]>(
        "SELECT print.id FROM json_each(?) AS wanted CROSS JOIN print ON print.id = wanted.value",
      ),
      segment: database.query<Segment, [number]>(
        "SELECT id, workspace_id AS workspaceId FROM index_segment WHERE id > ? AND published IS NOT NULL ORDER BY id LIMIT 1",
      ),
      chunks: database.query<
        { id: number; checksum: number; content: Uint8Array },
        [from: number, to: number]
      >("SELECT id, checksum, content FROM index_chunk WHERE id >= ? AND id < ? ORDER BY id"),
    };
  }

  /** The workspace behind another; `null` after the last. */
  nextWorkspace(after: number): number | null {
    return this.statements.workspace.get(after)?.id ?? null;
  }

  /** Checks that the index of a workspace's prints has each ordinal once, and each with a row. @param after an ordinal */
  places(workspaceId: number, after: number): CheckedPiece {
    const places = unlessUnreadable(
      () => this.statements.places.all(workspaceId, after, SCRUB_LIMITS.stepPlaces),
      () => null,
    );
    if (places === null) {
      const detail = "The index of the prints' ordinals cannot be read.";
      const finding: Finding = { kind: "table", printId: null, subject: "print_ordinal", detail };
      return { last: null, bytes: SCRUB_LIMITS.tableBytes, findings: [finding], segments: [] };
    }
    const findings: Finding[] = [];
    let expected = after + 1;
    for (const { ordinal } of places) {
      if (ordinal !== expected) findings.push(gap(workspaceId, expected, ordinal));
      expected = ordinal + 1;
    }
    const ids = places.map(({ id }) => id);
    const found = unlessUnreadable(
      () => new Set(this.statements.rowsOf.all(JSON.stringify(ids)).map(({ id }) => id)),
      // Whose pages cannot be read is found where each print is read.
      () => null,
    );
    if (found !== null && found.size < ids.length)
      for (const id of ids)
        if (!found.has(id)) findings.push(aboutPrint("metadata", id, "Its row is missing."));
    const last = places.length < SCRUB_LIMITS.stepPlaces ? null : (places.at(-1)?.ordinal ?? null);
    return { last, bytes: places.length * 16, findings, segments: [] };
  }

  /** Checks the parts of the next segment of the search index. @param after a segment's id */
  segment(after: number): CheckedPiece {
    const segment = this.statements.segment.get(after);
    if (segment === null) return { last: null, bytes: 0, findings: [], segments: [] };
    const { id, workspaceId } = segment;
    let bytes = 0;
    let expected = id * PARTS_PER_SEGMENT;
    let isWhole = true;
    try {
      for (const chunk of this.statements.chunks.iterate(expected, (id + 1) * PARTS_PER_SEGMENT)) {
        isWhole &&= chunk.id === expected++ && chunkChecksum(chunk.id, chunk.content) === chunk.checksum;
        bytes += chunk.content.byteLength;
        if (!isWhole) break;
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      isWhole = false;
    }
    if (isWhole) return { last: id, bytes, findings: [], segments: [] };
    const detail = `Segment ${id} of the search index is damaged; it is built anew from the prints.`;
    const finding: Finding = { kind: "index", printId: null, subject: String(id), detail };
    return { last: id, bytes, findings: [finding], segments: [{ workspaceId, segmentId: id }] };
  }

  /** Checks the next of all other tables with its indexes. @param after how many were checked */
  table(after: number): CheckedPiece {
    const names = this.database
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY name",
      )
      .all()
      .map(({ name }) => name)
      .filter((name) => !LARGE_TABLES.has(name));
    const index = after + 1;
    const name = names[index];
    if (name === undefined) return { last: null, bytes: 0, findings: [], segments: [] };
    const faults = this.faultsOf(name);
    const finding = { kind: "table", printId: null, subject: name, detail: faults.join("; ") } as const;
    const findings: Finding[] = faults.length === 0 ? [] : [finding];
    return { last: index, bytes: SCRUB_LIMITS.tableBytes, findings, segments: [] };
  }

  private faultsOf(table: string): string[] {
    try {
      return this.database
        .query<{ fault: string }, [string, number]>(
          "SELECT integrity_check AS fault FROM pragma_integrity_check(?) LIMIT ?",
        )
        .all(table, SCRUB_LIMITS.tableFaults)
        .map(({ fault }) => fault)
        .filter((fault) => fault !== "ok");
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return [String(error)];
    }
  }
}

function gap(workspaceId: number, from: number, to: number): Finding {
  const subject = `${workspaceId}/${from}`;
  const detail = `The index of prints lacks ordinals ${from} to ${to - 1} of workspace ${workspaceId}.`;
  return { kind: "place", printId: null, subject, detail };
}
