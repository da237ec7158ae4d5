import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { file, folder, link, withFolders } from "../../scripts/package/entries.ts";
import { ar } from "../../scripts/package/formats/ar.ts";
import { gzipped } from "../../scripts/package/formats/bytes.ts";
import { cpio } from "../../scripts/package/formats/cpio.ts";
import { tar } from "../../scripts/package/formats/tar.ts";
import { zip } from "../../scripts/package/formats/zip.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { TIME } from "./release.ts";

const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const OWNER = { user: "till", group: "tills", userId: 1234, groupId: 4321 };

const ENTRIES = withFolders([
  file("opt/z/program", "echo hello\n", { mode: 0o755 }),
  file("opt/a.txt", "x".repeat(1000)),
  file("opt/empty", ""),
  file("opt/caf\u00e9", new Uint8Array([0, 1, 2, 255])),
  link("opt/l", "a.txt"),
  folder("data", { mode: 0o700, owner: OWNER }),
]);

test("entries come with their folders, each before what is in it, in an order that no language changes", () => {
  expect(ENTRIES.map(({ path }) => path)).toEqual([
    "data",
    "opt",
    "opt/a.txt",
    "opt/caf\u00e9",
    "opt/empty",
    "opt/l",
    "opt/z",
    "opt/z/program",
  ]);
});

describe("tar", () => {
  const archive = tar(ENTRIES, { time: TIME });

  test("is read by Bun", async () => {
    const files = await new Bun.Archive(archive).files();
    expect([...files.keys()].toSorted()).toEqual([
      "opt/a.txt",
      "opt/caf\u00e9",
      "opt/empty",
      "opt/z/program",
    ]);
    expect(await files.get("opt/z/program")?.text()).toBe("echo hello\n");
    expect(await files.get("opt/caf\u00e9")?.bytes()).toEqual(new Uint8Array([0, 1, 2, 255]));
    expect(files.get("opt/a.txt")?.lastModified).toBe(TIME * 1000);
  });

  test("has rights, owners and links, as the system's tar lists them", async () => {
    const listed = await Bun.$`tar tvf - --utc --full-time --quoting-style=literal < ${new Response(archive)}`
      .quiet()
      .nothrow();
    // The tar of BSD and macOS has other options.
    if (listed.exitCode !== 0) return expect(process.platform).not.toBe("linux");
    expect(listed.text()).toBe(
      [
        "drwx------ till/tills        0 2026-11-22 20:00:00 data/",
        "drwxr-xr-x root/root         0 2026-11-22 20:00:00 opt/",
        "-rw-r--r-- root/root      1000 2026-11-22 20:00:00 opt/a.txt",
        "-rw-r--r-- root/root         4 2026-11-22 20:00:00 opt/caf\u00e9",
        "-rw-r--r-- root/root         0 2026-11-22 20:00:00 opt/empty",
        "lrwxrwxrwx root/root         0 2026-11-22 20:00:00 opt/l -> a.txt",
        "drwxr-xr-x root/root         0 2026-11-22 20:00:00 opt/z/",
        "-rwxr-xr-x root/root        11 2026-11-22 20:00:00 opt/z/program",
        "",
      ].join("\n"),
    );
  });

  test("names that do not fit are refused, not cut", () => {
    expect(() => tar([file("x".repeat(101), "")], { time: TIME })).toThrow("100 bytes");
  });
});

test("gzip has neither a time nor the system in it", () => {
  const packed = gzipped(tar(ENTRIES, { time: TIME }));
  // The ninth byte says how hard it was tried.
  expect([...packed.subarray(0, 8), packed[9]]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 255]);
  expect(Bun.gunzipSync(packed)).toEqual(tar(ENTRIES, { time: TIME }));
});

test("ar: members are at even places", () => {
  const archive = ar(
    [
      { name: "odd", bytes: new TextEncoder().encode("123") },
      { name: "even", bytes: new TextEncoder().encode("1234") },
    ],
    TIME,
  );
  expect(new TextDecoder().decode(archive)).toBe(
    "!<arch>\n" +
      "odd             1795377600  0     0     100644  3         `\n123\n" +
      "even            1795377600  0     0     100644  4         `\n1234",
  );
});

test("cpio: header, name and content each begin at a multiple of four bytes", () => {
  const archive = new TextDecoder().decode(cpio([file("ab", "12345", { mode: 0o755 })], TIME));
  const number = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
  const numbers = [1, 0o100755, 0, 0, 1, TIME, 5, 0, 0, 0, 0, 5, 0].map(number).join("");
  expect(archive.startsWith(`070701${numbers}./ab\0\0`)).toBe(true);
  expect(archive.slice(116, 124)).toBe("12345\0\0\0");
  expect(archive.slice(124)).toContain("TRAILER!!!\0");
  expect(archive.length % 4).toBe(0);
});

describe("ZIP", () => {
  const files = ENTRIES.filter(({ kind }) => kind === "file");
  const archive = zip(files, TIME);
  const view = new DataView(archive.buffer);

  test("the directory at its end leads to every file, with its rights", () => {
    const end = archive.length - 22;
    expect(view.getUint32(end, true)).toBe(0x06054b50);
    expect(view.getUint16(end + 10, true)).toBe(files.length);
    let at = view.getUint32(end + 16, true);
    for (const { path, bytes, mode } of files) {
      expect(view.getUint32(at, true)).toBe(0x02014b50);
      const [packedBytes, nameBytes] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
      const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameBytes));
      const rights = (view.getUint32(at + 38, true) >>> 16) & 0o777;
      expect([name, rights, view.getUint32(at + 16, true)]).toEqual([path, mode, crc32(bytes)]);
      const local = view.getUint32(at + 42, true);
      expect(view.getUint32(local, true)).toBe(0x04034b50);
      const content = local + 30 + view.getUint16(local + 26, true);
      expect(Bun.inflateSync(archive.subarray(content, content + packedBytes))).toEqual(
        new Uint8Array(bytes),
      );
      at += 46 + nameBytes;
    }
    expect(at).toBe(end);
  });

  test("is sound to unzip, where that is installed", async () => {
    const path = join(scratch, "test.zip");
    await Bun.write(path, archive);
    if (Bun.which("unzip") !== null)
      expect(await Bun.$`unzip -t ${path}`.text()).toContain("No errors detected");
    expect(zip(files, TIME)).toEqual(archive);
  });
});
