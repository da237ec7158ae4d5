import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { TextIndexer } from "../../src/archive/text/text-indexer.ts";
import { foldLine } from "../../src/search/text/fold-line.ts";
import type { ContentStore } from "../../src/storage/postgres/content-store.ts";
import { PostgresPrintReader } from "../../src/storage/postgres/print-reader.ts";
import { countTextPending } from "../../src/storage/postgres/text-progress.ts";
import { createOperation } from "../create-operation.ts";
import { inDoubleByteCode } from "../escpos/text/encode.ts";
import { PrintDatabase } from "../postgres/print-database.ts";
import { until } from "../until.ts";

const WORKSPACE = 1;
/** Enough text to tell by itself, and a word that needs what earlier prints of its device tell. */
const LONG = Uint8Array.of(
  ...inDoubleByteCode("欢迎光临\n凉拌豆腐 12.00\n合计 12.00\n谢谢惠顾", "gb18030"),
  10,
);
const WORD = Uint8Array.of(...inDoubleByteCode("茶", "gb18030"), 10);

let opened: PrintDatabase;
let indexers: TextIndexer[];
let errors: unknown[];
beforeEach(async () => {
  [opened, indexers, errors] = [await PrintDatabase.open([WORKSPACE, 2]), [], []];
});
afterEach(async () => {
  for (const indexer of indexers) await indexer.close();
  await opened[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
});

function index(contents: ContentStore = opened.contents): TextIndexer {
  const onError = (error: unknown) => void errors.push(error);
  const indexer = new TextIndexer({ database: opened.database, contents, onError });
  indexers.push(indexer);
  indexer.start();
  return indexer;
}

async function create(raw: Uint8Array<ArrayBuffer>, deviceId: string | null = null, workspaceId = WORKSPACE) {
  return (await opened.writer.submit(createOperation({ raw, deviceId, workspaceId }))).id;
}

const pending = () => countTextPending(opened.database, WORKSPACE);
const whenRead = () => until(async () => (await pending()) === 0, "all texts");
const bytes = (text: string) => new TextEncoder().encode(text);

async function texts(): Promise<Record<number, string>> {
  const rows = await opened.database.all<{ id: number; lines: string }>(
    sql`SELECT print_id AS id, lines FROM print_text WHERE workspace_id = ${WORKSPACE}`,
  );
  return Object.fromEntries(rows.map(({ id, lines }) => [id, lines]));
}

test("prints get the lines that a shop finds them by, in the order in which they come", async () => {
  const first = await create(bytes("  Order   42\nGrüße \0\n\n"));
  const long = await create(LONG, "till");
  const word = await create(WORD, "till");
  const other = await create(WORD, "other till");
  expect(await pending()).toBe(4);
  const indexer = index();
  await whenRead();
  const found = await texts();
  expect(found[first]?.split("\n")[0]).toBe(foldLine("order 42"));
  expect(found[long]).toContain(foldLine("凉拌豆腐"));
  expect(found[word]).toBe("茶");
  expect(found[other]).not.toBe("茶");
  const reader = new PostgresPrintReader(opened.database, opened.contents);
  const earlierOf = async (id: number) =>
    (await reader.printerOf(await reader.read(WORKSPACE, id), {})).earlier;
  expect(await earlierOf(word)).toBe("china");
  expect(await earlierOf(other)).toBeUndefined();
  const later = await create(WORD, "till");
  expect(await earlierOf(later)).toBe("china");
  indexer.wake();
  await whenRead();
  expect((await texts())[later]).toBe("茶");
});

test("several instances read all prints once, whatever they meet", async () => {
  const count = 450;
  for (let next = 0; next < count; next += 90)
    await Promise.all(Array.from({ length: 90 }, (_, at) => create(bytes(`receipt ${next + at}\n`))));
  for (let started = 0; started < 3; started++) index();
  await whenRead();
  const lines = Object.values(await texts());
  expect(new Set(lines)).toEqual(new Set(Array.from({ length: count }, (_, at) => `receipt ${at}`)));
  expect(lines).toHaveLength(count);
});

test("all are read again with other settings of the workspace", async () => {
  const id = await create(WORD);
  index();
  await whenRead();
  expect((await texts())[id]).not.toBe("茶");
  await opened.database.run(
    sql`UPDATE workspace SET settings = '{"charset":"china"}' WHERE id = ${WORKSPACE}`,
  );
  await until(async () => (await texts())[id] === "茶");
});

test("of a print that is erased while it is read nothing is stored", async () => {
  const ids = [await create(bytes("kept\n")), await create(bytes("secret\n"))];
  const { promise: isReading, resolve: read } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  index({
    prepare: () => opened.contents.prepare(),
    store: (...all) => opened.contents.store(...all),
    erase: (...all) => opened.contents.erase(...all),
    read: (...all) => opened.contents.read(...all),
    async readSome(...all) {
      const content = await opened.contents.readSome(...all);
      read();
      await mayGoOn;
      return content;
    },
  });
  await isReading;
  await opened.writer.submit({
    kind: "remove",
    how: "erased",
    workspaceId: WORKSPACE,
    printIds: [ids[1] ?? 0],
    userId: 1,
    reason: "asked for",
    removalId: null,
    isLast: true,
  });
  goOn();
  await whenRead();
  expect(await texts()).toEqual({ [ids[0] ?? 0]: "kept" });
});

test("a print whose bytes are gone has no text, and keeps no other from having theirs", async () => {
  const [lost, whole] = [await create(bytes("lost\n")), await create(bytes("whole\n"))];
  await opened.database.run(
    sql`DELETE FROM print_content WHERE workspace_id = ${WORKSPACE}
      AND sha256 = (SELECT sha256 FROM print WHERE workspace_id = ${WORKSPACE} AND id = ${lost})`,
  );
  index();
  await whenRead();
  expect(await texts()).toEqual({ [lost]: "", [whole]: "whole" });
});
