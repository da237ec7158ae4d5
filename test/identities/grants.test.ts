import { describe, expect, test } from "bun:test";
import {
  type Grant,
  grantedIn,
  NO_WORKSPACE,
  scopesOfGrant,
  settledGrants,
  standingOf,
} from "../../src/domain/grant.ts";
import type { PersonSettings } from "../../src/domain/person.ts";
import { hasRight } from "../../src/domain/rights.ts";
import { hashSecret } from "../../src/domain/token.ts";
import { Authentication } from "../../src/http/authentication.ts";
import { workspacesSeenBy } from "../../src/http/granted-access.ts";
import { addWorkspace } from "../../src/storage/postgres/workspaces.ts";
import { openPostgresIdentities } from "../../src/storage/postgres/identities.ts";
import { IDENTITY_HANDLERS } from "../../src/storage/postgres/identity-handlers.ts";
import { PostgresWriter } from "../../src/storage/postgres/postgres-writer.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase } from "../postgres/test-database.ts";

const one = (role: Grant["role"], workspaceId: number): Grant => ({ role, workspaceId, shopGroup: null });
const group = (role: Grant["role"], shopGroup: string): Grant => ({ role, workspaceId: null, shopGroup });
const all = (role: Grant["role"]): Grant => ({ role, workspaceId: null, shopGroup: null });

describe("what grants come to", () => {
  test.each<[string, readonly Grant[], ReturnType<typeof standingOf>]>([
    ["one workspace", [one("operator", 3)], { role: "operator", workspaceId: 3 }],
    ["all", [all("viewer")], { role: "viewer", workspaceId: null }],
    [
      "a group",
      [group("administrator", "north")],
      { role: "administrator", workspaceId: NO_WORKSPACE, grants: [group("administrator", "north")] },
    ],
    [
      "several",
      [one("viewer", 1), one("operator", 2)],
      { role: "operator", workspaceId: NO_WORKSPACE, grants: [one("viewer", 1), one("operator", 2)] },
    ],
    ["nothing", [], { role: "viewer", workspaceId: NO_WORKSPACE, grants: [] }],
  ])("%s", (_name, grants, standing) => {
    expect(standingOf(grants)).toEqual(standing);
  });

  test("who administers all needs no other, and nothing is there twice", () => {
    expect(settledGrants([one("viewer", 1), all("administrator"), group("operator", "north")])).toEqual([
      all("administrator"),
    ]);
    expect(settledGrants([one("viewer", 1), one("operator", 1), all("viewer")])).toEqual([
      one("operator", 1),
      all("viewer"),
    ]);
  });

  test.each<[string, { id: number; shopGroup?: string }, Grant["role"] | null]>([
    ["its own workspace", { id: 1 }, "viewer"],
    ["a shop of the group", { id: 2, shopGroup: "north" }, "operator"],
    ["the widest of two", { id: 1, shopGroup: "north" }, "operator"],
    ["a shop of another group", { id: 3, shopGroup: "south" }, null],
    ["one of none", { id: 4 }, null],
  ])("in %s", (_name, workspace, role) => {
    const granted = [one("viewer", 1), group("operator", "north")].map(scopesOfGrant);
    expect(grantedIn(granted, workspace)?.role ?? null).toBe(role);
  });
});

describeEngines("grants in an archive", (engine) => {
  test("say what a person and a token see and may do in each workspace, and nothing beside", async () => {
    await using tested = await testDatabase(engine);
    const { database } = tested;
    const stores = openPostgresIdentities(database);
    const writer = new PostgresWriter({
      database,
      handlers: IDENTITY_HANDLERS,
      clock: () => 100,
      onBatch: (_outcome, operations) => stores.noteWritten(operations),
    });
    const make = (slug: string, shopGroup: string | null) =>
      database.write(0, (transaction) => addWorkspace(transaction, slug, 0, {}, shopGroup));
    for (const [slug, shopGroup] of [
      ["own", null],
      ["berlin", "north"],
      ["kiel", "north"],
      ["ulm", "south"],
    ] as const)
      await make(slug, shopGroup);
    const addPerson = async (settings: PersonSettings) => {
      const change = { do: "create", settings, passwordHash: null, link: null } as const;
      return (await writer.submit({ kind: "person", change })).id;
    };
    await addPerson({ name: "Ada", role: "administrator", workspaceId: null });
    const grants = [group("operator", "north"), one("administrator", 1)];
    const bob = await addPerson({ name: "Bob", role: "viewer", workspaceId: null, grants });
    const person = await stores.people.get(bob);
    expect(person).toMatchObject({ role: "administrator", workspaceId: NO_WORKSPACE, grants });
    expect((await stores.people.list()).map(({ name }) => name)).toEqual(["Ada", "Bob"]);

    const sign = async (id: string, userId: number, tokenId: string | null = null) => {
      const ends = { tokenId, codeHash: null, replaces: null, expiresAt: 1e9, client: "", userAgent: "" };
      const secretHash = hashSecret(id);
      await writer.submit({ kind: "openSession", id, userId, secretHash, openedBy: "password", ...ends });
      return new Request("http://archive/", { headers: { cookie: `tillroll_session=${id}` } });
    };
    const authentication = new Authentication(stores, new Uint8Array(32), () => 100);
    const sees = async (request: Request) => {
      const access = await authentication.authenticate({ request, address: "10.0.0.1" });
      const seen = await workspacesSeenBy(stores.workspaces, access);
      return { access, slugs: seen.map(({ slug }) => slug) };
    };
    const may = async (request: Request, slug: string, scope: "read" | "operate" | "admin") => {
      try {
        const { access } = await authentication.authorise({ request, address: "10.0.0.1" }, slug, scope);
        return access.workspaceId;
      } catch (error) {
        return (error as { readonly code: string }).code;
      }
    };

    const request = await sign("bob-session", bob);
    const { access, slugs } = await sees(request);
    expect(slugs).toEqual(["own", "berlin", "kiel"]);
    expect([hasRight(access, "service"), hasRight(access, "admin")]).toEqual([false, false]);
    expect(await may(request, "own", "admin")).toBe(1);
    expect(await may(request, "berlin", "operate")).toBe(2);
    expect(await may(request, "berlin", "admin")).toBe("API_TOKEN_SCOPE_INSUFFICIENT");
    expect(await may(request, "ulm", "read")).toBe("NOT_FOUND");
    // The other administrator is still the only one of all.
    const remove = writer.submit({ kind: "person", change: { do: "remove", id: 1 } });
    expect(remove).rejects.toMatchObject({ code: "CONFLICT" });
    await Promise.allSettled([remove]);

    const token = {
      id: "t",
      secretHash: hashSecret("secret"),
      userId: bob,
      name: "",
      createdAt: 0,
      expiresAt: null,
    };
    const ofGroup = { ...token, workspaceId: null, shopGroup: "south", scopes: ["admin"] as const };
    await writer.submit({ kind: "token", change: { do: "create", token: ofGroup } });
    const ofAll = { ...token, id: "u", workspaceId: null, scopes: ["read"] as const };
    await writer.submit({ kind: "token", change: { do: "create", token: ofAll } });
    const bearing = (id: string) =>
      new Request("http://archive/", { headers: { authorization: `Bearer at_${id}.secret` } });
    expect((await sees(bearing("t"))).slugs).toEqual(["ulm"]);
    expect(hasRight((await sees(bearing("t"))).access, "admin")).toBe(false);
    expect([await may(bearing("t"), "ulm", "admin"), await may(bearing("t"), "kiel", "read")]).toEqual([
      4,
      "NOT_FOUND",
    ]);
    expect((await sees(bearing("u"))).slugs).toEqual(["own", "berlin", "kiel", "ulm"]);
    expect((await sees(await sign("token-session", bob, "t"))).slugs).toEqual(["ulm"]);

    // A role alone is changed wherever they have one; a workspace alone is the only one then.
    const update = (settings: Partial<PersonSettings>) =>
      writer.submit({ kind: "person", change: { do: "update", id: bob, settings } });
    await update({ role: "viewer" });
    expect(await stores.people.get(bob)).toMatchObject({
      grants: [group("viewer", "north"), one("viewer", 1)],
    });
    await update({ workspaceId: 2 });
    expect(await stores.people.get(bob)).not.toHaveProperty("grants");
    expect((await sees(request)).slugs).toEqual(["berlin"]);
    await writer.close();
  }, 60_000);
});
