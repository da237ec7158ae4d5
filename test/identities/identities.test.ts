import { expect, test } from "bun:test";
import { WORKSPACE_DEFAULTS } from "../../src/contract/workspace-settings.ts";
import { SESSION_LIMITS } from "../../src/domain/person-limits.ts";
import type { PersonSettings } from "../../src/domain/person.ts";
import type { NewSession } from "../../src/domain/session.ts";
import { hashSecret } from "../../src/domain/token.ts";
import type { NewToken } from "../../src/storage/token-store.ts";
import { describePlaces, type IdentityPlace } from "./identity-places.ts";

const HASH = "a hash";

function token(id: string, given: Partial<NewToken> = {}): NewToken {
  const base = { id, secretHash: hashSecret(id), userId: 1, workspaceId: 1, name: `token ${id}` };
  return { ...base, scopes: ["read", "write"], createdAt: 10, expiresAt: null, ...given };
}

function session(id: string, given: Partial<NewSession> = {}): NewSession {
  const base = { id, secretHash: hashSecret(id), userId: 1, tokenId: null, expiresAt: 1000, codeHash: null };
  return {
    ...base,
    client: "10.0.0.1",
    userAgent: "browser",
    openedBy: "password",
    replaces: null,
    ...given,
  };
}

/** What is told of what fails, at once or later. */
async function failureOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return "";
  } catch (error) {
    return String(error);
  }
}

const ADA: PersonSettings = { name: "Ada", role: "administrator", workspaceId: null };
const BOB: PersonSettings = { name: "Bob", role: "viewer", workspaceId: 1 };

const make = async ({ write }: IdentityPlace, slug: string, settings = {}) =>
  (await write({ kind: "workspace", change: { do: "create", slug, settings } }, 5)).id;

const addPerson = async (
  { write }: IdentityPlace,
  settings: PersonSettings,
  given: { readonly passwordHash?: string; readonly code?: string } = {},
  now = 7,
) => {
  const { passwordHash = null, code } = given;
  const link = code === undefined ? null : { codeHash: hashSecret(code), expiresAt: now + 100 };
  return (await write({ kind: "person", change: { do: "create", settings, passwordHash, link } }, now)).id;
};

const addToken = ({ write }: IdentityPlace, given: NewToken) =>
  write({ kind: "token", change: { do: "create", token: given } }, 10);

const open = ({ write }: IdentityPlace, given: NewSession, now = 100) =>
  write({ kind: "openSession", ...given }, now);

describePlaces("workspaces", (place) => {
  test("are found by a slug in whatever case, and have all that can be set", async () => {
    const { stores, write } = place();
    expect([
      await make(place(), "Berlin-1", { width: 32, printQuota: 5 }),
      await make(place(), "north"),
    ]).toEqual([1, 2]);
    const berlin = await stores.workspaces.get("BERLIN-1");
    expect(berlin).toMatchObject({ id: 1, slug: "Berlin-1", width: 32, printQuota: 5, createdAt: 5 });
    expect(berlin.maskCardNumbers).toBe(true);
    expect((await stores.workspaces.list()).map(({ slug }) => slug)).toEqual(["Berlin-1", "north"]);
    expect(await stores.workspaces.findById(2)).toEqual(await stores.workspaces.find("north"));
    expect(await stores.workspaces.find("south")).toBeNull();
    const settings = { maskCardNumbers: false, recognitionLanguages: ["deu"], charset: "western" as const };
    await write({ kind: "workspace", change: { do: "update", slug: "berlin-1", settings } });
    expect(await stores.workspaces.settings("Berlin-1")).toEqual({
      ...WORKSPACE_DEFAULTS,
      width: 32,
      printQuota: 5,
      ...settings,
      recognitionLanguages: ["deu"],
    });
    expect((await stores.workspaces.get("berlin-1")).maskCardNumbers).toBe(false);
  });

  test("a slug that is taken, or that there is not, is told", async () => {
    const { stores, write } = place();
    await make(place(), "one");
    expect(make(place(), "ONE")).rejects.toMatchObject({ code: "CONFLICT" });
    const update = write({ kind: "workspace", change: { do: "update", slug: "two", settings: {} } });
    expect(update).rejects.toMatchObject({ code: "NOT_FOUND" });
    await Promise.allSettled([update]);
    expect(await failureOf(() => stores.workspaces.get("two"))).toContain('There is no workspace "two"');
    expect(await failureOf(() => stores.workspaces.settings("two"))).toContain('There is no workspace "two"');
    expect(await make(place(), "two")).toBeGreaterThan(1);
  });
});

describePlaces("tokens", (place) => {
  test("are there as they were made, the oldest first, until they are revoked", async () => {
    const { stores, write } = place();
    await addToken(place(), token("b", { createdAt: 20, expiresAt: 99 }));
    await addToken(place(), token("a"));
    const found = await stores.tokens.find("b");
    const { secretHash, ...given } = token("b", { createdAt: 20, expiresAt: 99 });
    expect(found).toMatchObject({ ...given, lastUsedAt: null, revokedAt: null });
    expect(found?.secretHash.toHex()).toBe(secretHash.toHex());
    expect((await stores.tokens.list()).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await stores.tokens.find("c")).toBeNull();
    await write({ kind: "token", change: { do: "revoke", id: "a" } }, 30);
    await write({ kind: "token", change: { do: "revoke", id: "a" } }, 40);
    expect((await stores.tokens.find("a"))?.revokedAt).toBe(30);
    expect(write({ kind: "token", change: { do: "revoke", id: "c" } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("it is noted when they were used last", async () => {
    const { stores, write } = place();
    await addToken(place(), token("a"));
    await addToken(place(), token("b"));
    await write({
      kind: "tokenUse",
      usedAt: new Map([
        ["a", 50],
        ["b", 60],
        ["gone", 70],
      ]),
    });
    await write({ kind: "tokenUse", usedAt: new Map([["a", 55]]) });
    expect((await stores.tokens.list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([55, 60]);
  });
});

describePlaces("people", (place) => {
  test("are made with a role, found by a name however it is written, and changed", async () => {
    const { stores, write } = place();
    await make(place(), "shop");
    const ada = await addPerson(place(), ADA, { passwordHash: HASH });
    const bob = await addPerson(place(), BOB);
    expect(await stores.people.get(ada)).toEqual({ id: ada, ...ADA, passwordAt: 7, createdAt: 7 });
    expect(await stores.people.findByName(" bOB ")).toEqual({
      id: bob,
      ...BOB,
      passwordAt: null,
      createdAt: 7,
      passwordHash: null,
    });
    expect(await stores.people.findByName("nobody")).toBeNull();
    expect((await stores.people.administrator())?.id).toBe(ada);
    expect(await stores.people.hasPasswords()).toBe(true);
    await write({
      kind: "person",
      change: { do: "update", id: bob, settings: { name: "Aaron", role: "operator" } },
    });
    expect(await stores.people.find(bob)).toMatchObject({ name: "Aaron", role: "operator", workspaceId: 1 });
    expect((await stores.people.list()).map(({ name }) => name)).toEqual(["Aaron", "Ada"]);
    expect(await stores.sessions.findUser(bob)).toEqual({ id: bob, name: "Aaron" });
    expect(await failureOf(() => stores.people.get(99))).toContain("There is no person 99");
  });

  test("no name is there twice, and there is no change of who is not there", async () => {
    const { write } = place();
    const ada = await addPerson(place(), ADA);
    expect(addPerson(place(), { ...BOB, name: "ADA" })).rejects.toMatchObject({ code: "CONFLICT" });
    const bob = await addPerson(place(), BOB);
    const rename = { do: "update", id: bob, settings: { name: "ada" } } as const;
    expect(write({ kind: "person", change: rename })).rejects.toMatchObject({ code: "CONFLICT" });
    // Their own name they may write otherwise.
    await write({ kind: "person", change: { do: "update", id: ada, settings: { name: "ADA" } } });
    for (const change of [
      { do: "update", id: 99, settings: {} },
      { do: "remove", id: 99 },
      { do: "password", id: 99, passwordHash: HASH, keptSession: null },
    ] as const)
      expect(write({ kind: "person", change })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an invitation signs in once, and a password ends all sessions but one", async () => {
    const { stores, write } = place();
    const bob = await addPerson(place(), BOB, { code: "invitation" }, 50);
    const codeHash = hashSecret("invitation");
    expect((await stores.people.ownerOfCode(codeHash, 60))?.id).toBe(bob);
    expect(await stores.people.ownerOfCode(codeHash, 150)).toBeNull();
    await open(place(), session("kept", { codeHash, userId: 0, openedBy: "link" }));
    expect((await stores.sessions.find("kept", 100))?.userId).toBe(bob);
    expect(open(place(), session("again", { codeHash }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await open(place(), session("other", { userId: bob }));
    const password = { do: "password", id: bob, passwordHash: HASH, keptSession: "kept" } as const;
    await write({ kind: "person", change: password }, 110);
    expect(await stores.people.findByName("bob")).toMatchObject({ passwordHash: HASH, passwordAt: 110 });
    expect([await stores.sessions.find("kept", 120), await stores.sessions.find("other", 120)]).toEqual([
      expect.objectContaining({ id: "kept", role: "viewer", workspaceId: 1 }),
      null,
    ]);
  });

  test("a reset takes the password and leaves a link; who is removed is gone but for the name", async () => {
    const { stores, write } = place();
    await addPerson(place(), ADA);
    const bob = await addPerson(place(), BOB, { passwordHash: HASH });
    await open(place(), session("s", { userId: bob }));
    const link = { codeHash: hashSecret("reset"), expiresAt: 200 };
    await write({ kind: "person", change: { do: "reset", id: bob, link } }, 100);
    expect(await stores.people.findByName("bob")).toMatchObject({ passwordHash: null, passwordAt: null });
    expect(await stores.people.hasPasswords()).toBe(false);
    expect(await stores.sessions.find("s", 100)).toBeNull();
    expect((await stores.people.ownerOfCode(link.codeHash, 100))?.id).toBe(bob);
    await open(place(), session("t", { userId: bob }));
    await write({ kind: "person", change: { do: "remove", id: bob } });
    expect(await stores.sessions.find("t", 100)).toBeNull();
    expect([await stores.people.find(bob), await stores.people.findByName("bob")]).toEqual([null, null]);
    expect(await stores.people.ownerOfCode(link.codeHash, 100)).toBeNull();
    expect(await stores.sessions.findUser(bob)).toEqual({ id: bob, name: "Bob" });
    expect(await addPerson(place(), BOB)).toBeGreaterThan(bob);
  });

  test("one administrator of all workspaces is always left", async () => {
    const { stores, write } = place();
    const ada = await addPerson(place(), ADA);
    await addPerson(place(), { ...BOB, role: "administrator" });
    for (const change of [
      { do: "remove", id: ada },
      { do: "update", id: ada, settings: { role: "operator" } },
      { do: "update", id: ada, settings: { workspaceId: 1 } },
    ] as const)
      expect(write({ kind: "person", change })).rejects.toMatchObject({ code: "CONFLICT" });
    const carol = await addPerson(place(), { ...ADA, name: "Carol" });
    await write({ kind: "person", change: { do: "remove", id: ada } });
    expect((await stores.people.administrator())?.id).toBe(carol);
  });
});

describePlaces("sessions", (place) => {
  test("last until they end or expire, and are listed as they were used last", async () => {
    const { stores, write } = place();
    await make(place(), "shop");
    const ada = await addPerson(place(), ADA);
    const bob = await addPerson(place(), BOB);
    await open(place(), session("a", { userId: ada }));
    await open(place(), session("b", { userId: bob, expiresAt: 300, openedBy: "link" }), 101);
    const uses = new Map([["a", { at: 200, client: "10.0.0.9" }]]);
    await write({ kind: "sessionUse", uses });
    expect(await stores.sessions.list(250)).toEqual([
      {
        id: "a",
        userId: ada,
        tokenId: null,
        createdAt: 100,
        expiresAt: 1000,
        lastUsedAt: 200,
        openedBy: "password",
        client: "10.0.0.9",
        userAgent: "browser",
        userName: "Ada",
        tokenName: null,
        workspaceId: null,
      },
      expect.objectContaining({
        id: "b",
        userName: "Bob",
        workspaceId: 1,
        lastUsedAt: 101,
        openedBy: "link",
      }),
    ]);
    expect([await stores.sessions.find("b", 299), await stores.sessions.find("b", 300)]).toEqual([
      expect.objectContaining({ id: "b", role: "viewer" }),
      null,
    ]);
    await write({ kind: "closeSession", id: "a" });
    await write({ kind: "closeSession", id: "a" });
    expect((await stores.sessions.list(250)).map(({ id }) => id)).toEqual(["b"]);
  });

  test("one that rests on a token is as that token, and ends with it", async () => {
    const { stores, write } = place();
    await make(place(), "shop");
    const ada = await addPerson(place(), ADA);
    await addToken(place(), token("t", { userId: ada, expiresAt: 500 }));
    await open(place(), session("s", { userId: ada, tokenId: "t", openedBy: "token" }));
    expect(await stores.sessions.find("s", 100)).toMatchObject({ tokenId: "t" });
    expect(await stores.sessions.list(100)).toEqual([
      expect.objectContaining({ id: "s", tokenName: "token t", workspaceId: 1 }),
    ]);
    expect(await stores.sessions.list(500)).toEqual([]);
    await write({ kind: "token", change: { do: "revoke", id: "t" } }, 200);
    expect(await stores.sessions.list(200)).toEqual([]);
  });

  test("somebody is known where a session of theirs was used last, as long as that can be used", async () => {
    const { stores, write } = place();
    await make(place(), "shop");
    const ada = await addPerson(place(), ADA);
    const bob = await addPerson(place(), BOB);
    const carol = await addPerson(place(), { ...BOB, name: "Carol" });
    await addToken(place(), token("t", { userId: carol, expiresAt: 500 }));
    await addToken(place(), token("u", { userId: carol }));
    await open(place(), session("a", { userId: ada }));
    await open(place(), session("b", { userId: bob, client: "10.0.0.2", expiresAt: 300 }));
    const byToken = { userId: carol, openedBy: "token" } as const;
    await open(place(), session("c", { ...byToken, tokenId: "t", client: "10.0.0.3" }));
    await open(place(), session("d", { ...byToken, tokenId: "u", client: "10.0.0.4" }));
    await write({ kind: "sessionUse", uses: new Map([["a", { at: 200, client: "10.0.0.9" }]]) });
    await write({ kind: "token", change: { do: "revoke", id: "u" } }, 200);
    for (const [who, client, now, isKnown] of [
      [ada, "10.0.0.9", 250, true],
      [ada, "10.0.0.1", 250, false],
      [ada, "10.0.0.2", 250, false],
      [bob, "10.0.0.2", 299, true],
      [bob, "10.0.0.2", 300, false],
      [carol, "10.0.0.3", 499, true],
      [carol, "10.0.0.3", 500, false],
      [carol, "10.0.0.4", 250, false],
    ] as const)
      expect([who, client, now, await stores.sessions.isKnown(who, client, now)]).toEqual([
        who,
        client,
        now,
        isKnown,
      ]);
  });

  test("a browser has one, and of very many the one used longest ago ends", async () => {
    const { stores } = place();
    const ada = await addPerson(place(), ADA);
    await open(place(), session("old", { userId: ada }));
    await open(place(), session("new", { userId: ada, expiresAt: 5000, replaces: "old" }), 110);
    expect((await stores.sessions.list(120)).map(({ id }) => id)).toEqual(["new"]);
    for (let count = 0; count < SESSION_LIMITS.sessions; count++)
      await open(place(), session(`s${count}`, { userId: ada, expiresAt: 5000 }), 120 + count);
    const all = await stores.sessions.list(2000);
    expect(all).toHaveLength(SESSION_LIMITS.sessions);
    expect(all.some(({ id }) => id === "new")).toBe(false);
  }, 60_000);
});
