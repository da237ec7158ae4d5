import type { OpenAPIV3 } from "openapi-types";
import { body, fails, IN_WORKSPACE, SLUG, succeeds, WRITING } from "./operation-parts.ts";

const EVENTS = ["Events"];

const WEBHOOK_ID: OpenAPIV3.ParameterObject = {
  name: "webhookId",
  in: "path",
  required: true,
  description: "The webhook's id.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const CHANGING = [...WRITING, "CONFLICT", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;

/** The operations on webhooks, as the API reference describes them. */
export const webhookOperations = {
  list: {
    tags: EVENTS,
    operationId: "listWebhooks",
    summary: "List the webhooks",
    description: "Needs the scope admin. Without their secrets.",
    parameters: [SLUG],
    responses: { ...succeeds(200, "Webhooks", "The webhooks."), ...fails(...IN_WORKSPACE) },
  },
  create: {
    tags: EVENTS,
    operationId: "createWebhook",
    summary: "Make a webhook",
    description:
      "Needs the scope admin. The address is sent each event as a POST, in order, until it answers 2xx; signed as " +
      "Standard Webhooks describes, with the secret that only this answer shows.",
    parameters: [SLUG],
    requestBody: body("NewWebhook"),
    responses: { ...succeeds(201, "Webhook", "The webhook, with its secret."), ...fails(...CHANGING) },
  },
  update: {
    tags: EVENTS,
    operationId: "updateWebhook",
    summary: "Change a webhook",
    description: "Needs the scope admin. One that was paused goes on where it stopped with state active.",
    parameters: [SLUG, WEBHOOK_ID],
    requestBody: body("WebhookPatch"),
    responses: { ...succeeds(200, "Webhook", "The webhook as it is now."), ...fails(...CHANGING) },
  },
  remove: {
    tags: EVENTS,
    operationId: "removeWebhook",
    summary: "Remove a webhook",
    description: "Needs the scope admin. Events that it was not told of are not sent any more.",
    parameters: [SLUG, WEBHOOK_ID],
    responses: { ...succeeds(200, "Webhook", "The webhook as it was."), ...fails(...WRITING) },
  },
  test: {
    tags: EVENTS,
    operationId: "testWebhook",
    summary: "Send a webhook a test event",
    description: "Needs the scope admin. Sent once, now; the answer tells what became of it.",
    parameters: [SLUG, WEBHOOK_ID],
    responses: { ...succeeds(200, "WebhookTest", "What became of it."), ...fails(...WRITING) },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
