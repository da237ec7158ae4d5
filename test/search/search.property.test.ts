import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { type Print, tagToJson } from "../../src/domain/print.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { WriteOperation, WriteResult } from "../../src/storage/write-operation.ts";
import { bytes, ESC } from "../escpos/bytes.ts";
import { inCodePage } from "../escpos/text/encode.ts";
import { instant, paper, searchQuery, tags, text, textQuery } from "./arbitraries.ts";
import { type ModelPrint, modelMatches, modelPage } from "./search-model.ts";

const PRINTS = 400;
const QUERIES = 1500;
const WORKSPACE = 1;

const database = new Database(":memory:", { strict: true });
let search: SqlSearch;
let prints: ModelPrint[] = [];

interface Answer {
  items: { id: number }[];
  total: number;
  page: number;
  nextCursor?: string | null;
  textPending?: number;
}

/** A receipt in code page 858. */
const printed = (lines: readonly string[]) =>
  bytes([ESC, 0x74, 19], inCodePage(lines.map((line) => `${line}\n`).join(""), "cp858"));

/** Stores prints of both workspaces, changes and deletes some; what the model knows comes from the answers. */
beforeAll(() => {
  migrate(database);
  search = new SqlSearch(database);
  ensureAdministrator(database, 0);
  database.run("INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)");
  let now = 1_000_000;
  const writer = new BatchWriter(database, () => now);
  const write = (operation: WriteOperation) => {
    const [result] = writer.write([operation]).results;
    return printOf(result);
  };
  const created = fc.sample(
    fc.record({
      workspaceId: fc.constantFrom(WORKSPACE, WORKSPACE, WORKSPACE, 2),
      printKey: fc.option(text.filter((key) => key.length > 0)),
      label: fc.option(text),
      deviceId: fc.option(text),
      tags,
      paper,
      wait: fc.constantFrom(0, 0, 1, 2),
      fate: fc.constantFrom("keep", "keep", "update", "delete"),
    }),
    PRINTS,
  );
  for (const { workspaceId, printKey, label, deviceId, tags: entries, paper: lines, wait, fate } of created) {
    now += wait;
    const stored = write({
      ...NO_FIELDS,
      kind: "create",
      workspaceId,
      userId: 1,
      printKey,
      label,
      deviceId,
      tag: tagToJson(new Map(entries)),
      defaultWidth: 48,
      testPrint: entries.length === 3,
      raw: Uint8Array.from(printed(lines)),
      idempotencyKey: null,
      printQuota: null,
      printerId: null,
      isDelivered: false,
      spoolKey: null,
    });
    let last = stored;
    if (fate === "update") {
      now += 1;
      const patch = {
        label: `${stored.label ?? ""}e`,
        tag: new Map([
          ["a", "x"],
          ["$", null],
        ]),
      };
      last = write({ kind: "update", workspaceId, printId: stored.id, patch });
    }
    if (fate === "delete") last = write({ kind: "delete", workspaceId, printId: stored.id });
    if (workspaceId === WORKSPACE) prints.push({ ...last, paper: lines });
  }
  // A fresh connection's view: what is in the tables, not what the writer remembers.
  expect(prints.length).toBeGreaterThan(PRINTS / 2);
});

afterAll(() => database.close());

function printOf(result: WriteResult | undefined): Print {
  if (result === undefined || !result.ok) throw new Error(JSON.stringify(result));
  const parsed = JSON.parse(result.json);
  const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  return {
    ...parsed,
    tag: JSON.stringify(parsed.tag),
    createdAt: time(parsed.createdAt),
    updatedAt: time(parsed.updatedAt),
    deletedAt: time(parsed.deletedAt),
  };
}

test("a page is what the model says, for any query", () => {
  let found = 0;
  fc.assert(
    fc.property(searchQuery, (query) => {
      const { items, ...rest } = JSON.parse(search.find(WORKSPACE, query));
      const answer = { ids: items.map(({ id }: { id: number }) => id), ...rest };
      expect(answer).toEqual(modelPage(prints, query));
      if (answer.total > 0) found++;
    }),
    { numRuns: QUERIES },
  );
  // Queries that find nothing would agree with nearly any search.
  expect(found).toBeGreaterThan(QUERIES / 4);
});

test("a page of a search in the text is what the model says", () => {
  let found = 0;
  fc.assert(
    fc.property(textQuery, (query) => {
      const { items, textPending, ...rest } = JSON.parse(search.find(WORKSPACE, query));
      const answer = { ids: items.map(({ id }: { id: number }) => id), ...rest };
      expect(answer).toEqual(modelPage(prints, query));
      expect(textPending).toBe(0);
      if (answer.total > 0) found++;
    }),
    { numRuns: QUERIES / 5 },
  );
  expect(found).toBeGreaterThan(QUERIES / 20);
});

test("items are the prints themselves, tags named __proto__ and all", () => {
  fc.assert(
    fc.property(searchQuery, (query) => {
      const { items } = JSON.parse(search.find(WORKSPACE, { ...query, page: 1, pageSize: 1000 }));
      expect(items.map(asModel)).toEqual(modelMatches(prints, query).map(asModel));
    }),
    { numRuns: 60 },
  );
});

function asModel(print: Record<string, unknown> | Print): unknown[] {
  const { id, label, deviceId, printKey, tag } = print;
  const entries = Object.entries(typeof tag === "string" ? JSON.parse(tag) : (tag ?? {}));
  return [id, label, deviceId, printKey, entries.toSorted()];
}

test("a walk by cursor meets every print once, in order", () => {
  fc.assert(
    fc.property(searchQuery, fc.integer({ min: 20, max: 90 }), (query, pageSize) => {
      const walked: number[] = [];
      let cursor: string | null = null;
      let page = 1;
      do {
        const answer: Answer = JSON.parse(search.find(WORKSPACE, { ...query, pageSize, cursor }));
        expect(answer.page).toBe(page++);
        walked.push(...answer.items.map(({ id }) => id));
        cursor = answer.nextCursor ?? null;
      } while (cursor !== null);
      expect(walked).toEqual(modelMatches(prints, query).map(({ id }) => id));
    }),
    { numRuns: 150 },
  );
});

test("bounds of time are inclusive at the millisecond", () => {
  fc.assert(
    fc.property(instant, instant, (from, to) => {
      const query = {
        filter: { from, to, deleted: "any" },
        orderBy: "id.asc",
        page: 1,
        pageSize: 1000,
      } as const;
      const { total } = JSON.parse(search.find(WORKSPACE, query));
      expect(total).toBe(prints.filter(({ createdAt }) => createdAt >= from && createdAt <= to).length);
    }),
    { numRuns: 100 },
  );
});

test("1,000 conditions in three levels of groups are answered", () => {
  const condition = (index: number) => ({ op: "contains", key: `k${index}`, value: "v" }) as const;
  const ten = <Entry>(make: (index: number) => Entry) =>
    Array.from({ length: 10 }, (_, index) => make(index));
  const tag = {
    join: "or" as const,
    entries: ten((outer) => ({
      join: "or" as const,
      entries: ten((inner) => ({
        join: "or" as const,
        entries: ten((last) => condition(outer * 100 + inner * 10 + last)),
      })),
    })),
  };
  const query = {
    filter: { tag, deleted: "any" as const },
    orderBy: "id.asc" as const,
    page: 1,
    pageSize: 10,
  };
  const { ids, ...page } = modelPage(prints, query);
  expect(JSON.parse(search.find(WORKSPACE, query))).toEqual({ items: [], ...page });
  expect(ids).toEqual([]);
});
