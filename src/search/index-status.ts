import type { Database } from "bun:sqlite";
import { SEGMENT_KINDS } from "../storage/index-writer.ts";
import { SEGMENT_FORMAT } from "./segment/segment-directory.ts";
import { SMALL_SEGMENT_PRINTS } from "./segment-limits.ts";
import { type CoveringSegment, textCoverage } from "./text/text-coverage.ts";
import type { TextRun } from "./text/text-settings.ts";
import { TextSettingsReader } from "./text/text-settings-reader.ts";

/** How much of a workspace the index covers. */
export interface IndexStatus {
  readonly prints: number;
  /** Prints in segments; the newest are searched without one. */
  readonly sealed: number;
  /** Prints whose text cannot be searched yet. */
  readonly textPending: number;
}

/** Whether there is something to index. */
export function isBehind({ prints, sealed, textPending }: IndexStatus): boolean {
  return prints - sealed >= SMALL_SEGMENT_PRINTS || textPending > 0;
}

/** Tells how far indexing has got. */
export class IndexStatusReader {
  private readonly prints;
  private readonly covered;
  private readonly lines;
  private readonly decoded;
  private readonly settings: TextSettingsReader;

  constructor(database: Database) {
    this.prints = database.query<{ prints: number | null }, [number]>(
      "SELECT max(ordinal) + 1 AS prints FROM print WHERE workspace_id = ?",
    );
    this.covered = database.query<{ prints: number | null }, [number, number, number]>(
      "SELECT sum(print_count) AS prints FROM index_segment " +
        "WHERE workspace_id = ? AND kind = ? AND version = ? AND published IS NOT NULL",
    );
    this.lines = database.query<CoveringSegment, [number, number]>(
      "SELECT version, first_ordinal AS firstOrdinal, print_count AS printCount FROM index_segment " +
        "WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL ORDER BY first_ordinal",
    );
    this.decoded = database.query<{ prints: number }, [number, number, number, number]>(
      "SELECT count(*) AS prints FROM print_text " +
        "WHERE workspace_id = ? AND version = ? AND ordinal >= ? AND ordinal < ?",
    );
    this.settings = new TextSettingsReader(database);
  }

  read({ id }: { readonly id: number }): IndexStatus {
    const prints = this.prints.get(id)?.prints ?? 0;
    const columns = this.covered.get(id, SEGMENT_KINDS.columns, SEGMENT_FORMAT);
    return { prints, sealed: columns?.prints ?? 0, textPending: this.textPending(id, prints) };
  }

  private textPending(id: number, prints: number): number {
    const settings = this.settings.read(id);
    if (settings === null) return prints;
    const published = this.lines.all(id, SEGMENT_KINDS.lines);
    const decodedPrints = ({ version, from, to }: TextRun) =>
      this.decoded.get(id, version, from, to)?.prints ?? 0;
    return textCoverage(settings, published, prints, decodedPrints).pending;
  }
}
