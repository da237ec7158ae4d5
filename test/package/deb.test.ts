import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DPKG, whyWithout } from "../../scripts/check/programs.ts";
import { deb, debianVersion } from "../../scripts/package/formats/deb.ts";
import { binary } from "../binary.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { hasReceipts, InstalledService } from "./installed-service.ts";
import { testRelease } from "./release.ts";
import { SmallRoot, USER_PROGRAMS, whyWithoutRoot } from "./small-root.ts";

const SETTINGS = "etc/tillroll/tillroll.toml";
const NEWER_PROGRAM = "#!/bin/sh\necho newer\n";
const run = SmallRoot.run;
const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("a version before a release sorts before it", () => {
  expect(["1.2.3", "1.3.0-beta.1"].map(debianVersion)).toEqual(["1.2.3", "1.3.0~beta.1"]);
});

test("the same source and time give the same bytes, another time others", async () => {
  const release = await testRelease();
  const program = new TextEncoder().encode("#!/bin/sh\n");
  expect(deb(release, program, "amd64")).toEqual(deb(release, program, "amd64"));
  expect(deb({ ...release, time: release.time + 1 }, program, "amd64")).not.toEqual(
    deb(release, program, "amd64"),
  );
});

describeUnless(whyWithout(DPKG), "a .deb", () => {
  const path = join(scratch, "small.deb");
  beforeAll(async () => {
    await Bun.write(path, deb(await testRelease(), new TextEncoder().encode("#!/bin/sh\n"), "amd64"));
  });

  test("says what it is", async () => {
    const fields = await run("dpkg-deb", "--field", path);
    for (const line of ["Package: tillroll", "Version: 1.2.3", "Architecture: amd64", "Section: net"])
      expect(fields).toContain(`${line}\n`);
    // A line of a description that is too long is cut by programs that show it.
    expect(Math.max(...fields.split("\n").map((line) => line.length))).toBeLessThan(80);
  });

  test("has the files of a service, and sums that are right", async () => {
    const listed = await run("dpkg-deb", "--contents", path);
    const files = [...listed.matchAll(/^(-\S+) (\S+) .* \.(\/\S+)$/gm)].map(([, mode, owner, name]) => [
      name,
      mode,
      owner,
    ]);
    expect(files).toEqual([
      ["/etc/tillroll/tillroll.toml", "-rw-r-----", "root/root"],
      ["/usr/bin/tillroll", "-rwxr-xr-x", "root/root"],
      ["/usr/lib/systemd/system/tillroll.service", "-rw-r--r--", "root/root"],
      ["/usr/lib/sysusers.d/tillroll.conf", "-rw-r--r--", "root/root"],
      ["/usr/share/doc/tillroll/CHANGELOG.md", "-rw-r--r--", "root/root"],
      ["/usr/share/doc/tillroll/README.md", "-rw-r--r--", "root/root"],
      ["/usr/share/doc/tillroll/THIRD-PARTY-LICENSES.txt", "-rw-r--r--", "root/root"],
      ["/usr/share/doc/tillroll/copyright", "-rw-r--r--", "root/root"],
      ["/usr/share/man/man1/tillroll.1.gz", "-rw-r--r--", "root/root"],
    ]);
    const unpacked = join(scratch, "unpacked");
    await run("dpkg-deb", "--raw-extract", path, unpacked);
    await run("sh", "-c", `cd ${unpacked} && md5sum --check --strict DEBIAN/md5sums`);
    for (const script of ["postinst", "prerm", "postrm"])
      await run("sh", "-n", join(unpacked, "DEBIAN", script));
  });
});

/** Whichever of the ways to make users this machine has; each must do. */
const ways = Object.entries(USER_PROGRAMS).filter(([, programs]) =>
  programs.every((name) => Bun.which(name) !== null),
);
const why = whyWithout(DPKG) ?? whyWithoutRoot() ?? (ways.length === 0 ? "nothing here makes users" : null);

describeUnless(why, "installed by dpkg into a fresh root", () => {
  const path = join(scratch, "tillroll.deb");
  const newer = join(scratch, "newer.deb");
  beforeAll(async () => {
    const architecture = (await run("dpkg", "--print-architecture")).trim();
    await Bun.write(path, deb(await testRelease(), await Bun.file(binary()).bytes(), architecture));
    const program = new TextEncoder().encode(NEWER_PROGRAM);
    await Bun.write(newer, deb(await testRelease("1.2.4"), program, architecture));
  });

  describe.each(ways)("that has %s", (_name, programs) => {
    let root: SmallRoot;
    const dpkg = (...words: string[]) =>
      run("dpkg", `--root=${root.folder}`, "--force-unsafe-io", "--force-confold", ...words);

    beforeAll(async () => {
      root = new SmallRoot(programs, binary());
      for (const name of ["info", "updates", "triggers"])
        mkdirSync(root.path(`var/lib/dpkg/${name}`), { recursive: true });
      // What the package depends on, as this machine has it: its files were copied.
      root.write("var/lib/dpkg/status", await run("dpkg", "--status", "libc6", "passwd"));
    });
    afterAll(() => root.remove());

    test("makes its user, its folder and its settings", async () => {
      await dpkg("--install", path);
      const [, userId, groupId] =
        /^tillroll:x:(\d+):(\d+):.*\/var\/lib\/tillroll:\/usr\/sbin\/nologin$/m.exec(
          root.read("etc/passwd"),
        ) ?? [];
      expect(Number(userId)).toBeLessThan(1000);
      expect(root.read("etc/group")).toMatch(/^lp:.*tillroll$/m);
      expect(root.read("etc/group")).toMatch(/^dialout:.*tillroll$/m);
      const folder = statSync(root.path("var/lib/tillroll"));
      expect([folder.uid, folder.gid, folder.mode & 0o777]).toEqual([Number(userId), Number(groupId), 0o700]);
      const settings = statSync(root.path(SETTINGS));
      expect([settings.uid, settings.gid, settings.mode & 0o777]).toEqual([0, Number(groupId), 0o640]);
    });

    test("starts as its unit says, and what it acknowledged is there after a kill and after a new start", async () => {
      const first = await InstalledService.start(root);
      await first.store("one");
      await first.end("SIGKILL");
      const second = await InstalledService.start(root);
      await second.store("two");
      expect(await second.end("SIGTERM")).toBe(0);
      const third = await InstalledService.start(root);
      expect(await third.labels()).toEqual(["one", "two"]);
      expect(await third.end("SIGTERM")).toBe(0);
    });

    test("a newer version takes its place, and leaves settings and rights that somebody changed", async () => {
      root.write(SETTINGS, "# mine\n");
      await run("chmod", "600", root.path(SETTINGS));
      await dpkg("--install", newer);
      expect(root.read("usr/bin/tillroll")).toBe(NEWER_PROGRAM);
      expect(root.read("var/lib/dpkg/status")).toContain("Version: 1.2.4\n");
      expect(root.read(SETTINGS)).toBe("# mine\n");
      expect(statSync(root.path(SETTINGS)).mode & 0o777).toBe(0o600);
    });

    test("removed, it leaves settings and receipts; purged, the receipts alone, and says so", async () => {
      await dpkg("--remove", "tillroll");
      expect([root.has("usr/bin/tillroll"), root.has(SETTINGS), hasReceipts(root)]).toEqual([
        false,
        true,
        true,
      ]);
      root.write("var/log/tillroll/tillroll.log", "a line\n");
      const said = await dpkg("--purge", "tillroll");
      expect(said).toContain("the receipts stay in /var/lib/tillroll");
      const stayed = [root.has("etc/tillroll"), root.has("var/log/tillroll"), hasReceipts(root)];
      expect(stayed).toEqual([false, false, true]);
      expect(root.read("etc/passwd")).toContain("tillroll:");
      expect(root.read("var/lib/dpkg/status")).not.toContain("Package: tillroll");
    });
  });
});
