import type { Database } from "bun:sqlite";
import type { PrinterSettings } from "./text/receipt-lines.ts";
import { SEGMENT_KINDS } from "../storage/index-writer.ts";
import { SEGMENT_FORMAT } from "./segment/segment-directory.ts";
import { SMALL_SEGMENT_PRINTS } from "./segment-limits.ts";
import { textVersionOf } from "./text/text-version.ts";

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
  private readonly decoded;

  constructor(database: Database) {
    this.prints = database.query<{ prints: number | null }, [number]>(
      "SELECT max(ordinal) + 1 AS prints FROM print WHERE workspace_id = ?",
    );
    this.covered = database.query<{ prints: number | null; end: number | null }, [number, number, number]>(
      "SELECT sum(print_count) AS prints, max(first_ordinal + print_count) AS end FROM index_segment " +
        "WHERE workspace_id = ? AND kind = ? AND version = ? AND published IS NOT NULL",
    );
    this.decoded = database.query<{ prints: number }, [number, number, number]>(
      "SELECT count(*) AS prints FROM print_text WHERE workspace_id = ? AND version = ? AND ordinal >= ?",
    );
  }

  read(workspace: PrinterSettings & { readonly id: number }): IndexStatus {
    const { id } = workspace;
    const version = textVersionOf(workspace);
    const prints = this.prints.get(id)?.prints ?? 0;
    const columns = this.covered.get(id, SEGMENT_KINDS.columns, SEGMENT_FORMAT);
    const lines = this.covered.get(id, SEGMENT_KINDS.lines, version);
    const newest = this.decoded.get(id, version, lines?.end ?? 0)?.prints ?? 0;
    return { prints, sealed: columns?.prints ?? 0, textPending: prints - (lines?.prints ?? 0) - newest };
  }
}
