import type { OpenAPIV3 } from "openapi-types";
import { fails, IN_WORKSPACE, inQuery, SLUG, succeeds } from "./operation-parts.ts";

const EVENTS = ["Events"];

/** The operations for hearing of prints, as the API reference describes them. */
export const eventOperations = {
  stream: {
    tags: EVENTS,
    operationId: "listenToEvents",
    summary: "Hear of prints as they come",
    description:
      "Needs the scope read. Server-sent events print.created, print.updated, print.deleted (data: the print as it is " +
      "now) and delivery.failed. From now on, or from behind the event whose id Last-Event-ID gives; changes are kept " +
      "for seven days, creations for ever.",
    parameters: [
      SLUG,
      { name: "Last-Event-ID", in: "header", schema: { type: "string" }, example: "12.3" },
      inQuery("after", { type: "string" }, "As Last-Event-ID, for clients that cannot send headers."),
    ],
    responses: {
      200: { description: "The stream.", content: { "text/event-stream": { schema: { type: "string" } } } },
      ...fails(...IN_WORKSPACE, "BAD_REQUEST"),
    },
  },
  next: {
    tags: EVENTS,
    operationId: "waitForNextPrint",
    summary: "Wait for the next print",
    description:
      "Needs the scope read. For tests of POS software: the oldest print with an id greater than after, as soon as " +
      "there is one.",
    parameters: [
      SLUG,
      inQuery(
        "after",
        { type: "integer", minimum: 0 },
        "A print's id; without it, what is stored from now on.",
      ),
      inQuery("deviceId", { type: "string" }, "Only this device's prints."),
      inQuery("timeout", { type: "string" }, "How long to wait, such as 30s or 500ms; 30s when not given."),
    ],
    responses: {
      ...succeeds(200, "Print", "The print."),
      204: { description: "None came in time." },
      ...fails(...IN_WORKSPACE, "BAD_REQUEST"),
    },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
