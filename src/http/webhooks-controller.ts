import { Elysia } from "elysia";
import { readNewWebhook, readWebhookPatch, type WebhookAnswer } from "../contract/webhook.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Webhook } from "../domain/webhook.ts";
import type { WebhookChange } from "../storage/webhook-store.ts";
import { sendWebhook } from "../webhooks/webhook-request.ts";
import { asOperation, type Call, idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const WEBHOOKS = "/api/workspace/:slug/webhooks";

/** The addresses that are told of events. */
export function webhooksController(service: HttpService) {
  const { writer, webhooks, events } = service;
  const webhookStore = service.stores.webhooks;

  const ofWorkspace = (answer: WorkspaceEndpoint) => workspaceEndpoint(service, "admin", answer);

  const ofWebhook = (answer: (webhook: Webhook, call: Call) => Promise<Response>) =>
    ofWorkspace((call, { workspace }) =>
      answer(webhookStore.get(workspace.id, idOf(call, "webhookId")), call),
    );

  async function store(change: WebhookChange): Promise<number> {
    const { id } = await writer.submit({ kind: "webhook", change });
    webhooks.reload();
    return id;
  }

  const list = ofWorkspace((_call, { workspace }) => {
    const items = webhookStore.list().filter(({ workspaceId }) => workspaceId === workspace.id);
    return replyValue(200, { items: items.map(describe) });
  });

  const create = ofWorkspace(async (call, { workspace: { id: workspaceId } }) => {
    const settings = await readJson(call.request, readNewWebhook);
    const position = events.reader.endOf(workspaceId);
    const id = await store({ do: "create", workspaceId, settings, position });
    const webhook = webhookStore.get(workspaceId, id);
    return replyValue(201, { ...describe(webhook), secret: webhook.secret });
  });

  const update = ofWebhook(async ({ id, workspaceId }, call) => {
    const settings = await readJson(call.request, readWebhookPatch);
    await store({ do: "update", id, settings });
    return replyValue(200, describe(webhookStore.get(workspaceId, id)));
  });

  const remove = ofWebhook(async (webhook) => {
    await store({ do: "remove", id: webhook.id });
    return replyValue(200, describe(webhook));
  });

  const test = ofWebhook(async ({ url, secret, workspaceId }) => {
    const now = service.clock();
    const id = `${workspaceId}.test.${Bun.randomUUIDv7()}`;
    const message = { id, kind: "test", at: now, data: JSON.stringify({ workspaceId }) };
    const outcome = await sendWebhook(url, message, secret, now);
    return replyValue(200, { ok: outcome.ok, reason: outcome.ok ? null : outcome.reason });
  });

  return new Elysia()
    .get(WEBHOOKS, list, asOperation("listWebhooks"))
    .post(WEBHOOKS, create, asOperation("createWebhook"))
    .patch(`${WEBHOOKS}/:webhookId`, update, asOperation("updateWebhook"))
    .delete(`${WEBHOOKS}/:webhookId`, remove, asOperation("removeWebhook"))
    .post(`${WEBHOOKS}/:webhookId/test`, test, asOperation("testWebhook"));
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
