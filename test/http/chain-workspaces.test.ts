import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { PostgresShops } from "../../src/archive/upstream/postgres-shops.ts";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import { NO_WORKSPACE, type Reach } from "../../src/domain/grant.ts";
import type { Access } from "../../src/http/authentication.ts";
import { ChainWorkspaces } from "../../src/http/chain-workspaces.ts";
import type { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { openPostgresIdentities, type PostgresIdentities } from "../../src/storage/postgres/identities.ts";
import { addWorkspace } from "../../src/storage/postgres/workspaces.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";

const SHOPS = [
  ["own", null],
  ["berlin", "north"],
  ["kiel", "north"],
  ["ulm", "south"],
] as const;

const group = (shopGroup: string): Reach => ({ workspaceId: null, shopGroup });
const one = (workspaceId: number): Reach => ({ workspaceId, shopGroup: null });
const ALL: Reach = { workspaceId: null, shopGroup: null };

/** Somebody with grants. */
function access(...reached: readonly Reach[]): Access {
  const granted = reached.map((reach) => ({ ...reach, scopes: ["read"] as const, role: null }));
  return {
    userId: 1,
    scopes: ["read"],
    role: null,
    workspaceId: NO_WORKSPACE,
    granted,
    tokenId: "t",
    session: null,
  };
}

const UNNAMED = { workspaces: null, group: null };
const named = (...workspaces: readonly string[]) => ({ workspaces, group: null });
const ofGroup = (name: string) => ({ workspaces: null, group: name });

describeEngines("the workspaces that a search of a chain is about", (engine) => {
  let tested: TestDatabase;
  let now: number;
  let identities: PostgresIdentities;
  let chain: ChainWorkspaces;

  const database = (): PostgresDatabase => tested.database;
  const add = (slug: string, shopGroup: string | null) =>
    database().write(0, (transaction) => addWorkspace(transaction, slug, 0, {}, shopGroup));
  const slugs = async (who: Access, scope: Parameters<ChainWorkspaces["meant"]>[1]) =>
    (await chain.meant(who, scope)).map(({ slug }) => slug);

  beforeAll(async () => {
    tested = await testDatabase(engine);
  }, 60_000);
  afterAll(() => tested?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    await database().run(sql`DELETE FROM workspace`);
    for (const [slug, shopGroup] of SHOPS) await add(slug, shopGroup);
    now = 0;
    identities = openPostgresIdentities(database(), () => now);
    chain = new ChainWorkspaces(identities);
  });

  test("are those that somebody sees, whoever has asked before, and the same list where the same is seen", async () => {
    const cases = [
      [access(ALL), UNNAMED, ["own", "berlin", "kiel", "ulm"]],
      [access(group("north")), UNNAMED, ["berlin", "kiel"]],
      [access(group("south")), UNNAMED, ["ulm"]],
      [access(group("north"), one(1)), UNNAMED, ["own", "berlin", "kiel"]],
      [access(one(2), one(4)), UNNAMED, ["berlin", "ulm"]],
      [access(one(2)), UNNAMED, ["berlin"]],
      [access(), UNNAMED, []],
      [access(ALL), ofGroup("north"), ["berlin", "kiel"]],
      [access(one(2), group("south")), ofGroup("north"), ["berlin"]],
      [access(group("north")), ofGroup("north"), ["berlin", "kiel"]],
      [access(group("north")), named("kiel"), ["kiel"]],
    ] as const;
    for (const [who, scope, expected] of [...cases, ...cases.toReversed()])
      expect(await slugs(who, scope)).toEqual([...expected]);
    for (const scope of [UNNAMED, ofGroup("north")])
      expect(await chain.meant(access(group("north")), scope)).toBe(
        await chain.meant(access(group("north")), scope),
      );
  });

  test.each([
    ["a group of others", access(group("south")), ofGroup("north")],
    ["a group that there is not", access(ALL), ofGroup("west")],
    ["a workspace of others", access(group("south")), named("kiel")],
    ["all of one, by a group that it is not in", access(one(2)), ofGroup("south")],
  ])("%s may not be named, though somebody else has just seen it", async (_name, who, scope) => {
    await chain.meant(access(ALL), UNNAMED);
    await chain.meant(access(ALL), ofGroup("north"));
    await expect(chain.meant(who, scope)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("what another instance makes is seen after some seconds, and at once where nothing of its name was known", async () => {
    const north = access(group("north"), group("west"));
    expect(await slugs(north, ofGroup("north"))).toEqual(["berlin", "kiel"]);
    await add("sylt", "north");
    await add("koeln", "west");
    expect(await slugs(north, ofGroup("north"))).toEqual(["berlin", "kiel"]);
    expect(await slugs(north, ofGroup("west"))).toEqual(["koeln"]);
    expect(await slugs(north, named("sylt"))).toEqual(["sylt"]);
    now = 5000;
    expect(await slugs(north, ofGroup("north"))).toEqual(["berlin", "kiel", "sylt"]);
  });

  test("a shop that comes into another group here is seen there, and no more where it was, at once", async () => {
    const [north, south] = [access(group("north")), access(group("south"))];
    expect([await slugs(north, UNNAMED), await slugs(south, UNNAMED)]).toEqual([["berlin", "kiel"], ["ulm"]]);
    const act = { audit: audit(systemActor("service"), "shop.enrolled", "kiel"), now };
    await new PostgresShops(database(), identities).enrol({ workspaceId: 3, group: "south" }, act);
    for (const scope of [UNNAMED, ofGroup("north")]) expect(await slugs(north, scope)).toEqual(["berlin"]);
    for (const scope of [UNNAMED, ofGroup("south")])
      expect(await slugs(south, scope)).toEqual(["kiel", "ulm"]);
  });
});
