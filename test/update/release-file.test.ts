import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { checkRelease, unpackRelease } from "../../src/update/release-file.ts";
import { readPublicKey } from "../../src/update/signature.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { PUBLIC_KEY, sign } from "./release-key.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const CONTENT = Buffer.from("an executable\n".repeat(1000));
const UNSIGNED = { sha256: null, key: null, allowUnsigned: true };
const SIGNED = { sha256: null, key: readPublicKey(PUBLIC_KEY), allowUnsigned: false };

/** A zip archive of one file. @param change what is wrong with it */
function zip(path: string, method: 0 | 8, change: (archive: Buffer) => void = () => {}): Buffer {
  const name = Buffer.from(path);
  const packed = method === 8 ? deflateRawSync(CONTENT) : CONTENT;
  const facts = Buffer.alloc(16);
  facts.writeUInt16LE(method, 0);
  facts.writeUInt32LE(Bun.hash.crc32(CONTENT), 6);
  facts.writeUInt32LE(packed.length, 10);
  const sizes = Buffer.concat([facts.subarray(0, 14), u32(CONTENT.length), u16(name.length), u16(0)]);
  const local = Buffer.concat([u32(0x04034b50), u16(20), u16(0), sizes, name, packed]);
  const entry = Buffer.concat([
    u32(0x02014b50),
    u16(20),
    u16(20),
    u16(0),
    sizes,
    u16(0),
    u16(0),
    u16(0),
    u32(0),
    u32(0),
    name,
  ]);
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(1),
    u16(1),
    u32(entry.length),
    u32(local.length),
    u16(0),
  ]);
  const archive = Buffer.concat([local, entry, end]);
  change(archive);
  return archive;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

async function tar(files: Record<string, Uint8Array>): Promise<Uint8Array> {
  return new Bun.Archive(files, { compress: "gzip" }).bytes();
}

function write(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("the executable", () => {
  test.each([
    ["is the file itself", "tillroll-linux-x64", async () => CONTENT],
    [
      "is in a packed archive of tar",
      "a.tar.gz",
      () => tar({ "tillroll-1.0.0/LICENSE": CONTENT.subarray(9), "tillroll-1.0.0/tillroll": CONTENT }),
    ],
    ["is in a packed archive of zip", "b.zip", async () => zip("tillroll-1.0.0/tillroll.exe", 8)],
    ["is stored in an archive of zip", "c.ZIP", async () => zip("tillroll.exe", 0)],
  ])("%s", async (_name, name, content) => {
    const target = join(folder, "unpacked");
    await unpackRelease(write(name, await content()), target);
    expect(readFileSync(target).equals(CONTENT)).toBe(true);
    if (process.platform !== "win32") expect(statSync(target).mode & 0o777).toBe(0o755);
  });

  test.each([
    [
      "an archive of tar without one",
      "d.tar.gz",
      () => tar({ "tillroll-1.0.0/README.md": CONTENT, "tillroll-ui": CONTENT }),
      "no executable",
    ],
    ["an archive of zip without one", "e.zip", async () => zip("README.md", 8), "no executable"],
    ["no archive of tar", "f.tar.gz", async () => CONTENT, "no tar archive"],
    ["no archive of zip", "g.zip", async () => CONTENT, "no zip archive"],
    ["an empty file", "h.zip", async () => Buffer.alloc(0), "no zip archive"],
    [
      "an archive that was cut off",
      "i.zip",
      async () => zip("tillroll.exe", 8).subarray(40),
      "no zip archive",
    ],
    [
      "an archive with a changed byte",
      "j.zip",
      async () => zip("tillroll.exe", 0, (archive) => (archive[100] = 0)),
      "no zip archive",
    ],
    [
      "an archive whose packed bytes are none",
      "k.zip",
      async () => zip("tillroll.exe", 8, (archive) => archive.fill(0xff, 42, 60)),
      "no zip archive",
    ],
  ])("is not in %s", async (_name, name, content, message) => {
    const path = write(name, await content());
    await expect(unpackRelease(path, join(folder, "none"))).rejects.toThrow(message);
  });
});

describe("what proves a release", () => {
  const sum = new Bun.CryptoHasher("sha256").update(CONTENT).digest("hex");

  test("its signature, or that of the sums that it is in", async () => {
    const file = write("signed", CONTENT);
    await sign(file, "1.0.0");
    expect(await checkRelease(file, SIGNED)).toMatchObject({ comment: "tillroll 1.0.0 signed" });
    const other = write("in-sums", CONTENT);
    const sums = write("SHA256SUMS", `${"0".repeat(64)}  other\n${sum.toUpperCase()} *in-sums\r\n`);
    await expect(checkRelease(other, SIGNED)).rejects.toThrow("not signed");
    await sign(sums, "1.0.0");
    expect(await checkRelease(other, SIGNED)).toMatchObject({ comment: "tillroll 1.0.0 SHA256SUMS" });
    // Sums that are signed say nothing of a file that is not in them.
    await expect(checkRelease(write("not-in-sums", CONTENT), SIGNED)).rejects.toThrow("not signed");
    // Nor of one whose sum somebody else has named.
    await expect(checkRelease(other, { ...SIGNED, sha256: sum })).rejects.toThrow("not signed");
  });

  test("a sum alone where that is allowed", async () => {
    const file = write("unsigned", CONTENT);
    expect(await checkRelease(file, { ...UNSIGNED, sha256: sum })).toMatchObject({ comment: null });
    await expect(checkRelease(file, { ...UNSIGNED, sha256: "1".repeat(64) })).rejects.toThrow(
      "should have 1111",
    );
  });

  test("a key must be known", async () => {
    const file = write("keyless", CONTENT);
    await sign(file, "1.0.0");
    await expect(checkRelease(file, { ...SIGNED, key: null })).rejects.toThrow("--public-key");
  });
});
