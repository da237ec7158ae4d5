import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { endRecords, entryRecord, localHeader } from "../../src/export/zip-records.ts";
import { DeflatedText, type ZipFile, ZipWriter } from "../../src/export/zip-writer.ts";
import { fileInZip } from "../../src/update/zip-file.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const GIBIBYTE = 1024 ** 3;
const modifiedAt = Date.parse("2026-11-22T18:05:24Z");

function archiveOf(
  files: Iterable<Pick<ZipFile, "name" | "content">>,
  text: DeflatedText | null = null,
): Uint8Array {
  const zip = new ZipWriter();
  const pieces: Uint8Array[] = [];
  for (const file of files) pieces.push(...zip.file({ ...file, modifiedAt }));
  if (text !== null) pieces.push(...zip.packedFile("index.csv", modifiedAt, text));
  pieces.push(...zip.end());
  return new Uint8Array(Bun.concatArrayBuffers(pieces as Uint8Array<ArrayBuffer>[]));
}

function* small(count: number) {
  for (let number = 0; number < count; number++)
    yield { name: `prints/${number} ä.txt`, content: Buffer.from(String(number)) };
}

const CONTENTS = {
  "empty.bin": Buffer.alloc(0),
  "small.bin": Buffer.from("a"),
  "text.txt": Buffer.from("Flat White 7.50\n".repeat(1000)),
  "random.bin": Buffer.from(Bun.SHA512.hash("seed") as Uint8Array),
  "日本 語.txt": Buffer.from("names are UTF-8"),
};

test("what is in an archive comes out of it", () => {
  const text = new DeflatedText();
  const lines = Array.from({ length: 50_000 }, (_, line) => `${line},Order ${line}\r\n`);
  for (const line of lines) text.add(line);
  const archive = archiveOf(
    Object.entries(CONTENTS).map(([name, content]) => ({ name, content })),
    text,
  );
  const read = (path: string) => fileInZip(archive, (name) => name === path, GIBIBYTE);
  for (const [name, content] of Object.entries(CONTENTS))
    expect(Buffer.from(read(name) ?? []).equals(content)).toBe(true);
  expect(Buffer.from(read("index.csv") ?? []).toString()).toBe(lines.join(""));
  expect(archive.byteLength).toBeLessThan(lines.join("").length);
});

describe("ZIP64 is where a number does not fit, and only there", () => {
  const facts = { name: "a", modifiedAt, crc: 1, bytes: 5, packedBytes: 5, isDeflated: false, offset: 0 };
  const field = (bytes: Uint8Array, ...sizes: number[]) => {
    const wanted = Buffer.alloc(4 + 8 * sizes.length);
    wanted.writeUInt16LE(1, 0);
    wanted.writeUInt16LE(8 * sizes.length, 2);
    for (const [index, size] of sizes.entries()) wanted.writeBigUInt64LE(BigInt(size), 4 + 8 * index);
    return Buffer.from(bytes).includes(wanted);
  };

  test.each([
    ["nothing", facts, []],
    ["the place", { ...facts, offset: 5 * GIBIBYTE }, [5 * GIBIBYTE]],
    ["the size", { ...facts, bytes: 5 * GIBIBYTE, isDeflated: true }, [5 * GIBIBYTE]],
    [
      "all",
      { ...facts, bytes: 6 * GIBIBYTE, packedBytes: 5 * GIBIBYTE, offset: 4 * GIBIBYTE },
      [6, 5, 4].map((one) => one * GIBIBYTE),
    ],
  ])("%s", (_name, entry, sizes) => {
    const record = Buffer.from(entryRecord(entry));
    expect(record.readUInt16LE(6)).toBe(sizes.length === 0 ? 20 : 45);
    expect(sizes.length === 0 || field(record, ...sizes)).toBe(true);
    const isLocal = entry.bytes > GIBIBYTE * 4;
    expect(field(localHeader(entry), entry.bytes, entry.packedBytes)).toBe(isLocal);
  });

  test.each([
    [65_534, 0, 22],
    [65_535, 0, 22 + 56 + 20],
    [1, 4 * GIBIBYTE, 22 + 56 + 20],
  ])("the end of %d files, at %d", (files, begins, bytes) => {
    expect(endRecords(files, begins, 100).byteLength).toBe(bytes);
  });
});

describeUnless(Bun.which("unzip") === null ? "there is no unzip" : null, "archives in unzip", () => {
  test.each([5, 70_000])("of %d files", async (count) => {
    const folder = temporaryFolder();
    const path = join(folder, "a.zip");
    await Bun.write(path, archiveOf(small(count)) as Uint8Array<ArrayBuffer>);
    const tested = await Bun.$`unzip -tqq ${path}`.nothrow().quiet();
    const listed = await Bun.$`unzip -Z -t ${path}`.nothrow().quiet();
    expect([tested.exitCode, tested.stderr.toString()]).toEqual([0, ""]);
    expect(listed.stdout.toString()).toStartWith(`${count} files`);
    rmSync(folder, { recursive: true });
  });
});
