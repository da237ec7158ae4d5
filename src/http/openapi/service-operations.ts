import * as t from "../../contract/schema.ts";
import { Health, Me, Session, Sessions, Workspaces } from "../../contract/service.ts";
import { gives, type Operations } from "./operation.ts";

const WHOSE_SESSIONS =
  "The administrator's session and the local commands: all sessions. A token with the scope admin: those that rest on " +
  "tokens of its workspace. Any other token: those that rest on it.";

export const serviceOperations = {
  readMe: {
    summary: "Who am I",
    description: "Tells the user, the workspace and the scopes.",
    access: "token",
    answers: { 200: gives(Me, "The token's user, workspace and scopes.") },
  },
  listWorkspaces: {
    summary: "List the workspaces you see",
    description: "A token: its own workspace. The administrator's session: all of them.",
    access: "token",
    answers: { 200: gives(Workspaces, "The workspaces.") },
  },
  listSessions: {
    summary: "List who is signed in to the dashboard",
    description: WHOSE_SESSIONS,
    access: "token",
    answers: { 200: gives(Sessions, "The sessions, the one used last first.") },
  },
  endSession: {
    summary: "End a session",
    description: `${WHOSE_SESSIONS} It counts from the next request on.`,
    access: "token",
    answers: { 200: gives(Session, "The session as it was.") },
    errors: ["NOT_FOUND"],
  },
  health: {
    summary: "Whether a till could print right now, durably",
    access: "anybody",
    answers: {
      200: gives(Health, "It could."),
      503: gives(Health, "It could not: components says why."),
    },
  },
  metrics: {
    summary: "Metrics for Prometheus",
    access: "anybody",
    answers: { 200: { description: "Prometheus text.", content: { "text/plain": t.anyText() } } },
  },
} satisfies Operations;
