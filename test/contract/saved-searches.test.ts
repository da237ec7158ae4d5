import { afterAll, beforeAll, expect, test } from "bun:test";
import type { SavedSearchAnswer, SavedSearchesAnswer } from "../../src/contract/saved-search.ts";
import { SAVED_SEARCH_LIMITS } from "../../src/domain/limits.ts";
import { run, Service } from "../service.ts";

const PATH = "/api/workspace/default/saved-searches";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const save = (name: string, query = "total:>100") => service.fetch(PATH, { json: { name, query } });

async function names(): Promise<string[]> {
  const { items } = (await (await service.fetch(PATH)).json()) as SavedSearchesAnswer;
  return items.map(({ name }) => name);
}

test("searches are saved, listed by name, changed and removed", async () => {
  const response = await save("  Large ones ");
  expect(response.status).toBe(201);
  const saved = (await response.json()) as SavedSearchAnswer;
  expect(saved).toMatchObject({ id: 1, name: "Large ones", query: "total:>100" });
  await save("deleted", "is:deleted");
  await save("Äpfel", '"apple juice" OR äpfel');
  expect(await names()).toEqual(["deleted", "Large ones", "Äpfel"]);
  const changed = await service.fetch(`${PATH}/1`, { method: "PATCH", json: { name: "large ones" } });
  expect(await changed.json()).toMatchObject({ name: "large ones", query: "total:>100" });
  expect((await service.fetch(`${PATH}/1`, { method: "DELETE" })).status).toBe(200);
  expect(await names()).toEqual(["deleted", "Äpfel"]);
});

test("a name is there once, whatever its case", async () => {
  const again = await save("ÄPFEL");
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { code: "CONFLICT", message: 'There is a saved search "Äpfel" already; choose another name.' },
  ]);
  const other = await service.fetch(`${PATH}/2`, { method: "PATCH", json: { name: "äpfel" } });
  expect(other.status).toBe(409);
});

test.each([
  ["PATCH", `${PATH}/99`, { name: "x" }, 404],
  ["DELETE", `${PATH}/99`, undefined, 404],
  ["POST", PATH, { name: "" }, 400],
  ["POST", PATH, { name: "  ", query: "" }, 400],
  ["POST", PATH, { name: "x", query: "q".repeat(SAVED_SEARCH_LIMITS.queryCharacters + 1) }, 400],
  ["POST", PATH, { name: "x", query: "", of: "y" }, 400],
  ["POST", "/api/workspace/other/saved-searches", { name: "x", query: "" }, 404],
])("%s %s with %j is answered %d", async (method, path, json, status) => {
  expect((await service.fetch(path, { method, ...(json !== undefined && { json }) })).status).toBe(status);
});

test("who may only read sees them, and saves none", async () => {
  const words = ["token", "create", "--name", "screen", "--scopes", "read", "--data", service.folder];
  const token = (await run(words)).stdout.trim();
  expect((await service.fetch(PATH, { token })).status).toBe(200);
  expect((await service.fetch(PATH, { token, json: { name: "mine", query: "" } })).status).toBe(403);
});

test("there are so many in a workspace and no more", async () => {
  const most = SAVED_SEARCH_LIMITS.searches;
  for (let index = (await names()).length; index < most; index++) await save(`search ${index}`);
  const refused = await save("one more");
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "WORKSPACE_LIMIT_EXCEEDED" }]);
});
