import type { OpenAPIV3 } from "openapi-types";
import { ALWAYS, fails, succeeds } from "./operation-parts.ts";

const SERVICE = ["Service"];

const SESSION_ID: OpenAPIV3.ParameterObject = {
  name: "sessionId",
  in: "path",
  required: true,
  description: "The session's id, as the list has it.",
  schema: { type: "string" },
  example: "5f0c2b9e1a7d48c3b6",
};

const WHOSE =
  "The administrator's session and the local commands: all sessions. A token with the scope admin: those that rest on " +
  "tokens of its workspace. Any other token: those that rest on it.";

/** The operations on sessions of the dashboard, as the API reference describes them. */
export const sessionOperations = {
  list: {
    tags: SERVICE,
    operationId: "listSessions",
    summary: "List who is signed in to the dashboard",
    description: `Any valid token. ${WHOSE}`,
    responses: {
      ...succeeds(200, "Sessions", "The sessions, the one used last first."),
      ...fails(...ALWAYS),
    },
  },
  end: {
    tags: SERVICE,
    operationId: "endSession",
    summary: "End a session",
    description: `Any valid token. ${WHOSE} It counts from the next request on.`,
    parameters: [SESSION_ID],
    responses: {
      ...succeeds(200, "Session", "The session as it was."),
      ...fails(...ALWAYS, "NOT_FOUND", "STORAGE_UNAVAILABLE"),
    },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
