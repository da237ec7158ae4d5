import type { Database } from "bun:sqlite";
import { isWholeRow } from "../storage/print-row.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { isUnreadable, unlessUnreadable } from "../storage/unreadable.ts";
import { aboutPrint, type Finding } from "./finding.ts";
import { SCRUB_LIMITS } from "./scrub-limits.ts";
import { agreesWithJournal, STATED_COLUMNS, type StatedRow } from "../storage/journal-check.ts";

/** A print with its bytes; all of these are `null` where there are none. */
type FullRow = StatedRow & { readonly encoding: number | null; readonly content: Uint8Array | null };

/** What a piece of prints gave. */
export interface CheckedPrints {
  /** The last id that was looked at; `null` where there is no print behind. */
  readonly last: number | null;
  readonly prints: number;
  readonly bytes: number;
  readonly findings: readonly Finding[];
}

const FULL = `SELECT ${STATED_COLUMNS}, encoding, content FROM print LEFT JOIN print_data ON print_id = print.id`;

/** Checks prints: that their rows, their bytes and the journal agree, and that they are found by their ordinals. */
export class PrintCheck {
  private readonly statements;

  /** @param database a reading connection */
  constructor(database: Database) {
    this.statements = {
      behind: database.query<FullRow, [number]>(`${FULL} WHERE print.id > ? ORDER BY print.id`),
      one: database.query<FullRow, [number]>(`${FULL} WHERE print.id = ?`),
      row: database.query<{ removalId: number | null }, [number]>(
        "SELECT removal_id AS removalId, checksum FROM print WHERE id = ?",
      ),
      data: database.query<{ one: number }, [number]>("SELECT 1 AS one FROM print_data WHERE print_id = ?"),
      // Known without reading a page of the prints.
      highest: database.query<{ id: number }, []>(
        "SELECT seq AS id FROM sqlite_sequence WHERE name = 'print'",
      ),
      place: database.query<{ id: number }, [number, number]>(
        "SELECT id FROM print WHERE workspace_id = ? AND ordinal = ?",
      ),
    };
  }

  /** Checks the next prints behind an id, as many as make a piece. */
  behind(after: number): CheckedPrints {
    const findings: Finding[] = [];
    let [last, prints, bytes] = [after, 0, 0];
    try {
      for (const row of this.statements.behind.iterate(after)) {
        // Rows are never removed, so that few ids are missing, if any.
        const skipped = Math.min(row.id - last - 1, SCRUB_LIMITS.stepPrints);
        for (let id = last + 1; id <= last + skipped; id++) findings.push(...this.lostRow(id));
        findings.push(...this.faultsOf(row));
        last = row.id;
        prints++;
        bytes += bytesOf(row);
        if (prints >= SCRUB_LIMITS.stepPrints || bytes >= SCRUB_LIMITS.stepBytes)
          return { last, prints, bytes, findings };
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return this.oneByOne(last, { last, prints, bytes, findings });
    }
    return { last: null, prints, bytes, findings };
  }

  /** Checks some prints; those that are not there any more are whole. */
  these(printIds: readonly number[]): Finding[] {
    return printIds.flatMap((id) => this.check(id).findings);
  }

  /** Goes on behind what could be read at once, over what cannot. */
  private oneByOne(after: number, before: CheckedPrints): CheckedPrints {
    const highest = this.statements.highest.get()?.id ?? 0;
    const findings = [...before.findings];
    let { prints, bytes } = before;
    const end = Math.min(after + SCRUB_LIMITS.stepPrints, highest);
    for (let id = after + 1; id <= end; id++) {
      const checked = this.check(id);
      findings.push(...checked.findings);
      prints += checked.isThere ? 1 : 0;
      bytes += checked.bytes;
    }
    return { last: end >= highest ? null : end, prints, bytes, findings };
  }

  private check(id: number): {
    readonly isThere: boolean;
    readonly bytes: number;
    readonly findings: readonly Finding[];
  } {
    const row = unlessUnreadable(
      () => this.statements.one.get(id),
      () => undefined,
    );
    if (row === undefined) return { isThere: true, bytes: 0, findings: [this.unreadable(id)] };
    if (row !== null) return { isThere: true, bytes: bytesOf(row), findings: this.faultsOf(row) };
    const findings = this.lostRow(id);
    return { isThere: findings.length > 0, bytes: 0, findings };
  }

  /** Ids that were given and not used there may be; bytes of no print there are not. */
  private lostRow(id: number): Finding[] {
    const hasData = unlessUnreadable(
      () => this.statements.data.get(id) !== null,
      () => false,
    );
    return hasData ? [aboutPrint("metadata", id, "Its row is missing, and its bytes are there.")] : [];
  }

  private unreadable(id: number): Finding {
    const isRowReadable = unlessUnreadable(
      () => this.statements.row.get(id) !== null,
      () => false,
    );
    return isRowReadable
      ? aboutPrint("bytes", id, "The page of the file with its bytes cannot be read.")
      : aboutPrint("metadata", id, "The page of the file with its row cannot be read.");
  }

  private faultsOf(row: FullRow): Finding[] {
    if (!isWholeRow(row)) return [aboutPrint("metadata", row.id, "Its row is not what was written.")];
    const fault = row.removalId === null ? (this.bytesFault(row) ?? this.journalFault(row)) : null;
    return [fault, this.placeFault(row)].filter((found) => found !== null);
  }

  private bytesFault({ id, sha256, byteLength, encoding, content }: FullRow): Finding | null {
    if (sha256 === null || byteLength === null || encoding === null || content === null)
      return aboutPrint("bytes", id, "Its bytes are missing.");
    try {
      decodeContent(id, { sha256, byteLength, encoding, content });
      return null;
    } catch {
      return aboutPrint("bytes", id, "Its bytes are not those that came.");
    }
  }

  private journalFault(row: FullRow): Finding | null {
    if (agreesWithJournal(row)) return null;
    return aboutPrint("metadata", row.id, "It is not what the journal says that it is.");
  }

  private placeFault({ id, workspaceId, ordinal }: FullRow): Finding | null {
    const place = unlessUnreadable(
      () => this.statements.place.get(workspaceId, ordinal),
      () => null,
    );
    if (place?.id === id) return null;
    return aboutPrint("place", id, "The database's index of prints does not have it.");
  }
}

function bytesOf({ tag, recognised, content }: FullRow): number {
  return 256 + tag.length + (recognised?.length ?? 0) + (content?.byteLength ?? 0);
}
