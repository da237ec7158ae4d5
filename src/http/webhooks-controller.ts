import { Elysia } from "elysia";
import { readNewWebhook, readWebhookPatch, type WebhookAnswer } from "../contract/webhook.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Scope } from "../domain/scope.ts";
import type { Webhook } from "../domain/webhook.ts";
import type { WebhookChange } from "../storage/webhook-store.ts";
import { sendWebhook } from "../webhooks/webhook-request.ts";
import { asOperation, type Call, endpoint, idOf } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJson } from "./reply.ts";
import { readJson } from "./request-body.ts";

const WEBHOOKS = "/api/workspace/:slug/webhooks";

/** The addresses that are told of events. */
export function webhooksController(service: HttpService) {
  const { authentication, writer, webhooks, events } = service;
  const webhookStore = service.stores.webhooks;

  function authorise(call: Call, scope: Scope) {
    return authentication.authorise(call, call.parameter("slug"), scope).workspace;
  }

  function webhookOf(call: Call): Webhook {
    return webhookStore.get(authorise(call, "admin").id, idOf(call, "webhookId"));
  }

  async function store(change: WebhookChange): Promise<number> {
    const { id } = await writer.submit({ kind: "webhook", change });
    webhooks.reload();
    return id;
  }

  const list = endpoint(service, (call) => {
    const { id } = authorise(call, "admin");
    const items = webhookStore.list().filter(({ workspaceId }) => workspaceId === id);
    return replyJson(200, JSON.stringify({ items: items.map(describe) }));
  });

  const create = endpoint(service, async (call) => {
    const { id: workspaceId } = authorise(call, "admin");
    const settings = await readJson(call.request, readNewWebhook);
    const position = events.reader.endOf(workspaceId);
    const id = await store({ do: "create", workspaceId, settings, position });
    const webhook = webhookStore.get(workspaceId, id);
    return replyJson(201, JSON.stringify({ ...describe(webhook), secret: webhook.secret }));
  });

  const update = endpoint(service, async (call) => {
    const { id, workspaceId } = webhookOf(call);
    const settings = await readJson(call.request, readWebhookPatch);
    await store({ do: "update", id, settings });
    return replyJson(200, JSON.stringify(describe(webhookStore.get(workspaceId, id))));
  });

  const remove = endpoint(service, async (call) => {
    const webhook = webhookOf(call);
    await store({ do: "remove", id: webhook.id });
    return replyJson(200, JSON.stringify(describe(webhook)));
  });

  const test = endpoint(service, async (call) => {
    const { url, secret, workspaceId } = webhookOf(call);
    const now = service.clock();
    const id = `${workspaceId}.test.${Bun.randomUUIDv7()}`;
    const message = { id, kind: "test", at: now, data: JSON.stringify({ workspaceId }) };
    const outcome = await sendWebhook(url, message, secret, now);
    return replyJson(200, JSON.stringify({ ok: outcome.ok, reason: outcome.ok ? null : outcome.reason }));
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
