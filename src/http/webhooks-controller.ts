import { Elysia } from "elysia";
import type { AuditNote } from "../audit/audit-entry.ts";
import { changedSettings, toldSettings } from "../audit/told-settings.ts";
import { readNewWebhook, readWebhookPatch, type WebhookAnswer } from "../contract/webhook.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Webhook } from "../domain/webhook.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import type { WebhookAttempt } from "../webhooks/webhook-attempts.ts";
import { sendWebhook } from "../webhooks/webhook-request.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { type Call, idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const WEBHOOKS = "/api/workspace/:slug/webhooks";

/** The addresses that are told of events. */
export function webhooksController(service: ShopHttpService) {
  const { writer, webhooks, events } = service;
  const webhookStore = service.stores.webhooks;

  const ofWorkspace = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);

  const ofWebhook = (
    id: OperationId,
    answer: (webhook: Webhook, call: Call, who: Authorised) => Promise<Response>,
  ) =>
    ofWorkspace(id, async (call, who) =>
      answer(await webhookStore.get(who.workspace.id, idOf(call, "webhookId")), call, who),
    );

  async function store(change: ChangeOf<"webhook">, audit: AuditNote): Promise<number> {
    const { id } = await writer.submit({ kind: "webhook", change, audit });
    webhooks.reload();
    return id;
  }

  const list = ofWorkspace("listWebhooks", async (_call, { workspace }) => {
    const items = (await webhookStore.list()).filter(({ workspaceId }) => workspaceId === workspace.id);
    return replyValue(200, { items: items.map(describe) });
  });

  const create = ofWorkspace("createWebhook", async (call, who) => {
    const workspaceId = who.workspace.id;
    const settings = await readJson(call.request, readNewWebhook);
    const position = await events.reader.endOf(workspaceId);
    const note = await auditNote(service, call, who, "webhook.created", null, toldWebhook(settings));
    const id = await store({ do: "create", workspaceId, settings, position }, note);
    const webhook = await webhookStore.get(workspaceId, id);
    return replyValue(201, { ...describe(webhook), secret: webhook.secret });
  });

  const update = ofWebhook("updateWebhook", async (webhook, call, who) => {
    const { id, workspaceId } = webhook;
    const settings = await readJson(call.request, readWebhookPatch);
    const details = changedSettings(toldWebhook(webhook), toldWebhook(settings));
    await store(
      { do: "update", id, settings },
      await auditNote(service, call, who, "webhook.changed", id, details),
    );
    return replyValue(200, describe(await webhookStore.get(workspaceId, id)));
  });

  const remove = ofWebhook("removeWebhook", async (webhook, call, who) => {
    const note = await auditNote(service, call, who, "webhook.removed", webhook.id, toldWebhook(webhook));
    await store({ do: "remove", id: webhook.id }, note);
    return replyValue(200, describe(webhook));
  });

  const test = ofWebhook("testWebhook", (...given) => sendTest(service, ...given));

  const attempts = ofWebhook("listWebhookAttempts", async ({ id }) =>
    replyValue(200, { items: webhooks.attemptsOf(id).map(describeAttempt) }),
  );

  return new Elysia()
    .get(WEBHOOKS, ...list)
    .get(`${WEBHOOKS}/:webhookId/attempts`, ...attempts)
    .post(WEBHOOKS, ...create)
    .patch(`${WEBHOOKS}/:webhookId`, ...update)
    .delete(`${WEBHOOKS}/:webhookId`, ...remove)
    .post(`${WEBHOOKS}/:webhookId/test`, ...test);
}

/** The settings of a webhook that the audit log tells. */
function toldWebhook({ url, events, state }: Partial<Webhook>): Readonly<Record<string, unknown>> {
  const settings = Object.entries({ url, events, state }).filter(([, value]) => value !== undefined);
  return toldSettings(Object.fromEntries(settings));
}

/** A webhook without its secret, which is shown once. */
function describe(webhook: Webhook): WebhookAnswer {
  const { secret: _, position: __, failingSince, nextAttemptAt, createdAt, updatedAt, ...rest } = webhook;
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    ...rest,
    events: [...webhook.events],
    failingSince: instant(failingSince),
    nextAttemptAt: instant(nextAttemptAt),
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  };
}

function describeAttempt({ at, ...attempt }: WebhookAttempt) {
  return { at: formatInstant(at), ...attempt };
}

/** Sends a webhook a test event, once, now. */
async function sendTest(
  service: ShopHttpService,
  { id: webhookId, url, secret, workspaceId }: Webhook,
  call: Call,
  who: Authorised,
): Promise<Response> {
  const now = service.clock();
  const note = await auditNote(service, call, who, "webhook.tested", webhookId);
  await service.writer.submit({ kind: "audit", change: { do: "add", note } });
  const id = `${workspaceId}.test.${Bun.randomUUIDv7()}`;
  const message = { id, kind: "test", at: now, data: JSON.stringify({ workspaceId }) };
  const outcome = await sendWebhook(url, message, secret, now);
  return replyValue(200, { ok: outcome.ok, reason: outcome.ok ? null : outcome.reason });
}
