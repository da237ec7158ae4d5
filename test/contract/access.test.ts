import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, run, Service } from "../service.ts";

let service: Service;
let printId = 0;
beforeAll(async () => {
  service = await Service.start();
  printId = (await service.store()).id;
});
afterAll(() => service.end());

/** Makes a token on the running service's folder, as its operator would. */
async function token(...flags: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run(["token", "create", "--data", service.folder, ...flags]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim().split("\n").at(-1) ?? "";
}

async function command(...words: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run([...words, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

async function outcome(response: Response): Promise<[number, string]> {
  const body = response.headers.get("content-type")?.startsWith("application/json")
    ? ((await response.json()) as Partial<ErrorAnswer>)
    : {};
  return [response.status, body.code ?? ""];
}

/** Every operation under a workspace, with the scope it needs. */
const OPERATIONS: [string, string, string, "read" | "write"][] = [
  ["create from JSON", "POST", "/json", "write"],
  ["create from bytes", "POST", "", "write"],
  ["test print", "POST", "/test", "write"],
  ["search", "POST", "/search", "read"],
  ["facets", "POST", "/facets", "read"],
  ["read", "GET", "/1", "read"],
  ["update", "PATCH", "/1", "write"],
  ["delete", "DELETE", "/1", "write"],
  ["restore", "POST", "/1/restore", "write"],
  ["raw", "GET", "/1/raw", "read"],
  ["preview", "GET", "/1/preview", "read"],
];

const send = (method: string, path: string, bearer: string | null, slug = "default") =>
  service.fetch(`/api/workspace/${slug}/prints${path}`, { method, token: bearer });

describe("tokens", () => {
  const secret = "x".repeat(43);
  test.each([
    ["none", null],
    ["nonsense", "nonsense"],
    ["an unknown id", `at_unknown.${secret}`],
    ["no secret", "at_abc"],
    ["the local one, guessed", `at_local.${secret}`],
  ])("%s: 401 with WWW-Authenticate", async (_name, bearer) => {
    const response = await send("GET", "/1", bearer);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await outcome(response)).toEqual([401, "UNAUTHORIZED"]);
  });

  test("the right id with a wrong secret is 401", async () => {
    const wrong = `${service.token.slice(0, -1)}${service.token.endsWith("A") ? "B" : "A"}`;
    expect(await outcome(await send("GET", "/1", wrong))).toEqual([401, "UNAUTHORIZED"]);
  });

  test.each(["Basic abc", "Bearer", "bearer", "Bearer a b"])(
    "Authorization: %s is 401",
    async (Authorization) => {
      const response = await service.prints("/1", { headers: { Authorization } });
      expect(response.status).toBe(401);
    },
  );

  test("the scheme's case does not matter", async () => {
    const headers = { Authorization: `bearer ${service.token}` };
    expect((await service.prints(`/${printId}`, { headers })).status).toBe(200);
  });

  test("an expired token is 401 from its last moment on", async () => {
    const expires = new Date(Date.now() + 1500).toISOString();
    const short = await token("--expires", expires);
    expect((await send("GET", `/${printId}`, short)).status).toBe(200);
    await Bun.sleep(Date.parse(expires) - Date.now() + 20);
    expect(await outcome(await send("GET", `/${printId}`, short))).toEqual([401, "UNAUTHORIZED"]);
  });

  test("a revoked token is 401 from the next request on", async () => {
    const revoked = await token();
    expect((await send("GET", `/${printId}`, revoked)).status).toBe(200);
    await command("token", "revoke", revoked.slice(3).split(".")[0] ?? "");
    expect(await outcome(await send("GET", `/${printId}`, revoked))).toEqual([401, "UNAUTHORIZED"]);
  });

  test("only hashes are stored", async () => {
    const secretText = service.token.split(".")[1] ?? "";
    for (const name of ["tillroll.sqlite", "tillroll.sqlite-wal"]) {
      const bytes = await Bun.file(`${service.folder}/${name}`).bytes();
      expect(Buffer.from(bytes).includes(secretText)).toBe(false);
    }
  });
});

describe("scopes", () => {
  test.each(OPERATIONS)("%s", async (_name, method, path, needed) => {
    const reader = await token("--scopes", "read");
    const writer = await token("--scopes", "write");
    const admin = await token("--scopes", "admin");
    const refused = await send(method, path, reader);
    if (needed === "write") {
      expect(refused.status).toBe(403);
      const { code, data } = (await refused.json()) as ErrorAnswer;
      expect([code, data["required"]]).toEqual(["API_TOKEN_SCOPE_INSUFFICIENT", "write"]);
    } else {
      expect(refused.status).not.toBe(403);
    }
    for (const bearer of [writer, admin]) expect((await send(method, path, bearer)).status).not.toBe(403);
  });
});

describe("workspaces", () => {
  test("another workspace and none look the same, whatever is asked", async () => {
    await command("workspace", "create", "Other-Shop", "--width", "32");
    for (const [, method, path] of OPERATIONS) {
      const [other, none] = [
        await send(method, path, service.token, "other-shop"),
        await send(method, path, service.token, "none"),
      ];
      expect([path, other.status, await other.text()]).toEqual([path, none.status, await none.text()]);
      expect(other.status).toBe(404);
    }
  });

  test("prints of another workspace are not found, searched or changed", async () => {
    const theirs = await token("--workspace", "OTHER-shop");
    const there = (path: string, options = {}) =>
      service.fetch(`/api/workspace/other-SHOP/prints${path}`, { token: theirs, ...options });
    const created = await there("/json", { json: { raw: "aGk=" } });
    expect(created.headers.get("location")).toStartWith("/api/workspace/Other-Shop/prints/");
    expect(await created.json()).toMatchObject({ width: 32, workspaceId: 2 });
    expect((await there(`/${printId}`)).status).toBe(404);
    expect((await there(`/${printId}/raw`)).status).toBe(404);
    expect((await there(`/${printId}`, { method: "DELETE" })).status).toBe(404);
    expect((await there(`/${printId}`, { method: "PATCH", json: { label: "x" } })).status).toBe(404);
    const found = (await (await there("/search", { json: { deleted: "any" } })).json()) as { total: number };
    expect(found.total).toBe(1);
  });

  test("a token without the scope, for another workspace: the workspace comes first", async () => {
    const reader = await token("--scopes", "read");
    expect(await outcome(await send("POST", "/json", reader, "other-shop"))).toEqual([404, "NOT_FOUND"]);
  });

  test("me", async () => {
    const theirs = await token("--workspace", "other-shop", "--scopes", "read");
    const me = await (await service.fetch("/api/me", { token: theirs })).json();
    expect(me).toEqual({
      user: { id: 1, name: "administrator" },
      workspace: {
        id: 2,
        slug: "Other-Shop",
        model: null,
        width: 32,
        charset: "auto",
        profile: "epson",
        isOfShop: false,
      },
      scopes: ["read"],
      role: null,
      rights: ["read"],
      grants: [{ workspace: "Other-Shop", group: null, scopes: ["read"] }],
      hasPassword: false,
      needsPassword: false,
      isArchive: false,
    });
    const listed = await (await service.fetch("/api/workspaces", { token: theirs })).json();
    expect(listed).toEqual({
      items: [
        {
          id: 2,
          slug: "Other-Shop",
          model: null,
          width: 32,
          charset: "auto",
          profile: "epson",
          isOfShop: false,
        },
      ],
    });
    expect(await outcome(await service.fetch("/api/me", { token: null }))).toEqual([401, "UNAUTHORIZED"]);
  });
});

test("the clock is the administrator's", async () => {
  const ofWorkspace = await token("--scopes", "admin");
  for (const [method, path] of [
    ["GET", "/api/clock"],
    ["POST", "/api/clock/accept"],
    ["POST", "/api/clock/repair"],
  ] as const) {
    expect((await service.fetch(path, { method, token: ofWorkspace })).status, path).toBe(403);
    expect((await service.fetch(path, { method, token: null })).status, path).toBe(401);
  }
});

describe("limits of a workspace", () => {
  test("a quota of prints", async () => {
    await command("workspace", "create", "small", "--quota", "2");
    const bearer = await token("--workspace", "small");
    const create = () =>
      service.fetch("/api/workspace/small/prints/json", { token: bearer, json: { raw: "aGk=" } });
    const outcomes = await Promise.all([create(), create(), create()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 201, 403]);
    expect(await outcome(await create())).toEqual([403, "WORKSPACE_LIMIT_EXCEEDED"]);
    await command("workspace", "update", "small", "--quota", "0");
    expect((await create()).status).toBe(201);
  });

  test("a request rate", async () => {
    await command("workspace", "create", "slow", "--rate", "1");
    const bearer = await token("--workspace", "slow");
    const ask = () => service.fetch("/api/workspace/slow/prints/search", { token: bearer, json: {} });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(8);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await refused?.json()) as ErrorAnswer).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    await Bun.sleep(1100);
    expect((await ask()).status).toBe(200);
  });
});

// Last, since from here on this address gets 429 for bad tokens.
test("20 bad tokens within a minute: 429 for the rest of it, good tokens go on working", async () => {
  const other = await Service.start();
  try {
    const bad = () => other.prints("/1", { token: "at_bad.token" });
    for (let index = 0; index < 20; index++) expect((await bad()).status).toBe(401);
    const refused = await bad();
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await other.prints("/1", { token: null })).status).toBe(429);
    expect((await other.store()).id).toBeGreaterThan(0);
    expect((await bad()).status).toBe(429);
  } finally {
    await other.end();
  }
});
