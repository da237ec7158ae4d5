import { AuditEntries, AuditParameters } from "../../contract/audit.ts";
import { Backups, NewBackup, PlacedBackups } from "../../contract/backup.ts";
import * as t from "../../contract/schema.ts";
import { Health, Me, Session, Sessions, Workspaces } from "../../contract/service.ts";
import { gives, operation, type Operations } from "./operation.ts";

const WHOSE_SESSIONS =
  "The administrator's session and the local commands: all sessions. A token with the scope admin: those that rest on " +
  "tokens of its workspace. Any other token: those that rest on it.";

const BACKUPS_WHOSE =
  "For the administrator's session and the commands on the machine of the service: a backup has all workspaces.";

export const serviceOperations = {
  readMe: operation("token", "Who am I", {
    description: "Tells the user, the workspace and the scopes.",
    answers: { 200: gives(Me, "The token's user, workspace and scopes.") },
  }),
  listWorkspaces: operation("token", "List the workspaces you see", {
    description: "A token: its own workspace. The administrator's session: all of them.",
    answers: { 200: gives(Workspaces, "The workspaces.") },
  }),
  listSessions: operation("token", "List who is signed in to the dashboard", {
    description: WHOSE_SESSIONS,
    answers: { 200: gives(Sessions, "The sessions, the one used last first.") },
  }),
  endSession: operation("token", "End a session", {
    description: `${WHOSE_SESSIONS} It counts from the next request on.`,
    answers: { 200: gives(Session, "The session as it was.") },
    errors: ["NOT_FOUND"],
  }),
  listAudit: operation("admin", "List what administrators did", {
    description:
      "The audit log, the newest first. A token sees what is its workspace's; the administrator's session and the local " +
      "commands see all. An unknown parameter is refused.",
    query: AuditParameters.properties,
    answers: { 200: gives(AuditEntries, "The entries.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  makeDiagnostics: operation("admin", "Make a diagnostics bundle", {
    description:
      "For whoever helps: how the service is, without receipts and secrets. Only the administrator's session and the local " +
      "commands may: it is about all workspaces.",
    answers: { 200: { description: "A tar.gz.", content: { "application/gzip": t.anyText() } } },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  readBackups: operation("admin", "How the backups are", {
    description: BACKUPS_WHOSE,
    answers: { 200: gives(Backups, "Where they go, up to when all is there, and what became of the last.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  makeBackup: operation("admin", "Make a backup", {
    description: `The whole database, verified, beside all that goes on; how far it is, "How the backups are" tells. ${BACKUPS_WHOSE}`,
    body: NewBackup,
    answers: { 202: gives(Backups, "It was begun.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT"],
  }),
  listBackups: operation("admin", "List the backups that there are", {
    description: `In the place of the regular ones. ${BACKUPS_WHOSE}`,
    answers: { 200: gives(PlacedBackups, "The whole backups, each with what was added.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  health: operation("anybody", "Whether a till could print right now, durably", {
    answers: { 200: gives(Health, "It could."), 503: gives(Health, "It could not: components says why.") },
  }),
  metrics: operation("anybody", "Metrics for Prometheus", {
    answers: { 200: { description: "Prometheus text.", content: { "text/plain": t.anyText() } } },
  }),
} satisfies Operations;
