import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import type { MeAnswer } from "../../src/contract/service.ts";
import type { MadeTokenAnswer, TokenAnswer } from "../../src/contract/token.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* What an archive's administrator sets and makes by the API, as the pages of the dashboard do. */

let tested: TestDatabase;
let archive: ArchiveApp;
let cookie: string;
const dataFolder = temporaryFolder();
beforeAll(async () => {
  tested = await testDatabase();
  const log = { write() {} };
  archive = await startArchive({ database: tested.address, dataFolder, host: "127.0.0.1", port: 0, log });
  const signedIn = await fetch(await archive.signInLink(), { redirect: "manual" });
  cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  for (const workspace of ["north-1", "south-1"])
    await ask("POST", "/api/shops", { workspace, group: workspace.replace(/-.*/, "") });
});
afterAll(async () => {
  await archive?.stop();
  await tested?.[Symbol.asyncDispose]();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly issues: readonly { readonly path: string; readonly message: string }[] };
}

/** Asks as the administrator, or with a token. @returns the answer, whatever its status */
async function ask<Answer>(method: string, path: string, body?: object, token?: string) {
  const who = token === undefined ? { Cookie: cookie, Origin: archive.address } : bearer(token);
  const response = await fetch(`${archive.address}${path}`, {
    method,
    headers: { ...who, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer & Refusal };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe("settings of a workspace", () => {
  const settingsOf = (slug: string) => `/api/workspace/${slug}/settings`;

  test.each([
    ["default", { defaultRules: false }, "an archive"],
    ["default", { fiscalCodes: false }, "an archive"],
    ["north-1", { recognitionLanguages: ["deu"] }, "an archive"],
    ["north-1", { printQuota: 5 }, "prints that a shop sends"],
  ])("of %s, %j does nothing, and it is said where it does", async (slug, patch, where) => {
    const before = (await ask<object>("GET", settingsOf(slug))).answer;
    const { status, answer } = await ask("PATCH", settingsOf(slug), { ...patch, requestRate: 1000 });
    expect([status, answer.code]).toEqual([400, "BAD_REQUEST"]);
    const doing = where === "an archive" ? "in an archive" : `for ${where}`;
    const message = `does nothing ${doing}: change it in the shop, at its settings or by "tillroll workspace update".`;
    expect(answer.data.issues).toEqual([{ path: Object.keys(patch)[0] ?? "", message }]);
    expect((await ask<object>("GET", settingsOf(slug))).answer).toEqual(before);
  });

  test("what counts is taken, and all that was read may be given back", async () => {
    const ofBoth = { model: "epson-tm-t88v", width: 42, maskCardNumbers: false, requestRate: 1000 };
    const { status, answer } = await ask<object>("PATCH", settingsOf("north-1"), ofBoth);
    expect([status, answer]).toMatchObject([200, ofBoth]);
    expect(await ask("PATCH", settingsOf("north-1"), answer)).toEqual({ status: 200, answer });
    expect(await ask("PATCH", settingsOf("default"), { printQuota: 1_000_000 })).toMatchObject({
      status: 200,
    });
  });

  test("a workspace is not made with them either", async () => {
    const given = { slug: "own", fiscalCodes: false, defaultRules: true };
    const { status, answer } = await ask("POST", "/api/workspaces", given);
    expect([status, answer.data.issues.map(({ path }) => path)]).toEqual([400, ["fiscalCodes"]]);
    expect((await ask("POST", "/api/workspaces", { slug: "own", printQuota: 5 })).status).toBe(201);
  });
});

describe("tokens", () => {
  const make = (body: object, token?: string) => ask<MadeTokenAnswer>("POST", "/api/tokens", body, token);

  test.each([
    [{ group: "north" }, ["north-1"]],
    [{ workspace: null, group: "south" }, ["south-1"]],
    [{ workspace: "north-1" }, ["north-1"]],
  ])("one of %j reaches %j", async (place, reached) => {
    const { status, answer } = await make({ ...place, name: "head office", scopes: ["read"] });
    expect([status, answer]).toMatchObject([201, { workspace: "", group: null, ...withoutNull(place) }]);
    const { items } = (
      await ask<{ items: { slug: string }[] }>("GET", "/api/workspaces", undefined, answer.token)
    ).answer;
    expect(items.map(({ slug }) => slug)).toEqual(reached);
    const other = reached[0] === "north-1" ? "south-1" : "north-1";
    const search = await ask("POST", `/api/workspace/${other}/prints/search`, {}, answer.token);
    expect(search.status).toBeGreaterThanOrEqual(400);
    const { items: entries } = (await ask<{ items: AuditEntryAnswer[] }>("GET", "/api/audit?limit=1")).answer;
    const group = "group" in place ? { group: place.group } : {};
    expect(entries[0]).toMatchObject({
      act: "token.created",
      subject: answer.id,
      details: { name: "head office", scopes: ["read"], expiresAt: null, ...group },
    });
    const { items: listed } = (await ask<{ items: TokenAnswer[] }>("GET", "/api/tokens")).answer;
    expect(listed.find(({ id }) => id === answer.id)).toMatchObject(withoutNull(place));
  });

  test("one of neither reaches all, as by the command", async () => {
    const { answer } = await make({ scopes: ["read", "write", "operate", "admin"] });
    expect(answer).toMatchObject({ workspace: "", group: null });
    const me = (await ask<MeAnswer>("GET", "/api/me", undefined, answer.token)).answer;
    expect(me.rights).toContain("service");
    expect(await make({ group: "north" }, answer.token)).toMatchObject({
      status: 403,
      answer: { message: expect.stringContaining("A token makes no tokens") },
    });
  });

  test.each([
    [{ workspace: "default", group: "north" }, "group", "cannot go with workspace: give one of them."],
    [{ group: "" }, "group", "must have from 1 to 63 characters."],
    [{ group: 7 }, "group", "must be a string, not a number."],
  ])("%j is refused for its %s", async (body, path, message) => {
    const { status, answer } = await make(body);
    expect([status, answer.data.issues]).toEqual([400, [{ path, message }]]);
  });

  test("who administers one workspace makes them for that alone", async () => {
    const invited = await ask<{ link: { address: string } }>("POST", "/api/people", {
      name: "Ida",
      role: "administrator",
      workspace: "north-1",
      password: "correct horse battery",
    });
    expect(invited.status).toBe(201);
    const signedIn = await fetch(`${archive.address}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: archive.address, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ name: "Ida", password: "correct horse battery" }),
    });
    const administrator = cookie;
    cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    try {
      expect((await make({ workspace: "north-1" })).status).toBe(201);
      expect((await make({ workspace: "south-1" })).status).toBe(404);
      for (const wide of [{}, { group: "north" }])
        expect(await make(wide)).toMatchObject({
          status: 403,
          answer: {
            code: "API_TOKEN_SCOPE_INSUFFICIENT",
            message: expect.stringContaining("give the slug of yours"),
          },
        });
    } finally {
      cookie = administrator;
    }
  });
});

function withoutNull(place: object): object {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null));
}
