import type { Database } from "bun:sqlite";
import { isUnreadable } from "../storage/unreadable.ts";

/** How long a finding counts, milliseconds: looking goes over all prints. */
const KNOWN_MILLISECONDS = 60_000;

/** What is looked at: the rows of prints, or their bytes too. */
export type ReadPart = "rows" | "bytes";

/** Finds the prints whose pages of the file cannot be read, so that a search with SQL goes around them. */
export class UnreadablePrints {
  private readonly statements;
  private readonly known = new Map<string, { readonly ids: readonly number[]; readonly until: number }>();

  constructor(database: Database) {
    const range = "workspace_id = ? AND ordinal >= ? AND ordinal < ?";
    this.statements = {
      end: database.query<{ end: number | null }, [number]>(
        "SELECT max(ordinal) + 1 AS end FROM print WHERE workspace_id = ?",
      ),
      ids: database.query<{ id: number }, [number, number, number]>(`SELECT id FROM print WHERE ${range}`),
      // No index has these columns: each row is read. Looking for something in the bytes reads all of them.
      rows: database.query<unknown, [number, number, number]>(
        `SELECT sum(length(tag) + updated_at) FROM print WHERE ${range}`,
      ),
      bytes: database.query<unknown, [number, number, number]>(
        "SELECT sum(length(tag) + updated_at + instr(content, x'00ff00ff')) FROM print " +
          `LEFT JOIN print_data ON print_id = print.id WHERE ${range}`,
      ),
    };
  }

  /** The ids of those of a workspace. */
  of(workspaceId: number, part: ReadPart): readonly number[] {
    const key = `${workspaceId} ${part}`;
    const now = performance.now();
    const known = this.known.get(key);
    if (known !== undefined && now < known.until) return known.ids;
    const end = this.statements.end.get(workspaceId)?.end ?? 0;
    const ids = this.within(workspaceId, 0, end, part);
    this.known.set(key, { ids, until: performance.now() + KNOWN_MILLISECONDS });
    return ids;
  }

  /** Halves a range until what cannot be read is alone. */
  private within(workspaceId: number, from: number, to: number, part: ReadPart): number[] {
    try {
      this.statements[part].get(workspaceId, from, to);
      return [];
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    if (to - from <= 1) return this.statements.ids.all(workspaceId, from, to).map(({ id }) => id);
    const middle = Math.floor((from + to) / 2);
    return [...this.within(workspaceId, from, middle, part), ...this.within(workspaceId, middle, to, part)];
  }
}
