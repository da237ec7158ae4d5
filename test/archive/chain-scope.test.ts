import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

/* Which shops a search of a chain is about, when others have been made meanwhile, here and at another instance. */

let tested: TestDatabase;
const archives: ArchiveApp[] = [];
const cookies: string[] = [];
const folders = [temporaryFolder(), temporaryFolder()];
beforeAll(async () => {
  tested = await testDatabase();
  const log = { write() {} };
  for (const dataFolder of folders) {
    const given = { database: tested.address, dataFolder, host: "127.0.0.1", port: 0, log };
    const archive = await startArchive(given);
    archives.push(archive);
    const signedIn = await fetch(await archive.signInLink(), { redirect: "manual" });
    cookies.push((signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
  }
});
afterAll(async () => {
  for (const archive of archives) await archive.stop();
  await tested?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const [HERE, ELSEWHERE] = [0, 1] as const;

async function post<Answer>(instance: number, path: string, body: object): Promise<[number, Answer]> {
  const address = archives[instance]?.address ?? "";
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { Cookie: cookies[instance] ?? "", Origin: address, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return [response.status, (await response.json()) as Answer];
}

interface Found {
  readonly items: readonly { readonly workspace: string }[];
}

/** Makes a workspace with a print. */
async function make(instance: number, slug: string): Promise<void> {
  expect((await post(instance, "/api/workspaces", { slug }))[0]).toBe(201);
  expect((await post(instance, `/api/workspace/${slug}/prints/json`, { raw: btoa(slug) }))[0]).toBe(201);
}

async function found(scope: object): Promise<string[]> {
  const [status, { items }] = await post<Found>(HERE, "/api/prints/search", {
    ...scope,
    orderBy: "createdAt.asc",
  });
  expect(status).toBe(200);
  return items.map(({ workspace }) => workspace);
}

test("what was made here is searched at once; what was made elsewhere at once by its name, and soon among all", async () => {
  await make(HERE, "one");
  expect(await found({})).toEqual(["one"]);
  await make(HERE, "two");
  expect(await found({})).toEqual(["one", "two"]);
  await make(ELSEWHERE, "three");
  expect(await found({ workspaces: ["three", "one"] })).toEqual(["one", "three"]);
  await until(async () => (await found({})).length === 3);
  expect(await found({})).toEqual(["one", "two", "three"]);
});
