import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import type { App } from "../../src/app.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { readAuditFilter } from "../../src/contract/audit.ts";
import { QueryParameters } from "../../src/contract/query.ts";
import { SCRUB_LIMITS } from "../../src/scrub/scrub-limits.ts";
import { SCOPES } from "../../src/domain/scope.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import { PolledJobStore } from "../../src/storage/polled-job-store.ts";
import { RUN_LEVEL } from "../../src/journal/compact-range.ts";
import { JournalReader } from "../../src/storage/journal-reader.ts";
import { SealStore } from "../../src/storage/seal-store.ts";
import { proofOfPrint, sealsOf } from "../../src/seals/print-proof.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { AuditStore } from "../../src/storage/audit-store.ts";
import { ClockStore, CORRECTED_TABLES } from "../../src/storage/clock-store.ts";
import { DamageWatch } from "../../src/storage/storage-probe.ts";
import { RuleApplications } from "../../src/storage/rule-applications.ts";
import { ScrubReader } from "../../src/storage/scrub-store.ts";
import { SessionStore } from "../../src/storage/session-store.ts";
import { CardStore } from "../../src/storage/card-store.ts";
import { TokenStore } from "../../src/storage/token-store.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { createOperation } from "../create-operation.ts";
import { requestBytes } from "../printers/ipp/ipp-server.ts";
import { LpdHost } from "../printers/lpd/lpd-host.ts";
import { PRINTERS, QUIET_PRINTS, ROWS, WORKSPACES } from "./large-database.ts";
import { openLiveDatabase } from "../live-database.ts";

const RECEIPT = "\x1b@Order 77\nTotal 4.50\n\x1dV\0";
const EPOS =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><epos-print ' +
  'xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>Order 78&#10;</text><cut/></epos-print>' +
  "</s:Body></s:Envelope>";

/** Addresses of a service, and tokens for all of a workspace, by its slug. */
export interface Surroundings {
  readonly app: App;
  readonly lpdPort: number;
  readonly tokens: Readonly<Record<string, string>>;
}

/** Makes a token with all scopes for each workspace. */
export function makeTokens(folder: string): Record<string, string> {
  using database = openLiveDatabase(databasePath(folder));
  const store = new TokenStore(database);
  const times = { createdAt: Date.now(), expiresAt: null };
  return Object.fromEntries(
    Object.values(WORKSPACES).map(({ id, slug }) => [
      slug,
      store.create({ userId: 1, workspaceId: id, name: "test", scopes: SCOPES, ...times }),
    ]),
  );
}

/** A job that a crash left behind, and a printer for all protocols. @param rawPort its port for raw printing */
export function leaveWork(folder: string, rawPort: number): void {
  using database = openLiveDatabase(databasePath(folder));
  const owner = { workspaceId: WORKSPACES.quiet.id, userId: 1 };
  new PrinterStore(database).create({ ...PRINTER_DEFAULTS, name: "raw", rawPort }, owner, Date.now());
  const { raw: _, ...print } = createOperation({ workspaceId: owner.workspaceId, printerId: PRINTERS.quiet });
  database.run("INSERT INTO spooled_job (key, print, created_at) VALUES ('left', ?, 0)", [
    JSON.stringify(print),
  ]);
  database.run("INSERT INTO spooled_part (key, content) VALUES ('left', CAST('left' AS BLOB))");
}

/** A job that a printer has asked for, and of which its address, where nobody is, has not been told. */
export function leavePolledJob(folder: string): void {
  using database = openLiveDatabase(databasePath(folder));
  const owner = { workspaceId: WORKSPACES.quiet.id, userId: 1 };
  const poll = "http://127.0.0.1:1/";
  const { id } = new PrinterStore(database).create(
    { ...PRINTER_DEFAULTS, name: "asking", poll },
    owner,
    Date.now(),
  );
  new PolledJobStore(database).add(id, { source: poll, job: "{}" }, 1);
}

/** What was recognised in the pictures of a print that is shown. */
export function leaveRecognition(folder: string): void {
  using database = openLiveDatabase(databasePath(folder));
  database.run("UPDATE print SET recognised = '{}' WHERE id = 12");
  renewChecksums(database, 12);
  const content = Bun.zstdCompressSync("[]");
  database.run("INSERT INTO print_recognition (print_id, content, lines) VALUES (12, ?, '')", [content]);
}

/** A request of the API, its path under the workspace where it begins with none of the service's own. */
interface Asked {
  readonly operation: string;
  readonly slug?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
  readonly status: number;
}

/** The last print of the busy workspace that was there, and the first delivery that waits. */
const LAST = ROWS;
const FIRST_QUEUED = Math.ceil((2 * ROWS) / 3);
const [DONE, FAILED, HELD] = [QUIET_PRINTS + 3, QUIET_PRINTS + 1, QUIET_PRINTS + 2];

/** Every filter of the list of deliveries, alone and together. */
const LISTS = [
  "",
  ...["queued", "sending", "held", "kept", "done", "failed", "cancelled"].map((one) => `&state=${one}`),
]
  .flatMap((state) => ["", "&printer=few", "&printer=backlog"].map((printer) => state + printer))
  .flatMap((filter) => ["", `&printId=${FAILED}`, "&before=500000"].map((other) => filter + other));

/** Every filter of the audit log. */
const AUDIT_FILTERS = [
  "",
  "&act=printer.changed",
  "&actor=nobody",
  "&subject=bar",
  "&since=2026-01-01",
  "&until=2030-01-01",
  "&before=1.1",
];

const OLD_RULE = { name: "Old", condition: { deviceId: "rare" }, maxAge: "2y" };

const RETENTION_REQUESTS: readonly Asked[] = [
  { operation: "post retention-rules", slug: "quiet", path: "/retention-rules", json: OLD_RULE, status: 201 },
  { operation: "get retention-rules", slug: "quiet", path: "/retention-rules", status: 200 },
  {
    operation: "patch retention-rules/{ruleId}",
    slug: "quiet",
    path: "/retention-rules/1",
    json: { maxAge: "3y" },
    status: 200,
  },
  {
    operation: "post retention-rules/preview",
    slug: "quiet",
    path: "/retention-rules/preview",
    json: {},
    status: 200,
  },
  {
    operation: "post retention-rules/{ruleId}/confirm",
    slug: "quiet",
    path: "/retention-rules/1/confirm",
    status: 200,
  },
  { operation: "post retention-rules/run", slug: "quiet", path: "/retention-rules/run", status: 202 },
  { operation: "delete retention-rules/{ruleId}", slug: "quiet", path: "/retention-rules/1", status: 200 },
  {
    operation: "post retention-holds",
    slug: "quiet",
    path: "/retention-holds",
    json: { name: "Case", condition: { deviceId: "rare" }, reason: "asked" },
    status: 201,
  },
  { operation: "get retention-holds", slug: "quiet", path: "/retention-holds", status: 200 },
  {
    operation: "post retention-holds/{holdId}/release",
    slug: "quiet",
    path: "/retention-holds/1/release",
    json: { reason: "over" },
    status: 200,
  },
];

const FISCAL_KEY =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENFFPGk1vDk92IL6tjsVQ6kpwc4TCsYNNGGoc0cN4dUPQZwOo2tuQlrQAVvMfO+XHWsnphAtN5cUbIwdtMk/Z6g==";

const FISCAL_REQUESTS: readonly Asked[] = [
  { operation: "post fiscal/report", slug: "quiet", path: "/fiscal/report", json: {}, status: 200 },
  { operation: "get prints/{printId}/fiscal", path: "/prints/12/fiscal", status: 200 },
  {
    operation: "post fiscal/certificates",
    slug: "quiet",
    path: "/fiscal/certificates",
    json: { certificate: FISCAL_KEY, serial: "20f2ed172daa09e5" },
    status: 201,
  },
  { operation: "get fiscal/certificates", slug: "quiet", path: "/fiscal/certificates", status: 200 },
  {
    operation: "delete fiscal/certificates/{serial}",
    slug: "quiet",
    path: "/fiscal/certificates/20f2ed172daa09e5",
    status: 200,
  },
];

/** What is the service's administrator's alone: these tokens are of a workspace. */
const ADMINISTRATION_REQUESTS: readonly Asked[] = [
  ...[
    "get /api/doctor",
    "get /api/system",
    "get /api/log",
    "get /api/log/stream",
    "get /api/configuration",
    "get /api/scrub",
    "post /api/scrub",
    "get /api/clock",
    "post /api/clock/accept",
    "post /api/clock/repair",
    "get /api/certificate",
    "post /api/certificate/renew",
    "post /api/certificate/renew-authority",
    "post /api/backups/verify",
    "post /api/retention/confirm",
  ].map((operation) => ({ operation, path: operation.split(" ")[1] ?? "", status: 403 })),
  ...[
    ["/api/configuration/check", { text: "" }],
    ["/api/certificate/replace", { certificate: null, key: null }],
    ["/api/workspaces", { slug: "other" }],
    ["/api/tokens", { workspace: "default" }],
  ].map(([path, json]) => ({ operation: `post ${String(path)}`, path: String(path), json, status: 403 })),
  { operation: "get /api/tokens", path: "/api/tokens", status: 200 },
  { operation: "delete /api/tokens/{tokenId}", path: "/api/tokens/0", status: 404 },
  { operation: "get /api/models", path: "/api/models", status: 200 },
  { operation: "get /api/licenses", path: "/api/licenses", status: 404 },
  { operation: "get /api/audit/export", path: "/api/audit/export?since=2999-01-01", status: 200 },
  { operation: "get settings", path: "/settings", status: 200 },
  { operation: "patch settings", slug: "quiet", path: "/settings", json: { width: 42 }, status: 200 },
  { operation: "post rules/preview", slug: "quiet", path: "/rules/preview", json: {}, status: 200 },
];

/**
 * Requests for every operation of the API, in an order in which they can be done. Where one asks for what is in the
 * database, it asks for what is hardest to find.
 */
const REFERENCE_REQUESTS: readonly Asked[] = [
  { operation: "put references/{referenceName}", path: "/references/A", json: { printId: 12 }, status: 201 },
  { operation: "put references/{referenceName}", path: "/references/A", json: { printId: 13 }, status: 200 },
  { operation: "get references", path: "/references", status: 200 },
  { operation: "get references/{referenceName}", path: "/references/A", status: 200 },
  { operation: "get references/{referenceName}/verdict", path: "/references/A/verdict", status: 200 },
  { operation: "get references/{referenceName}/raw", path: "/references/A/raw", status: 200 },
  {
    operation: "get references/{referenceName}/preview",
    path: "/references/A/preview?format=text",
    status: 200,
  },
  {
    operation: "post prints/{printId}/compare",
    path: "/prints/12/compare",
    json: { with: { printId: 13 } },
    status: 200,
  },
  {
    operation: "get prints/{printId}/compare.png",
    path: "/prints/12/compare.png?reference=A",
    status: 200,
  },
  { operation: "get prints/{printId}/compare.svg", path: "/prints/12/compare.svg?with=13", status: 200 },
  { operation: "get prints/{printId}/verdict", path: "/prints/12/verdict", status: 200 },
  { operation: "get prints/{printId}/verdict", path: "/prints/12/verdict?reference=A", status: 200 },
  { operation: "get prints/{printId}/paper", path: "/prints/12/paper", status: 200 },
  { operation: "delete references/{referenceName}", path: "/references/A", status: 200 },
  { operation: "get prints/latest/preview", path: "/prints/latest/preview?format=text", status: 200 },
  {
    operation: "get prints/latest/preview",
    path: "/prints/latest/preview?format=text&printer=few&wait=10ms",
    status: 404,
  },
];

export const REQUESTS: readonly Asked[] = [
  { operation: "get /api/me", path: "/api/me", status: 200 },
  { operation: "patch /api/me", path: "/api/me", json: { name: "Ada" }, status: 409 },
  { operation: "post /api/me/password", path: "/api/me/password", json: { password: "none" }, status: 409 },
  { operation: "post /api/sign-in-codes", path: "/api/sign-in-codes", status: 409 },
  { operation: "get /api/sign-in-codes/{codeId}", path: "/api/sign-in-codes/none", status: 200 },
  { operation: "get /api/people", path: "/api/people", status: 403 },
  { operation: "post /api/people", path: "/api/people", json: {}, status: 403 },
  { operation: "patch /api/people/{personId}", path: "/api/people/1", json: {}, status: 403 },
  { operation: "post /api/people/{personId}/reset", path: "/api/people/1/reset", status: 403 },
  { operation: "delete /api/people/{personId}", path: "/api/people/1", status: 403 },
  { operation: "get /api/diagnostics", path: "/api/diagnostics", status: 403 },
  ...AUDIT_FILTERS.map((filter) => ({
    operation: "get /api/audit",
    path: `/api/audit?limit=10${filter}`,
    status: 200,
  })),
  { operation: "get /api/backups", path: "/api/backups", status: 403 },
  { operation: "post /api/backups", path: "/api/backups", json: {}, status: 403 },
  { operation: "get /api/backups/placed", path: "/api/backups/placed", status: 403 },
  { operation: "get /api/installation", path: "/api/installation", status: 403 },
  { operation: "get /api/notifications", path: "/api/notifications", status: 403 },
  { operation: "post /api/notifications", path: "/api/notifications", json: {}, status: 403 },
  {
    operation: "patch /api/notifications/{notificationId}",
    path: "/api/notifications/1",
    json: {},
    status: 403,
  },
  { operation: "delete /api/notifications/{notificationId}", path: "/api/notifications/1", status: 403 },
  {
    operation: "post /api/notifications/{notificationId}/test",
    path: "/api/notifications/1/test",
    status: 403,
  },
  { operation: "get /api/sessions", path: "/api/sessions", status: 200 },
  { operation: "delete /api/sessions/{sessionId}", path: "/api/sessions/0", status: 404 },
  { operation: "get /api/workspaces", path: "/api/workspaces", status: 200 },
  { operation: "get /healthz", path: "/healthz", status: 200 },
  { operation: "get /metrics", path: "/metrics", status: 200 },
  {
    operation: "post prints/json",
    path: "/prints/json",
    json: { raw: btoa("one\n"), label: "one", deviceId: "rare" },
    status: 201,
  },
  {
    operation: "post prints/json",
    slug: "quiet",
    path: "/prints/json",
    json: { raw: btoa("one\n") },
    status: 201,
  },
  ...[201, 200].map((status) => ({
    operation: "post prints",
    path: "/prints?label=two",
    body: "two\n",
    headers: { "Content-Type": "application/octet-stream", "Idempotency-Key": "two" },
    status,
  })),
  { operation: "post prints/test", path: "/prints/test", status: 201 },
  { operation: "get prints/{printId}", path: `/prints/${LAST}`, status: 200 },
  { operation: "get prints/{printId}", path: "/prints/1", status: 404 },
  { operation: "patch prints/{printId}", path: "/prints/12", json: { label: "changed" }, status: 200 },
  { operation: "delete prints/{printId}", path: "/prints/12", status: 200 },
  { operation: "post prints/{printId}/restore", path: "/prints/12/restore", status: 200 },
  {
    operation: "post prints/{printId}/erase",
    path: "/prints/17/erase",
    json: { reason: "asked" },
    status: 200,
  },
  { operation: "get prints/{printId}", path: "/prints/17", status: 410 },
  { operation: "get prints/{printId}/raw", path: "/prints/12/raw", status: 200 },
  { operation: "get prints/{printId}/proof", path: "/prints/999999999/proof", status: 404 },
  { operation: "get prints/{printId}/history", path: "/prints/12/history", status: 200 },
  { operation: "get prints/{printId}/lint", path: "/prints/12/lint", status: 200 },
  {
    operation: "post prints/{printId}/neighbours",
    path: `/prints/${LAST}/neighbours`,
    json: {},
    status: 200,
  },
  { operation: "get prints/{printId}/preview", path: "/prints/12/preview?format=text", status: 200 },
  { operation: "post prints/search", slug: "quiet", path: "/prints/search", json: {}, status: 200 },
  { operation: "post prints/facets", slug: "quiet", path: "/prints/facets", json: {}, status: 200 },
  { operation: "get retention-presets", slug: "quiet", path: "/retention-presets", status: 200 },
  {
    operation: "put upstream",
    slug: "quiet",
    path: "/upstream",
    json: { url: "http://127.0.0.1:1", code: "none" },
    status: 503,
  },
  {
    operation: "patch upstream",
    slug: "quiet",
    path: "/upstream",
    json: { bytesPerSecond: null },
    status: 200,
  },
  { operation: "get upstream", slug: "quiet", path: "/upstream", status: 200 },
  { operation: "post upstream/pull", slug: "quiet", path: "/upstream/pull", json: {}, status: 404 },
  { operation: "delete upstream", slug: "quiet", path: "/upstream", status: 200 },
  { operation: "get cards", slug: "quiet", path: "/cards", status: 200 },
  { operation: "post cards/scan", slug: "quiet", path: "/cards/scan", json: {}, status: 202 },
  {
    operation: "post prints/gaps",
    slug: "quiet",
    path: "/prints/gaps",
    json: { of: { tag: "receipt" }, by: ["deviceId", "day"] },
    status: 200,
  },
  {
    operation: "post prints/export",
    slug: "quiet",
    path: "/prints/export",
    json: { format: "csv", ids: [1] },
    status: 200,
  },
  {
    operation: "post prints/search",
    path: "/prints/search",
    json: {
      where: { or: [{ is: "test" }, { is: "waiting" }, { is: "held" }, { is: "failed" }, { is: "kept" }] },
    },
    status: 200,
  },
  { operation: "post journal/seals", slug: "quiet", path: "/journal/seals", json: {}, status: 200 },
  { operation: "get journal", slug: "quiet", path: "/journal", status: 200 },
  { operation: "get journal/seals", slug: "quiet", path: "/journal/seals?before=9", status: 200 },
  { operation: "get journal/consistency", slug: "quiet", path: "/journal/consistency", status: 200 },
  { operation: "get journal/export", slug: "quiet", path: "/journal/export", status: 200 },
  {
    operation: "post saved-searches",
    slug: "quiet",
    path: "/saved-searches",
    json: { name: "Large", query: "total:>100" },
    status: 201,
  },
  { operation: "get saved-searches", slug: "quiet", path: "/saved-searches", status: 200 },
  {
    operation: "patch saved-searches/{savedSearchId}",
    slug: "quiet",
    path: "/saved-searches/1",
    json: { name: "Large ones" },
    status: 200,
  },
  {
    operation: "delete saved-searches/{savedSearchId}",
    slug: "quiet",
    path: "/saved-searches/1",
    status: 200,
  },
  { operation: "get index", path: "/index", status: 200 },
  { operation: "get index", slug: "quiet", path: "/index", status: 200 },
  { operation: "post index/rebuild", slug: "quiet", path: "/index/rebuild", status: 202 },
  { operation: "get events", path: "/events?after=0.0", status: 200 },
  { operation: "get events", slug: "quiet", path: "/events?after=0.0", status: 200 },
  { operation: "get events", path: "/events?after=999000.0", status: 200 },
  { operation: "get prints/next", path: "/prints/next?after=0&timeout=0s", status: 200 },
  { operation: "get prints/next", slug: "quiet", path: "/prints/next?after=999999&timeout=0s", status: 200 },
  {
    operation: "get prints/next",
    slug: "quiet",
    path: "/prints/next?after=99999999&timeout=0s",
    status: 204,
  },
  { operation: "get prints/next", path: "/prints/next?after=997000&timeout=0s&deviceId=rare", status: 200 },
  { operation: "get prints/next", path: "/prints/next?timeout=0s", status: 204 },
  { operation: "get detected-printers", path: "/detected-printers", status: 200 },
  { operation: "get printers", path: "/printers", status: 200 },
  {
    operation: "post printers",
    path: "/printers",
    json: { name: "new", protocols: ["raw", "epos", "lpd", "ipp"] },
    status: 201,
  },
  { operation: "get printers/{name}", path: "/printers/few", status: 200 },
  {
    operation: "patch printers/{name}",
    path: "/printers/new",
    json: { width: 42, name: "newer" },
    status: 200,
  },
  {
    operation: "post printers/{name}/simulate",
    path: "/printers/newer/simulate",
    json: { state: "online" },
    status: 200,
  },
  { operation: "post printers/{name}/pair", path: "/printers/newer/pair", status: 200 },
  {
    operation: "patch printers/{name}",
    path: "/printers/newer",
    json: { target: "cloudprnt:" },
    status: 200,
  },
  { operation: "post printers/{name}/poll-address", path: "/printers/newer/poll-address", status: 200 },
  { operation: "post printers/{name}/hold", path: "/printers/newer/hold", status: 200 },
  { operation: "post printers/{name}/drawer", path: "/printers/newer/drawer", status: 201 },
  { operation: "post printers/{name}/waiting/cancel", path: "/printers/newer/waiting/cancel", status: 200 },
  { operation: "post printers/{name}/resume", path: "/printers/newer/resume", status: 200 },
  { operation: "get printers/{name}/senders", path: "/printers/newer/senders", status: 200 },
  { operation: "patch printers/{name}", path: "/printers/newer", json: { target: null }, status: 200 },
  { operation: "post printers/{name}/test", path: "/printers/newer/test", status: 201 },
  { operation: "delete printers/{name}", path: "/printers/newer", status: 200 },
  {
    operation: "post webhooks",
    slug: "quiet",
    path: "/webhooks",
    json: { url: "http://127.0.0.1:1/", events: ["print.updated"] },
    status: 201,
  },
  { operation: "get webhooks", slug: "quiet", path: "/webhooks", status: 200 },
  {
    operation: "patch webhooks/{webhookId}",
    slug: "quiet",
    path: "/webhooks/1",
    json: { events: ["print.created"] },
    status: 200,
  },
  {
    operation: "get webhooks/{webhookId}/attempts",
    slug: "quiet",
    path: "/webhooks/1/attempts",
    status: 200,
  },
  { operation: "post webhooks/{webhookId}/test", slug: "quiet", path: "/webhooks/1/test", status: 200 },
  { operation: "delete webhooks/{webhookId}", slug: "quiet", path: "/webhooks/1", status: 200 },
  ...LISTS.map((filter) => ({
    operation: "get deliveries",
    path: `/deliveries?limit=1000${filter}`,
    status: 200,
  })),
  { operation: "get deliveries", slug: "quiet", path: "/deliveries", status: 200 },
  { operation: "get prints/{printId}/deliveries", path: "/prints/500000/deliveries?wait=1ms", status: 200 },
  { operation: "get deliveries/{deliveryId}", path: `/deliveries/${DONE}`, status: 200 },
  {
    operation: "post deliveries/{deliveryId}/cancel",
    path: `/deliveries/${FIRST_QUEUED + 9}/cancel`,
    status: 200,
  },
  { operation: "post deliveries/{deliveryId}/release", path: `/deliveries/${HELD}/release`, status: 200 },
  { operation: "post deliveries/{deliveryId}/retry", path: `/deliveries/${FAILED}/retry`, status: 200 },
  ...["release", "cancel"].map((decision) => ({
    operation: `post printers/{name}/held/${decision}`,
    path: `/printers/few/held/${decision}`,
    json: decision === "release" ? { cause: "late" } : {},
    status: 200,
  })),
  {
    operation: "post prints/{printId}/deliver",
    path: `/prints/${DONE}/deliver`,
    json: { printer: "few" },
    status: 201,
  },
  {
    operation: "post rules",
    slug: "quiet",
    path: "/rules",
    json: { name: "order", pattern: "Order (\\d+)", label: "$1" },
    status: 201,
  },
  { operation: "get rules", slug: "quiet", path: "/rules", status: 200 },
  { operation: "get rules", path: "/rules", status: 200 },
  {
    operation: "patch rules/{ruleId}",
    slug: "quiet",
    path: "/rules/1",
    json: { name: "orders", position: 0 },
    status: 200,
  },
  { operation: "post rules/test", slug: "quiet", path: "/rules/test", json: { printId: 3 }, status: 200 },
  { operation: "post rules/apply", slug: "quiet", path: "/rules/apply", json: {}, status: 202 },
  { operation: "patch rules/defaults", path: "/rules/defaults", json: { enabled: false }, status: 200 },
  {
    operation: "patch rules/defaults",
    slug: "quiet",
    path: "/rules/defaults",
    json: { enabled: true },
    status: 200,
  },
  { operation: "delete rules/{ruleId}", slug: "quiet", path: "/rules/1", status: 200 },
  ...RETENTION_REQUESTS,
  ...ADMINISTRATION_REQUESTS,
  ...REFERENCE_REQUESTS,
  ...FISCAL_REQUESTS,
  // Last: it goes through all prints, beside the rest.
  {
    operation: "post journal/verification",
    slug: "quiet",
    path: "/journal/verification",
    json: {},
    status: 202,
  },
];

/** The operations of a service's reference, as {@link REQUESTS} names them. */
export async function operationsOf(app: App): Promise<string[]> {
  const { paths } = (await (await fetch(`${app.address}/docs/json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path.replace("/api/workspace/{slug}/", "")}`),
  );
}

/** Sends all requests, one after the other. @throws Error when one is not answered as it should be */
export async function askEverything({ app, tokens }: Surroundings): Promise<void> {
  for (const { operation, slug = "default", path, json, body, headers = {}, status } of REQUESTS) {
    const [method = ""] = operation.split(" ");
    const isOwn = operation.includes(" /");
    const response = await fetch(app.address + (isOwn ? path : `/api/workspace/${slug}${path}`), {
      method: method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${tokens[slug]}`,
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
    const said = operation === "get events" ? await firstEvents(response) : await response.text();
    if (response.status !== status) throw new Error(`${operation} ${path}: ${response.status} ${said}`);
  }
}

async function firstEvents(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  return "";
}

/** Prints by every protocol, and signs in and out as the dashboard does. */
export async function useEverything(surroundings: Surroundings): Promise<void> {
  await printByPorts(surroundings);
  await signInAndOut(surroundings);
}

async function printByPorts({ app, lpdPort }: Surroundings): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: app.rawPorts.get("raw") ?? 0,
    allowHalfOpen: true,
    socket: { data() {}, end: (own) => void own.end(), close: () => resolve() },
  });
  // A status that is asked for within a job has a part of it spooled.
  socket.write(`${RECEIPT}\x1br\x01`);
  socket.shutdown();
  await closed;
  const epos = await fetch(`${app.address}/cgi-bin/epos/service.cgi?devid=raw&timeout=10000`, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8" },
    body: EPOS,
  });
  if (!(await epos.text()).includes('success="true"')) throw new Error("ePOS did not print");
  const ipp = await fetch(`${app.address}/ipp/print/raw`, {
    method: "POST",
    headers: { "Content-Type": "application/ipp" },
    body: requestBytes(OPERATION.printJob, [], { document: Buffer.from(RECEIPT) }) as BodyInit,
  });
  if (ipp.status !== 200) throw new Error("IPP did not print");
  const polled = await fetch(`${app.address}/cloudprnt/nobody`, { method: "POST", body: "{}" });
  if (polled.status !== 404) throw new Error("a secret of nobody was taken");
  await printByLpd(lpdPort);
}

async function printByLpd(port: number): Promise<void> {
  const host = await LpdHost.connect(port);
  host.send("\x04raw\n");
  await host.rest();
  const job = await LpdHost.connect(port);
  job.send("\x02raw\n");
  await job.answers(1);
  const control = "Htill\nPshop\nldfA001till\n";
  job.send(`\x02${control.length} cfA001till\n`);
  await job.answers(1);
  job.send(`${control}\0`);
  await job.answers(1);
  job.send(`\x03${RECEIPT.length} dfA001till\n`);
  await job.answers(1);
  job.send(`${RECEIPT}\0`);
  if ((await job.answers(1)) !== "00") throw new Error("LPD did not print");
  job.end();
  await job.rest();
}

async function signInAndOut({ app, tokens }: Surroundings): Promise<void> {
  const signedIn = await fetch(app.signInLink(), { redirect: "manual" });
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  if (cookie === "") throw new Error("the link did not sign in");
  await fetch(app.address, { headers: { Cookie: cookie } });
  await fetch(`${app.address}/api/me`, { headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } });
  await managePeople(app, { Cookie: cookie, Origin: app.address, "Content-Type": "application/json" });
  const forms: readonly Record<string, string>[] = [
    { token: tokens["default"] ?? "" },
    { name: "ada", password: PASSWORD },
  ];
  for (const form of forms) {
    const signed = await fetch(`${app.address}/sign-in`, {
      method: "POST",
      headers: { Origin: app.address, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form),
      redirect: "manual",
    });
    if (!signed.headers.has("set-cookie")) throw new Error("the form did not sign in");
  }
  await fetch(`${app.address}/sign-out`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: app.address },
  });
}

const PASSWORD = "long enough for a test";

/** As an administrator at the dashboard does. Ada is there after it. */
async function managePeople({ address }: App, headers: Record<string, string>): Promise<void> {
  const ask = async (method: string, path: string, json?: object) => {
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(address + path, { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  };
  await ask("POST", "/api/people", { name: "Bob", role: "viewer" });
  await ask("POST", "/api/people", { name: "Ada", role: "operator", password: PASSWORD });
  await ask("PATCH", "/api/people/2", { role: "administrator", workspace: "quiet" });
  await ask("POST", "/api/people/2/reset");
  await ask("DELETE", "/api/people/2");
  await ask("GET", "/api/people");
  await ask("PATCH", "/api/me", { name: "Owner" });
  await ask("POST", "/api/me/password", { password: PASSWORD });
  await ask("POST", "/api/sign-in-codes");
}

/** The proof of a print that a seal covers, of which the API is not told before it is known which that is. */
function prove(database: Database): void {
  const sealed = { journal: new JournalReader(database), seals: new SealStore(database) };
  const { id } = WORKSPACES.quiet;
  const [first] = sealed.journal.texts(id, 0, 1);
  const { print } = JSON.parse(first?.text ?? "{}") as { readonly print: number };
  const proof = proofOfPrint(sealed, id, print, { bytes: "", seals: "" });
  if (proof === null) throw new Error(`print ${print} has no proof`);
  sealsOf(proof, sealed, id);
  // It has no full run.
  expect(() => sealed.journal.subtrees(id)(RUN_LEVEL, 0)).toThrow("missing");
}

/** What only commands ask of stores that the service uses too, and what the service asks only when it is late. */
export function askTheRest(folder: string, now: number): void {
  using database = openLiveDatabase(databasePath(folder));
  const tokens = new TokenStore(database);
  tokens.list();
  const times = { createdAt: now, expiresAt: null };
  const made = tokens.create({ userId: 1, workspaceId: 1, name: "gone", scopes: SCOPES, ...times });
  tokens.revoke(/^at_(\w+)/.exec(made)?.[1] ?? "", now);
  new RuleApplications(database).unfinished();
  // Whoever may open the drawer gets the bytes of a print whatever it draws.
  new CardStore(database).has(LAST);
  const audit = new AuditStore(database);
  for (const filter of AUDIT_FILTERS)
    audit.list({ ...readAuditFilter(new QueryParameters(filter)), workspaceId: null });

  const sessions = new SessionStore(database);
  for (const { id } of sessions.list(now)) sessions.end(id);
  sessions.endAll();
  const clock = new ClockStore(database);
  clock.corrections(now, null);
  for (const table of CORRECTED_TABLES) clock.lastId(table);
  const damageWatch = new DamageWatch(database, { noteFault: () => true });
  damageWatch.look();
  damageWatch.close();
  const scrub = new ScrubReader(database);
  scrub.progress();
  scrub.findings(SCRUB_LIMITS.listed);
  scrub.counts();
  scrub.prints();
  prove(database);
  new WorkspaceStore(database).update(WORKSPACES.quiet.slug, { width: 48 });
}
