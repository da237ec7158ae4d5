import { AuditEntries, AuditParameters } from "../../contract/audit.ts";
import { Backups, NewBackup, PlacedBackups } from "../../contract/backup.ts";
import { Installation } from "../../contract/installation.ts";
import {
  InvitedPerson,
  MePatch,
  NewPassword,
  NewPerson,
  People,
  Person,
  PersonPatch,
  SignInCode,
  SignInCodeOutcome,
} from "../../contract/person.ts";
import * as t from "../../contract/schema.ts";
import { ScrubStatus } from "../../contract/scrub.ts";
import { Health, Me, Session, Sessions, Workspaces } from "../../contract/service.ts";
import { gives, operation, type Operations } from "./operation.ts";

const WHOSE_SESSIONS =
  "Administrators of all workspaces and the local commands: all sessions. Those of a workspace: those of its people and " +
  "its tokens. Any other person: their own; any other token: those that rest on it.";

const WRONG_PASSWORDS = "After many wrong ones within a few minutes 429.";

const BACKUPS_WHOSE = "A backup has all workspaces.";

export const serviceOperations = {
  readMe: operation("token", "Who am I", {
    description: "Tells the user, the workspace, and what may be done.",
    answers: { 200: gives(Me, "Who asks.") },
  }),
  updateMe: operation("token", "Change your name", {
    description: "Of who is signed in as a person; a token has none: 409.",
    body: MePatch,
    answers: { 200: gives(Me, "Who asks, as they are now.") },
    errors: ["CONFLICT"],
  }),
  setPassword: operation("token", "Set your password", {
    description: `Of who is signed in as a person; a token has none: 409. All their other sessions end. ${WRONG_PASSWORDS}`,
    body: NewPassword,
    answers: { 200: gives(Me, "Who asks, as they are now.") },
    errors: ["CONFLICT"],
  }),
  makeSignInCode: operation("token", "Show a code for a phone to sign in with", {
    description:
      "It works once, within a minute, and lets the phone do what who asks may do. For sessions of the dashboard; one is " +
      "shown at a time. A token has no session: 409.",
    answers: { 201: gives(SignInCode, "The link, and its QR code.") },
    errors: ["CONFLICT"],
  }),
  waitForSignInCode: operation("token", "Wait until a phone has signed in", {
    answers: { 200: gives(SignInCodeOutcome, "What became of the code. One that is not known has expired.") },
  }),
  listPeople: operation("service", "List the people who may sign in", {
    answers: { 200: gives(People, "The people, by their names.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  createPerson: operation("service", "Make a person who may sign in", {
    description: "Without a password they get a link, with which they sign in and set one.",
    body: NewPerson,
    answers: { 201: gives(InvitedPerson, "The person, and the link, shown this once.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT", "NOT_FOUND"],
  }),
  updatePerson: operation("service", "Change a person", {
    description:
      "It counts from their next request on. One must be left who administers all workspaces: 409.",
    body: PersonPatch,
    answers: { 200: gives(Person, "The person as they are now.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT", "NOT_FOUND"],
  }),
  resetPerson: operation("service", "Take a person's password away", {
    description: "All their sessions end. They get a link, with which they sign in and set another one.",
    answers: { 200: gives(InvitedPerson, "The person, and the link, shown this once.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "NOT_FOUND"],
  }),
  removePerson: operation("service", "Remove a person", {
    description:
      "All their sessions end; what they did stays theirs, and so do tokens. One must be left who administers all " +
      "workspaces: 409.",
    answers: { 200: gives(Person, "The person as they were.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT", "NOT_FOUND"],
  }),
  listWorkspaces: operation("token", "List the workspaces you see", {
    description: "Of a token or a person of one workspace: that one. Others see all of them.",
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
  makeDiagnostics: operation("service", "Make a diagnostics bundle", {
    description:
      "For whoever helps: how the service is, without receipts and secrets. It is about all workspaces.",
    answers: { 200: { description: "A tar.gz.", content: { "application/gzip": t.anyText() } } },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  readBackups: operation("service", "How the backups are", {
    description: BACKUPS_WHOSE,
    answers: { 200: gives(Backups, "Where they go, up to when all is there, and what became of the last.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  makeBackup: operation("service", "Make a backup", {
    description: `The whole database, verified, beside all that goes on; how far it is, "How the backups are" tells. ${BACKUPS_WHOSE}`,
    body: NewBackup,
    answers: { 202: gives(Backups, "It was begun.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT"],
  }),
  listBackups: operation("service", "List the backups that there are", {
    description: `In the place of the regular ones. ${BACKUPS_WHOSE}`,
    answers: { 200: gives(PlacedBackups, "The whole backups, each with what was added.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  readScrub: operation("service", "What checking the stored prints has found", {
    description: "Whether all that is stored is what was written. It is about all workspaces.",
    answers: { 200: gives(ScrubStatus, "How far it is, and what is damaged.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT"],
  }),
  beginScrub: operation("service", "Check all that is stored now", {
    description:
      'Behind everything else, at the full rate. How far it is, "What checking the stored prints has found" tells.',
    answers: { 202: gives(ScrubStatus, "It was begun.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT"],
  }),
  readInstallation: operation("service", "Whether the service starts with its machine", {
    description: "For the administrator's session and the commands on the machine of the service.",
    answers: { 200: gives(Installation, "What starts it, and what to do where nothing does.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  health: operation("anybody", "Whether a till could print right now, durably", {
    answers: { 200: gives(Health, "It could."), 503: gives(Health, "It could not: components says why.") },
  }),
  metrics: operation("anybody", "Metrics for Prometheus", {
    answers: { 200: { description: "Prometheus text.", content: { "text/plain": t.anyText() } } },
  }),
} satisfies Operations;
