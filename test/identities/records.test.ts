import { expect, test } from "bun:test";
import {
  audit,
  type AuditEntry,
  type AuditFilter,
  commandActor,
  systemActor,
} from "../../src/audit/audit-entry.ts";
import { SAVED_SEARCH_LIMITS } from "../../src/domain/limits.ts";
import type { SavedSearchChange } from "../../src/storage/saved-search-store.ts";
import { describePlaces, type IdentityPlace } from "./identity-places.ts";

const ALL: AuditFilter = {
  since: null,
  until: null,
  act: null,
  actor: null,
  subject: null,
  workspaceId: null,
  before: null,
  limit: 1000,
};

const savedSearch = async ({ write }: IdentityPlace, change: SavedSearchChange, now = 10) =>
  (await write({ kind: "savedSearch", change }, now)).id;

async function makeWorkspaces({ write }: IdentityPlace): Promise<void> {
  for (const slug of ["one", "two"])
    await write({ kind: "workspace", change: { do: "create", slug, settings: {} } });
}

describePlaces("saved searches", (place) => {
  test("are a workspace's, by name, and can be changed and removed", async () => {
    await makeWorkspaces(place());
    const { stores } = place();
    const late = await savedSearch(place(), {
      workspaceId: 1,
      do: "create",
      name: "Zürich\0",
      query: "a\0b",
    });
    const early = await savedSearch(place(), { workspaceId: 1, do: "create", name: "Bär", query: "x:1" });
    const other = await savedSearch(place(), { workspaceId: 2, do: "create", name: "Bär", query: "y" });
    expect((await stores.savedSearches.list(1)).map(({ id }) => id)).toEqual([early, late]);
    expect(await stores.savedSearches.get(1, late)).toEqual({
      id: late,
      workspaceId: 1,
      name: "Zürich\0",
      query: "a\0b",
      createdAt: 10,
      updatedAt: 10,
    });
    const change = { workspaceId: 1, do: "update", id: late, name: "zürich\0", query: "b" } as const;
    expect(await savedSearch(place(), change, 20)).toBe(late);
    expect(await stores.savedSearches.get(1, late)).toMatchObject({
      name: "zürich\0",
      query: "b",
      updatedAt: 20,
    });
    await savedSearch(place(), { workspaceId: 1, do: "remove", id: early });
    expect((await stores.savedSearches.list(1)).map(({ id }) => id)).toEqual([late]);
    expect((await stores.savedSearches.list(2)).map(({ id }) => id)).toEqual([other]);
    // No id comes twice.
    await savedSearch(place(), { workspaceId: 1, do: "remove", id: late });
    const next = await savedSearch(place(), { workspaceId: 1, do: "create", name: "next", query: "z" });
    expect([early, late]).not.toContain(next);
  });

  test("a name that another has, one too many, and one that is not there are told", async () => {
    await makeWorkspaces(place());
    const first = await savedSearch(place(), { workspaceId: 1, do: "create", name: "Küche", query: "a" });
    const second = await savedSearch(place(), { workspaceId: 1, do: "create", name: "Theke", query: "a" });
    const taken = { code: "CONFLICT", data: { savedSearchId: first } };
    expect(
      savedSearch(place(), { workspaceId: 1, do: "create", name: "KÜCHE", query: "b" }),
    ).rejects.toMatchObject(taken);
    expect(
      savedSearch(place(), { workspaceId: 1, do: "update", id: second, name: "küche", query: "b" }),
    ).rejects.toMatchObject(taken);
    for (const change of [
      { workspaceId: 2, do: "remove", id: 999 },
      { workspaceId: 1, do: "update", id: 999, name: "n", query: "q" },
    ] as const)
      expect(savedSearch(place(), change)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (let count = 2; count < SAVED_SEARCH_LIMITS.searches; count++)
      await savedSearch(place(), { workspaceId: 1, do: "create", name: `n${count}`, query: "q" });
    expect(
      savedSearch(place(), { workspaceId: 1, do: "create", name: "more", query: "q" }),
    ).rejects.toMatchObject({ code: "WORKSPACE_LIMIT_EXCEEDED" });
    await savedSearch(place(), { workspaceId: 2, do: "create", name: "more", query: "q" });
  }, 60_000);
});

/** Enters acts of two actors in two workspaces, three of each millisecond. */
async function enter({ write }: IdentityPlace, entries: number): Promise<void> {
  const acts = ["token.created", "person.removed"] as const;
  for (let index = 0; index < entries; index++) {
    const actor =
      index % 2 === 0 ? systemActor("retention: nightly\0") : { ...commandActor("ada"), address: "10.0.0.1" };
    const workspaceId = [null, 1, 2][index % 3] ?? null;
    const note = audit(actor, acts[index % 2] ?? "token.created", `s${index % 5}`, { index }, workspaceId);
    await write({ kind: "audit", change: { do: "add", note } }, 100 + Math.floor(index / 3));
  }
}

const indexOf = ({ details }: AuditEntry) => Number(details["index"]);

describePlaces("the audit log", (place) => {
  test.each<[string, Partial<AuditFilter>, (index: number) => boolean]>([
    ["all", {}, () => true],
    ["from a time on", { since: 103 }, (index) => index >= 9],
    ["before a time", { until: 103 }, (index) => index < 9],
    ["an act", { act: "person.removed" }, (index) => index % 2 === 1],
    ["an actor", { actor: "retention: nightly\0" }, (index) => index % 2 === 0],
    ["a subject", { subject: "s3" }, (index) => index % 5 === 3],
    ["a workspace", { workspaceId: 2 }, (index) => index % 3 === 2],
    [
      "several of these",
      { workspaceId: 1, act: "token.created", since: 102, until: 108 },
      (index) => index % 3 === 1 && index % 2 === 0 && index >= 6 && index < 24,
    ],
  ])("tells of %s, the newest first, page by page", async (_name, filter, isAsked) => {
    await enter(place(), 30);
    const expected = Array.from({ length: 30 }, (_, index) => 29 - index).filter(isAsked);
    const { audit: log } = place().stores;
    expect((await log.list({ ...ALL, ...filter })).map(indexOf)).toEqual(expected);
    const paged: AuditEntry[] = [];
    for (;;) {
      const page = await log.list({ ...ALL, ...filter, before: paged.at(-1) ?? null, limit: 4 });
      paged.push(...page);
      if (page.length < 4) break;
    }
    expect(paged.map(indexOf)).toEqual(expected);
  });

  test("an entry is as it was made, and one without a subject is about what its operation gave", async () => {
    const { stores, write } = place();
    await enter(place(), 2);
    expect((await stores.audit.list({ ...ALL, limit: 1 }))[0]).toEqual({
      id: expect.any(Number),
      at: 100,
      act: "person.removed",
      actor: { kind: "command", id: "ada", name: "", address: "10.0.0.1", requestId: null },
      subject: "s1",
      workspaceId: 1,
      details: { index: 1 },
    });
    const change = { do: "create", slug: "shop", settings: {} } as const;
    const made = await write(
      { kind: "workspace", change, audit: audit(systemActor("service"), "workspace.created", null) },
      200,
    );
    expect((await stores.audit.list({ ...ALL, limit: 1 }))[0]?.subject).toBe(String(made.id));
    // What fails is not entered.
    await write(
      { kind: "workspace", change, audit: audit(systemActor("service"), "workspace.created", null) },
      300,
    ).catch(() => {});
    expect((await stores.audit.list({ ...ALL, limit: 1 }))[0]?.at).toBe(200);
  });

  test("old entries go some at a time, and that is entered", async () => {
    const { stores, write } = place();
    await enter(place(), 9);
    const expired = await write({ kind: "audit", change: { do: "expire", before: 102 } }, 500);
    expect(expired.id).toBe(6);
    const left = await stores.audit.list(ALL);
    expect(left.map(({ act }) => act).slice(0, 1)).toEqual(["audit.expired"]);
    expect(left[0]?.details).toEqual({ entries: 6, before: "1970-01-01T00:00:00.102Z" });
    expect(left.slice(1).map(indexOf)).toEqual([8, 7, 6]);
    expect((await write({ kind: "audit", change: { do: "expire", before: 102 } }, 600)).id).toBe(0);
  });
});
