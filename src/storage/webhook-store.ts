import type { Database } from "bun:sqlite";
import { and, asc, eq, getTableColumns, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { notFound, TillrollError } from "../domain/errors.ts";
import type { EventPosition } from "../domain/event.ts";
import { WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import type { Webhook, WebhookSettings } from "../domain/webhook.ts";
import { webhooks } from "./schema.ts";

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
export interface WebhookProgress extends Pick<
  Webhook,
  "position" | "state" | "reason" | "attempts" | "failingSince" | "nextAttemptAt"
> {
  /** When a person had changed the webhook last: what is told of an earlier one's address does not count. */
  readonly knownUpdate: number;
}

const { nextOrdinal, lastEvent, ...OWN_COLUMNS } = getTableColumns(webhooks);

const COLUMNS = { ...OWN_COLUMNS, position: { nextOrdinal, lastEvent } };

/** What a webhook has that has failed in nothing. */
export const UNFAILED = { reason: null, attempts: 0, failingSince: null, nextAttemptAt: null };

/** Reads and changes webhooks. */
export class WebhookStore {
  private readonly drizzle;

  constructor(database: Database) {
    this.drizzle = drizzle({ client: database });
  }

  /** All webhooks, the oldest first. */
  list(): Webhook[] {
    return this.drizzle.select(COLUMNS).from(webhooks).orderBy(asc(webhooks.id)).all();
  }

  /** A webhook of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Webhook {
    const webhook = this.select(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id)));
    if (webhook === undefined) throw notFound("webhook", id);
    return webhook;
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
      case "update": {
        // A person's change begins the attempts anew: what was wrong may be right now.
        const set = { ...change.settings, ...UNFAILED, updatedAt: now };
        this.drizzle.update(webhooks).set(set).where(this.isThere(change.id)).run();
        return change.id;
      }
      case "remove":
        this.drizzle.delete(webhooks).where(this.isThere(change.id)).run();
        return change.id;
      case "progress":
        this.progress(change);
        return change.id;
    }
  }

  private create({ workspaceId, settings, position }: WebhookChange & { do: "create" }, now: number): number {
    const count = this.list().filter((webhook) => webhook.workspaceId === workspaceId).length;
    if (count >= WEBHOOK_LIMITS.webhooksPerWorkspace) throw tooManyWebhooks();
    const values = { ...settings, ...position, workspaceId, createdAt: now, updatedAt: now };
    return this.drizzle.insert(webhooks).values(values).returning({ id: webhooks.id }).get().id;
  }

  /** The condition that names a webhook. @throws TillrollError NOT_FOUND */
  private isThere(id: number): SQL {
    const isIt = eq(webhooks.id, id);
    if (this.select(isIt) === undefined) throw notFound("webhook", id);
    return isIt;
  }

  private select(which: SQL | undefined): Webhook | undefined {
    return this.drizzle.select(COLUMNS).from(webhooks).where(which).get();
  }

  /** One that was removed or changed by a person meanwhile stays so; what it was told of, it was told of. */
  private progress(change: WebhookChange & { do: "progress" }): void {
    const { do: _, id, position, knownUpdate, ...outcome } = change;
    const isIt = eq(webhooks.id, id);
    this.drizzle.update(webhooks).set(position).where(isIt).run();
    const isUnchanged = eq(webhooks.updatedAt, knownUpdate);
    this.drizzle.update(webhooks).set(outcome).where(and(isIt, isUnchanged)).run();
  }
}

function tooManyWebhooks(): TillrollError {
  const most = WEBHOOK_LIMITS.webhooksPerWorkspace;
  return new TillrollError("CONFLICT", `A workspace has at most ${most} webhooks; remove one first.`, {
    most,
  });
}
