import type { Database } from "bun:sqlite";
import { type SQL, sql } from "drizzle-orm";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { whereOf } from "../search/search-sql.ts";
import { SqlStatements } from "../search/sql-statements.ts";
import { WAITS_FOR_PAPER } from "../storage/print-expiry.ts";
import { printFingerprint } from "../storage/print-fingerprint.ts";
import { isWholeRow, PRINT_COLUMNS, printFromWholeRow, type PrintRow } from "../storage/print-row.ts";
import { prints } from "../storage/schema.ts";
import type { Hold, WorkspacePolicy } from "./policy.ts";
import type { Amount } from "./quota.ts";

/** A print that is looked at. */
export interface ScannedPrint {
  readonly id: number;
  readonly ordinal: number;
  readonly createdAt: number;
  /** 1 for a print that was deleted since the run began: it counts with the others and does not go again. */
  readonly isDeleted: 0 | 1;
  /** The first rule that it fits, by its index in the policy; -1 for none. */
  readonly rule: number;
  /** As it came in; 0 where nobody asked. */
  readonly bytes: number;
}

/** A print that is to go, unless something keeps it. */
export interface Candidate {
  readonly print: PrintRow;
  readonly fingerprint: number;
  /** Bytes as it came in. */
  readonly bytes: number;
  /** Bytes as they are stored. */
  readonly storedBytes: number;
  /** 1 under a legal hold. */
  readonly isHeld: 0 | 1;
  /** 1 while it is still to be printed. */
  readonly waitsForPaper: 0 | 1;
}

/** How prints are looked at. */
export interface ScanWish {
  /** Prints deleted from then on count as if they were not: they were there when the run began. */
  readonly deletedSince: number;
  /** Whether the prints' bytes are wanted. */
  readonly withBytes: boolean;
}

const isThere = (deletedSince: number) =>
  sql`removal_id IS NULL AND (deleted_at IS NULL OR deleted_at >= ${deletedSince})`;

const BYTES = sql`coalesce((SELECT byte_length FROM print_data WHERE print_id = print.id), 0)`;
const STORED_BYTES = sql`coalesce((SELECT length(content) FROM print_data WHERE print_id = print.id), 0)`;
const WAITS = sql.raw(`EXISTS (SELECT 1 FROM delivery WHERE print_id = print.id AND ${WAITS_FOR_PAPER})`);

/**
 * Looks at the prints of workspaces piece by piece, the oldest first. What a rule or hold is for is asked of the SQL that
 * searches are tested against, so that both always mean the same prints.
 */
export class PrintScan {
  private readonly statements: SqlStatements;

  /** @param database a connection of its own, on which the functions of searches are defined */
  constructor(private readonly database: Database) {
    this.statements = new SqlStatements(database);
  }

  /** The ordinals of a workspace's prints that a run looks at: from the first up to, and without, another. */
  range(workspaceId: number): { readonly from: number; readonly to: number } {
    // Each by itself is one step in the index of ordinals.
    const ends =
      "SELECT (SELECT min(ordinal) FROM print WHERE workspace_id = ?1) AS first, " +
      "(SELECT max(ordinal) FROM print WHERE workspace_id = ?1) AS last";
    const row = this.database
      .query<{ first: number | null; last: number | null }, [number]>(ends)
      .get(workspaceId);
    return { from: row?.first ?? 0, to: (row?.last ?? -1) + 1 };
  }

  /** How many prints of a piece each rule is for, by its index. */
  count(policy: WorkspacePolicy, from: number, wish: ScanWish): Map<number, Amount> {
    const rows = this.statements.all<Amount & { readonly rule: number }>(
      sql`SELECT ${ruleOf(policy)} AS rule, count(*) AS prints, sum(${wish.withBytes ? BYTES : sql`0`}) AS bytes
        FROM print WHERE ${piece(policy.workspaceId, from)} AND ${isThere(wish.deletedSince)} GROUP BY rule`,
    );
    return new Map(rows.map(({ rule, prints: number, bytes }) => [rule, { prints: number, bytes }]));
  }

  /**
   * Looks at a piece of prints.
   * @param isWanted asked of each print, in their order
   * @returns those that are wanted, with what keeps them, all as of one moment
   */
  look(
    policy: WorkspacePolicy,
    from: number,
    wish: ScanWish,
    isWanted: (print: ScannedPrint) => boolean,
  ): Candidate[] {
    return this.statements.inSnapshot(() => {
      const rows = this.statements.all<ScannedPrint>(
        sql`SELECT id, ordinal, created_at AS createdAt, deleted_at IS NOT NULL AS isDeleted, ${ruleOf(policy)} AS rule,
          ${wish.withBytes ? BYTES : sql`0`} AS bytes
          FROM print WHERE ${piece(policy.workspaceId, from)} AND ${isThere(wish.deletedSince)} ORDER BY ordinal`,
      );
      const wanted = rows.filter((row) => isWanted(row) && row.isDeleted === 0);
      return this.candidates(
        policy.workspaceId,
        policy.holds,
        wanted.map(({ id }) => id),
      );
    });
  }

  /** Deleted prints of a workspace, those deleted first first. @param before only those deleted before then, epoch milliseconds */
  deleted(
    workspaceId: number,
    holds: readonly Hold[],
    before: number,
    after: { readonly deletedAt: number; readonly id: number },
  ): Candidate[] {
    return this.statements.inSnapshot(() => {
      const rows = this.statements.all<{ id: number }>(
        sql`SELECT id FROM print WHERE workspace_id = ${workspaceId} AND deleted_at IS NOT NULL AND removal_id IS NULL
          AND deleted_at < ${before}
          AND (deleted_at, id) > (${after.deletedAt}, ${after.id}) ORDER BY deleted_at, id
          LIMIT ${RETENTION_LIMITS.scannedPrints}`,
      );
      const found = this.candidates(
        workspaceId,
        holds,
        rows.map(({ id }) => id),
      );
      return found.toSorted(
        ({ print: one }, { print: other }) =>
          (one.deletedAt ?? 0) - (other.deletedAt ?? 0) || one.id - other.id,
      );
    });
  }

  /** The names of the holds that prints are under, by their ids. */
  heldBy(workspaceId: number, holds: readonly Hold[], printIds: readonly number[]): Map<number, string> {
    if (holds.length === 0) return new Map();
    const first = sql`CASE ${sql.join(
      holds.map(
        ({ filter }, index) => sql`WHEN ${whereOf(workspaceId, filter)} THEN ${sql.raw(String(index))}`,
      ),
      sql` `,
    )} END`;
    const rows = this.statements.all<{ id: number; hold: number | null }>(
      sql`SELECT id, ${first} AS hold FROM print WHERE ${isOneOf(workspaceId, printIds)}`,
    );
    return new Map(
      rows.flatMap(({ id, hold }) => (hold === null ? [] : [[id, holds[hold]?.name ?? ""] as const])),
    );
  }

  /** Bytes of the database that are in use: what is free in it is used again. */
  usedBytes(): number {
    const number = (pragma: string) =>
      Number(
        Object.values(this.database.query<Record<string, number>, []>(`PRAGMA ${pragma}`).get() ?? {})[0] ??
          0,
      );
    return (number("page_count") - number("freelist_count")) * number("page_size");
  }

  private candidates(workspaceId: number, holds: readonly Hold[], ids: readonly number[]): Candidate[] {
    if (ids.length === 0) return [];
    const isHeld =
      holds.length === 0
        ? sql`0`
        : sql`(${sql.join(
            holds.map(({ filter }) => whereOf(workspaceId, filter)),
            sql` OR `,
          )})`;
    type Row = PrintRow & Omit<Candidate, "print" | "fingerprint">;
    const rows = this.statements.all<Row>(
      sql`SELECT ${sql.raw(PRINT_COLUMNS)}, ${BYTES} AS bytes, ${STORED_BYTES} AS "storedBytes", ${isHeld} AS "isHeld",
        ${WAITS} AS "waitsForPaper" FROM print WHERE ${isOneOf(workspaceId, ids)} ORDER BY ordinal`,
    );
    return rows.flatMap(({ bytes, storedBytes, isHeld: held, waitsForPaper, ...print }) => {
      // What a damaged row says of itself is no reason to remove it.
      if (!isWholeRow(print)) return [];
      const keeping = { isHeld: held, waitsForPaper };
      const fingerprint = printFingerprint(printFromWholeRow(print));
      return [{ print, fingerprint, bytes, storedBytes, ...keeping }];
    });
  }
}

/** The first rule that a print fits. */
function ruleOf({ workspaceId, rules }: WorkspacePolicy): SQL {
  if (rules.length === 0) return sql`-1`;
  const cases = rules.map(
    ({ filter }, index) => sql`WHEN ${whereOf(workspaceId, filter)} THEN ${sql.raw(String(index))}`,
  );
  return sql`CASE ${sql.join(cases, sql` `)} ELSE -1 END`;
}

function piece(workspaceId: number, from: number): SQL {
  const to = from + RETENTION_LIMITS.scannedPrints;
  return sql`${prints.workspaceId} = ${workspaceId} AND ${prints.ordinal} >= ${from} AND ${prints.ordinal} < ${to}`;
}

function isOneOf(workspaceId: number, ids: readonly number[]): SQL {
  return sql`${prints.workspaceId} = ${workspaceId} AND ${prints.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}
