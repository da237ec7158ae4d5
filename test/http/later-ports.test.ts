import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type App, type AppOptions, startApp } from "../../src/app.ts";
import { SCOPES } from "../../src/domain/scope.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { findService } from "../../src/platform/running-service.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { TokenStore } from "../../src/storage/token-store.ts";
import { temporaryFolder } from "../service.ts";
import { LaterPorts, METHODS } from "./later-ports.ts";

const PASSWORD = "sieben Zwerge backen Brot";
const PATTERN = { name: "order", pattern: "Order (\\d+)", label: "$1" };

/** Who asks: a till by its token, one that may only read, a command of this machine, a person at the dashboard, or nobody. */
type Who = "till" | "reader" | "command" | "person" | "nobody" | "stranger";

type Step = readonly [who: Who, request: string, body?: unknown];

/** Requests of all that the API reads through the ports, in an order in which they can be done. `W` is the workspace's path. */
const STEPS: readonly Step[] = [
  ["nobody", "GET /api/me"],
  ["stranger", "GET /api/me"],
  ["stranger", "GET W/prints/1"],
  ["till", "GET /api/me"],
  ["command", "GET /api/me"],
  ["till", "GET /api/workspace/none/prints/1"],
  ["till", "POST W/prints/json", { raw: btoa("Order 1\n4111 1111 1111 1111\n"), label: "A", orderId: "1" }],
  ["till", "POST W/prints/json", { raw: btoa("Order 2\n"), label: "A", tag: { table: "4" } }],
  ["till", "POST W/prints/test"],
  ["till", "GET W/prints/1"],
  ["till", "GET W/prints/99"],
  ["till", "PATCH W/prints/2", { label: "B" }],
  ["till", "DELETE W/prints/2"],
  ["till", "POST W/prints/2/restore"],
  ["till", "GET W/prints/1/raw"],
  ["till", "GET W/prints/1/preview?format=text"],
  ["till", "GET W/prints/1/lint"],
  ["till", "GET W/prints/1/paper"],
  ["till", "GET W/prints/2/history"],
  ["till", "GET W/prints/1/deliveries"],
  ["till", "GET W/prints/1/fiscal"],
  ["till", "POST W/prints/1/neighbours", {}],
  ["till", "GET W/prints/latest/preview?format=text"],
  ["till", "GET W/prints/latest/preview?format=text&printer=none"],
  ["till", "GET W/prints/next?after=0&timeout=0s"],
  ["till", "POST W/prints/search", { orderBy: "id.asc" }],
  ["till", "POST W/prints/facets", { facets: { fields: ["label"] } }],
  ["till", "PUT W/references/A", { printId: 1 }],
  ["till", "GET W/references"],
  ["till", "GET W/references/A"],
  ["till", "GET W/references/A/raw"],
  ["till", "GET W/references/A/preview?format=text"],
  ["till", "GET W/references/A/verdict"],
  ["till", "GET W/prints/1/verdict"],
  ["till", "POST W/prints/1/compare", { with: { printId: 2 } }],
  ["till", "POST W/prints/1/compare", { with: { reference: "A" } }],
  ["till", "DELETE W/references/A"],
  ["till", "GET W/cards"],
  ["till", "POST W/cards/scan", {}],
  ["till", "GET W/upstream"],
  ["till", "PUT W/upstream", { url: "http://192.0.2.1/", code: "none" }],
  ["till", "PATCH W/upstream", { bytesPerSecond: 150_000 }],
  ["till", "POST W/upstream/pull", {}],
  ["till", "DELETE W/upstream"],
  ["till", "PATCH W/settings", { maskCardNumbers: true }],
  ["till", "GET W/settings"],
  ["till", "GET W/prints/1/raw"],
  ["reader", "GET W/prints/1/raw"],
  ["till", "POST W/rules", PATTERN],
  ["till", "GET W/rules"],
  ["till", "PATCH W/rules/1", { name: "orders" }],
  ["till", "POST W/rules/test", { printId: 1 }],
  ["till", "PATCH W/rules/defaults", { enabled: false }],
  ["till", "DELETE W/rules/1"],
  ["till", "POST W/webhooks", { url: "http://127.0.0.1:1/", events: ["print.erased"] }],
  ["till", "GET W/webhooks"],
  ["till", "PATCH W/webhooks/1", { events: ["health"] }],
  ["till", "DELETE W/webhooks/1"],
  ["till", "POST W/saved-searches", { name: "Large", query: "total:>100" }],
  ["till", "GET W/saved-searches"],
  ["till", "PATCH W/saved-searches/1", { name: "Large ones" }],
  ["till", "DELETE W/saved-searches/1"],
  ["till", "POST W/retention-holds", { name: "Case", condition: { deviceId: "rare" }, reason: "asked" }],
  ["till", "POST W/printers", { name: "bar" }],
  ["till", "PATCH W/printers/bar", { width: 42 }],
  ["till", "POST W/printers/bar/pair"],
  ["till", "DELETE W/printers/bar"],
  ["till", "GET W/index"],
  ["till", "POST W/prints/1/erase", { reason: "asked" }],
  ["till", "GET W/prints/1"],
  ["till", "GET /api/audit"],
  ["till", "GET /api/audit/export"],
  ["till", "POST /api/tokens", { workspace: "default", name: "x", scopes: ["read"] }],
  ["command", "GET /api/tokens"],
  ["command", "DELETE /api/tokens/none"],
  ["command", "POST /api/workspaces", { slug: "other" }],
  ["command", "GET /api/workspaces"],
  ["command", "POST /api/people", { name: "Ada", role: "administrator", password: PASSWORD }],
  ["command", "POST /api/people", { name: "Bob", role: "viewer", workspace: "default" }],
  ["command", "GET /api/people"],
  ["command", "PATCH /api/people/3", { role: "operator" }],
  ["command", "POST /api/people/3/reset"],
  ["command", "DELETE /api/people/3"],
  ["command", "POST /api/notifications", { kind: "webhook", address: "http://127.0.0.1:1/", name: "n" }],
  ["command", "GET /api/notifications"],
  ["command", "DELETE /api/notifications/1"],
  ["command", "GET /api/system"],
  ["command", "GET /api/diagnostics"],
  ["nobody", "GET /"],
  ["nobody", "GET /sign-in"],
  ["nobody", "GET /sign-in?code=none"],
  ["nobody", "POST /sign-in", new URLSearchParams({ name: "Ada", password: "wrong" })],
  ["nobody", "POST /sign-in", new URLSearchParams({ name: "Ada", password: PASSWORD })],
  ["nobody", "POST /sign-in", new URLSearchParams({ token: "at_none.none" })],
  ["person", "GET /"],
  ["person", "GET /api/me"],
  ["person", "GET /assets/font-styles/none.css"],
  ["person", "PATCH /api/me", { name: "Ada L." }],
  ["person", "GET W/prints/2"],
  ["person", "GET /api/sessions"],
  ["person", "POST /api/sign-in-codes"],
  ["person", "POST /api/tokens", { workspace: "default", name: "y", scopes: ["read"] }],
  ["person", "POST /sign-out", new URLSearchParams()],
  ["person", "GET /api/me"],
];

/** A service, and what it was answered. */
interface Asked {
  readonly app: App;
  readonly folder: string;
  readonly tokens: Readonly<Record<Who, string | null>>;
  cookie: string | null;
}

const later = new LaterPorts();
let services: Asked[];

beforeAll(async () => {
  services = [await begin({}), await begin({ between: later.between })];
});
afterAll(async () => {
  for (const { app } of services) await app.stop();
});

async function begin(options: Partial<AppOptions>): Promise<Asked> {
  const folder = temporaryFolder();
  const log = { write() {} };
  const app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0, log, ...options });
  const { localToken } = findService(folder) ?? { localToken: "" };
  using database = openForWriting(databasePath(folder));
  const owner = { userId: 1, workspaceId: 1, name: "till" };
  const store = new TokenStore(database);
  // One after the other: of those of one moment the order is by chance.
  const given = (after: number) => ({ ...owner, createdAt: Date.now() + after, expiresAt: null });
  const till = store.create({ ...given(1), scopes: [...SCOPES] });
  const reader = store.create({ ...given(2), name: "reader", scopes: ["read"] });
  const tokens = { till, reader, command: localToken, person: null, nobody: null, stranger: "at_none.none" };
  return { app, folder, tokens, cookie: null };
}

async function answer(service: Asked, [who, request, body]: Step): Promise<string> {
  const { app, tokens } = service;
  const [method = "", path = ""] = request.split(" ");
  const headers = new Headers({ Origin: app.address });
  if (tokens[who] !== null) headers.set("Authorization", `Bearer ${tokens[who]}`);
  if (who === "person" && service.cookie !== null) headers.set("Cookie", service.cookie);
  const isForm = body instanceof URLSearchParams;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const response = await fetch(app.address + path.replace("W/", "/api/workspace/default/"), {
    method,
    headers,
    redirect: "manual",
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const cookie = response.headers.get("set-cookie");
  if (cookie !== null && response.status === 303) service.cookie = cookie.split(";")[0] ?? null;
  const type = response.headers.get("content-type");
  const text = said(path, await response.bytes());
  return `${response.status} ${type} ${withoutChance(text, service)}`;
}

/** What an answer says; of those about the machine only what is read through the ports. */
function said(path: string, bytes: Uint8Array<ArrayBuffer>): string {
  const text = new TextDecoder().decode(path === "/api/diagnostics" ? Bun.gunzipSync(bytes) : bytes);
  if (path === "/api/system") return JSON.stringify((JSON.parse(text) as { workspaces: unknown }).workspaces);
  if (path !== "/api/diagnostics") return text;
  return ["workspaces", "webhooks", "tokens"].map((name) => partOf(text, name)).join("");
}

/** A file of the diagnostics, which are a tar archive: a head of 512 bytes, of which the name is first, and its content. */
function partOf(archive: string, name: string): string {
  const [, rest = "no such file"] = archive.split(`/${name}.json\0`);
  return /^[\0\d\s\w]*?(?=[[{])[^\0]*/.exec(rest.slice(400))?.[0] ?? rest.slice(0, 40);
}

/** An answer without what is another at each service: times, secrets, identifiers, places, how far work beside is. */
function withoutChance(text: string, { app, folder }: Asked): string {
  return text
    .replaceAll(folder, "FOLDER")
    .replaceAll(new URL(app.address).port, "PORT")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "TIME")
    .replace(/"(id|token|secret|address|svg|requestId)": ?"(?:[^"\\]|\\.)*"/g, '"$1":"CHANCE"')
    .replace(/at_\w+(\.\w+)?|[\w-]{16,}/g, "CHANCE")
    .replace(/"(\w+At|pending)": ?\d+/g, '"$1":0');
}

describe("where the database answers later, each answer is as where it answers at once", () => {
  test.each(STEPS.map((step) => [`${step[0]}: ${step[1]}`, step] as const))("%s", async (_, step) => {
    const [atOnce = "", inTime = ""] = await Promise.all(services.map((service) => answer(service, step)));
    expect(atOnce).not.toStartWith("5");
    expect(inTime).toBe(atOnce);
  });
});

test("a stream of events tells what there is, and what comes while it reads", async () => {
  const told = await Promise.all(
    services.map(async ({ app, tokens }) => {
      const headers = { Authorization: `Bearer ${tokens.till}` };
      const place = `${app.address}/api/workspace/default`;
      const stream = await fetch(`${place}/events?after=0.0`, { headers });
      const reader = stream.body?.getReader();
      const decoder = new TextDecoder();
      const body = JSON.stringify({ raw: btoa("new\n"), label: "during" });
      const json = { ...headers, "Content-Type": "application/json" };
      await fetch(`${place}/prints/json`, { method: "POST", headers: json, body });
      let text = "";
      while (!text.includes('"during"')) {
        const { value, done = true } = (await reader?.read()) ?? {};
        if (done) break;
        text += decoder.decode(value, { stream: true });
      }
      await reader?.cancel();
      return text.match(/^event: .*$/gm)?.length;
    }),
  );
  expect(told[0]).toBeGreaterThan(3);
  expect(told[1]).toBe(told[0]);
});

test("every method of the ports was asked", () => {
  expect(METHODS.filter((name) => !later.asked.has(name))).toEqual([]);
});
