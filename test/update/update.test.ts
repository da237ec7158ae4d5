import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { lockDataFolder } from "../../src/storage/service-lock.ts";
import { keepData } from "../../src/update/copied-data.ts";
import { readPublicKey } from "../../src/update/signature.ts";
import { installUpdate } from "../../src/update/update.ts";
import { writeJournal } from "../../src/update/update-folder.ts";
import { describeUnless } from "../describe-unless.ts";
import { binary } from "../binary.ts";
import { newerBinary, NEWER_VERSION } from "../newer-binary.ts";
import { Service } from "../service.ts";
import { until } from "../until.ts";
import { Installation } from "./installation.ts";
import { PUBLIC_KEY, sign } from "./release-key.ts";

/*
 * Updates, by the compiled binary and one of a later version. Releases that are not well are scripts in front of the later
 * version's executable: that system's shell runs them.
 */

const NEWER = newerBinary(true);
const SAME_SCHEMA = newerBinary(false);
const why = process.platform === "win32" ? "releases that are scripts do not run on Windows" : null;

/** A version that is well until a file is there, and ends then. */
const endsAt = (file: string) =>
  `if [ "$1" != serve ]; then exec "$new" "$@"; fi
  "$new" "$@" & pid=$!
  trap 'kill -TERM $pid; wait $pid; exit 0' TERM
  while [ ! -e '${file}' ]; do sleep 0.05; done
  kill -KILL $pid; exit 1`;

describeUnless(why, "an update", () => {
  test.each([
    ["that brings the database up to date", NEWER, true],
    ["that leaves the database as it is", SAME_SCHEMA, false],
  ])("%s", async (_name, newer, migrates) => {
    using here = new Installation();
    const prints = await here.serving(async () => [await here.store("first"), await here.store("second")]);
    const before = here.schema();
    const file = await here.release(newer, NEWER_VERSION);
    const { exitCode, stdout, stderr } = await here.runUpdate(file, "--trial", "1s");
    expect([exitCode, stderr.split("\n").filter((line) => line.startsWith("tillroll:"))]).toEqual([0, []]);
    expect(stdout).toContain(`Version ${NEWER_VERSION} is installed`);
    expect(here.version()).toBe(NEWER_VERSION);
    expect(here.journal).toBeNull();
    expect(await here.newestAct()).toMatchObject({ act: "update.installed", subject: NEWER_VERSION });
    expect(here.schema()).toEqual({ version: before.version + (migrates ? 1 : 0), isNewer: migrates });
    expect(await here.serving(() => here.missing(prints))).toEqual([]);
    expect(existsSync(join(here.data, "update", "before", "tillroll.sqlite"))).toBe(true);
    expect(await here.run(["update", "--resume"])).toMatchObject({
      exitCode: 0,
      stdout: "No update was broken off.\n",
    });
  });

  test.each([
    ["with a migration", NEWER],
    ["without one", SAME_SCHEMA],
  ])(
    "%s is taken back when the new version ends, and nothing that it has stored is lost",
    async (_n, newer) => {
      using here = new Installation();
      const prints = await here.serving(async () => [await here.store("before")]);
      const before = here.schema();
      const flag = here.path("end");
      const updating = here.update(await here.scripted(endsAt(flag), newer));
      await until(() => here.journal?.phase === "trial");
      await here.untilServing();
      for (const label of ["meanwhile", "last"]) prints.push(await here.store(label));
      writeFileSync(flag, "");
      const [stdout, exitCode] = await Promise.all([new Response(updating.stdout).text(), updating.exited]);
      expect(exitCode).toBe(1);
      expect(stdout).toContain(`Version ${NEWER_VERSION} is not well: it has ended`);
      expect(stdout).toContain(`Version ${version} is in its place again`);
      expect([here.version(), here.journal, here.schema()]).toEqual([version, null, before]);
      expect(await here.newestAct()).toMatchObject({ act: "update.reverted", subject: NEWER_VERSION });
      await here.serving(async () => {
        expect(await here.missing(prints)).toEqual([]);
        const next = await here.store("after");
        expect(next.id).toBeGreaterThan(Math.max(...prints.map(({ id }) => id)));
      });
    },
  );

  test.each([
    ["does not start", `if [ "$1" = serve ]; then exit 3; fi; exec "$new" "$@"`, "it has ended"],
    [
      "says that it is another version",
      `if [ "$1" = serve ]; then exec '${binary()}' "$@"; fi; exec "$new" "$@"`,
      `version ${version} answers instead`,
    ],
  ])("is taken back when the new version %s", async (_name, script, message) => {
    using here = new Installation();
    const prints = await here.serving(async () => [await here.store("before")]);
    const { exitCode, stdout } = await here.runUpdate(await here.scripted(script, SAME_SCHEMA));
    expect([exitCode, here.version(), here.journal]).toEqual([1, version, null]);
    expect(stdout).toContain(message);
    expect(await here.serving(() => here.missing(prints))).toEqual([]);
  });
});

describeUnless(why, "refused before anything is changed", () => {
  const pass = 'exec "$new" "$@"';
  const unsigned = async (here: Installation) => {
    const file = here.path("unsigned");
    await Bun.write(file, Bun.file(SAME_SCHEMA));
    return [file];
  };
  const cases: Record<string, [(here: Installation) => Promise<string[]>, RegExp]> = {
    "a file that is not there": [async (here) => [here.path("none")], /There is no file/],
    "a file that nobody has signed": [unsigned, /not signed.*--allow-unsigned/s],
    "a wrong sum": [
      async (here) => [await here.release(SAME_SCHEMA, NEWER_VERSION), "--checksum", "0".repeat(64)],
      /has the SHA-256 [0-9a-f]{64}, and should have 0000/,
    ],
    "a wrong sum in the file of sums": [
      async (here) => {
        writeFileSync(here.path("SHA256SUMS"), `${"1".repeat(64)}  tillroll-${NEWER_VERSION}\n`);
        return [await here.release(SAME_SCHEMA, NEWER_VERSION)];
      },
      /should have 1111/,
    ],
    "a file that was changed after it was signed": [
      async (here) => {
        const file = await here.scripted(pass, SAME_SCHEMA);
        writeFileSync(file, "#!/bin/sh\necho 9.9.9\n");
        return [file];
      },
      /does not belong to this file/,
    ],
    "a signature of another version": [
      async (here) => {
        const file = await here.scripted(pass, SAME_SCHEMA);
        await sign(file, "9.9.8");
        return [file];
      },
      /signature is one of version 9\.9\.8, and the file is version 9\.9\.9/,
    ],
    "what is no Tillroll": [
      async (here) => [await here.scripted("echo hello", "")],
      /no Tillroll that runs here/,
    ],
    "an older version": [
      async (here) => [await here.scripted("echo 0.0.1", "", "0.0.1")],
      /0\.0\.1 is older than version .*restore a backup/s,
    ],
    "a version that cannot bring the database up to date": [
      async (here) => [
        await here.scripted(`[ "$2" = rehearse ] && { echo "no such column" >&2; exit 1; }; ${pass}`, NEWER),
      ],
      /could not bring a copy of the database up to date; nothing was changed\. It says: no such column/,
    ],
    "a version that loses prints": [
      async (here) => {
        const facts = '{"version":"9.9.9","before":{"schema":1,"prints":1},"after":{"schema":2,"prints":0}}';
        return [await here.scripted(`[ "$2" = rehearse ] && { echo '${facts}'; exit 0; }; ${pass}`, NEWER)];
      },
      /would have lost prints: 1 before, 0 after/,
    ],
    "a version that does not take the settings": [
      async (here) => {
        writeFileSync(join(here.data, "tillroll.toml"), "raw-prot = 9100\n");
        return [await here.release(SAME_SCHEMA, NEWER_VERSION)];
      },
      /does not take the settings.*no setting "raw-prot"/s,
    ],
  };
  test.each(Object.entries(cases))("%s", async (_name, [prepare, message]) => {
    using here = new Installation();
    await here.serving(() => here.store("only"));
    const before = here.schema();
    const [file = "", ...words] = await prepare(here);
    const { exitCode, stderr } = await here.runUpdate(file, ...words);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect([here.version(), here.schema(), here.journal]).toEqual([version, before, null]);
    expect(existsSync(join(here.root, "bin", "tillroll.new"))).toBe(false);
  });

  test("while somebody runs the service by hand", async () => {
    using here = new Installation();
    const file = await here.release(SAME_SCHEMA, NEWER_VERSION);
    await here.serving(async () => {
      const { exitCode, stderr } = await here.runUpdate(file);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("End it (Ctrl-C), do this again")]);
    });
  });

  test("where what is there now cannot be kept, all stays as it was", async () => {
    using here = new Installation();
    const prints = await here.serving(async () => [await here.store("only")]);
    const before = here.schema();
    mkdirSync(join(here.data, "update", "tillroll-before.unfinished"), { recursive: true });
    const { exitCode, stderr } = await here.runUpdate(await here.release(NEWER, NEWER_VERSION));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("it is a folder")]);
    expect([here.version(), here.schema(), here.journal]).toEqual([version, before, null]);
    expect(await here.serving(() => here.missing(prints))).toEqual([]);
  });

  test("nothing is to be done for the version that runs", async () => {
    using here = new Installation();
    await here.serving(() => here.store("only"));
    const { exitCode, stdout } = await here.runUpdate(await here.release(binary(), version));
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`Version ${version} runs already`)]);
  });

  test("an unsigned file is taken where that is asked for, with a loud word", async () => {
    using here = new Installation();
    await here.serving(() => here.store("only"));
    const [file = ""] = await unsigned(here);
    const { exitCode, stdout } = await here.runUpdate(file, "--allow-unsigned", "--trial", "1s");
    expect([exitCode, here.version()]).toEqual([0, NEWER_VERSION]);
    expect(stdout).toContain("IT IS NOT SIGNED");
  });
});

describeUnless(why, "an update that is killed", () => {
  /** Waits with a file, so that the update stands still in a phase. */
  const waits = (phase: string, file: string) =>
    `[ "$2" = ${phase} ] && while [ ! -e '${file}' ]; do sleep 0.05; done; exec "$new" "$@"`;

  test("while it prepares has changed nothing", async () => {
    using here = new Installation();
    const prints = await here.serving(async () => [await here.store("before")]);
    const updating = here.update(await here.scripted(waits("rehearse", here.path("go")), NEWER));
    await until(() => existsSync(join(here.data, "update", "rehearsal", "tillroll.sqlite")));
    updating.kill("SIGKILL");
    await updating.exited;
    writeFileSync(here.path("go"), "");
    const again = await here.runUpdate(await here.release(NEWER, NEWER_VERSION));
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("update --resume")]);
    const { exitCode, stdout } = await here.run(["update", "--resume"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("had not begun")]);
    expect([here.version(), here.journal]).toEqual([version, null]);
    expect(await here.serving(() => here.missing(prints))).toEqual([]);
  });

  test.each(["--resume", "a start"])("while a version is tried is finished by %s", async (how) => {
    using here = new Installation();
    const prints = await here.serving(async () => [await here.store("before")]);
    const updating = here.update(await here.release(NEWER, NEWER_VERSION), "--trial", "2s");
    await until(() => here.journal?.phase === "trial");
    await here.untilServing();
    updating.kill("SIGKILL");
    await updating.exited;
    prints.push(await here.store("meanwhile"));
    if (how === "--resume") expect((await here.run(["update", "--resume"])).exitCode).toBe(0);
    else {
      process.kill(Number(await servingProcess(here)), "SIGKILL");
      await until(async () => !(await answers(here)));
      await here.serving(() => until(() => here.journal === null));
    }
    expect([here.version(), here.journal]).toEqual([NEWER_VERSION, null]);
    expect(await here.serving(() => here.missing(prints))).toEqual([]);
  });

  // Where it is then differs from machine to machine; each place is right.
  test.each([[150], [400], [700], [1000], [1400]])(
    "after %i ms leaves the one version or the other, and every print",
    async (milliseconds) => {
      using here = new Installation();
      const prints = await here.serving(async () => [await here.store("before")]);
      const updating = here.update(await here.release(NEWER, NEWER_VERSION), "--trial", "1s");
      await Promise.race([Bun.sleep(milliseconds), updating.exited]);
      updating.kill("SIGKILL");
      await updating.exited;
      const resumed = await here.run(["update", "--resume"]);
      expect([resumed.exitCode, resumed.stderr.includes("tillroll:")]).toEqual([0, false]);
      expect(here.journal).toBeNull();
      expect(here.version() === NEWER_VERSION).toBe(here.schema().isNewer);
      expect(await here.serving(() => here.missing(prints))).toEqual([]);
    },
  );
});

test.each([
  ["what was being taken back when it was broken off", "reverting"],
  ["a trial that was broken off, where a person has put the executable from before back", "trial"],
] as const)("a start of the version before finishes %s", async (_what, phase) => {
  using here = new Installation();
  const prints = await here.serving(async () => [await here.store("before")]);
  const before = here.schema();
  keepData(here.data, join(here.data, "update", "before"));
  const { exitCode } = Bun.spawnSync([NEWER, "update", "rehearse", here.data]);
  expect([exitCode, here.schema().isNewer]).toEqual([0, true]);
  const ended = Bun.spawnSync(["true"]).pid;
  const { executable } = here;
  const versions = { from: version, to: NEWER_VERSION, executable, sha256: "", updater: ended };
  const journal = {
    ...versions,
    // The number is another process's by now.
    ...(phase === "trial" && { updater: process.pid, updaterBegan: "another boot 1" }),
    phase,
    migrates: true,
    trialSeconds: 1,
    keepsRunning: false,
  } as const;
  writeJournal(here.data, journal);
  await here.serving(async () => expect(await here.missing(prints)).toEqual([]));
  expect([here.schema(), here.journal]).toEqual([before, null]);
});

async function servingProcess(here: Installation): Promise<string> {
  const note = await Bun.file(join(here.data, "service.json")).json();
  return String((note as { processId: number }).processId);
}

async function answers(here: Installation): Promise<boolean> {
  return here.ask("/search", {}).then(
    () => true,
    () => false,
  );
}

test("where the data cannot be kept, the service runs again as before", async () => {
  using here = new Installation();
  await here.serving(() => here.store("only"));
  const before = here.schema();
  // Somebody starts another service at the moment in which this one has stopped.
  let other: Database | null = null;
  const acts: string[] = [];
  const control = {
    keepsRunning: true,
    stop: async () => void (other = lockDataFolder(here.data)),
    start: async () => void acts.push("start"),
    isRunning: () => false,
  };
  const proof = { sha256: null, key: readPublicKey(PUBLIC_KEY), allowUnsigned: false };
  const file = await here.release(NEWER, NEWER_VERSION);
  const updating = installUpdate(
    { file, proof, executable: here.executable, trialSeconds: 1 },
    { folder: here.data, control, tell() {}, record() {} },
  );
  expect(await updating.catch(String)).toContain("A service runs on");
  (other as Database | null)?.close();
  expect([acts, here.version(), here.journal, here.schema()]).toEqual([["start"], version, null, before]);
  expect(existsSync(join(here.root, "bin", "tillroll.new"))).toBe(false);
});

describe("update rehearse", () => {
  test("is not done on data that a service has", async () => {
    const service = await Service.start();
    const child = Bun.spawn([binary(), "update", "rehearse", service.folder], { stderr: "pipe" });
    expect(await new Response(child.stderr).text()).toContain("this is for a copy");
    await service.end();
  });
});
