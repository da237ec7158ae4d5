import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { backupPlace } from "../../src/backup/backup-place.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import { ObjectContentStore, type ObjectPlace } from "../../src/storage/postgres/object-content-store.ts";
import { decodeContent, encodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { Bucket } from "../backup/bucket.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

const contentOf = (text: string) => encodeContent(new TextEncoder().encode(text));

describeEngines("bytes beside the database", (engine) => {
  let tested: TestDatabase;
  let bucket: Bucket;
  beforeEach(async () => {
    tested = await testDatabase(engine);
    bucket = new Bucket();
  });
  afterEach(async () => {
    bucket[Symbol.dispose]();
    await tested[Symbol.asyncDispose]();
  });

  const store = (contents: ObjectContentStore, workspaceId: number, some: readonly StoredContent[]) =>
    tested.database.write(workspaceId, (transaction) => contents.store(transaction, workspaceId, some));
  const erase = (contents: ObjectContentStore, workspaceId: number, text: string) =>
    tested.database.write(workspaceId, (transaction) =>
      contents.erase(transaction, workspaceId, [contentOf(text).sha256]),
    );
  const readText = async (contents: ObjectContentStore, workspaceId: number, text: string) => {
    const stored = await contents.read(workspaceId, contentOf(text).sha256);
    return stored === null ? null : new TextDecoder().decode(decodeContent(1, stored));
  };
  const inBucket = () =>
    new ObjectContentStore(tested.database, backupPlace("s3://shop/archive", bucket.access));

  describe.each([
    ["a bucket", (): ObjectPlace => backupPlace("s3://shop/archive", bucket.access)],
    ["a folder", (): ObjectPlace => backupPlace(temporaryFolder(), bucket.access)],
  ])("%s", (_name, place) => {
    test("has them once, until no print has them any more", async () => {
      const objects = place();
      const contents = new ObjectContentStore(tested.database, objects);
      const texts = [
        "",
        "a\0b",
        "receipt ".repeat(500),
        ...Array.from({ length: 40 }, (_, n) => `print ${n}`),
      ];
      await store(contents, 7, [...texts, ...texts].map(contentOf));
      await store(contents, 7, texts.map(contentOf));
      await store(contents, 8, [contentOf("a\0b")]);
      for (const text of texts) expect(await readText(contents, 7, text)).toBe(text);
      expect(await objects.list("prints/7")).toHaveLength(texts.length);
      expect(
        await tested.database.all(sql`SELECT 1 AS n FROM print_content WHERE content IS NOT NULL`),
      ).toEqual([]);

      await erase(contents, 7, "a\0b");
      expect(await readText(contents, 7, "a\0b")).toBeNull();
      expect(await contents.removeErased()).toBe(1);
      expect(await contents.removeErased()).toBe(0);
      expect(await objects.list("prints/7")).toHaveLength(texts.length - 1);
      expect(await readText(contents, 8, "a\0b")).toBe("a\0b");
    });
  });

  test("what came again after it was erased stays", async () => {
    const contents = inBucket();
    await store(contents, 1, [contentOf("x")]);
    await erase(contents, 1, "x");
    await store(contents, 1, [contentOf("x")]);
    expect(await contents.removeErased()).toBe(1);
    expect(await readText(contents, 1, "x")).toBe("x");
  });

  test("a transaction that is done again writes no object again, and what was prepared is there already", async () => {
    const contents = inBucket();
    const some = [contentOf("x"), contentOf("y")];
    await contents.prepare(1, some);
    expect(bucket.files.size).toBe(2);
    let tries = 0;
    await tested.database.write(1, async (transaction) => {
      await contents.store(transaction, 1, some);
      if (++tries < 3) throw Object.assign(new Error("injected"), { errno: "40001" });
    });
    expect([tries, bucket.files.size, await readText(contents, 1, "y")]).toEqual([3, 2, "y"]);
  });

  test("what a transaction wrote that came to nothing is removed, and nothing else", async () => {
    const contents = inBucket();
    await store(contents, 1, [contentOf("kept")]);
    const failing = tested.database.write(1, async (transaction) => {
      await contents.store(transaction, 1, [contentOf("lost")]);
      throw new Error("not this time");
    });
    expect(failing).rejects.toThrow("not this time");
    await failing.catch(() => {});
    expect(bucket.files.size).toBe(2);
    expect(await contents.removeUnused(1, Date.now() - 60_000)).toBe(0);
    expect(await contents.removeUnused(1, Date.now() + 60_000)).toBe(1);
    expect([bucket.files.size, await readText(contents, 1, "kept")]).toEqual([1, "kept"]);
  });

  test("a bucket that is not there is told, and no row says that it has something", async () => {
    const contents = inBucket();
    await store(contents, 1, [contentOf("before")]);
    bucket.mood.isDown = true;
    const failing = store(contents, 1, [contentOf("x")]);
    expect(failing).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await failing.catch(() => {});
    expect(readText(contents, 1, "before")).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await readText(contents, 1, "before").catch(() => {});
    expect(await contents.read(1, contentOf("x").sha256)).toBeNull();
    bucket.mood.isDown = false;
    expect(await readText(contents, 1, "before")).toBe("before");
  });

  test("an object that is gone or changed is damage", async () => {
    const contents = inBucket();
    await store(contents, 1, [contentOf("x")]);
    const [key = ""] = bucket.files.keys();
    bucket.files.set(key, new Uint8Array([1]));
    expect(readText(contents, 1, "x")).rejects.toMatchObject({ code: "PRINT_DATA_DAMAGED" });
    await readText(contents, 1, "x").catch(() => {});
    bucket.files.delete(key);
    expect(readText(contents, 1, "x")).rejects.toMatchObject({ code: "PRINT_DATA_DAMAGED" });
    await readText(contents, 1, "x").catch(() => {});
  });

  test("an archive that does not know the bucket says so; one that has it reads what the database had before", async () => {
    const alone = new DatabaseContentStore(tested.database);
    await tested.database.write(1, (transaction) => alone.store(transaction, 1, [contentOf("old")]));
    const contents = inBucket();
    await store(contents, 1, [contentOf("new")]);
    expect([await readText(contents, 1, "old"), await readText(contents, 1, "new")]).toEqual(["old", "new"]);
    expect(alone.read(1, contentOf("new").sha256)).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await alone.read(1, contentOf("new").sha256).catch(() => {});
  });
});
