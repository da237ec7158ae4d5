import type { Database } from "bun:sqlite";
import { systemActor } from "../audit/audit-entry.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { NOTIFICATION_LIMITS, WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import { PERSON_LIMITS, SESSION_LIMITS } from "../domain/person-limits.ts";
import {
  correctTime,
  type KnownTimes,
  type TimeCorrection,
  timeCorrection,
} from "../domain/time-correction.ts";
import type { StoredTime } from "../domain/trusted-clock.ts";
import { NOTE_CHANGE, IndexWriter } from "./index-writer.ts";
import { PrintJournal } from "./print-journal.ts";

/** A change of what is known of the time, as data: it goes to the writer's Worker. */
export type ClockChange = ({ readonly do: "note" } & StoredTime) | CorrectionStep;

/** The steps of putting right what was stored in a wrong future, in their order. */
export type CorrectionStep =
  /** The rows of a table with ids after `after`, some at a time; the result is where to go on, 0 when it was the last. */
  | {
      readonly do: "correct";
      readonly table: CorrectedTable;
      readonly after: number;
      readonly corrections: readonly (readonly [workspaceId: number, TimeCorrection])[];
    }
  /** Idempotency keys, some at a time; the result is 0 when these were the last, whatever prints bring meanwhile. */
  | { readonly do: "correctKeys"; readonly now: number }
  /** The few other times, all at once. */
  | { readonly do: "correctOthers"; readonly now: number };

/** Ids in one step: each goes into a transaction with prints. */
const STEP_IDS = 2000;

/** The tables that may be large, and their times besides `created_at`. Prints come first: others follow them. */
const TABLES = {
  print: ["updated_at", "deleted_at"],
  delivery: ["updated_at", "next_attempt_at", "released_at"],
  event: [],
} as const;

type CorrectedTable = keyof typeof TABLES;

/** Who puts times right. */
const CLOCK = systemActor("clock");

export const CORRECTED_TABLES = Object.keys(TABLES) as readonly CorrectedTable[];

type Row = Record<string, number | null> & { id: number; workspace_id: number; created_at: number };

/** Reads and changes what is known of the time. */
export class ClockStore {
  /** @param journal of whoever writes with the same connection; without it, one is made where it is needed */
  constructor(
    private readonly database: Database,
    private journal: PrintJournal | null = null,
  ) {}

  /** What the last service left; `null` when none has run. */
  read(): StoredTime | null {
    return this.database
      .query<StoredTime, []>("SELECT trusted_at AS trustedAt, ahead FROM clock WHERE id = 1")
      .get();
  }

  /** When the newest print of all workspaces was stored; `null` when there is none. */
  newestPrintAt(): number | null {
    const newest =
      "SELECT max((SELECT created_at FROM print WHERE workspace_id = workspace.id ORDER BY ordinal DESC LIMIT 1)) " +
      "AS at FROM workspace";
    return this.database.query<{ at: number | null }, []>(newest).get()?.at ?? null;
  }

  /** Where times after `now` belong, by workspace. @param ahead how far the clock still was ahead; `null` where it was not */
  corrections(now: number, ahead: number | null): (readonly [workspaceId: number, TimeCorrection])[] {
    const edge = (which: "min" | "max", side: "<=" | ">", name: string) =>
      `(SELECT ${which}(created_at) FROM print WHERE workspace_id = workspace.id AND created_at ${side} ?1) AS ${name}`;
    const edges = [
      edge("max", "<=", "lastRight"),
      edge("min", ">", "firstWrong"),
      edge("max", ">", "lastWrong"),
    ];
    return this.database
      .query<Omit<KnownTimes, "now" | "ahead"> & { id: number }, [number]>(
        `SELECT id, created_at AS workspaceCreatedAt, ${edges.join(", ")} FROM workspace`,
      )
      .all(now)
      .map(({ id, ...known }) => [id, timeCorrection({ ...known, now, ahead })] as const);
  }

  /** The greatest id of a table. */
  lastId(table: CorrectedTable): number {
    const last = this.database.query<{ id: number | null }, []>(`SELECT max(id) AS id FROM ${table}`);
    return last.get()?.id ?? 0;
  }

  /** Makes a change, inside a transaction that the caller begins and commits. @returns see {@link CorrectionStep} */
  apply(change: ClockChange): number {
    switch (change.do) {
      case "note": {
        const note = "INSERT OR REPLACE INTO clock (id, trusted_at, ahead) VALUES (1, ?, ?)";
        this.database.query<unknown, [number, number]>(note).run(change.trustedAt, change.ahead);
        return 0;
      }
      case "correct":
        return this.correct(change);
      case "correctKeys":
        return this.correctKeys(change.now);
      case "correctOthers":
        return this.correctOthers(change.now);
    }
  }

  private correct({ table, after, corrections }: CorrectionStep & { do: "correct" }): number {
    const now = corrections[0]?.[1].now ?? 0;
    const ofWorkspace = new Map(corrections);
    const columns = ["created_at", ...TABLES[table]];
    const wrong = columns.map((column) => `${column} > ?3`).join(" OR ");
    const ordinal = table === "print" ? ", ordinal" : "";
    const rows = this.database
      .query<Row, [number, number, number]>(
        `SELECT id, workspace_id, ${columns.join(", ")}${ordinal} FROM ${table} ` +
          `WHERE id > ?1 AND id <= ?2 AND (${wrong}) ORDER BY id`,
      )
      .all(after, after + STEP_IDS, now);
    const update = this.database.query<unknown, (number | null)[]>(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`,
    );
    for (const row of rows) {
      const correction = ofWorkspace.get(row.workspace_id);
      // A workspace made since has nothing that is wrong.
      if (correction === undefined) continue;
      const isWhole = table === "print" && this.ownJournal.isWhole(row.id);
      update.run(...correctedTimes(row, columns, correction), row.id);
      if (isWhole) this.enterCorrected(row, now);
    }
    if (table === "print") {
      this.ownJournal.flush();
      this.noteInIndex(rows, now);
      this.database
        .query<unknown, [number, number, number]>(
          "UPDATE print_change SET at = ?3 WHERE print_id > ?1 AND print_id <= ?2 AND at > ?3",
        )
        .run(after, after + STEP_IDS, now);
    }
    const next = after + STEP_IDS;
    return next >= this.lastId(table) ? 0 : next;
  }

  private get ownJournal(): PrintJournal {
    this.journal ??= new PrintJournal(this.database);
    return this.journal;
  }

  /** Enters in the journal what the times of a print were. */
  private enterCorrected({ id, created_at, updated_at = null, deleted_at = null }: Row, now: number): void {
    const was = {
      createdAt: created_at,
      updatedAt: updated_at ?? undefined,
      deletedAt: deleted_at ?? undefined,
    };
    this.ownJournal.noteChange("corrected", id, now, CLOCK, { was });
  }

  /**
   * The index rests on times of creation that never change: segments with such prints answer no more, and others are built.
   * Searches that hold some of these prints in memory read them again, as all that was changed.
   */
  private noteInIndex(rows: readonly Row[], now: number): void {
    const change = this.database.query<unknown, [number]>(NOTE_CHANGE);
    const firstMoved = new Map<number, number>();
    for (const { id, workspace_id: workspaceId, ordinal, created_at: createdAt } of rows) {
      change.run(id);
      if (createdAt > now && !firstMoved.has(workspaceId)) firstMoved.set(workspaceId, ordinal ?? 0);
    }
    const index = new IndexWriter(this.database);
    for (const [workspaceId, firstOrdinal] of firstMoved) index.dropColumnsFrom(workspaceId, firstOrdinal);
  }

  private correctKeys(now: number): number {
    const update =
      "UPDATE idempotency_key SET created_at = ?1 WHERE (workspace_id, key) IN " +
      "(SELECT workspace_id, key FROM idempotency_key WHERE created_at > ?1 LIMIT ?2)";
    const { changes } = this.database.query<unknown, [number, number]>(update).run(now, STEP_IDS);
    return changes < STEP_IDS ? 0 : changes;
  }

  private correctOthers(now: number): number {
    // What was told in the future would keep its topic from being told again until then.
    this.database
      .query<unknown, [number]>(
        "UPDATE notification_target SET told = '{}' WHERE sent_at > ?1 OR updated_at > ?1",
      )
      .run(now);
    const latest = {
      workspace: { created_at: now },
      user: { created_at: now },
      printer: { created_at: now, updated_at: now, pairing_until: now + PRINTER_LIMITS.pairingMilliseconds },
      rule: { created_at: now, updated_at: now },
      saved_search: { created_at: now, updated_at: now },
      retention_rule: {
        created_at: now,
        updated_at: now,
        applies_from: now + RETENTION_LIMITS.waitMilliseconds,
      },
      retention_limit: { applies_from: now + RETENTION_LIMITS.waitMilliseconds },
      retention_hold: { created_at: now, released_at: now },
      retention_run: { ended_at: now, resumes_at: now + RETENTION_LIMITS.waitMilliseconds },
      spooled_job: { created_at: now },
      token: { created_at: now, last_used_at: now, revoked_at: now },
      person: { created_at: now, password_at: now },
      person_session: {
        created_at: now,
        last_used_at: now,
        expires_at: now + SESSION_LIMITS.sessionMilliseconds,
      },
      person_link: { expires_at: now + PERSON_LIMITS.invitationMilliseconds },
      printer_condition: { since: now, last_print_at: now },
      health_condition: { since: now },
      print_reference: { approved_at: now },
      fiscal_certificate: { created_at: now },
      notice: { created_at: now },
      notification_target: {
        created_at: now,
        updated_at: now,
        failing_since: now,
        next_attempt_at: now + NOTIFICATION_LIMITS.waitMostMilliseconds,
        sent_at: now,
      },
      webhook: {
        created_at: now,
        updated_at: now,
        failing_since: now,
        next_attempt_at: now + WEBHOOK_LIMITS.waitMostMilliseconds,
      },
    };
    for (const [table, columns] of Object.entries(latest)) {
      for (const [column, time] of Object.entries(columns)) {
        this.database
          .query<unknown, [number]>(`UPDATE ${table} SET ${column} = ?1 WHERE ${column} > ?1`)
          .run(time);
      }
    }
    return 0;
  }
}

/** The times of a row put right, in the order of the columns; nothing is changed before it was made. */
function correctedTimes(row: Row, columns: readonly string[], correction: TimeCorrection): (number | null)[] {
  const createdAt = correctTime(row.created_at, correction);
  return columns.map((column) => {
    const time = row[column] ?? null;
    return time === null ? null : Math.max(createdAt, correctTime(time, correction));
  });
}
