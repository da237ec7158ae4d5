import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BACKUP_LIMITS } from "../../src/backup/backup-limits.ts";
import { type BackupPlace, backupPlace } from "../../src/backup/backup-place.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { Bucket } from "./bucket.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = async (place: BackupPlace, path: string) => new TextDecoder().decode(await place.read(path));

let bucket: Bucket;
const folder = temporaryFolder();
const scratch = temporaryFolder();
beforeAll(() => (bucket = new Bucket()));
afterEach(() => {
  bucket.mood.partFaults.length = 0;
  bucket.mood.isDown = false;
});
afterAll(() => {
  bucket[Symbol.dispose]();
  for (const each of [folder, scratch]) rmSync(each, { recursive: true, force: true });
});

const kinds: [string, () => BackupPlace][] = [
  ["a folder", () => backupPlace(folder, bucket.access)],
  ["a bucket", () => backupPlace("s3://shop/tills/one", bucket.access)],
];

describe.each(kinds)("%s", (_kind, open) => {
  test("gives back what was written to it", async () => {
    const place = open();
    await place.write("a/b/one", bytes("first"));
    await place.write("a/b/one", bytes("again"));
    expect(await text(place, "a/b/one")).toBe("again");
    expect(new TextDecoder().decode(await place.read("a/b/one", 2))).toBe("ag");
    expect([await place.has("a/b/one"), await place.has("a/b/two")]).toEqual([true, false]);
    await place.remove(["a/b/one", "a/b/one"]);
    expect(await place.has("a/b/one")).toBe(false);
  });

  test("lists what it has, in order and however much that is", async () => {
    const place = open();
    const paths = Array.from({ length: 10 }, (_, index) => `list/${index}/file`);
    for (const path of paths.toReversed()) await place.write(path, bytes(path));
    expect(await place.list("list")).toEqual(paths.map((path) => ({ path, bytes: path.length })));
    expect((await place.list("")).map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    expect((await place.list("list", "3")).map(({ path }) => path)).toEqual(["list/3/file"]);
    expect((await place.list("", "li")).map(({ path }) => path)).toEqual(paths);
    expect(await place.list("nothing")).toEqual([]);
    await place.remove(paths);
    expect(await place.list("list")).toEqual([]);
  });

  test("takes a file that is larger than a part, and is whole only then", async () => {
    const place = open();
    const content = new Uint8Array(BACKUP_LIMITS.partBytes * 2 + 12_345).map((_, index) => index % 251);
    const draft = place.draftOf("large/file", scratch);
    writeFileSync(draft, content);
    expect(await place.list("large")).toEqual([]);
    await place.bring("large/file", draft);
    expect(existsSync(draft)).toBe(false);
    expect(await place.list("large")).toEqual([{ path: "large/file", bytes: content.byteLength }]);
    const hash = new Bun.CryptoHasher("sha256");
    for await (const piece of place.stream("large/file")) hash.update(piece);
    expect(hash.digest("hex")).toBe(new Bun.CryptoHasher("sha256").update(content).digest("hex"));
    await place.remove(["large/file"]);
  });
});

test("a folder holds what is its owner's alone, and nothing empty or unfinished stays", async () => {
  const place = backupPlace(folder, bucket.access);
  await place.write("own/segments/one", bytes("1"));
  expect(statSync(join(folder, "own/segments/one")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "own")).mode & 0o777).toBe(0o700);
  writeFileSync(place.draftOf("own/two", scratch), "half");
  await place.remove(["own/segments/one"]);
  await place.tidy((name) => name === "own");
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder of very many files is listed some at a time", async () => {
  const many = temporaryFolder();
  const paths = Array.from({ length: BACKUP_LIMITS.pageFiles + 1 }, (_, index) => `${index % 7}/${index}`);
  for (const path of paths) {
    mkdirSync(join(many, dirname(path)), { recursive: true });
    writeFileSync(join(many, path), "");
  }
  const pages = await Array.fromAsync(backupPlace(many, bucket.access).pages(""));
  expect(pages.map(({ length }) => length)).toEqual([BACKUP_LIMITS.pageFiles, 1]);
  expect(
    pages
      .flat()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(paths.toSorted());
  rmSync(many, { recursive: true });
});

test("the top folder of a disk may be the place, with what is not the service's to read", async () => {
  const disk = temporaryFolder();
  const place = backupPlace(disk, bucket.access);
  await place.write("snapshot-1/one", bytes("1"));
  mkdirSync(join(disk, "lost+found"), { mode: 0 });
  writeFileSync(join(disk, "film.unfinished"), "");
  expect((await place.list("", "snapshot-")).map(({ path }) => path)).toEqual(["snapshot-1/one"]);
  await place.tidy((name) => name.startsWith("snapshot-"));
  expect(readdirSync(disk).toSorted()).toEqual(["film.unfinished", "lost+found", "snapshot-1"]);
  rmSync(disk, { recursive: true });
});

describe("a bucket", () => {
  const open = (secret = bucket.access.secret) =>
    backupPlace("s3://shop/tills", { ...bucket.access, secret });

  test("is signed for, in parts too", () => {
    expect(bucket.refused).toBe(0);
    expect(bucket.uploads.begun).toBeGreaterThan(0);
    expect(bucket.uploads.ended).toBe(bucket.uploads.begun);
  });

  test("that is down, or not there at all, is told of, without its secret", async () => {
    bucket.mood.isDown = true;
    const closed = Bun.serve({ port: 0, fetch: () => new Response() });
    const away = { ...bucket.access, endpoint: `http://127.0.0.1:${closed.port}` };
    await closed.stop(true);
    for (const place of [open(), backupPlace("s3://shop/tills", away)]) {
      const error = await place.write("x", bytes("x")).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain("s3://shop/tills cannot be used");
      expect(String(error)).not.toContain(bucket.access.secret);
    }
  });

  test("whose key is wrong is told of", async () => {
    const write = open("another").write("x", bytes("x"));
    expect(write).rejects.toThrow("SignatureDoesNotMatch");
    await write.catch(() => {});
    expect(bucket.refused).toBeGreaterThan(0);
  });

  test("is asked again where a part fails", async () => {
    const place = open();
    const draft = place.draftOf("retried", scratch);
    writeFileSync(draft, new Uint8Array(BACKUP_LIMITS.partBytes + 1));
    bucket.mood.partFaults.push(500);
    await place.bring("retried", draft);
    expect(await place.list("")).toEqual([{ path: "retried", bytes: BACKUP_LIMITS.partBytes + 1 }]);
  });

  test("needs a name", () => {
    expect(() => backupPlace("s3:///x", bucket.access)).toThrow("names no bucket");
  });
});
