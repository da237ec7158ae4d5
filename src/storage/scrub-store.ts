import type { Database } from "bun:sqlite";
import { SCRUB_LIMITS } from "../scrub/scrub-limits.ts";
import type { Finding, FindingKind, ScrubPlace } from "../scrub/finding.ts";

/** A finding, and when it was first found and last seen; epoch milliseconds. */
export interface KnownFinding extends Finding {
  readonly foundAt: number;
  readonly seenAt: number;
}

/** How far checking has got. Times are epoch milliseconds. */
export interface ScrubProgress {
  /** When the present round began; `null` while none is under way. */
  readonly beganAt: number | null;
  /** Where it goes on. */
  readonly place: ScrubPlace | null;
  readonly prints: number;
  readonly bytes: number;
  /** When the last whole round ended; `null` before the first. */
  readonly finishedAt: number | null;
  readonly finishedPrints: number;
  readonly finishedBytes: number;
}

/** What checking has found out, as data: it goes to the writer's Worker. */
export interface ScrubChange {
  readonly do: "note";
  /** `null` where what is found is not of a round. */
  readonly progress: ScrubProgress | null;
  readonly found: readonly Finding[];
  /** Prints that were looked at again: what is not found of them any more is mended. */
  readonly rechecked: readonly number[];
  /** Forgets what was last seen before; 0 for nothing. Epoch milliseconds. */
  readonly forgetBefore: number;
}

interface ProgressRow extends Omit<ScrubProgress, "place"> {
  readonly place: string | null;
}

export const NO_PROGRESS: ScrubProgress = {
  beganAt: null,
  place: null,
  prints: 0,
  bytes: 0,
  finishedAt: null,
  finishedPrints: 0,
  finishedBytes: 0,
};

/** Reads what checking has found, on any connection. */
export class ScrubReader {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      progress: database.query<ProgressRow, []>(
        "SELECT began_at AS beganAt, place, prints, bytes, finished_at AS finishedAt, " +
          "finished_prints AS finishedPrints, finished_bytes AS finishedBytes FROM scrub_state WHERE id = 1",
      ),
      findings: database.query<KnownFinding, [number]>(
        "SELECT kind, print_id AS printId, subject, detail, found_at AS foundAt, seen_at AS seenAt FROM scrub_finding " +
          "ORDER BY id LIMIT ?",
      ),
      prints: database.query<{ id: number }, []>(
        "SELECT seq AS id FROM sqlite_sequence WHERE name = 'print'",
      ),
      counts: database.query<{ kind: FindingKind; count: number }, []>(
        "SELECT kind, count(*) AS count FROM scrub_finding GROUP BY kind",
      ),
    };
  }

  progress(): ScrubProgress {
    const row = this.statements.progress.get();
    if (row === null) return NO_PROGRESS;
    return { ...row, place: row.place === null ? null : (JSON.parse(row.place) as ScrubPlace) };
  }

  /** What was found, the first first. */
  findings(most: number): KnownFinding[] {
    return this.statements.findings.all(most);
  }

  /** How many prints were stored, as far as ids tell. */
  prints(): number {
    return this.statements.prints.get()?.id ?? 0;
  }

  /** How much of each kind was found. */
  counts(): ReadonlyMap<FindingKind, number> {
    return new Map(this.statements.counts.all().map(({ kind, count }) => [kind, count]));
  }
}

/** Writes it, inside a transaction that the caller begins and commits. */
export class ScrubStore {
  private readonly statements;

  constructor(database: Database) {
    const query = (text: string) => database.query<unknown, (number | string | null)[]>(text);
    this.statements = {
      count: database.query<{ count: number }, []>("SELECT count(*) AS count FROM scrub_finding"),
      progress: query(
        "UPDATE scrub_state SET began_at = ?, place = ?, prints = ?, bytes = ?, finished_at = ?, finished_prints = ?, " +
          "finished_bytes = ? WHERE id = 1",
      ),
      seenAgain: query("UPDATE scrub_finding SET detail = ?, seen_at = ? WHERE kind = ? AND subject = ?"),
      found: query(
        "INSERT INTO scrub_finding (kind, print_id, subject, detail, found_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
      ),
      mended: query("DELETE FROM scrub_finding WHERE print_id = ?"),
      forget: query("DELETE FROM scrub_finding WHERE seen_at < ?"),
    };
  }

  apply({ progress, found, rechecked, forgetBefore }: ScrubChange, now: number): void {
    const { statements } = this;
    if (progress !== null) {
      const { beganAt, place, prints, bytes, finishedAt, finishedPrints, finishedBytes } = progress;
      const where = place === null ? null : JSON.stringify(place);
      statements.progress.run(beganAt, where, prints, bytes, finishedAt, finishedPrints, finishedBytes);
    }
    const still = new Set(found.map(({ printId }) => printId));
    for (const printId of rechecked) if (!still.has(printId)) statements.mended.run(printId);
    let room = found.length === 0 ? 0 : SCRUB_LIMITS.findings - (statements.count.get()?.count ?? 0);
    for (const { kind, printId, subject, detail } of found) {
      // What is known already needs no room, and is forgotten when it is not seen again.
      if (statements.seenAgain.run(detail, now, kind, subject).changes > 0 || room-- <= 0) continue;
      statements.found.run(kind, printId, subject, detail, now, now);
    }
    if (forgetBefore > 0) statements.forget.run(forgetBefore);
  }
}
