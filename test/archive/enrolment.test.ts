import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enrolmentCodeOf, newEnrolmentCode } from "../../src/archive/enrolment-code.ts";
import { enrol, join, revokeShop, rotateShop } from "../../src/archive/enrolment.ts";
import { SHOP_LIMITS } from "../../src/domain/shop-limits.ts";
import { listedShop, listShops } from "../../src/archive/shops.ts";
import { hello } from "../../src/archive/upstream/hello.ts";
import { isCloned, noteRun, type RunWatch } from "../../src/archive/upstream/run-watch.ts";
import { readShop } from "../../src/archive/upstream/shop-row.ts";
import { refuseWritesOfShops } from "../../src/archive/upstream/shop-writes.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE } from "../../src/domain/limits.ts";
import { UPSTREAM_LIMITS } from "../../src/domain/upstream-limits.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { act, helloOf, joined, makeWorkspace, NOON, shopOf } from "./archive-shops.ts";

let tested: TestDatabase;
let lastWorkspace = 0;
beforeAll(async () => {
  tested = await testDatabase();
});
afterAll(() => tested?.[Symbol.asyncDispose]());

async function newWorkspace(): Promise<number> {
  const id = ++lastWorkspace;
  await makeWorkspace(tested.database, id, `Shop-${id}`);
  return id;
}

const refused = { code: "UNAUTHORIZED" };

describe("a code", () => {
  test("is typed as people type", () => {
    const code = newEnrolmentCode();
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(enrolmentCodeOf(` ${code.toLowerCase().replaceAll("-", " ")}`)).toBe(code.replaceAll("-", ""));
    expect(enrolmentCodeOf("oOiI-lL")).toBe("001111");
  });

  test("gives one instance the same key, until it is spent by a hello", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const { code } = await enrol(database, { workspaceId, group: "north" }, act());
    const [first, again] = await Promise.all([
      join(database, { code, instance: "a" }, NOON),
      join(database, { code: code.toLowerCase(), instance: "a" }, NOON),
    ]);
    expect(again).toEqual(first);
    expect(first.workspace).toBe(`Shop-${workspaceId}`);
    expect(join(database, { code, instance: "b" }, NOON)).rejects.toMatchObject(refused);
    await hello(database, await shopOf(database, first.key), helloOf(), NOON);
    expect(join(database, { code, instance: "a" }, NOON)).rejects.toMatchObject(refused);
    await hello(database, await shopOf(database, first.key), helloOf(), NOON);
  });

  test("is good for a day, and not any more once there is another", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const old = await enrol(database, { workspaceId }, act());
    const { code, expiresAt } = await enrol(database, { workspaceId }, act());
    expect(expiresAt).toBe(NOON + SHOP_LIMITS.codeMilliseconds);
    expect(join(database, { code: old.code, instance: "a" }, NOON)).rejects.toMatchObject(refused);
    expect(join(database, { code, instance: "a" }, expiresAt)).rejects.toMatchObject(refused);
    expect(join(database, { code, instance: "a" }, expiresAt - 1)).resolves.toMatchObject({});
  });
});

describe("a key", () => {
  test("stays good until the one of another code is used", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const old = await joined(database, workspaceId, "a");
    await hello(database, await shopOf(database, old), helloOf(), NOON);
    const key = await joined(database, workspaceId, "b");
    expect((await hello(database, await shopOf(database, old), helloOf(), NOON)).nextKey).toBeUndefined();
    await hello(database, await shopOf(database, key), helloOf({ instance: "b" }), NOON);
    expect(shopOf(database, old)).rejects.toMatchObject(refused);
  });

  test("is changed for another, which is the same at each hello until it is used", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const old = await joined(database, workspaceId, "a");
    expect(rotateShop(database, workspaceId, act())).rejects.toMatchObject({ code: "CONFLICT" });
    const oldShop = await shopOf(database, old);
    await hello(database, oldShop, helloOf(), NOON);
    await rotateShop(database, workspaceId, act());
    const { nextKey = "" } = await hello(database, oldShop, helloOf(), NOON);
    await rotateShop(database, workspaceId, act());
    expect((await hello(database, oldShop, helloOf(), NOON)).nextKey).toBe(nextKey);
    expect(nextKey).not.toBe(old);
    expect((await hello(database, await shopOf(database, nextKey), helloOf(), NOON)).nextKey).toBeUndefined();
    expect(hello(database, oldShop, helloOf(), NOON)).rejects.toMatchObject(refused);
  });

  test("that was revoked is none at once, and the shop can join again", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const key = await joined(database, workspaceId, "a");
    const shop = await shopOf(database, key);
    await hello(database, shop, helloOf(), NOON);
    const { code } = await enrol(database, { workspaceId }, act());
    await revokeShop(database, workspaceId, act());
    expect(hello(database, shop, helloOf(), NOON)).rejects.toMatchObject(refused);
    expect(join(database, { code, instance: "a" }, NOON)).rejects.toMatchObject(refused);
    expect((await readShop(database, workspaceId))?.revokedAt).toBe(NOON);
    await hello(database, await shopOf(database, await joined(database, workspaceId, "a")), helloOf(), NOON);
    expect((await readShop(database, workspaceId))?.revokedAt).toBeNull();
  });

  test("of a guess is refused", async () => {
    const { database } = tested;
    const key = await joined(database, await newWorkspace(), "a");
    const guesses = [key.slice(0, -1), `${key.slice(0, -4)}AAAA`, key.replace("sk_", "at_"), "sk_.", ""];
    for (const guess of guesses) expect(shopOf(database, guess)).rejects.toMatchObject(refused);
  });
});

test("a shop's state is what it said last", async () => {
  const { database } = tested;
  const workspaceId = await newWorkspace();
  const shop = await shopOf(database, await joined(database, workspaceId, "a"));
  const said = helloOf({
    now: NOON + 240_000,
    backlog: 312,
    troubles: ["bar is out of paper."],
    version: "2.0.0",
  });
  const answer = await hello(database, shop, said, NOON);
  expect(answer).toMatchObject({ nextOrdinal: 0, nextChange: 1, nonce: null, orders: [], wanted: [] });
  expect(await readShop(database, workspaceId)).toMatchObject({
    skew: 240_000,
    backlog: 312,
    version: "2.0.0",
    lastSeen: NOON,
    troubles: '["bar is out of paper."]',
  });
});

test("the prints of a shop are changed by the shop alone; they can be erased", async () => {
  const { database } = tested;
  const [own, ofShop] = [await newWorkspace(), await newWorkspace()];
  await enrol(database, { workspaceId: ofShop }, act());
  for (const kind of ["create", "update", "delete", "restore"] as const) {
    expect(refuseWritesOfShops(database, ofShop, kind)).rejects.toMatchObject({ code: "CONFLICT" });
    await refuseWritesOfShops(database, own, kind);
  }
  await refuseWritesOfShops(database, ofShop, "remove");
});

describe("a cloned shop", () => {
  const after = (runs: string, now = NOON) => {
    const none: RunWatch = { runs: [], returns: 0, returnedAt: null };
    return Array.from(runs).reduce((watch, run) => noteRun(watch, run, now), none);
  };
  const cases = [
    { runs: "aaaa", cloned: false },
    { runs: "abcdefghijklmnopqrstuvwxyz", cloned: false },
    { runs: "abab", cloned: false },
    { runs: "ababa", cloned: true },
    { runs: "abcabc", cloned: true },
  ];
  test.each(cases)("runs $runs: $cloned", ({ runs, cloned }) => {
    expect(isCloned(after(runs), NOON)).toBe(cloned);
  });

  test("is told of until one has been there alone for a while, and again as soon as the other comes back", () => {
    const watch = after("ababa");
    const left = NOON + UPSTREAM_LIMITS.clonedTold;
    expect(isCloned(noteRun(watch, "a", left), left)).toBe(true);
    expect(isCloned(noteRun(watch, "a", left + 1), left + 1)).toBe(false);
    expect(isCloned(noteRun(watch, "b", left + 1), left + 1)).toBe(true);
    const muchLater = NOON + SHOP_LIMITS.returnsCountedMilliseconds + 1;
    expect(isCloned(noteRun(watch, "b", muchLater), muchLater)).toBe(false);
  });

  test("is told of to both and in the list of shops, and no more once one is enrolled again", async () => {
    const { database } = tested;
    const workspaceId = await newWorkspace();
    const key = await joined(database, workspaceId, "instance-1");
    const say = async (run: string, now: number, by = key) =>
      (await hello(database, await shopOf(database, by), helloOf({ run }), now)).isCloned;
    const told: (boolean | undefined)[] = [];
    for (const [minute, run] of Array.from("ababab").entries())
      told.push(await say(run, NOON + minute * MILLISECONDS_PER_MINUTE));
    expect(told).toEqual([false, false, false, false, true, true]);
    const isListed = async (now: number) => (await listedShop(database, workspaceId, now))?.isCloned;
    const sixth = NOON + 5 * MILLISECONDS_PER_MINUTE;
    // Nobody has been there since: nothing is known of either.
    expect(await isListed(sixth + MILLISECONDS_PER_DAY)).toBe(true);
    const alone = sixth + UPSTREAM_LIMITS.clonedTold;
    expect(await say("b", alone)).toBe(true);
    expect(await say("b", alone + MILLISECONDS_PER_MINUTE)).toBe(false);
    expect(await isListed(alone + MILLISECONDS_PER_MINUTE)).toBe(false);
    expect(await say("a", alone + 2 * MILLISECONDS_PER_MINUTE)).toBe(true);
    const again = await joined(database, workspaceId, "instance-1");
    expect(await say("b", alone + 3 * MILLISECONDS_PER_MINUTE, again)).toBe(false);
    expect(await isListed(alone + 3 * MILLISECONDS_PER_MINUTE)).toBe(false);
  });
});

test("one shop is told as in the list, and of the others nothing is read", async () => {
  const { database, statements } = tested;
  const workspaceId = await newWorkspace();
  await joined(database, await newWorkspace(), "instance-1");
  await enrol(database, { workspaceId, group: "north" }, act());
  for (const table of ["wanted_print (workspace_id, why", "erasure_order (workspace_id, reason"])
    await database.run(
      sql`INSERT INTO ${sql.raw(table)}, ordinal, fingerprint, created_at, at)
        VALUES (${workspaceId}, '', 1, '\\x00'::bytea, ${NOON}, ${NOON})`,
    );
  const before = statements.size;
  const shop = await listedShop(database, workspaceId, NOON);
  for (const text of [...statements].slice(before)) expect(text).toMatch(/WHERE .*id = \$\d/s);
  expect(shop).toMatchObject({
    group: "north",
    wantedPrints: 1,
    erasureOrders: 1,
    codeExpiresAt: expect.any(Number),
  });
  expect((await listShops(database, NOON)).find((one) => one.workspaceId === workspaceId)).toEqual(
    shop ?? undefined,
  );
  expect(await listedShop(database, await newWorkspace(), NOON)).toBeNull();
});
