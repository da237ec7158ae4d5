import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { RPM, whyWithout } from "../../scripts/check/programs.ts";
import { rpm, rpmVersion } from "../../scripts/package/formats/rpm.ts";
import { binary } from "../binary.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { hasReceipts, InstalledService } from "./installed-service.ts";
import { testRelease } from "./release.ts";
import { SmallRoot, USER_PROGRAMS, whyWithoutRoot } from "./small-root.ts";

const run = SmallRoot.run;
const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PROGRAM = new TextEncoder().encode("#!/bin/sh\n");
const LEAD_BYTES = 96;

/** The index of a header and where the next part begins: value places by tag. */
function headerAt(file: Uint8Array, at: number) {
  const view = new DataView(file.buffer, file.byteOffset + at);
  const [count, bytes] = [view.getUint32(8), view.getUint32(12)];
  const store = 16 + count * 16;
  const places = new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 16 + index * 16;
      return [view.getUint32(entry), at + store + view.getUint32(entry + 8)] as const;
    }),
  );
  return { magic: view.getUint32(0), places, end: at + store + bytes };
}

const textAt = (file: Uint8Array, at: number) =>
  new TextDecoder().decode(file.subarray(at, file.indexOf(0, at)));

test("versions have no hyphen", () => {
  expect(["1.2.3", "1.3.0-beta.1"].map(rpmVersion)).toEqual(["1.2.3", "1.3.0~beta.1"]);
});

test("header and payload have the sums and sizes that the package tells", async () => {
  const file = rpm(await testRelease(), PROGRAM, "x86_64");
  const signatures = headerAt(file, LEAD_BYTES);
  const begin = Math.ceil(signatures.end / 8) * 8;
  const header = headerAt(file, begin);
  expect([signatures.magic, header.magic]).toEqual([0x8eade801, 0x8eade801]);
  const place = (places: ReadonlyMap<number, number>, tag: number) => places.get(tag) ?? Number.NaN;
  const hash = (algorithm: "sha1" | "sha256" | "md5", from: number, to?: number) =>
    new Bun.CryptoHasher(algorithm).update(file.subarray(from, to)).digest();
  expect(textAt(file, place(signatures.places, 269))).toBe(hash("sha1", begin, header.end).toString("hex"));
  expect(textAt(file, place(signatures.places, 273))).toBe(hash("sha256", begin, header.end).toString("hex"));
  const md5 = place(signatures.places, 1004);
  expect(file.subarray(md5, md5 + 16).toHex()).toBe(hash("md5", begin).toString("hex"));
  expect(new DataView(file.buffer).getUint32(place(signatures.places, 1000))).toBe(file.length - begin);
  expect(textAt(file, place(header.places, 5092))).toBe(hash("sha256", header.end).toString("hex"));
  const payload = Bun.zstdDecompressSync(file.subarray(header.end));
  expect(new DataView(file.buffer).getUint32(place(signatures.places, 1007))).toBe(payload.length);
  expect(payload.toString("latin1")).toContain("./usr/bin/tillroll");
  expect(rpm(await testRelease(), PROGRAM, "x86_64")).toEqual(file);
});

describeUnless(whyWithout(RPM), "an .rpm", () => {
  const path = join(scratch, "small.rpm");
  beforeAll(async () => {
    await Bun.write(path, rpm(await testRelease(), PROGRAM, "x86_64"));
  });

  test("is whole to rpm", async () => {
    expect(await run("rpm", "--checksig", path)).toContain("digests OK");
  });

  test("has the files of a service, with their owners and roles", async () => {
    const format =
      "[%{FILENAMES} %{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILEFLAGS:fflags}\\n]";
    const listed = await run("rpm", "--query", "--package", "--queryformat", format, path);
    expect(listed.split("\n").map((line) => line.trim())).toEqual([
      "/etc/tillroll drwxr-xr-x root root",
      "/etc/tillroll/tillroll.toml -rw-r----- root tillroll cn",
      "/usr/bin/tillroll -rwxr-xr-x root root",
      "/usr/lib/systemd/system/tillroll.service -rw-r--r-- root root",
      "/usr/lib/sysusers.d/tillroll.conf -rw-r--r-- root root",
      "/usr/share/doc/tillroll drwxr-xr-x root root",
      "/usr/share/doc/tillroll/CHANGELOG.md -rw-r--r-- root root d",
      "/usr/share/doc/tillroll/README.md -rw-r--r-- root root d",
      "/usr/share/doc/tillroll/THIRD-PARTY-LICENSES.txt -rw-r--r-- root root l",
      "/usr/share/man/man1/tillroll.1.gz -rw-r--r-- root root d",
      "",
    ]);
  });

  test("asks for what it needs, and its scripts are sound", async () => {
    const needs = await run("rpm", "--query", "--package", "--requires", path);
    for (const need of ["/bin/sh", "systemd", "libc.so.6(GLIBC_2.17)(64bit)", "rpmlib(PayloadIsZstd)"])
      expect(needs).toContain(need);
    for (const tag of ["PREIN", "POSTIN", "PREUN", "POSTUN"]) {
      const script = join(scratch, tag);
      await Bun.write(script, await run("rpm", "--query", "--package", "--queryformat", `%{${tag}}`, path));
      await run("sh", "-n", script);
    }
  });

  test("unpacks by cpio", async () => {
    const listed = await run("sh", "-c", `rpm2cpio ${path} | cpio --list --quiet`);
    expect(listed.trim().split("\n")).toHaveLength(10);
  });
});

const programs = USER_PROGRAMS["useradd"] ?? [];
const why =
  whyWithout(RPM) ??
  whyWithoutRoot() ??
  (programs.every((name) => Bun.which(name)) ? null : "there is no useradd");

describeUnless(why, "installed by rpm into a fresh root", () => {
  let root: SmallRoot;
  // The root has no database of what this machine has, so that rpm cannot see what the package needs.
  const command = (...words: string[]) =>
    run("rpm", `--root=${root.folder}`, "--nodeps", "--force-debian", ...words);

  beforeAll(async () => {
    root = new SmallRoot(programs, binary());
    const architecture = process.arch === "arm64" ? "aarch64" : "x86_64";
    const path = join(scratch, "tillroll.rpm");
    await Bun.write(path, rpm(await testRelease(), await Bun.file(binary()).bytes(), architecture));
    await command("--install", path);
  });
  afterAll(() => root.remove());

  test("makes its user before its files, keeps what was acknowledged, and leaves receipts", async () => {
    const groupId = /^tillroll:x:(\d+):/m.exec(root.read("etc/group"))?.[1];
    expect(statSync(root.path("etc/tillroll/tillroll.toml")).gid).toBe(Number(groupId));
    expect(statSync(root.path("var/lib/tillroll")).mode & 0o777).toBe(0o700);
    const first = await InstalledService.start(root);
    await first.store("one");
    await first.end("SIGKILL");
    const second = await InstalledService.start(root);
    expect(await second.labels()).toEqual(["one"]);
    expect(await second.end("SIGTERM")).toBe(0);
    const said = await command("--erase", "tillroll");
    expect(said).toContain("the receipts stay in /var/lib/tillroll");
    expect([root.has("usr/bin/tillroll"), root.has("etc/tillroll"), hasReceipts(root)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
