import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, freePort, type PrintAnswer, run, Service } from "../service.ts";

interface RuleAnswer {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly [field: string]: unknown;
}

interface RulesAnswer {
  readonly items: readonly RuleAnswer[];
  readonly defaults: { readonly enabled: boolean; readonly items: readonly { readonly name: string }[] };
  readonly pending: number;
  readonly reapplication: {
    readonly done: number;
    readonly total: number;
    readonly filled: number;
    readonly isDone: boolean;
  } | null;
}

const RULES = "/api/workspace/default/rules";

let service: Service;
let admin: string;
/** A raw port of a printer. */
let port: number;

beforeAll(async () => {
  service = await Service.start();
  const { folder } = service;
  admin = (await run(["token", "create", "--scopes", "admin", "--data", folder])).stdout.trim();
  port = freePort();
  await run(["printer", "add", "till", "--raw-port", String(port), "--data", folder]);
});
afterAll(() => service.end());

function ask(
  method: string,
  path = "",
  json?: unknown,
  token: string | undefined = admin,
): Promise<Response> {
  return service.fetch(RULES + path, { method, token, ...(json === undefined ? {} : { json }) });
}

async function rules(): Promise<RulesAnswer> {
  return (await (await ask("GET")).json()) as RulesAnswer;
}

async function made(body: object): Promise<RuleAnswer> {
  const response = await ask("POST", "", body);
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as RuleAnswer;
}

/** Prints as a till would, and waits until the rules have been applied. @returns the print */
async function printed(...lines: readonly string[]): Promise<PrintAnswer> {
  const closed = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    allowHalfOpen: true,
    socket: { data() {}, end: (own) => void own.end(), close: () => closed.resolve() },
  });
  socket.write(`\x1b@${lines.join("\n")}\n\x1dV\0`);
  socket.shutdown();
  await closed.promise;
  await applied();
  const page = await (await service.prints("/search", { json: { pageSize: 1 } })).json();
  const [newest] = (page as { items: PrintAnswer[] }).items;
  if (newest === undefined) throw new Error("nothing was stored");
  return newest;
}

async function applied(): Promise<void> {
  while ((await rules()).pending > 0) await Bun.sleep(20);
}

test("a printer's print gets what the rules that come with Tillroll find, and searches find it by that", async () => {
  const print = await printed("SHOP", "Order #1001", "TOTAL   $12.50", "12/31/2026 18:30");
  expect(print.label).toBe("Order 1001");
  expect(print.tag).toMatchObject({ orderId: "1001", total: "12.50", date: "12/31/2026" });
  const tag = { and: [{ key: "orderId", op: "eq", value: "1001" }] };
  const found = await (await service.prints("/search", { json: { tag } })).json();
  expect(found).toMatchObject({ total: 1, items: [{ id: print.id }] });
});

test("an HTTP client's print stays as it was given", async () => {
  const { id } = await service.store({}, "Order #1002\n");
  await applied();
  expect(await (await service.prints(`/${id}`)).json()).toMatchObject({ label: null, tag: {} });
});

describe("rules of a workspace", () => {
  test("are made, listed in their order, changed and removed", async () => {
    const first = await made({ name: "table", pattern: "Table (\\d+)", label: "Table $1" });
    expect(first).toMatchObject({ appliesTo: "printers", enabled: true, position: 0, tag: {} });
    const second = await made({ name: "guest", pattern: "Guest: (.+)", tag: { guest: "$1" }, position: 0 });
    expect((await rules()).items.map(({ name }) => name)).toEqual(["guest", "table"]);
    const print = await printed("Order #5", "Table 7", "Guest:  Ann ");
    expect([print.label, print.tag["guest"], print.tag["orderId"]]).toEqual(["Table 7", "Ann", "5"]);
    const changed = await ask("PATCH", `/${second.id}`, { tag: { guest: null, who: "$1" }, position: 1 });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ id: second.id, tag: { who: "$1" }, position: 1 });
    const removed = await ask("DELETE", `/${first.id}`);
    expect([removed.status, ((await removed.json()) as RuleAnswer).id]).toEqual([200, first.id]);
    expect((await ask("DELETE", `/${first.id}`)).status).toBe(404);
    expect((await ask("PATCH", `/${first.id}`, {})).status).toBe(404);
    const after = await printed("Table 7", "Guest: Bob");
    expect([after.label, after.tag["who"]]).toEqual([null, "Bob"]);
    await ask("DELETE", `/${second.id}`);
  });

  test.each<[object | string, string]>([
    [{ name: "x", pattern: "(", label: "x" }, "pattern"],
    [{ name: "x", pattern: "(a+)\\1", label: "x" }, "pattern"],
    [{ name: "x", pattern: "a{1000}b{1000}", label: "x" }, "pattern"],
    [{ name: "x", pattern: "a", label: "$1" }, "label"],
    [{ name: "x", pattern: "(?P<a>a)", tag: { k: "${b}" } }, "tag.k"],
    [{ name: "x", pattern: "a" }, ""],
    [{ pattern: "a", label: "x" }, "name"],
    [{ name: "x", pattern: "a", label: "x", when: "now" }, "when"],
    [[], ""],
  ])("%j is refused", async (body, path) => {
    const response = await ask("POST", "", body);
    expect(response.status).toBe(400);
    const { code, data } = (await response.json()) as ErrorAnswer;
    expect([code, data.issues?.[0]?.path]).toEqual(["BAD_REQUEST", path]);
  });

  test("need admin to be changed, read to be seen and tried out", async () => {
    const rule = { name: "x", pattern: "a", label: "x" };
    for (const [method, path, body] of [
      ["POST", "", rule],
      ["PATCH", "/1", {}],
      ["DELETE", "/1", undefined],
      ["PATCH", "/defaults", { enabled: true }],
      ["POST", "/apply", {}],
    ] as const) {
      expect((await ask(method, path, body, service.token)).status).toBe(403);
    }
    expect((await ask("GET", "", undefined, service.token)).status).toBe(200);
    expect((await ask("POST", "/test", { text: "x" }, service.token)).status).toBe(200);
    expect((await service.fetch("/api/workspace/nowhere/rules", { token: admin })).status).toBe(404);
    expect((await ask("PATCH", "/x", {})).status).toBe(400);
    expect((await ask("DELETE", "/0")).status).toBe(400);
    expect((await ask("PUT")).status).toBe(405);
  });
});

test("the rules that come with Tillroll can be seen and switched off", async () => {
  const { defaults } = await rules();
  expect(defaults.enabled).toBe(true);
  expect(new Set(defaults.items.map(({ name }) => name))).toEqual(
    new Set(["Order number", "Receipt number", "Total", "Amount due", "Date"]),
  );
  const off = (await (await ask("PATCH", "/defaults", { enabled: false })).json()) as RulesAnswer;
  expect(off.defaults.enabled).toBe(false);
  expect((await printed("Order #6")).label).toBeNull();
  expect((await ask("PATCH", "/defaults", { enabled: "yes" })).status).toBe(400);
  await ask("PATCH", "/defaults", { enabled: true });
  expect((await printed("Order #7")).label).toBe("Order 7");
});

describe("trying a rule out", () => {
  test("on a print: what it would give, and where it matches", async () => {
    const { id } = await service.store({ label: "mine" }, "SHOP\nOrder  #12\n");
    const answer = await ask("POST", "/test", { pattern: "Order\\s+#(\\S+)", label: "$1", printId: id });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      text: "SHOP\nOrder  #12",
      label: "12",
      tag: {},
      matches: [
        {
          id: null,
          name: "",
          groups: [
            { number: 0, name: null, start: 5, end: 15, text: "Order  #12" },
            { number: 1, name: null, start: 13, end: 15, text: "12" },
          ],
        },
      ],
    });
    expect(await (await service.prints(`/${id}`)).json()).toMatchObject({ label: "mine", tag: {} });
  });

  test("a hostile pattern on the longest text ends, and others are answered meanwhile", async () => {
    const trial = ask("POST", "/test", { pattern: "((a+)+)+[^a]", label: "$1", text: "a".repeat(65_536) });
    expect((await service.store()).id).toBeGreaterThan(0);
    expect(await (await trial).json()).toMatchObject({ label: null, matches: [] });
  });

  test("what cannot be tried", async () => {
    expect((await ask("POST", "/test", { pattern: "(", text: "x" })).status).toBe(400);
    expect((await ask("POST", "/test", { pattern: "x" })).status).toBe(400);
    expect((await ask("POST", "/test", { printId: 999_999 })).status).toBe(404);
    expect((await ask("POST", "/test", { text: "x".repeat(65_537) })).status).toBe(400);
  });
});

describe("old prints", () => {
  test("get what rules find when that is asked for; a person's label stays", async () => {
    await Bun.sleep(2);
    const first = await service.store({}, "Ref ABC-1\n");
    const second = await service.store({ label: "mine" }, "Ref ABC-2\n");
    await applied();
    const rule = await made({
      name: "ref",
      pattern: "Ref (\\S+)",
      label: "$1",
      tag: { ref: "$1" },
      appliesTo: "all",
    });
    expect((await (await service.prints(`/${first.id}`)).json()) as PrintAnswer).toMatchObject({
      label: null,
    });
    const begun = await ask("POST", "/apply", { from: first.createdAt });
    expect(begun.status).toBe(202);
    expect(((await begun.json()) as RulesAnswer).reapplication).toMatchObject({ total: 2 });
    while ((await rules()).reapplication?.isDone !== true) await Bun.sleep(20);
    const read = async (id: number) => (await (await service.prints(`/${id}`)).json()) as PrintAnswer;
    expect(await read(first.id)).toMatchObject({ label: "ABC-1", tag: { ref: "ABC-1" } });
    expect(await read(second.id)).toMatchObject({ label: "mine", tag: { ref: "ABC-2" } });
    expect((await rules()).reapplication).toEqual({ done: 2, total: 2, filled: 2, isDone: true });
    await ask("DELETE", `/${rule.id}`);
  });

  test("also without a body; wrong bounds are refused", async () => {
    expect((await ask("POST", "/apply", { from: "soon" })).status).toBe(400);
    expect((await ask("POST", "/apply", { since: "2026-01-31" })).status).toBe(400);
    expect((await ask("POST", "/apply")).status).toBe(202);
    while ((await rules()).reapplication?.isDone !== true) await Bun.sleep(20);
  });
});

test("the reference describes all of it", async () => {
  const document = (await (await service.fetch("/docs/json")).json()) as {
    paths: Record<string, object>;
    components: { schemas: Record<string, object> };
  };
  const paths = Object.entries(document.paths).filter(([path]) => path.includes("/rules"));
  expect(
    Object.fromEntries(paths.map(([path, methods]) => [path.split("/rules")[1], Object.keys(methods)])),
  ).toEqual({
    "": ["get", "post"],
    "/test": ["post"],
    "/preview": ["post"],
    "/apply": ["post"],
    "/defaults": ["patch"],
    "/{ruleId}": ["patch", "delete"],
  });
  for (const [, name] of JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(document.components.schemas).toHaveProperty(name ?? "");
});
