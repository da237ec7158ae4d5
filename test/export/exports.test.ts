import { Database } from "bun:sqlite";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import type { ExportFormat, ExportQuery } from "../../src/domain/export-query.ts";
import { EXPORT_LIMITS } from "../../src/domain/limits.ts";
import type { ExportClient } from "../../src/export/export-slots.ts";
import { Exports, type ExportsOptions } from "../../src/export/exports.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { fileInZip } from "../../src/update/zip-file.ts";
import { Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { tableOf } from "./parse-csv.ts";
import { openLiveDatabase } from "../live-database.ts";

/*
 * Exports with their real Workers, each on a database of its own that changes between beginning and end. The search and
 * the drawing are the tests' own, so that they can fail.
 */

const PRINTS = 6;
const [DELETED, REMOVED, DAMAGED, UNDRAWABLE] = [2, 3, 4, 5];

const SEARCH: NonNullable<ExportQuery["search"]> = {
  filter: { deleted: false },
  orderBy: "id.asc",
  page: 1,
  pageSize: 1,
  cursor: null,
};

const folder = temporaryFolder();
let original: string;

beforeAll(async () => {
  const service = await Service.start();
  for (let number = 1; number <= PRINTS; number++)
    await service.store({ label: `Order ${number}`, tag: { number: String(number) } }, `Order ${number}\n`);
  await service.stop();
  original = join(folder, "original");
  copyFileSync(databasePath(service.folder), original);
  await service.end();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A page of a print each. */
const find: ExportsOptions["search"]["find"] = async (_workspaceId, { cursor }) => {
  const id = Number(cursor ?? 0) + 1;
  return JSON.stringify({
    items: [{ id, tag: { number: "" } }],
    nextCursor: id === PRINTS ? null : String(id),
  });
};

const draw: ExportsOptions["preview"]["draw"] = async ({ printId, format }) => {
  if (printId === UNDRAWABLE) throw new Error("it cannot be drawn");
  return `${format} of ${printId}`;
};

/** Exports on a database of its own. */
class Shop implements Disposable {
  private static count = 0;
  readonly exports: Exports;
  private readonly database: Database;

  constructor(given: Partial<ExportsOptions> = {}) {
    const path = join(folder, `copy-${++Shop.count}`);
    copyFileSync(original, path);
    this.database = openLiveDatabase(path);
    this.database.run("PRAGMA foreign_keys = OFF");
    this.exports = new Exports({ databasePath: path, search: { find }, preview: { draw }, ...given });
  }

  start(given: Partial<ExportQuery> = {}, client: Partial<ExportClient> = {}) {
    const { signal } = new AbortController();
    const [workspace] = new WorkspaceStore(this.database).list();
    if (workspace === undefined) throw new Error("there is no workspace");
    const query = {
      format: "csv",
      bom: false,
      tags: "columns",
      proofs: false,
      search: SEARCH,
      ids: null,
      ...given,
    } as const;
    return this.exports.start(
      { workspace, query, wanted: "{}", at: 0, version: "1", hasCards: true },
      { signal, isAllowed: () => true, ...client },
    );
  }

  change(statement: string): void {
    this.database.run(statement);
    renewChecksums(this.database);
  }

  [Symbol.dispose](): void {
    this.exports.close();
    this.database.close();
  }
}

const statesOf = (csv: string) => tableOf(csv).map(({ id, state }) => `${id} ${state}`);

test("what comes after the search is not in it; what was deleted or removed since is named as gone", async () => {
  using shop = new Shop();
  const { total, body } = await shop.start();
  expect(total).toBe(PRINTS);
  shop.change(`UPDATE print SET deleted_at = 1, journal_state = NULL WHERE id = ${DELETED}`);
  shop.change(`UPDATE print SET removal_id = 1, checksum = NULL, journal_state = NULL WHERE id = ${REMOVED}`);
  const csv = await new Response(body).text();
  expect(statesOf(csv)).toEqual(["1 ok", "2 gone", "3 gone", "4 ok", "5 ok", "6 ok"]);
  expect(csv).not.toMatch(/Order [23]/);
});

test("a selection keeps its order, names each once, has deleted ones, and says what is not there", async () => {
  using shop = new Shop();
  shop.change("UPDATE print SET deleted_at = 1, journal_state = NULL WHERE id = 1");
  const { total, body } = await shop.start({ search: null, ids: [5, 1, 99, 5] });
  expect(total).toBe(3);
  expect(statesOf(await new Response(body).text())).toEqual(["5 ok", "1 ok", "99 gone"]);
});

describe("what cannot be read is named, and the others are there", () => {
  test.each<[ExportFormat, string, string]>([
    ["zip-raw", "damaged", "ok"],
    ["zip-png", "damaged", "not-drawn"],
    ["zip-pdf", "damaged", "not-drawn"],
  ])("%s", async (format, damaged, undrawable) => {
    using shop = new Shop();
    shop.change(`UPDATE print_data SET content = x'00' WHERE print_id = ${DAMAGED}`);
    const { body } = await shop.start({ format });
    const archive = await new Response(body).bytes();
    const read = (path: string) => Buffer.from(fileInZip(archive, (name) => name === path, 1e6) ?? []);
    const rows = tableOf(read("index.csv").toString());
    expect(rows.map(({ state }) => state)).toEqual(["ok", "ok", "ok", damaged, undrawable, "ok"]);
    for (const { file = "", fileSha256, sha256, state, id } of rows) {
      const wanted = format === "zip-raw" ? `Order ${id}\n` : `${format.slice("zip-".length)} of ${id}`;
      expect([id, file === ""]).toEqual([id, state !== "ok"]);
      expect(sha256).toBe(hash(`Order ${id}\n`));
      if (file === "") continue;
      expect(read(file).toString()).toBe(wanted);
      expect(fileSha256).toBe(hash(wanted));
    }
    expect(read("README.txt").toString()).toContain("no fiscal record");
  });
});

const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

describe("only so many are under way", () => {
  test.each<[string, (body: ReadableStream<Uint8Array>, gone: AbortController) => unknown]>([
    ["was read", (body) => new Response(body).text()],
    ["was cancelled", (body) => body.cancel()],
    ["has lost its client", (_body, gone) => gone.abort()],
  ])("until one %s", async (_name, end) => {
    using shop = new Shop();
    const gone = new AbortController();
    const { body } = await shop.start({}, { signal: gone.signal });
    for (let others = 1; others < EXPORT_LIMITS.atOnce; others++) await shop.start();
    const refused = expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" });
    expect(await shop.start().catch((error: unknown) => error)).toEqual(refused);
    await end(body, gone);
    expect((await shop.start()).total).toBe(PRINTS);
  });

  test("one whose search fails does not count", async () => {
    using shop = new Shop({ search: { find: () => Promise.reject(new Error("no search")) } });
    for (let count = 0; count <= EXPORT_LIMITS.atOnce; count++)
      expect(await shop.start().then(() => "", String)).toContain("no search");
  });
});

test("a client that takes nothing is given up", async () => {
  using shop = new Shop({ stallMilliseconds: 1 });
  for (let count = 0; count < EXPORT_LIMITS.atOnce; count++) await shop.start();
  await until(() =>
    shop.start().then(
      () => true,
      () => false,
    ),
  );
});

test("who may not have it any more is given no more", async () => {
  using shop = new Shop();
  const { body } = await shop.start({}, { isAllowed: () => false });
  expect(await new Response(body).text().then(() => "whole", String)).not.toBe("whole");
});

test("a client that has gone before it began is none", async () => {
  using shop = new Shop();
  const client = { signal: AbortSignal.abort() };
  for (let count = 0; count <= EXPORT_LIMITS.atOnce; count++)
    expect(await shop.start({}, client).then(() => "", String)).toContain("abort");
});

test("a service that stops breaks the body off: what came of it is not taken for whole", async () => {
  using shop = new Shop();
  const { body } = await shop.start();
  shop.exports.close();
  expect(await new Response(body).text().then(() => "whole", String)).not.toBe("whole");
});
