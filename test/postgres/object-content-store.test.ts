import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type BackupPlace, backupPlace } from "../../src/backup/backup-place.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import { ObjectContentStore } from "../../src/storage/postgres/object-content-store.ts";
import { decodeContent, encodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { Bucket } from "../backup/bucket.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

const contentOf = (text: string) => encodeContent(new TextEncoder().encode(text));

describeEngines("bytes beside the database", (engine) => {
  let tested: TestDatabase;
  let bucket: Bucket;
  /** Each test has two of its own. */
  let shop = 0;
  let other = 1;
  beforeAll(async () => {
    tested = await testDatabase(engine);
  });
  beforeEach(() => {
    bucket = new Bucket();
    [shop, other] = [shop + 2, other + 2];
  });
  afterEach(() => bucket[Symbol.dispose]());
  afterAll(() => tested[Symbol.asyncDispose]());

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
    ["a bucket", (): BackupPlace => backupPlace("s3://shop/archive", bucket.access)],
    ["a folder", (): BackupPlace => backupPlace(temporaryFolder(), bucket.access)],
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
      await store(contents, shop, [...texts, ...texts].map(contentOf));
      await store(contents, shop, texts.map(contentOf));
      await store(contents, other, [contentOf("a\0b")]);
      for (const text of texts) expect(await readText(contents, shop, text)).toBe(text);
      expect(await objects.list(`prints/${shop}`)).toHaveLength(texts.length);
      expect(
        await tested.database.all(
          sql`SELECT 1 AS n FROM print_content WHERE workspace_id = ${shop} AND content IS NOT NULL`,
        ),
      ).toEqual([]);

      await erase(contents, shop, "a\0b");
      expect(await readText(contents, shop, "a\0b")).toBeNull();
      expect(await contents.removeErased()).toBe(1);
      expect(await contents.removeErased()).toBe(0);
      expect(await objects.list(`prints/${shop}`)).toHaveLength(texts.length - 1);
      expect(await readText(contents, other, "a\0b")).toBe("a\0b");
    });
  });

  test("what came again after it was erased stays", async () => {
    const contents = inBucket();
    await store(contents, shop, [contentOf("x")]);
    await erase(contents, shop, "x");
    await store(contents, shop, [contentOf("x")]);
    expect(await contents.removeErased()).toBe(1);
    expect(await readText(contents, shop, "x")).toBe("x");
  });

  test("a transaction that is done again writes no object again, and what was prepared is there already", async () => {
    const contents = inBucket();
    const some = [contentOf("x"), contentOf("y")];
    await contents.prepare(shop, some);
    expect(bucket.files.size).toBe(2);
    let tries = 0;
    await tested.database.write(shop, async (transaction) => {
      await contents.store(transaction, shop, some);
      if (++tries < 3) throw Object.assign(new Error("injected"), { errno: "40001" });
    });
    expect([tries, bucket.files.size, await readText(contents, shop, "y")]).toEqual([3, 2, "y"]);
  });

  test("what a transaction wrote that came to nothing is removed, and nothing else", async () => {
    const contents = inBucket();
    await store(contents, shop, [contentOf("kept")]);
    const failing = tested.database.write(shop, async (transaction) => {
      await contents.store(transaction, shop, [contentOf("lost")]);
      throw new Error("not this time");
    });
    expect(failing).rejects.toThrow("not this time");
    await failing.catch(() => {});
    expect(bucket.files.size).toBe(2);
    expect(await contents.removeUnused(shop, Date.now() - 60_000)).toBe(0);
    expect(await contents.removeUnused(shop, Date.now() + 60_000)).toBe(1);
    expect([bucket.files.size, await readText(contents, shop, "kept")]).toEqual([1, "kept"]);
  });

  test("what is not used is looked for page by page: no more is read and kept in memory", async () => {
    const objects = backupPlace("s3://shop/archive", bucket.access);
    const acts: string[] = [];
    const contents = new ObjectContentStore(tested.database, {
      has: (path) => objects.has(path),
      read: (path) => objects.read(path),
      write: (path, content) => objects.write(path, content),
      async remove(paths) {
        acts.push("remove");
        await objects.remove(paths);
      },
      async *pages(folder) {
        for await (const page of objects.pages(folder)) {
          acts.push(`page of ${page.length}`);
          yield page;
        }
      },
    });
    await store(contents, shop, [contentOf("kept")]);
    const lost = Array.from({ length: 6 }, (_, n) => contentOf(`lost ${n}`));
    await contents.prepare(shop, lost);
    // The bytes of another object that has them; and what is not ours.
    await new ObjectContentStore(tested.database, objects).prepare(other, [contentOf("kept")]);
    const [key = ""] = (await objects.list(`prints/${other}`)).map(({ path }) => path);
    await objects.write(key.replace(`/${other}/`, `/${shop}/`), new Uint8Array([1]));
    await objects.write(`prints/${shop}/notes/${Bun.randomUUIDv7()}`, new Uint8Array([1]));
    const [used] = await tested.database.all<{ key: string }>(
      sql`SELECT object_key AS key FROM print_content WHERE workspace_id = ${shop}`,
    );

    const before = tested.statements.size;
    expect(await contents.removeUnused(shop, Date.now() + 60_000, AbortSignal.abort())).toBe(0);
    expect(acts.splice(0)).toEqual(["page of 3"]);
    expect(await contents.removeUnused(shop, Date.now() + 60_000)).toBe(7);
    expect(acts).toEqual(["page of 3", "remove", "page of 3", "remove", "page of 3", "remove"]);
    for (const text of [...tested.statements].slice(before)) expect(text).toContain("sha256 IN");
    expect((await objects.list(`prints/${shop}`)).map(({ path }) => path)).toContain(used?.key ?? "");
    expect(await objects.list(`prints/${shop}`)).toHaveLength(2);
    expect(await readText(contents, shop, "kept")).toBe("kept");
  });

  test("a bucket that is not there is told, and no row says that it has something", async () => {
    const contents = inBucket();
    await store(contents, shop, [contentOf("before")]);
    bucket.mood.isDown = true;
    const failing = store(contents, shop, [contentOf("x")]);
    expect(failing).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await failing.catch(() => {});
    expect(readText(contents, shop, "before")).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await readText(contents, shop, "before").catch(() => {});
    expect(await contents.read(shop, contentOf("x").sha256)).toBeNull();
    bucket.mood.isDown = false;
    expect(await readText(contents, shop, "before")).toBe("before");
  });

  test("an object that is gone or changed is damage", async () => {
    const contents = inBucket();
    await store(contents, shop, [contentOf("x")]);
    const [key = ""] = bucket.files.keys();
    bucket.files.set(key, new Uint8Array([1]));
    expect(readText(contents, shop, "x")).rejects.toMatchObject({ code: "PRINT_DATA_DAMAGED" });
    await readText(contents, shop, "x").catch(() => {});
    bucket.files.delete(key);
    expect(readText(contents, shop, "x")).rejects.toMatchObject({ code: "PRINT_DATA_DAMAGED" });
    await readText(contents, shop, "x").catch(() => {});
  });

  test("an archive that does not know the bucket says so; one that has it reads what the database had before", async () => {
    const alone = new DatabaseContentStore(tested.database);
    await tested.database.write(shop, (transaction) => alone.store(transaction, shop, [contentOf("old")]));
    const contents = inBucket();
    await store(contents, shop, [contentOf("new")]);
    expect([await readText(contents, shop, "old"), await readText(contents, shop, "new")]).toEqual([
      "old",
      "new",
    ]);
    expect(alone.read(shop, contentOf("new").sha256)).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    await alone.read(shop, contentOf("new").sha256).catch(() => {});
  });
});
