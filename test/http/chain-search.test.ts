import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { hashSecret } from "../../src/domain/token.ts";
import { Authentication } from "../../src/http/authentication.ts";
import { chainSearchController } from "../../src/http/chain-search-controller.ts";
import type { HttpService } from "../../src/http/http-service.ts";
import { PostgresChainSearch } from "../../src/search/postgres/postgres-chain-search.ts";
import { openPostgresIdentities } from "../../src/storage/postgres/identities.ts";
import { IDENTITY_HANDLERS } from "../../src/storage/postgres/identity-handlers.ts";
import { PostgresWriter } from "../../src/storage/postgres/postgres-writer.ts";
import { insertPrints, printIdOf } from "../../src/storage/postgres/print-insert.ts";
import { recount } from "../../src/storage/postgres/print-counts.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";

/* What is found across the workspaces of an archive, by who may see which of them. */

const SHOPS = [
  { slug: "berlin-1", group: "north", settings: "{}" },
  { slug: "hamburg-1", group: "north", settings: "{}" },
  { slug: "wien-1", group: "", settings: "{}" },
  { slug: "linz-1", group: "slow", settings: '{"requestRate":0.001}' },
];
const SECRET = "s".repeat(43);

describeEngines("prints of several workspaces by HTTP", (engine) => {
  let tested: TestDatabase;
  let app: Elysia;
  let writer: PostgresWriter;

  beforeAll(async () => {
    tested = await testDatabase(engine);
    const { database } = tested;
    for (const [index, { slug, group, settings }] of SHOPS.entries()) {
      const id = index + 1;
      await database.run(
        sql`INSERT INTO workspace (id, slug, slug_key, settings, shop_group, created_at)
          VALUES (${id}, ${slug}, ${slug}, ${settings}, ${group}, 0)`,
      );
      await database.write(id, (transaction) =>
        insertPrints(transaction, [
          {
            id: printIdOf(id, 0),
            workspaceId: id,
            ordinal: 0,
            userId: 1,
            printKey: `key-${id}`,
            label: "Order 1001",
            deviceId: null,
            quantity: null,
            width: 48,
            tag: '{"orderId":"1001"}',
            testPrint: false,
            recognised: null,
            createdAt: id,
            updatedAt: id,
            deletedAt: null,
            receivedAt: 10 - id,
            paper: null,
            defaultWidth: null,
            content: { sha256: new Uint8Array([id]), byteLength: 1 },
          },
        ]),
      );
      await recount(database, id);
    }
    writer = new PostgresWriter({ database, handlers: IDENTITY_HANDLERS, clock: () => 0 });
    const token = {
      secretHash: hashSecret(SECRET),
      userId: 1,
      scopes: ["read"],
      createdAt: 0,
      expiresAt: null,
    } as const;
    const add = (id: string, reach: { workspaceId: number | null; shopGroup?: string }) =>
      writer.submit({
        kind: "token",
        change: { do: "create", token: { ...token, ...reach, id, name: id } as never },
      });
    await add("one", { workspaceId: 3 });
    await add("group", { workspaceId: null, shopGroup: "north" });
    await add("slow", { workspaceId: null, shopGroup: "slow" });
    const stores = openPostgresIdentities(database);
    const service = {
      stores,
      authentication: new Authentication(stores, new Uint8Array(32), () => 0),
      writer,
      scrub: null,
      log: { write() {} },
      metrics: { requests: { note() {} } },
      requestsUnderWay: 0,
    } as unknown as HttpService;
    app = new Elysia().use(
      chainSearchController(service, {
        search: new PostgresChainSearch(database),
        exports: { startAcross: () => Promise.reject(new Error("exports have their own test")) },
      }),
    ) as never;
  }, 60_000);

  afterAll(async () => {
    await writer?.close();
    await tested?.[Symbol.asyncDispose]();
  });

  const ask = async (token: string | null, what: string, body: object) => {
    const response = await app.handle(
      new Request(`http://localhost/api/prints/${what}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token !== null && { Authorization: `Bearer at_${token}.${SECRET}` }),
        },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  const found = async (token: string, body: object) => {
    const { answer } = await ask(token, "search", body);
    return (answer["items"] as { workspace: string }[]).map(({ workspace }) => workspace);
  };

  test("all that one may see is searched, or what is named of it, in the order that is asked for", async () => {
    expect(await found("one", {})).toEqual(["wien-1"]);
    expect(await found("group", {})).toEqual(["hamburg-1", "berlin-1"]);
    expect(await found("group", { group: "north", orderBy: "receivedAt.desc" })).toEqual([
      "berlin-1",
      "hamburg-1",
    ]);
    expect(
      await found("group", { workspaces: ["BERLIN-1"], tag: { op: "eq", key: "orderId", value: "1001" } }),
    ).toEqual(["berlin-1"]);
  });

  test("a page has no total where none is asked for, and it is counted by itself", async () => {
    const { answer } = await ask("group", "search", { total: "none", pageSize: 1 });
    expect(answer).toMatchObject({ total: null, totalPage: null, hasNext: true });
    expect((await ask("group", "count", {})).answer).toEqual({ total: 2 });
    expect((await ask("group", "facets", { facets: { workspace: true } })).answer).toEqual({
      total: 2,
      workspace: {
        values: ["berlin-1", "hamburg-1"].map((value) => ({ value, count: 1 })),
        others: 0,
        missing: 0,
      },
    });
  });

  test("a workspace is not asked more often than it may be, together with others either", async () => {
    expect(await ask("slow", "count", {})).toMatchObject({
      status: 429,
      answer: { code: "RATE_LIMIT_EXCEEDED" },
    });
  });

  test.each([
    ["one", { workspaces: ["berlin-1"] }, 404],
    ["one", { workspaces: ["wien-1", "nowhere"] }, 404],
    ["one", { group: "north" }, 404],
    ["group", { workspaces: ["berlin-1", "wien-1"] }, 404],
    ["group", { workspaces: ["berlin-1"], group: "north" }, 400],
    ["group", { orderBy: "id.asc" }, 400],
    ["group", { total: "some" }, 400],
    [null, {}, 401],
  ])("%s is not answered %j", async (token, body, status) => {
    for (const what of ["search", "facets", "count"])
      expect([what, (await ask(token, what, body)).status]).toEqual([what, status]);
  });
});
