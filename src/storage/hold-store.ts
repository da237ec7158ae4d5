import type { Database } from "bun:sqlite";
import { notFound, TillrollError } from "../domain/errors.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type { RetentionHold } from "../domain/retention.ts";
import { selectList } from "./column-name.ts";
import { notePolicyChange } from "./policy-version.ts";

/** What a new hold is. */
export type NewHold = Pick<RetentionHold, "workspaceId" | "name" | "condition" | "reason">;

/** A change of the legal holds, as data. `by` is whoever does it. */
export type HoldChange =
  | ({ readonly do: "hold"; readonly by: string } & NewHold)
  | {
      readonly do: "release";
      readonly workspaceId: number;
      readonly id: number;
      readonly reason: string;
      readonly by: string;
    };

const COLUMNS = selectList([
  "id",
  "workspaceId",
  "name",
  "condition",
  "reason",
  "createdBy",
  "createdAt",
  "releaseReason",
  "releasedBy",
  "releasedAt",
] satisfies readonly (keyof RetentionHold)[]);

/** Reads and changes legal holds. One that is released stays in the list. */
export class HoldStore {
  constructor(private readonly database: Database) {}

  /** The holds of a workspace, the oldest first. @param releasedSince those released before then are left out */
  list(workspaceId: number, releasedSince = Number.NEGATIVE_INFINITY): RetentionHold[] {
    return this.database
      .query<RetentionHold, [number]>(
        `SELECT ${COLUMNS} FROM retention_hold WHERE workspace_id = ? ORDER BY id`,
      )
      .all(workspaceId)
      .filter(({ releasedAt }) => releasedAt === null || releasedAt >= releasedSince);
  }

  /** A hold of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): RetentionHold {
    const hold = this.list(workspaceId).find((known) => known.id === id);
    if (hold === undefined) throw notFound("hold", id);
    return hold;
  }

  /** Makes a change; see `RetentionStore.apply`. */
  apply(change: HoldChange, now: number): number {
    const id = change.do === "hold" ? this.create(change, now) : this.release(change, now);
    notePolicyChange(this.database, change.workspaceId);
    return id;
  }

  private create({ workspaceId, name, condition, reason, by }: HoldChange & { do: "hold" }, now: number) {
    const most = RETENTION_LIMITS.holds;
    const holding = this.list(workspaceId).filter(({ releasedAt }) => releasedAt === null);
    if (holding.length >= most) {
      const message = `The workspace has ${most} legal holds, which is as many as there may be; release one first.`;
      throw new TillrollError("WORKSPACE_LIMIT_EXCEEDED", message, { holds: most });
    }
    const { lastInsertRowid } = this.database
      .query<unknown, (string | number)[]>(
        "INSERT INTO retention_hold (workspace_id, name, condition, reason, created_by, created_at) " +
          "VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(workspaceId, name, condition, reason, by, now);
    return Number(lastInsertRowid);
  }

  private release({ workspaceId, id, reason, by }: HoldChange & { do: "release" }, now: number): number {
    if (this.get(workspaceId, id).releasedAt !== null)
      throw new TillrollError("CONFLICT", `Hold ${id} is released already.`, { holdId: id });
    this.database
      .query<unknown, (string | number)[]>(
        "UPDATE retention_hold SET release_reason = ?, released_by = ?, released_at = ? WHERE id = ?",
      )
      .run(reason, by, now, id);
    return id;
  }
}
