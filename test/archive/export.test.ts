import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeToken } from "../../src/archive/archive-access.ts";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { fileInZip } from "../../src/update/zip-file.ts";
import { makeTestDatabase } from "../archive-service.ts";
import { tableOf } from "../export/parse-csv.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* Exports of an archive: the files that a shop makes, of prints in PostgreSQL. */

const PRINTS = 1203;
const raw = (number: number) => `receipt ${number}\n`;

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let archive: ArchiveApp;
const ids: number[] = [];

const ask = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${archive.address}/api/workspace/default/prints${path}`, {
    method,
    headers: { Authorization: `Bearer ${archive.firstToken}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const fileOf = (zip: Uint8Array, name: string) =>
  Buffer.from(fileInZip(zip, (path) => path === name, 1e7) ?? []);

const exported = async (body: object): Promise<Response> => {
  const response = await ask("POST", "/export", body);
  expect(response.status).toBe(200);
  return response;
};

beforeAll(async () => {
  database = await makeTestDatabase();
  archive = await startArchive({
    database: database.address,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 0,
    log: { write() {} },
  });
  const store = async (number: number) => {
    const body = { raw: btoa(raw(number)), label: `Order ${number}`, tag: { till: String(number % 3) } };
    ids[number] = ((await (await ask("POST", "/json", body)).json()) as { id: number }).id;
  };
  for (let number = 0; number < PRINTS; number += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, PRINTS - number) }, (_, index) => store(number + index)),
    );
  await ask("DELETE", `/${ids[7]}`);
}, 60_000);

afterAll(async () => {
  await archive?.stop();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("CSV and lines of JSON have all that a search finds, in its order", async () => {
  const search = { tag: { op: "eq", key: "till", value: "1" }, orderBy: "id.asc" };
  // Several at once are stored in no certain order.
  const wanted = ids.filter((_, number) => number % 3 === 1 && number !== 7).toSorted((a, b) => a - b);
  const csv = await exported({ format: "csv", ...search });
  expect(csv.headers.get("x-tillroll-total")).toBe(String(wanted.length));
  const table = tableOf(await csv.text());
  expect(table.map(({ id }) => Number(id))).toEqual(wanted);
  const first = ids.indexOf(wanted[0] ?? 0);
  const byteLength = String(raw(first).length);
  expect(table[0]).toMatchObject({ state: "ok", label: `Order ${first}`, "tag.till": "1", byteLength });
  const lines = (await (await exported({ format: "jsonl", ...search })).text()).trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(wanted);
});

test.each(["zip-raw", "zip-png", "zip-pdf"])("%s has a file of each chosen print", async (format) => {
  const chosen = [ids[5], ids[2], ids[9]];
  const zip = new Uint8Array(await (await exported({ format, ids: [...chosen, 999] })).arrayBuffer());
  const index = tableOf(fileOf(zip, "index.csv").toString());
  expect(index.map(({ id, state }) => [Number(id), state])).toEqual([
    ...chosen.map((id) => [id, "ok"]),
    [999, "gone"],
  ]);
  for (const [at, { file = "", fileSha256 }] of index.slice(0, chosen.length).entries()) {
    const content = fileOf(zip, file);
    expect(new Bun.CryptoHasher("sha256").update(content).digest("hex")).toBe(fileSha256 ?? "");
    if (format === "zip-raw") expect(content.toString()).toBe(raw([5, 2, 9][at] ?? 0));
  }
  expect(fileOf(zip, "README.txt").toString()).not.toContain("proofs/");
});

describe("of several workspaces", () => {
  let headers: Record<string, string>;
  const post = (path: string, body: object) =>
    fetch(`${archive.address}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const inAll = (body: object) => post("prints/export", body);
  const search = { label: { op: "contains", value: "Chain" }, orderBy: "createdAt.asc" };
  const byLabel = (
    { label: one = "" }: Record<string, string>,
    { label: other = "" }: Record<string, string>,
  ) => (one < other ? -1 : 1);

  beforeAll(async () => {
    const wanted = {
      workspace: null,
      shopGroup: null,
      scopes: ["admin"],
      name: "",
      expiresAt: null,
    } as const;
    const token = await makeToken({ database: database.address, allowUnverified: false }, wanted);
    headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    await post("workspaces", { slug: "berlin-1" });
    for (const [number, slug] of ["default", "berlin-1", "default", "berlin-1"].entries())
      await post(`workspace/${slug}/prints/json`, {
        raw: btoa(`chain ${number}\n`),
        label: `Chain ${number}`,
      });
  });

  test("each print says whose it is", async () => {
    const csv = await inAll({ format: "csv", ...search });
    expect([csv.status, csv.headers.get("x-tillroll-total")]).toEqual([200, "4"]);
    expect(csv.headers.get("content-disposition")).toContain('filename="all-shops-');
    // Several of one millisecond are in the order of their workspaces.
    const table = tableOf(await csv.text()).toSorted(byLabel);
    expect(table.map(({ workspace, label }) => [workspace, label])).toEqual([
      ["default", "Chain 0"],
      ["berlin-1", "Chain 1"],
      ["default", "Chain 2"],
      ["berlin-1", "Chain 3"],
    ]);
    const lines = (await (await inAll({ format: "jsonl", ...search, workspaces: ["berlin-1"] })).text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { workspace: string; label: string; state: string });
    expect(lines).toMatchObject([
      { workspace: "berlin-1", label: "Chain 1", state: "ok" },
      { workspace: "berlin-1", label: "Chain 3", state: "ok" },
    ]);
    expect((await inAll({ format: "csv", workspaces: ["nowhere"] })).status).toBe(404);
  });

  test("a ZIP archive has a folder for each workspace", async () => {
    const zip = new Uint8Array(await (await inAll({ format: "zip-raw", ...search })).arrayBuffer());
    const index = tableOf(fileOf(zip, "index.csv").toString()).toSorted(byLabel);
    for (const [number, { file = "", workspace = "" }] of index.entries()) {
      expect(file).toStartWith(`prints/${workspace}/`);
      expect(fileOf(zip, file).toString()).toBe(`chain ${number}\n`);
    }
    expect(index).toHaveLength(4);
    expect(fileOf(zip, "README.txt").toString()).toContain("Prints of 2 workspaces, exported");
  });

  test("the audit log has who took it", async () => {
    const answer = await fetch(`${archive.address}/api/audit?act=print.exported`, { headers });
    const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
    expect(items.find(({ subject }) => subject === "all-shops")).toMatchObject({ act: "print.exported" });
  });
});
