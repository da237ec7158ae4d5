import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HOST_TARGET } from "../../scripts/build/targets.ts";
import { sha256 } from "../../scripts/package/formats/bytes.ts";
import { packagesOf, TARGETS } from "../../scripts/package/packages.ts";
import { signFiles } from "../../scripts/package/sign.ts";
import { checkRelease, unpackRelease } from "../../src/update/release-file.ts";
import { checkSignature, readPublicKey, signedDigest } from "../../src/update/signature.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../update/release-key.ts";
import { testRelease } from "./release.ts";

const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** An executable's beginning that names no library: a system has no other C library to be looked for. */
const PROGRAM = new Uint8Array(64);

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "linux-x64": [
    "tillroll-1.2.3-linux-x64.tar.gz",
    "tillroll_1.2.3_amd64.deb",
    "tillroll-1.2.3-1.x86_64.rpm",
    "tillroll-1.2.3-linux-x64.oci.tar",
  ],
  "linux-arm64": [
    "tillroll-1.2.3-linux-arm64.tar.gz",
    "tillroll_1.2.3_arm64.deb",
    "tillroll-1.2.3-1.aarch64.rpm",
    "tillroll-1.2.3-linux-arm64.oci.tar",
  ],
  "windows-x64": ["tillroll-1.2.3-windows-x64.zip"],
  "windows-arm64": ["tillroll-1.2.3-windows-arm64.zip"],
  "macos-x64": ["tillroll-1.2.3-macos-x64.tar.gz"],
  "macos-arm64": ["tillroll-1.2.3-macos-arm64.tar.gz"],
};

test("every target has its packages", () => {
  expect([...TARGETS.keys()].toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test.each([...TARGETS])("%s", async (name, target) => {
  const packages = [...packagesOf(await testRelease(), target, PROGRAM, [], () => {})];
  expect(packages.map(({ file }) => file)).toEqual([...(EXPECTED[name] ?? [])]);
  const [archive] = packages;
  if (archive?.file.endsWith(".tar.gz") !== true) return;
  const files = await new Bun.Archive(new Uint8Array(archive.bytes)).files();
  expect([...files.keys()]).toEqual([
    "tillroll-1.2.3/LICENSE",
    "tillroll-1.2.3/README.md",
    "tillroll-1.2.3/THIRD-PARTY-LICENSES.txt",
    "tillroll-1.2.3/tillroll",
  ]);
});

describe("signed files", () => {
  test("are what minisign takes", async () => {
    await Bun.write(join(scratch, "SHA256SUMS"), "sums\n");
    await signFiles(scratch, ["SHA256SUMS"], SECRET_KEY, "1.2.3");
    const text = await Bun.file(join(scratch, "SHA256SUMS.minisig")).text();
    const digest = await signedDigest(join(scratch, "SHA256SUMS"));
    expect(checkSignature(text, digest, readPublicKey(PUBLIC_KEY))).toBe("tillroll 1.2.3 SHA256SUMS");
    if (Bun.which("minisign") === null) return;
    const checked = Bun.spawnSync(["minisign", "-Vm", "SHA256SUMS", "-P", PUBLIC_KEY], { cwd: scratch });
    expect([checked.exitCode, checked.stdout.toString()]).toEqual([0, expect.stringContaining("verified")]);
  });

  test.each(["linux-x64", "windows-x64", "macos-arm64"])(
    "an archive for %s is what update takes",
    async (name) => {
      const target = TARGETS.get(name) ?? HOST_TARGET;
      const program = new TextEncoder().encode(`the program for ${name}\n`.repeat(500));
      // The archive comes first.
      const [archive] = packagesOf(await testRelease(), target, program, [], () => {});
      const path = join(scratch, archive?.file ?? "");
      await Bun.write(path, archive?.bytes ?? "");
      await Bun.write(join(scratch, "SHA256SUMS"), `${sha256(archive?.bytes ?? "")}  ${archive?.file}\n`);
      await signFiles(scratch, [archive?.file ?? ""], SECRET_KEY, "1.2.3");
      const key = readPublicKey(PUBLIC_KEY);
      const checked = await checkRelease(path, { sha256: null, key, allowUnsigned: false });
      expect([checked.comment, checked.told.length]).toEqual([`tillroll 1.2.3 ${archive?.file}`, 2]);
      await unpackRelease(path, join(scratch, "unpacked"));
      expect(new Uint8Array(readFileSync(join(scratch, "unpacked")))).toEqual(program);
    },
  );
});
