import type { Database } from "bun:sqlite";
import {
  READING_COLUMNS,
  READING_SETTINGS,
  type ReadingRow,
  settingsOfPrinter,
  settingsOfWorkspace,
} from "../storage/paper-columns.ts";
import { SEGMENT_KINDS } from "../storage/index-writer.ts";
import { endOf, printsOf, sealedEnd, type SegmentRow } from "./segment/segment-row.ts";
import { SEGMENT_FORMAT } from "./segment/segment-directory.ts";
import { INDEX_SIZES } from "./index-sizes.ts";
import { type TextRun, TextSettings } from "./text/text-settings.ts";
import type { IndexStatus } from "../domain/index-status.ts";

/** Whether there is something to index. */
export function isBehind({ prints, sealed, textPending }: IndexStatus): boolean {
  return prints - sealed >= INDEX_SIZES.smallSegmentPrints || textPending > 0;
}

/** Where the text of a workspace's prints is, as of one moment. */
export interface TextCoverage {
  /** The segments that were decoded with the present settings. */
  readonly segments: readonly SegmentRow[];
  /** The prints behind all segments, of which each has a row of its own once it is decoded. */
  readonly newest: readonly TextRun[];
  /** Prints whose text cannot be searched yet. */
  readonly pending: number;
}

/** A workspace, with one of its printers that have settings of their own; all of the printer is `null` without any. */
type SettingsRow = ReadingRow & {
  readonly printerId: number | null;
  readonly firstOrdinal: number;
};

const HAS_OWN_SETTINGS = READING_SETTINGS.map((name) => `printer.${name} IS NOT NULL`).join(" OR ");

/** Tells how far indexing has got, on any connection. */
export class IndexStatusReader {
  private readonly status;

  constructor(readonly database: Database) {
    this.status = {
      prints: database.query<{ prints: number | null }, [number]>(
        "SELECT max(ordinal) + 1 AS prints FROM print WHERE workspace_id = ?",
      ),
      segments: database.query<SegmentRow, [number, number]>(
        "SELECT id, version, first_ordinal AS firstOrdinal, print_count AS printCount, through_change AS throughChange, " +
          "through_removal AS throughRemoval FROM index_segment WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL ORDER BY first_ordinal",
      ),
      decoded: database.query<{ prints: number }, number[]>(
        "SELECT count(*) AS prints FROM print_text " +
          "WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ?",
      ),
      // One statement, that the workspace and its printers are of the same moment.
      settings: database.query<SettingsRow, [number]>(
        `SELECT printer.id AS printerId, first_ordinal AS firstOrdinal, ${READING_COLUMNS} FROM workspace ` +
          `LEFT JOIN printer ON printer.workspace_id = workspace.id AND (${HAS_OWN_SETTINGS}) WHERE workspace.id = ?`,
      ),
    };
  }

  read({ id }: { readonly id: number }): IndexStatus {
    const prints = this.printCount(id);
    const columns = this.segments(id, SEGMENT_KINDS.columns).filter(
      ({ version }) => version === SEGMENT_FORMAT,
    );
    return { prints, sealed: printsOf(columns), textPending: this.textCoverage(id, prints).pending };
  }

  /** How many prints a workspace has: ordinals are dense from 0. */
  printCount(workspaceId: number): number {
    return this.status.prints.get(workspaceId)?.prints ?? 0;
  }

  /** The published segments of a kind, by ordinal. */
  segments(workspaceId: number, kind: number): SegmentRow[] {
    return this.status.segments.all(workspaceId, kind);
  }

  /** How the prints of a workspace are decoded; `null` when there is no such workspace. */
  textSettings(workspaceId: number): TextSettings | null {
    const rows = this.status.settings.all(workspaceId);
    const [first] = rows;
    if (first === undefined) return null;
    const printers = rows.flatMap(({ printerId: id, firstOrdinal, ...row }) =>
      id === null ? [] : [{ id, firstOrdinal, ...settingsOfPrinter(row) }],
    );
    return new TextSettings(workspaceId, settingsOfWorkspace(first), printers);
  }

  /** Where the text of a workspace's first `prints` prints is. */
  textCoverage(workspaceId: number, prints: number): TextCoverage {
    const settings = this.textSettings(workspaceId);
    if (settings === null) return { segments: [], newest: [], pending: prints };
    const published = this.segments(workspaceId, SEGMENT_KINDS.lines);
    const segments = published.filter((row) => row.version === settings.versionTo(endOf(row)));
    const newest = settings.runs(sealedEnd(published), prints);
    let pending = prints - printsOf(segments);
    for (const { version, from, to } of newest) {
      pending -= this.status.decoded.get(workspaceId, version, from, to)?.prints ?? 0;
    }
    return { segments, newest, pending };
  }
}
