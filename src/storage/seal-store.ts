import type { Database } from "bun:sqlite";
import { hashOfSeal, sealText, type StoredSeal } from "../journal/seal.ts";

/** A change of the seals, as data: it goes to the writer's Worker. */
export type SealChange =
  /** Seals the journal of a workspace; the result is the seal's number, 0 where there is nothing new to seal. */
  | { readonly do: "seal"; readonly workspaceId: number }
  /** Keeps the time stamp of a seal. */
  | {
      readonly do: "stamp";
      readonly workspaceId: number;
      readonly number: number;
      readonly timeStamp: Uint8Array;
    };

/** The journals that are sealed, inside the transaction. */
export interface SealableJournals {
  /** How far one has got; the root is hexadecimal. */
  sealable(workspaceId: number): { readonly size: number; readonly root: string };
  /** The number for its next seal, which is given once. */
  nextSeal(workspaceId: number): number;
}

/** Which seals of a workspace are asked for. */
export interface SealFilter {
  /** Only older ones than that number. */
  readonly before: number | null;
  readonly limit: number;
}

const COLUMNS = "workspace_id AS workspaceId, number, size, text, time_stamp AS timeStamp";

/** Makes seals, and reads them. */
export class SealStore {
  private readonly statements;

  constructor(private readonly database: Database) {
    const select = `SELECT ${COLUMNS} FROM journal_seal WHERE workspace_id = ?`;
    this.statements = {
      list: database.query<StoredSeal, [number, number, number]>(
        `${select} AND number < ? ORDER BY number DESC LIMIT ?`,
      ),
      after: database.query<StoredSeal, [number, number, number]>(
        `${select} AND number > ? ORDER BY number LIMIT ?`,
      ),
      covering: database.query<StoredSeal, [number, number]>(`${select} AND size > ? ORDER BY size LIMIT 1`),
      stamped: database.query<StoredSeal, [number, number]>(
        `${select} AND number >= ? AND time_stamp IS NOT NULL ORDER BY number LIMIT 1`,
      ),
    };
  }

  /** Makes a change. @returns the number of the seal, 0 for none */
  apply(change: SealChange, journals: SealableJournals, now: number): number {
    const { workspaceId } = change;
    if (change.do === "seal") return this.seal(workspaceId, journals, now);
    this.database
      .query<unknown, [Uint8Array, number, number]>(
        "UPDATE journal_seal SET time_stamp = ? WHERE workspace_id = ? AND number = ?",
      )
      .run(change.timeStamp, workspaceId, change.number);
    return change.number;
  }

  /** Those that a filter asks for, the newest first. */
  list(workspaceId: number, { before, limit }: SealFilter): StoredSeal[] {
    return this.statements.list.all(workspaceId, before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  /** Those after a number, the oldest first. */
  after(workspaceId: number, number: number, limit: number): StoredSeal[] {
    return this.statements.after.all(workspaceId, number, limit);
  }

  newest(workspaceId: number): StoredSeal | null {
    return this.list(workspaceId, { before: null, limit: 1 })[0] ?? null;
  }

  get(workspaceId: number, number: number): StoredSeal | null {
    const seal = this.list(workspaceId, { before: number + 1, limit: 1 })[0];
    return seal?.number === number ? seal : null;
  }

  /** The first that covers an entry; `null` where none does yet. */
  covering(workspaceId: number, leaf: number): StoredSeal | null {
    return this.statements.covering.get(workspaceId, leaf);
  }

  /** The first from a number on that has a time stamp. */
  stampedFrom(workspaceId: number, number: number): StoredSeal | null {
    return this.statements.stamped.get(workspaceId, number);
  }

  /** The name of this installation in its seals; `null` before the first. */
  service(): string | null {
    return this.database.query<{ id: string }, []>("SELECT id FROM journal_service").get()?.id ?? null;
  }

  private seal(workspaceId: number, journals: SealableJournals, now: number): number {
    const last = this.newest(workspaceId);
    const { size, root } = journals.sealable(workspaceId);
    if (size === (last?.size ?? 0)) return 0;
    const number = journals.nextSeal(workspaceId);
    const text = sealText({
      seal: number,
      service: this.service() ?? this.nameService(),
      workspace: workspaceId,
      slug: this.slugOf(workspaceId),
      size,
      root,
      sealedAt: now,
      newestAt: this.newestAt(workspaceId),
      ...(last !== null && { previous: hashOfSeal(last.text) }),
    });
    this.database
      .query<unknown, [number, number, number, string]>(
        "INSERT INTO journal_seal (workspace_id, number, size, text) VALUES (?, ?, ?, ?)",
      )
      .run(workspaceId, number, size, text);
    return number;
  }

  private nameService(): string {
    const id = Bun.randomUUIDv7();
    this.database.query<unknown, [string]>("INSERT INTO journal_service (only, id) VALUES (1, ?)").run(id);
    return id;
  }

  private slugOf(workspaceId: number): string {
    const row = this.database
      .query<{ slug: string }, [number]>("SELECT slug FROM workspace WHERE id = ?")
      .get(workspaceId);
    return row?.slug ?? "";
  }

  /** When the newest entry was made, epoch milliseconds. */
  private newestAt(workspaceId: number): number {
    const row = this.database
      .query<{ at: number | null }, [number]>(
        "SELECT max(coalesce((SELECT created_at FROM print WHERE workspace_id = ?1 ORDER BY ordinal DESC LIMIT 1), 0), " +
          "coalesce((SELECT last_at FROM journal_head WHERE workspace_id = ?1), 0)) AS at",
      )
      .get(workspaceId);
    return row?.at ?? 0;
  }
}
