import { AuditExportParameters } from "../../contract/audit.ts";
import { Backups } from "../../contract/backup.ts";
import { OwnCertificate } from "../../contract/certificate.ts";
import { Configuration, ConfigurationCheck, ConfigurationText } from "../../contract/configuration.ts";
import { Doctor } from "../../contract/doctor.ts";
import * as t from "../../contract/schema.ts";
import { Certificate, Clock, Workspace } from "../../contract/service.ts";
import { LogEntries, LogParameters, LogStreamParameters, Models, System } from "../../contract/system.ts";
import { MadeToken, NewToken, Token, Tokens } from "../../contract/token.ts";
import { NewWorkspace, WorkspaceOptions, WorkspacePatch } from "../../contract/workspace.ts";
import { gives, operation, type Operations } from "./operation.ts";

const WHOSE = "Only the administrator of the service and the local commands may: it is about all workspaces.";

const WHOSE_TOKENS =
  "The administrator of the service: of all workspaces. An administrator of a workspace: of that.";

const NOT_ALLOWED = ["API_TOKEN_SCOPE_INSUFFICIENT"] as const;
const WITHOUT_HTTPS = [...NOT_ALLOWED, "NOT_FOUND"] as const;

const tokenOperations = {
  listTokens: operation("admin", "List the API tokens", {
    description: WHOSE_TOKENS,
    answers: { 200: gives(Tokens, "The tokens, the oldest first, without their secrets.") },
    errors: NOT_ALLOWED,
  }),
  createToken: operation("admin", "Make an API token", {
    description: `${WHOSE_TOKENS} A token makes no tokens: people do, and the local commands.`,
    body: NewToken,
    answers: { 201: gives(MadeToken, "The token. It is shown this once.") },
    errors: [...NOT_ALLOWED, "NOT_FOUND"],
  }),
  revokeToken: operation("admin", "Revoke an API token", {
    description: `For good, from the next request on, with the sessions that rest on it. ${WHOSE_TOKENS}`,
    answers: { 200: gives(Token, "The token as it is now.") },
    errors: [...NOT_ALLOWED, "NOT_FOUND"],
  }),
};

const workspaceOperations = {
  createWorkspace: operation("service", "Make a workspace", {
    description: WHOSE,
    body: NewWorkspace,
    answers: { 201: gives(Workspace, "The workspace.") },
    errors: [...NOT_ALLOWED, "CONFLICT"],
  }),
  readWorkspaceSettings: operation("read", "What of a workspace is set", {
    answers: { 200: gives(WorkspaceOptions, "Its settings, null for those that are not set.") },
  }),
  updateWorkspaceSettings: operation("admin", "Change what of a workspace is set", {
    description:
      "printQuota and requestRate are limits that only the administrator of the service sets. An archive refuses to change what " +
      "only counts in the shop.",
    body: WorkspacePatch,
    answers: { 200: gives(WorkspaceOptions, "Its settings as they are now.") },
  }),
};

const clockOperations = {
  readClock: operation("service", "The clock by which prints are dated", {
    description: WHOSE,
    answers: { 200: gives(Clock, "What the machine's clock says, and what is believed.") },
    errors: NOT_ALLOWED,
  }),
  acceptClock: operation("service", "Believe the machine's clock", {
    description: `However it jumped. ${WHOSE}`,
    answers: { 200: gives(Clock, "The clock as it is now.") },
    errors: NOT_ALLOWED,
  }),
  repairClock: operation("service", "Date anew what was stored in a wrong future", {
    description: `Done beside all that goes on; repair tells how far it is. ${WHOSE}`,
    answers: { 202: gives(Clock, "It was begun.") },
    errors: NOT_ALLOWED,
  }),
};

const certificateOperations = {
  readCertificate: operation("service", "The certificate of HTTPS", {
    description: WHOSE,
    answers: { 200: gives(Certificate, "The certificate, and the local authority.") },
    errors: WITHOUT_HTTPS,
  }),
  renewCertificate: operation("service", "Make a new certificate of this machine", {
    description: WHOSE,
    answers: { 200: gives(Certificate, "The new one.") },
    errors: WITHOUT_HTTPS,
  }),
  renewAuthority: operation("service", "Make a new local authority", {
    description: `And a certificate by it. Each device must trust it anew. ${WHOSE}`,
    answers: { 200: gives(Certificate, "The new ones.") },
    errors: WITHOUT_HTTPS,
  }),
  replaceCertificate: operation("service", "Replace the certificate by one of your own", {
    description: `By HTTPS, or on the machine of the service: a key is not sent where others can read it. ${WHOSE}`,
    body: OwnCertificate,
    answers: { 200: gives(Certificate, "What clients are shown now.") },
    errors: WITHOUT_HTTPS,
  }),
};

const systemOperations = {
  readSystem: operation("service", "What the service runs on", {
    description: `Version, disk, database and index. ${WHOSE}`,
    answers: { 200: gives(System, "Facts that cost little.") },
    errors: NOT_ALLOWED,
  }),
  readDoctor: operation("service", "What may be wrong, and what to do", {
    description: `Looks at disk, database, clock, ports, firewall, printers, backups and rights now, which takes some seconds. ${WHOSE}`,
    answers: { 200: gives(Doctor, "What was found.") },
    errors: NOT_ALLOWED,
  }),
  readLog: operation("service", "The last lines of the log", {
    description: WHOSE,
    query: LogParameters.properties,
    answers: { 200: gives(LogEntries, "Those that the service remembers since its start.") },
    errors: [...NOT_ALLOWED, "NOT_FOUND"],
  }),
  listenToLog: operation("service", "The log as it is written", {
    description: `Server-sent events named line, each with the JSON of an entry of "The last lines of the log". ${WHOSE}`,
    query: LogStreamParameters.properties,
    answers: { 200: { description: "Events.", content: { "text/event-stream": t.anyText() } } },
    errors: [...NOT_ALLOWED, "NOT_FOUND"],
  }),
  readConfiguration: operation("service", "With what the service was started", {
    description: `Each setting and where it comes from. It is changed in the configuration file, or where the service is started. ${WHOSE}`,
    answers: { 200: gives(Configuration, "The settings, without secrets.") },
    errors: NOT_ALLOWED,
  }),
  checkConfiguration: operation("service", "Check a configuration file", {
    description: `Changes nothing, and reads no other file. ${WHOSE}`,
    body: ConfigurationText,
    answers: { 200: gives(ConfigurationCheck, "What is wrong with it.") },
    errors: NOT_ALLOWED,
  }),
  exportAudit: operation("admin", "Export the audit log", {
    description: "As CSV, all that the filters want, the newest first. An unknown parameter is refused.",
    query: AuditExportParameters.properties,
    answers: { 200: { description: "The table.", content: { "text/csv": t.anyText() } } },
    errors: NOT_ALLOWED,
  }),
  verifyBackup: operation("service", "Try the newest backup", {
    description: `It is restored beside all that goes on, compared and removed; "How the backups are" tells what came of it. ${WHOSE}`,
    answers: { 202: gives(Backups, "It was begun.") },
    errors: [...NOT_ALLOWED, "CONFLICT"],
  }),
  listModels: operation("token", "List the models of printers that are known", {
    answers: { 200: gives(Models, "The models, by the name that settings have for each.") },
  }),
  readLicenses: operation("token", "Whose work is inside", {
    answers: { 200: { description: "Every licence.", content: { "text/plain": t.anyText() } } },
    errors: ["NOT_FOUND"],
  }),
};

export const administrationOperations = {
  ...tokenOperations,
  ...workspaceOperations,
  ...systemOperations,
  ...clockOperations,
  ...certificateOperations,
} satisfies Operations;
