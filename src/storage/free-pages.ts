import type { Database } from "bun:sqlite";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";

interface PageCounts {
  readonly free: number;
  readonly all: number;
  /** 2 where pages can be given back. */
  readonly mode: number;
}

/**
 * Gives free pages of the database file back to the disk, inside a transaction that the caller begins and commits: the last
 * pages of the file move to where free ones are, and it ends sooner. The file is cut when the log is folded into it.
 */
export class FreePages {
  private readonly counts;

  constructor(private readonly database: Database) {
    this.counts = database.query<PageCounts, []>(
      'SELECT freelist_count AS free, page_count AS "all", auto_vacuum AS mode ' +
        "FROM pragma_freelist_count, pragma_page_count, pragma_auto_vacuum",
    );
  }

  /** Gives some pages back. @returns how many more there are to give back */
  giveBack(): number {
    const before = this.surplus();
    if (before <= 0) return 0;
    // The number of pages cannot be bound.
    const pages = Math.min(before, REMOVAL_LIMITS.pagesGivenBack);
    this.database.query(`PRAGMA incremental_vacuum(${pages})`).all();
    return Math.max(this.surplus(), 0);
  }

  /** Free pages that new prints need not find; 0 in a file that cannot give any back. */
  private surplus(): number {
    const { free, all, mode } = this.counts.get() ?? { free: 0, all: 0, mode: 0 };
    const { keptPages, keptShare } = REMOVAL_LIMITS;
    return mode === 2 ? free - Math.max(keptPages, Math.ceil(all * keptShare)) : 0;
  }
}
