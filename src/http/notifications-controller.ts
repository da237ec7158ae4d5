import { Elysia } from "elysia";
import { changedSettings, toldSettings } from "../audit/told-settings.ts";
import {
  type GivenNotification,
  type NotificationAnswer,
  type NotificationsAnswer,
  readNewNotification,
  readNotificationPatch,
} from "../contract/notification.ts";
import { formatInstant } from "../domain/instant.ts";
import { shownMailServer } from "../domain/mail-server.ts";
import type { NotificationSettings, NotificationTarget } from "../domain/notification.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import type { AuditAct } from "../audit/acts.ts";
import { toldNotification } from "../notifications/told-notification.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { type Call, idOf, serviceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const NOTIFICATIONS = "/api/notifications";
const NOTIFICATION = `${NOTIFICATIONS}/:notificationId`;

/** Who is told away from the page. They are every workspace's. */
export function notificationsController(service: ShopHttpService) {
  const { list, create, update, remove, test } = new NotificationEndpoints(service);
  return new Elysia()
    .get(NOTIFICATIONS, ...serviceEndpoint(service, "listNotifications", list))
    .post(NOTIFICATIONS, ...serviceEndpoint(service, "createNotification", create))
    .patch(NOTIFICATION, ...serviceEndpoint(service, "updateNotification", update))
    .delete(NOTIFICATION, ...serviceEndpoint(service, "removeNotification", remove))
    .post(`${NOTIFICATION}/test`, ...serviceEndpoint(service, "testNotification", test));
}

class NotificationEndpoints {
  constructor(private readonly service: ShopHttpService) {}

  readonly list = async () => {
    const { notifications } = this.service;
    const { mailServer } = notifications;
    const answer: NotificationsAnswer = {
      items: await Promise.all(this.reader.list().map((target) => this.describe(target))),
      mailServer: mailServer === null ? null : shownMailServer(mailServer),
    };
    return replyValue(200, answer);
  };

  readonly create = async (call: Call, access: Access) => {
    const settings = await this.settingsOf(await readJson(call.request, readNewNotification));
    const told = toldSettings(toldNotification(settings));
    const id = await this.store(
      call,
      access,
      { do: "create", settings },
      "notification.created",
      settings.name,
      told,
    );
    const target = this.reader.get(id);
    const key = target.kind === "webhook" && target.secret !== null ? { secret: target.secret } : {};
    return replyValue(201, { ...(await this.describe(target)), ...key });
  };

  readonly update = async (call: Call, access: Access) => {
    const target = this.targetOf(call);
    const given = await readJson(call.request, (body) => readNotificationPatch(body, target));
    const settings = await this.settingsOf(given);
    const details = changedSettings(toldNotification(target), toldNotification(settings));
    const change = { do: "update", id: target.id, settings } as const;
    await this.store(call, access, change, "notification.changed", target.name, details);
    return replyValue(200, await this.describe(this.reader.get(target.id)));
  };

  readonly remove = async (call: Call, access: Access) => {
    const target = this.targetOf(call);
    const answer = await this.describe(target);
    const told = toldSettings(toldNotification(target));
    await this.store(
      call,
      access,
      { do: "remove", id: target.id },
      "notification.removed",
      target.name,
      told,
    );
    return replyValue(200, answer);
  };

  readonly test = async (call: Call, access: Access) => {
    const { id, name } = this.targetOf(call);
    const who = { access, workspace: null };
    const note = await auditNote(this.service, call, who, "notification.tested", name);
    await this.service.writer.submit({ kind: "audit", change: { do: "add", note } });
    const outcome = await this.service.notifications.test(id);
    return replyValue(200, { ok: outcome.ok, reason: outcome.ok ? null : outcome.reason });
  };

  private get reader() {
    return this.service.stores.notifications;
  }

  private targetOf(call: Call): NotificationTarget {
    return this.reader.get(idOf(call, "notificationId"));
  }

  private async store(
    call: Call,
    access: Access,
    change: ChangeOf<"notification">,
    act: AuditAct,
    subject: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const who = { access, workspace: null };
    const audit = await auditNote(this.service, call, who, act, subject, details);
    const { id } = await this.service.writer.submit({ kind: "notification", change, audit });
    this.service.notifications.wake();
    return id;
  }

  private async settingsOf<Given extends Partial<GivenNotification>>({ workspace, ...settings }: Given) {
    return { ...settings, ...(await this.workspaceIdOf(workspace)) } as Given extends GivenNotification
      ? NotificationSettings
      : Partial<NotificationSettings>;
  }

  /** The workspace that a slug names. @throws TillrollError NOT_FOUND */
  private async workspaceIdOf(slug: string | null | undefined) {
    if (slug === undefined) return {};
    return { workspaceId: slug === null ? null : (await this.service.stores.workspaces.get(slug)).id };
  }

  /** A target as the API shows it: without its secrets. */
  private async describe(target: NotificationTarget): Promise<NotificationAnswer> {
    const { secret, server, workspaceId, lastEvent: _, told: __, ...rest } = target;
    const instant = (at: number | null) => (at === null ? null : formatInstant(at));
    const { workspaces } = this.service.stores;
    return {
      ...rest,
      events: [...target.events],
      server: server === null ? null : shownMailServer(server),
      hasSecret: secret !== null,
      workspace: workspaceId === null ? null : ((await workspaces.findById(workspaceId))?.slug ?? null),
      waiting: this.service.notifications.waitingFor(target.id),
      failingSince: instant(target.failingSince),
      nextAttemptAt: instant(target.nextAttemptAt),
      sentAt: instant(target.sentAt),
      createdAt: formatInstant(target.createdAt),
      updatedAt: formatInstant(target.updatedAt),
    };
  }
}
