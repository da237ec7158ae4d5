import { PrintDeliveries } from "../../contract/delivery.ts";
import { NextPrintParameters, PrintedParameters } from "../../contract/parameters.ts";
import { Print } from "../../contract/print.ts";
import { WEBHOOK_LIMITS } from "../../domain/listener-limits.ts";
import {
  NewWebhook,
  Webhook,
  WebhookAttempts,
  WebhookPatch,
  WebhookTest,
  Webhooks,
} from "../../contract/webhook.ts";
import * as t from "../../contract/schema.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const eventOperations = {
  listenToEvents: operation("read", "Hear of prints as they come", {
    description:
      "Server-sent events print.created, print.updated, print.deleted (data: the print as it is now), prints.deleted (by, " +
      "printIds: what retention has deleted, some at a time), print.erased (id, removedAt, reason), print.purged (prints, " +
      "bytes, reason: of all that one decision removed), delivery.failed, delivery.waiting (since, reason: its printer is in " +
      "trouble), delivery.done, printer.state (state, sentence, since: told once it lasts), printer.diverted (its backup takes " +
      "over), printer.restored, data.restored (a backup was restored: asOf says of when; prints since are gone), and health " +
      "(component, state, message). Told at once, without an id and not kept: printer.situation (printerId, printer, " +
      "situation) and health.report (as /healthz answers), whenever they change. From now on, " +
      "or from behind the event whose id Last-Event-ID gives; changes are kept for seven days, creations for ever.",
    headers: { "Last-Event-ID": t.anyText("An event's id, such as 12.3.") },
    query: { after: t.anyText("As Last-Event-ID, for clients that cannot send headers.") },
    answers: { 200: { description: "The stream.", content: { "text/event-stream": t.anyText() } } },
  }),
  waitForNextPrint: operation("read", "Wait for the next print", {
    description:
      "For tests of POS software: the oldest print with an id greater than after, as soon as there is one.",
    query: NextPrintParameters.properties,
    answers: { 200: gives(Print, "The print."), 204: { description: "None came in time." } },
  }),
  readPrintDeliveries: operation("read", "Ask whether a print came out", {
    description:
      "All that became of a print, in one answer. With wait it is answered when that is decided, or the time is over.",
    query: PrintedParameters.properties,
    answers: { 200: gives(PrintDeliveries, "What became of it.") },
  }),
  listWebhooks: operation("admin", "List the webhooks", {
    description: "Without their secrets.",
    answers: { 200: gives(Webhooks, "The webhooks.") },
  }),
  createWebhook: operation("admin", "Make a webhook", {
    description:
      "The address is sent each event as a POST, in order, until it answers 2xx; signed as Standard Webhooks describes, " +
      "with the secret that only this answer shows.",
    body: NewWebhook,
    answers: { 201: gives(Webhook, "The webhook, with its secret.") },
    errors: ["CONFLICT"],
  }),
  updateWebhook: operation("admin", "Change a webhook", {
    description: "One that was paused goes on where it stopped with state active.",
    body: WebhookPatch,
    answers: { 200: gives(Webhook, "The webhook as it is now.") },
    errors: ["CONFLICT"],
  }),
  removeWebhook: operation("admin", "Remove a webhook", {
    description: "Events that it was not told of are not sent any more.",
    answers: { 200: gives(Webhook, "The webhook as it was.") },
  }),
  listWebhookAttempts: operation("admin", "List what a webhook was told last", {
    description: `The last ${WEBHOOK_LIMITS.attempts} attempts since the service started, the latest first.`,
    answers: { 200: gives(WebhookAttempts, "The attempts.") },
  }),
  testWebhook: operation("admin", "Send a webhook a test event", {
    description: "Sent once, now; the answer tells what became of it.",
    answers: { 200: gives(WebhookTest, "What became of it.") },
  }),
} satisfies Operations;
