import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AuditAct } from "../../src/audit/acts.ts";
import { COMMANDS } from "../../src/cli/cli.ts";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import { userName } from "../../src/platform/command-user.ts";
import { ApiReference, operationsOf, rightOf } from "../api-reference.ts";
import { ModelArchive } from "../upstream/model-archive.ts";
import { freePort, run, Service, temporaryFolder } from "../service.ts";

let service: Service;
let admin: string;
const elsewhere = temporaryFolder();
beforeAll(async () => {
  service = await Service.start({ flags: ["--https-port", String(freePort())] });
  const words = ["token", "create", "--name", "office", "--scopes", "admin", "--data", service.folder];
  admin = (await run(words)).stdout.trim();
});
afterAll(async () => {
  await service.end();
  await ARCHIVE.stop();
  rmSync(elsewhere, { recursive: true });
});

const WORKSPACE = "/api/workspace/default";

/** An administrator's request, and what it leaves in the audit log. */
interface Asked {
  readonly operation: string;
  readonly path: string;
  readonly json?: object;
  readonly act: AuditAct;
  readonly subject: string;
}

const ARCHIVE = new ModelArchive();
const PRINTER = "printers/bar";
/** A public key of P-256. */
const FISCAL_KEY =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENFFPGk1vDk92IL6tjsVQ6kpwc4TCsYNNGGoc0cN4dUPQZwOo2tuQlrQAVvMfO+XHWsnphAtN5cUbIwdtMk/Z6g==";
const ASKED: readonly Asked[] = [
  ask("POST", "printers", { name: "bar", target: "tcp://127.0.0.1:9", held: true }, "printer.created", "bar"),
  ask("PATCH", PRINTER, { width: 42 }, "printer.changed", "bar", "printers/{name}"),
  ask(
    "POST",
    `${PRINTER}/simulate`,
    { state: "paper-end" },
    "printer.changed",
    "bar",
    "printers/{name}/simulate",
  ),
  ask("POST", `${PRINTER}/pair`, {}, "printer.pairing-begun", "bar", "printers/{name}/pair"),
  ask("PATCH", PRINTER, { target: "cloudprnt:" }, "printer.changed", "bar", "printers/{name}"),
  ask(
    "POST",
    `${PRINTER}/poll-address`,
    {},
    "printer.poll-address-created",
    "bar",
    "printers/{name}/poll-address",
  ),
  ask("POST", `${PRINTER}/held/release`, {}, "printer.held-released", "bar", "printers/{name}/held/release"),
  ask("POST", `${PRINTER}/held/cancel`, {}, "printer.held-cancelled", "bar", "printers/{name}/held/cancel"),
  ask("POST", `${PRINTER}/hold`, {}, "printer.changed", "bar", "printers/{name}/hold"),
  ask("POST", `${PRINTER}/drawer`, {}, "printer.drawer-opened", "bar", "printers/{name}/drawer"),
  ask(
    "POST",
    `${PRINTER}/waiting/cancel`,
    {},
    "printer.waiting-cancelled",
    "bar",
    "printers/{name}/waiting/cancel",
  ),
  ask("POST", `${PRINTER}/resume`, {}, "printer.changed", "bar", "printers/{name}/resume"),
  ask("DELETE", PRINTER, undefined, "printer.removed", "bar", "printers/{name}"),
  ask("POST", "rules", { name: "Order", pattern: "#(\\d+)", label: "$1" }, "rule.created", "1"),
  ask("PATCH", "rules/1", { label: "Order $1" }, "rule.changed", "1", "rules/{ruleId}"),
  ask("POST", "rules/apply", {}, "rule.applied", "all"),
  ask("PATCH", "rules/defaults", { enabled: false }, "rule.defaults-switched", "defaults"),
  ask("DELETE", "rules/1", undefined, "rule.removed", "1", "rules/{ruleId}"),
  ask("POST", "retention-rules", { name: "Old", condition: {}, maxAge: "9y" }, "retention.changed", "1"),
  ask("PATCH", "retention-rules/1", { maxAge: "8y" }, "retention.changed", "1", "retention-rules/{ruleId}"),
  ask("POST", "retention-rules/1/confirm", {}, "retention.changed", "1", "retention-rules/{ruleId}/confirm"),
  ask("POST", "retention-rules/run", {}, "retention.begun", "default"),
  ask("DELETE", "retention-rules/1", undefined, "retention.changed", "1", "retention-rules/{ruleId}"),
  ask("POST", "retention-holds", { name: "Case", condition: {}, reason: "asked" }, "hold.created", "1"),
  ask(
    "POST",
    "retention-holds/1/release",
    { reason: "over" },
    "hold.removed",
    "1",
    "retention-holds/{holdId}/release",
  ),
  ask("PATCH", "settings", { width: 44 }, "workspace.changed", "default"),
  ask("POST", "webhooks", { url: "http://127.0.0.1:9/geheim" }, "webhook.created", "1"),
  ask("PATCH", "webhooks/1", { state: "paused" }, "webhook.changed", "1", "webhooks/{webhookId}"),
  ask("POST", "webhooks/1/test", {}, "webhook.tested", "1", "webhooks/{webhookId}/test"),
  ask("DELETE", "webhooks/1", undefined, "webhook.removed", "1", "webhooks/{webhookId}"),
  ask("POST", "index/rebuild", {}, "index.rebuilt", "default"),
  ask("POST", "cards/scan", {}, "cards.scanned", "default"),
  ask("PUT", "upstream", { url: ARCHIVE.url, code: "CODE" }, "upstream.joined", "default"),
  ask("PATCH", "upstream", { bytesPerSecond: 150_000 }, "upstream.limited", "default"),
  ask("POST", "upstream/pull", {}, "upstream.pulled", "default"),
  ask("DELETE", "upstream", undefined, "upstream.left", "default"),
  ask("POST", "journal/verification", {}, "journal.verified", "default"),
  ask(
    "POST",
    "fiscal/certificates",
    { certificate: FISCAL_KEY, serial: "2b" },
    "fiscal-certificate.added",
    "2b",
  ),
  ask(
    "DELETE",
    "fiscal/certificates/2b",
    undefined,
    "fiscal-certificate.removed",
    "2b",
    "fiscal/certificates/{serial}",
  ),
  ask("DELETE", "prints/1", undefined, "print.deleted", "1", "prints/{printId}"),
  ask("POST", "prints/1/restore", {}, "print.restored", "1", "prints/{printId}/restore"),
  ask("POST", "prints/1/erase", { reason: "asked" }, "print.erased", "1", "prints/{printId}/erase"),
];

/** What only the service's administrator may ask for: the commands below do, or the tests of what it does. */
const BY_COMMANDS = [
  "POST /api/backups",
  "POST /api/backups/verify",
  "POST /api/scrub",
  "POST /api/clock/accept",
  "POST /api/clock/repair",
  "POST /api/certificate/renew",
  "POST /api/certificate/renew-authority",
];

/** What changes nothing. */
const LOOKING = ["POST /api/configuration/check"];

/** What only people may ask for who are administrators of the service. */
const ASKED_BY_PEOPLE: readonly Asked[] = [
  byPeople("POST", "/api/workspaces", { slug: "branch" }, "workspace.created", "branch"),
  byPeople("POST", "/api/tokens", { workspace: "branch", name: "till" }, "token.created", ""),
  byPeople("POST", "/api/retention/confirm", {}, "retention.changed", "limits"),
  byPeople("DELETE", "/api/tokens/ID", undefined, "token.revoked", "", "/api/tokens/{tokenId}"),
  byPeople(
    "POST",
    "/api/certificate/replace",
    { certificate: null, key: null },
    "certificate.replaced",
    "certificate",
  ),
];

function byPeople(
  method: string,
  path: string,
  json: object | undefined,
  act: AuditAct,
  subject: string,
  route = path,
): Asked {
  return { operation: `${method} ${route}`, path, act, subject, ...(json !== undefined && { json }) };
}

/** Who is told away from the page; tested with that. */
const BY_NOTIFICATIONS = [
  "POST /api/notifications",
  "PATCH /api/notifications/{notificationId}",
  "DELETE /api/notifications/{notificationId}",
  "POST /api/notifications/{notificationId}/test",
];

/** What only somebody who is signed in does; tested with the people. */
const BY_PEOPLE = [
  "POST /api/people",
  "PATCH /api/people/{personId}",
  "POST /api/people/{personId}/reset",
  "DELETE /api/people/{personId}",
];

/** @param route its path in the reference, where that is another */
function ask(
  method: string,
  path: string,
  json: object | undefined,
  act: AuditAct,
  subject: string,
  route = path,
): Asked {
  const asked = { operation: `${method} ${WORKSPACE.replace("default", "{slug}")}/${route}`, act, subject };
  return { ...asked, path: `${WORKSPACE}/${path}`, ...(json !== undefined && { json }) };
}

async function newest(filter = ""): Promise<AuditEntryAnswer | undefined> {
  const response = await service.fetch(`/api/audit?limit=1${filter}`, { token: admin });
  return ((await response.json()) as { items: AuditEntryAnswer[] }).items[0];
}

describe("by the API", () => {
  test("every operation that an administrator changes anything with is here", async () => {
    const { document } = await ApiReference.read(service.address);
    const changing = operationsOf(document).filter(
      ({ method, operation }) => method !== "GET" && ["admin", "service"].includes(rightOf(operation) ?? ""),
    );
    const asked = [...ASKED, ...ASKED_BY_PEOPLE].map(({ operation }) => operation);
    const known = new Set([...asked, ...BY_COMMANDS, ...BY_NOTIFICATIONS, ...BY_PEOPLE, ...LOOKING]);
    expect(changing.map(({ method, path }) => `${method} ${path}`).filter((one) => !known.has(one))).toEqual(
      [],
    );
    expect(changing.length).toBeGreaterThan(15);
  });

  test.each(ASKED)("$operation is entered as $act", async ({ operation, path, json, act, subject }) => {
    if (path.endsWith("/prints/1")) await service.store();
    const [method = ""] = operation.split(" ");
    const given = json === undefined ? {} : { json };
    const response = await service.fetch(path, { method, token: admin, ...given });
    expect([await response.text(), response.status < 300]).toEqual([expect.anything(), true]);
    const entry = await newest();
    expect(entry).toMatchObject({ act, subject, workspaceId: 1 });
    expect(entry?.actor).toEqual({
      kind: "token",
      id: /^at_(\w+)/.exec(admin)?.[1] ?? "",
      name: "office",
      address: "127.0.0.1",
      requestId: response.headers.get("x-request-id"),
    });
  });

  test("what is refused is not entered", async () => {
    const before = await newest();
    const json = { name: "no name", width: -1 };
    expect((await service.fetch(`${WORKSPACE}/printers`, { token: admin, json })).status).toBe(400);
    expect((await service.fetch(`${WORKSPACE}/printers`, { json: { name: "bar" } })).status).toBe(403);
    expect(await newest()).toEqual(before);
  });

  test("no secret is entered", async () => {
    const response = await service.fetch("/api/audit?limit=1000", { token: admin });
    const text = await response.text();
    const secrets = [admin.split(".")[1] ?? "", "geheim"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain('"url":"http://127.0.0.1:9/…"');
  });
});

describe("by the dashboard", () => {
  let session = "";
  let id = "";
  beforeAll(async () => {
    const signedIn = await fetch(await service.signInLink(), { redirect: "manual" });
    session = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  });

  test.each(ASKED_BY_PEOPLE)(
    "$operation is entered as $act",
    async ({ operation, path, json, act, subject }) => {
      const headers = { Cookie: session, Origin: service.address };
      const [method = ""] = operation.split(" ");
      const asked = { method, headers, ...(json === undefined ? {} : { json }) };
      const response = await service.fetch(path.replace("ID", id), { token: null, ...asked });
      const answer = (await response.json()) as { id?: string };
      if (act === "token.created") id = answer.id ?? "";
      expect([response.status < 300, answer]).toEqual([true, expect.anything()]);
      const { stdout } = await run(["audit", "--json", "--limit", "1", "--data", service.folder]);
      const entry = JSON.parse(stdout) as AuditEntryAnswer;
      expect(entry).toMatchObject({ act, subject: subject === "" ? id : subject });
      expect(entry.actor).toMatchObject({ kind: "session", name: "administrator" });
    },
  );

  test("signing in and out is entered", async () => {
    const link = await service.signInLink();
    const signedIn = await fetch(link, { redirect: "manual" });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const { address } = service;
    const me = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
    const listed = await fetch(`${address}/api/audit?limit=2`, { headers: me });
    const { items } = (await listed.json()) as { items: AuditEntryAnswer[] };
    expect(items.map(({ act }) => act)).toEqual(["session.opened", "sign-in-link.created"]);
    expect(items[0]?.actor).toMatchObject({ kind: "session", name: "administrator", address: "127.0.0.1" });
    await fetch(`${address}/sign-out`, {
      method: "POST",
      headers: { Cookie: cookie, Origin: address },
      redirect: "manual",
    });
    const { stdout } = await run(["audit", "--json", "--limit", "1", "--data", service.folder]);
    const entry = JSON.parse(stdout) as AuditEntryAnswer;
    expect(entry).toMatchObject({ act: "session.ended", subject: items[0]?.actor.id });
  });
});

/** Commands, in an order in which they can be run, and what each leaves in the audit log. */
const RUN: readonly (readonly [words: string, act: AuditAct, subject: string])[] = [
  ["workspace create shop", "workspace.created", "shop"],
  ["workspace update shop --width 42", "workspace.changed", "shop"],
  ["token create --workspace shop --name till", "token.created", ""],
  ["token revoke TOKEN", "token.revoked", ""],
  ["sign-in", "sign-in-link.created", "administrator"],
  ["session end --all", "session.ended", "all"],
  ["user create Ada --role operator", "person.created", "2"],
  ["user role Ada viewer", "person.changed", "2"],
  ["user reset Ada", "person.reset", "2"],
  ["user remove Ada", "person.removed", "2"],
  ["printer add kitchen", "printer.created", "kitchen"],
  ["printer update kitchen --target cloudprnt:", "printer.changed", "kitchen"],
  ["printer simulate kitchen --state paper-end", "printer.changed", "kitchen"],
  ["printer pair kitchen", "printer.pairing-begun", "kitchen"],
  ["printer poll-address kitchen", "printer.poll-address-created", "kitchen"],
  ["printer release kitchen", "printer.held-released", "kitchen"],
  ["printer cancel kitchen", "printer.held-cancelled", "kitchen"],
  ["printer remove kitchen", "printer.removed", "kitchen"],
  ["rule add Total --pattern x --label y", "rule.created", "2"],
  ["rule update 2 --label z", "rule.changed", "2"],
  ["rule apply", "rule.applied", "all"],
  ["rule defaults off", "rule.defaults-switched", "defaults"],
  ["rule remove 2", "rule.removed", "2"],
  ["notification add ntfy http://127.0.0.1:1/ --name Phone", "notification.created", "Phone"],
  ["notification update 1 --state paused", "notification.changed", "Phone"],
  ["notification remove 1", "notification.removed", "Phone"],
  ["retention add Old --max-age 9y", "retention.changed", "2"],
  ["retention update 2 --max-age 8y", "retention.changed", "2"],
  ["retention confirm 2", "retention.changed", "2"],
  ["retention run", "retention.begun", "all"],
  ["retention remove 2", "retention.changed", "2"],
  ["retention hold Case --tag case=17 --reason asked", "hold.created", "2"],
  ["retention release 2 --reason over", "hold.removed", "2"],
  ["export --id 1 --out -", "print.exported", "default"],
  ["reference approve id:2 --name A", "reference.approved", "1"],
  ["reference remove A", "reference.removed", "1"],
  ["cards scan", "cards.scanned", "default"],
  [`upstream join ${ARCHIVE.url} CODE`, "upstream.joined", "default"],
  ["upstream limit 150KB", "upstream.limited", "default"],
  ["upstream pull", "upstream.pulled", "default"],
  ["upstream leave", "upstream.left", "default"],
  ["fiscal certificate add KEY --serial 2b", "fiscal-certificate.added", "2b"],
  ["fiscal certificate remove 2b", "fiscal-certificate.removed", "2b"],
  ["journal seal", "journal.sealed", "default"],
  ["erase 1 --reason asked", "print.erased", "1"],
  ["reindex --workspace shop", "index.rebuilt", "shop"],
  ["clock accept", "clock.accepted", "clock"],
  ["clock repair", "clock.repaired", "clock"],
  ["certificate renew", "certificate.renewed", "certificate"],
  ["diagnostics --out BUNDLE", "diagnostics.made", "diagnostics"],
  ["backup --to BACKUPS", "backup.made", "backup"],
  ["certificate replace --local", "certificate.replaced", "certificate"],
];

/** Commands that change nothing that an administrator decides. */
const HARMLESS = [
  "backup verify",
  "backup verify",
  "serve",
  "archive",
  "archive shops",
  "session list",
  "user list",
  "workspace list",
  "token list",
  "printer list",
  "printer test",
  "printer detect",
  "rule list",
  "notification list",
  "printed",
  "retention list",
  "retention preview",
  "retention holds",
  "rule test",
  "print",
  "decode",
  "lint",
  "diff",
  "reference list",
  "reference check",
  "health",
  "licenses",
  "models",
  "config show",
  "config check",
  "update rehearse",
  "compact",
  "clock",
  "certificate export",
  "certificate",
  "audit",
  "service status",
  "backup list",
  "backup verify",
  "scrub",
  "doctor",
  "gaps",
  "cards",
  "upstream status",
  "fiscal report",
  "fiscal certificates",
  "fiscal check",
  "journal verify",
  "journal seals",
  "journal export",
  "journal proof",
  "journal check",
  "retention presets",
];

/** Commands that are tested to be entered by the tests of what they do. */
const ELSEWHERE = [
  "update",
  "repair",
  "notification test",
  "archive sign-in",
  "archive token create",
  "archive enrol",
  "archive revoke",
  "archive rotate",
  "restore",
  ...["install", "uninstall", "start", "stop", "restart"].map((verb) => `service ${verb}`),
];

describe("by the command line", () => {
  test("every command is here", () => {
    const known = new Set([...HARMLESS, ...ELSEWHERE, ...RUN.map(([words]) => nameOf(words))]);
    expect(COMMANDS.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  let token = "";

  async function leaves(words: string, act: AuditAct, subject: string): Promise<void> {
    const given = words
      .replace("TOKEN", token)
      .replace("BUNDLE", join(elsewhere, "bundle.tar.gz"))
      .replace("BACKUPS", elsewhere)
      .replace("KEY", join(elsewhere, "key"))
      .split(" ");
    if (words.startsWith("reference approve")) await service.store();
    if (words.startsWith("fiscal certificate add")) await Bun.write(join(elsewhere, "key"), FISCAL_KEY);
    const { exitCode, stdout, stderr } = await run([...given, "--data", service.folder]);
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    if (words.startsWith("token create")) token = stdout.trim();
    const listed = await run(["audit", "--json", "--limit", "1", "--data", service.folder]);
    const entry = JSON.parse(listed.stdout) as AuditEntryAnswer;
    expect(entry).toMatchObject({ act, subject: subject === "" ? /^at_(\w+)/.exec(token)?.[1] : subject });
    expect(entry.actor).toMatchObject({ kind: "command", id: userName() });
  }

  test.each(RUN)("while a service runs, tillroll %s is entered as %s", leaves);

  test("without a service, what needs none is entered too", async () => {
    await service.stop();
    await leaves("printer add bar", "printer.created", "bar");
    await leaves("rule add Table --pattern x --label y", "rule.created", "3");
    await leaves("reindex --workspace shop", "index.rebuilt", "shop");
    await leaves("clock accept", "clock.accepted", "clock");
    await leaves("clock repair", "clock.repaired", "clock");
    await leaves("certificate renew", "certificate.renewed", "certificate");
  });

  test("it is shown as a table, the newest last, by act and subject", async () => {
    const words = ["audit", "--act", "printer.created", "--since", "1h", "--data", service.folder];
    const { stdout } = await run(words);
    const lines = stdout.trim().split("\n");
    expect(lines[0]).toMatch(/^TIME +WHO +FROM +ACT +WHAT +DETAILS$/);
    expect(lines.slice(1).map((line) => /printer\.created +(\w+)/.exec(line)?.[1])).toEqual([
      "bar",
      "kitchen",
      "bar",
    ]);
    expect((await run([...words, "--subject", "kitchen"])).stdout.trim().split("\n").length).toBe(2);
    const wrong = await run(["audit", "--since", "soon", "--data", service.folder]);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("--since must be")]);
  });
});

/** The command that words begin with. */
function nameOf(words: string): string {
  const names = COMMANDS.map(({ name }) => name).filter((name) => `${words} `.startsWith(`${name} `));
  return names.toSorted((one, other) => other.length - one.length)[0] ?? "";
}
