import type { Database } from "bun:sqlite";
import type { EventKind } from "../domain/event.ts";
import { notFound, TillrollError } from "../domain/errors.ts";
import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import type {
  NewNotice,
  Notice,
  NotificationSettings,
  NotificationTarget,
  NotifiedEvent,
} from "../domain/notification.ts";
import { columnName } from "./column-name.ts";

/** A change of the notification targets, or of what they are told, as data: it goes to the writer's Worker. */
export type NotificationChange =
  | { readonly do: "create"; readonly settings: NotificationSettings }
  | { readonly do: "update"; readonly id: number; readonly settings: Partial<NotificationSettings> }
  | { readonly do: "remove"; readonly id: number }
  /** Events were looked at, and what of them is to be told. */
  | {
      readonly do: "collect";
      readonly id: number;
      readonly lastEvent: number;
      readonly notices: readonly NewNotice[];
    }
  /** Notices were told, or are too old to be. @param told when each topic was told last */
  | {
      readonly do: "told";
      readonly id: number;
      readonly notices: readonly number[];
      readonly told: Readonly<Record<string, number>>;
      readonly sentAt: number | null;
    }
  | {
      readonly do: "failed";
      readonly id: number;
      /** When a person had changed it last: what is told of an earlier one's address does not count. */
      readonly knownUpdate: number;
      readonly reason: string;
      readonly attempts: number;
      readonly failingSince: number;
      readonly nextAttemptAt: number;
    };

/** An event that may be told. */
export interface StoredEvent {
  readonly id: number;
  readonly workspaceId: number;
  readonly kind: EventKind;
  /** JSON; `null` for an event that the print itself tells. */
  readonly data: string | null;
  readonly at: number;
}

type Value = string | number | null;

interface TargetRow extends Omit<NotificationTarget, "events" | "told"> {
  readonly events: string;
  readonly told: string;
}

const SETTINGS = [
  "name",
  "kind",
  "address",
  "server",
  "secret",
  "workspaceId",
  "events",
  "quietHours",
  "language",
  "priority",
  "state",
] as const satisfies readonly (keyof NotificationSettings)[];

const STATE = [
  "id",
  "lastEvent",
  "told",
  "reason",
  "attempts",
  "failingSince",
  "nextAttemptAt",
  "sentAt",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof NotificationTarget)[];

const TARGET_COLUMNS = [...SETTINGS, ...STATE].map((field) => `${columnName(field)} AS ${field}`).join(", ");

/**
 * Reads who is told, and what they are to be told. Nothing is compiled before it is asked: a database that cannot be written
 * may be of before there was anything of that.
 */
export class NotificationReader {
  /** @param database a reading connection */
  constructor(private readonly database: Database) {}

  /** All targets, the oldest first. */
  list(): NotificationTarget[] {
    return this.database
      .query<TargetRow, []>(`SELECT ${TARGET_COLUMNS} FROM notification_target ORDER BY id`)
      .all()
      .map(targetFromRow);
  }

  /** @throws TillrollError NOT_FOUND */
  get(id: number): NotificationTarget {
    const found = this.list().find((target) => target.id === id);
    if (found === undefined) throw notFound("notification", id);
    return found;
  }

  /** The next events behind one, of all workspaces. */
  eventsAfter(id: number, most: number): StoredEvent[] {
    return this.database
      .query<StoredEvent, [number, number]>(
        "SELECT id, workspace_id AS workspaceId, kind, data, created_at AS at FROM event " +
          "WHERE id > ? ORDER BY id LIMIT ?",
      )
      .all(id, most);
  }

  /** The last event of all. */
  lastEvent(): number {
    const found = this.database
      .query<{ last: number }, []>(
        "SELECT coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'event'), 0) AS last",
      )
      .get();
    return found?.last ?? 0;
  }

  /** What is to be told to a target, the oldest first. */
  notices(targetId: number): Notice[] {
    return this.database
      .query<Omit<Notice, "data"> & { data: string }, [number, number]>(
        "SELECT id, topic, kind, data, created_at AS at FROM notice WHERE target_id = ? ORDER BY id LIMIT ?",
      )
      .all(targetId, NOTIFICATION_LIMITS.notices)
      .map((row) => ({ ...row, data: JSON.parse(row.data) as Notice["data"] }));
  }

  /** Whether the database knows of notifications. */
  get isThere(): boolean {
    try {
      this.list();
      return true;
    } catch {
      return false;
    }
  }
}

/** Changes who is told, and what they are to be told, inside a transaction of the caller's. */
export class NotificationStore {
  private readonly reader: NotificationReader;

  constructor(private readonly database: Database) {
    this.reader = new NotificationReader(database);
  }

  /**
   * Makes a change.
   * @returns the target's id
   * @throws TillrollError NOT_FOUND, CONFLICT when there are as many targets as there may be
   */
  apply(change: NotificationChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create(change.settings, now);
      case "update":
        this.reader.get(change.id);
        // A person's change begins the attempts anew: what was wrong may be right now.
        this.set(change.id, { ...stored(change.settings), ...UNFAILED, updatedAt: now });
        // What happened while it was paused is not told later.
        if (change.settings.state === "active") this.set(change.id, { lastEvent: this.reader.lastEvent() });
        break;
      case "remove":
        this.reader.get(change.id);
        this.database.query("DELETE FROM notice WHERE target_id = ?").run(change.id);
        this.database.query("DELETE FROM notification_target WHERE id = ?").run(change.id);
        break;
      case "collect":
        this.collect(change);
        break;
      case "told":
        this.noteTold(change);
        break;
      case "failed":
        this.noteFailed(change);
        break;
    }
    return change.id;
  }

  private create(settings: NotificationSettings, now: number): number {
    const { targets: most } = NOTIFICATION_LIMITS;
    if (this.reader.list().length >= most) {
      const message = `A service tells ${most} targets at most; remove one first.`;
      throw new TillrollError("CONFLICT", message, { most });
    }
    const fields = {
      ...stored(settings),
      lastEvent: this.reader.lastEvent(),
      createdAt: now,
      updatedAt: now,
    };
    const names = Object.keys(fields).map(columnName);
    const places = names.map(() => "?").join(", ");
    const { lastInsertRowid } = this.database
      .query<unknown, Value[]>(`INSERT INTO notification_target (${names.join(", ")}) VALUES (${places})`)
      .run(...Object.values(fields));
    return Number(lastInsertRowid);
  }

  private collect({ id, lastEvent, notices }: NotificationChange & { do: "collect" }): void {
    if (!this.isThere(id)) return;
    const insert = this.database.query<unknown, Value[]>(
      "INSERT INTO notice (target_id, topic, kind, data, created_at) VALUES (?, ?, ?, ?, ?)",
    );
    for (const { topic, kind, data, at } of notices) insert.run(id, topic, kind, JSON.stringify(data), at);
    if (notices.length > 0) {
      this.database
        .query<unknown, [number, number]>(
          "DELETE FROM notice WHERE target_id = ?1 AND id <= " +
            "(SELECT id FROM notice WHERE target_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        )
        .run(id, NOTIFICATION_LIMITS.notices);
    }
    this.set(id, { lastEvent });
  }

  private noteTold({ id, notices, told, sentAt }: NotificationChange & { do: "told" }): void {
    const remove = this.database.query<unknown, [number, number]>(
      "DELETE FROM notice WHERE id = ? AND target_id = ?",
    );
    for (const notice of notices) remove.run(notice, id);
    this.set(id, {
      told: JSON.stringify(told),
      ...(sentAt === null ? {} : { sentAt, ...UNFAILED }),
    });
  }

  private noteFailed(change: NotificationChange & { do: "failed" }): void {
    const { id, knownUpdate, reason, attempts, failingSince, nextAttemptAt } = change;
    const outcome = { reason, attempts, failingSince, nextAttemptAt };
    const found = this.reader.list().find((target) => target.id === id);
    if (found?.updatedAt === knownUpdate) this.set(id, outcome);
  }

  private isThere(id: number): boolean {
    return this.reader.list().some((target) => target.id === id);
  }

  private set(id: number, fields: Readonly<Record<string, Value>>): void {
    const names = Object.keys(fields).map((field) => `${columnName(field)} = ?`);
    if (names.length === 0) return;
    this.database
      .query<unknown, Value[]>(`UPDATE notification_target SET ${names.join(", ")} WHERE id = ?`)
      .run(...Object.values(fields), id);
  }
}

/** What a target has that has failed in nothing. */
const UNFAILED = { reason: null, attempts: 0, failingSince: null, nextAttemptAt: null };

function stored(settings: Partial<NotificationSettings>): Record<string, Value> {
  const given = SETTINGS.filter((field) => settings[field] !== undefined);
  return Object.fromEntries(
    given.map((field) => {
      const value = settings[field];
      return [field, typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null)];
    }),
  ) as Record<string, Value>;
}

function targetFromRow({ events, told, ...row }: TargetRow): NotificationTarget {
  return {
    ...row,
    events: JSON.parse(events) as NotifiedEvent[],
    told: JSON.parse(told) as Record<string, number>,
  };
}
