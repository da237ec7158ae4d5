import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DatabaseContentStore, piecesOf } from "../../src/storage/postgres/content-store.ts";
import { decodeContent, encodeContent } from "../../src/storage/raw-content.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  [0, []],
  [1, [1]],
  [7, [4, 2, 1]],
  [1500, [512, 512, 256, 128, 64, 16, 8, 4]],
])("%d rows are written in few different statements", (count, lengths) => {
  const items = Array.from({ length: count }, (_, index) => index);
  expect(piecesOf(items).map(({ length }) => length)).toEqual(lengths);
  expect(piecesOf(items).flat()).toEqual(items);
});

describeEngines("bytes in the database", (engine) => {
  let tested: TestDatabase;
  let contents: DatabaseContentStore;
  beforeAll(async () => {
    tested = await testDatabase(engine);
    contents = new DatabaseContentStore(tested.database);
  });
  afterAll(() => tested[Symbol.asyncDispose]());

  const store = (workspaceId: number, texts: readonly string[]) =>
    tested.database.write(workspaceId, (transaction) =>
      contents.store(
        transaction,
        workspaceId,
        texts.map((text) => encodeContent(bytes(text))),
      ),
    );
  const read = async (workspaceId: number, text: string) => {
    const stored = await contents.read(workspaceId, encodeContent(bytes(text)).sha256);
    return stored === null ? null : new TextDecoder().decode(decodeContent(1, stored));
  };

  test.each([
    ["nothing", ""],
    ["a few", "\u001b@ü\0"],
    ["what is packed", "receipt ".repeat(1000)],
  ])("%s comes back as it went", async (_name, text) => {
    await store(1, [text]);
    expect(await read(1, text)).toBe(text);
    expect(await read(2, text)).toBeNull();
  });

  test("many at once, some of them the same and some there already", async () => {
    const texts = Array.from({ length: 2500 }, (_, index) => `print ${index % 2400}`);
    await store(3, ["print 7"]);
    await store(3, texts);
    const count = sql`SELECT count(*) AS n FROM print_content WHERE workspace_id = 3`;
    expect(await tested.database.first<{ n: number }>(count)).toEqual({ n: 2400 });
    expect(await read(3, "print 2399")).toBe("print 2399");
  });

  test("what was erased is gone, in its workspace alone", async () => {
    await store(4, ["x", "y"]);
    await store(5, ["x"]);
    await tested.database.write(4, (transaction) =>
      contents.erase(transaction, 4, [encodeContent(bytes("x")).sha256]),
    );
    expect([await read(4, "x"), await read(4, "y"), await read(5, "x")]).toEqual([null, "y", "x"]);
  });
});
