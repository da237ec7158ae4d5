import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { EventKind, EventPosition } from "../domain/event.ts";
import { WEBHOOK_LIMITS } from "../domain/limits.ts";
import type { Webhook, WebhookSettings } from "../domain/webhook.ts";

/** A change of the webhooks, as data: it goes to the writer's Worker. */
export type WebhookChange =
  | {
      readonly do: "create";
      readonly workspaceId: number;
      readonly settings: WebhookSettings;
      /** It is told of what happens from here on. */
      readonly position: EventPosition;
    }
  | { readonly do: "update"; readonly id: number; readonly settings: Partial<WebhookSettings> }
  | { readonly do: "remove"; readonly id: number }
  | ({ readonly do: "progress"; readonly id: number } & WebhookProgress);

/** How far telling an address has got. */
export interface WebhookProgress {
  readonly position: EventPosition;
  readonly state: Webhook["state"];
  readonly reason: string | null;
  readonly attempts: number;
  readonly failingSince: number | null;
  readonly nextAttemptAt: number | null;
  /** When a person had changed the webhook last: what is told of an earlier one's address does not count. */
  readonly knownUpdate: number;
}

interface WebhookRow extends Omit<Webhook, "events" | "position">, EventPosition {
  readonly events: string;
}

const COLUMNS =
  "id, workspace_id AS workspaceId, url, secret, events, state, reason, next_ordinal AS nextOrdinal, " +
  "last_event AS lastEvent, attempts, failing_since AS failingSince, next_attempt_at AS nextAttemptAt, " +
  "created_at AS createdAt, updated_at AS updatedAt";

/** Reads and changes webhooks. */
export class WebhookStore {
  constructor(private readonly database: Database) {}

  /** All webhooks, the oldest first. */
  list(): Webhook[] {
    return this.database
      .query<WebhookRow, []>(`SELECT ${COLUMNS} FROM webhook ORDER BY id`)
      .all()
      .map(fromRow);
  }

  /** A webhook of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Webhook {
    const select = `SELECT ${COLUMNS} FROM webhook WHERE workspace_id = ? AND id = ?`;
    const row = this.database.query<WebhookRow, [number, number]>(select).get(workspaceId, id);
    if (row === null) throw webhookNotFound(id);
    return fromRow(row);
  }

  /**
   * Makes a change.
   * @returns the webhook's id
   * @throws TillrollError NOT_FOUND, CONFLICT when there are as many webhooks as there may be
   */
  apply(change: WebhookChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create(change, now);
      case "update":
        return this.update(change.id, change.settings, now);
      case "remove":
        return this.changed(change.id, this.run("DELETE FROM webhook WHERE id = ?", change.id));
      case "progress":
        return this.progress(change.id, change);
    }
  }

  private create(change: WebhookChange & { do: "create" }, now: number): number {
    const count = this.list().filter(({ workspaceId }) => workspaceId === change.workspaceId).length;
    if (count >= WEBHOOK_LIMITS.webhooksPerWorkspace) throw tooManyWebhooks();
    const { url, secret, events, state } = change.settings;
    const { nextOrdinal, lastEvent } = change.position;
    const insert =
      "INSERT INTO webhook (workspace_id, url, secret, events, state, next_ordinal, last_event, created_at, updated_at) " +
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    const values = [
      change.workspaceId,
      url,
      secret,
      JSON.stringify(events),
      state,
      nextOrdinal,
      lastEvent,
      now,
      now,
    ];
    return Number(this.database.query<unknown, (string | number)[]>(insert).run(...values).lastInsertRowid);
  }

  /** A person's change begins the attempts anew: what was wrong may be right now. */
  private update(id: number, { url, secret, events, state }: Partial<WebhookSettings>, now: number): number {
    const update =
      "UPDATE webhook SET url = coalesce(?, url), secret = coalesce(?, secret), events = coalesce(?, events), " +
      "state = coalesce(?, state), reason = NULL, attempts = 0, failing_since = NULL, next_attempt_at = NULL, " +
      "updated_at = ? WHERE id = ?";
    const kinds = events === undefined ? null : JSON.stringify(events);
    return this.changed(id, this.run(update, url ?? null, secret ?? null, kinds, state ?? null, now, id));
  }

  /** One that was removed or changed by a person meanwhile stays so; what it was told of, it was told of. */
  private progress(id: number, progress: WebhookProgress): number {
    const { state, reason, attempts, failingSince, nextAttemptAt, knownUpdate } = progress;
    const { nextOrdinal, lastEvent } = progress.position;
    this.run("UPDATE webhook SET next_ordinal = ?, last_event = ? WHERE id = ?", nextOrdinal, lastEvent, id);
    const update =
      "UPDATE webhook SET state = ?, reason = ?, attempts = ?, failing_since = ?, next_attempt_at = ? " +
      "WHERE id = ? AND updated_at = ?";
    this.run(update, state, reason, attempts, failingSince, nextAttemptAt, id, knownUpdate);
    return id;
  }

  private run(statement: string, ...values: (string | number | null)[]): number {
    return this.database.query<unknown, (string | number | null)[]>(statement).run(...values).changes;
  }

  private changed(id: number, changes: number): number {
    if (changes === 0) throw webhookNotFound(id);
    return id;
  }
}

function fromRow({ events, nextOrdinal, lastEvent, ...row }: WebhookRow): Webhook {
  return { ...row, events: JSON.parse(events) as EventKind[], position: { nextOrdinal, lastEvent } };
}

function webhookNotFound(id: number): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no webhook ${id} in this workspace.`, { webhookId: id });
}

function tooManyWebhooks(): TillrollError {
  const most = WEBHOOK_LIMITS.webhooksPerWorkspace;
  return new TillrollError("CONFLICT", `A workspace has at most ${most} webhooks; remove one first.`, {
    most,
  });
}
