import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { TestPlace } from "../restore/test-place.ts";
import { run, Service, temporaryFolder } from "../service.ts";
import { openLiveDatabase } from "../live-database.ts";

/* The compiled binary, on a backup that is written as its layout is documented. */

let root = "";
let service: Service;
let place: TestPlace;
beforeEach(async () => {
  root = temporaryFolder();
  place = new TestPlace(join(root, "place"));
  service = await Service.start({ folder: join(root, "shop") });
});
afterEach(async () => {
  await service.stop("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

async function restart(folder = service.folder): Promise<void> {
  service = await Service.start({ folder, token: service.token });
}

async function labels(): Promise<(string | null)[]> {
  const response = await service.prints("/search", { json: {} });
  const { items } = (await response.json()) as { items: { label: string | null }[] };
  return items.map(({ label }) => label).toSorted();
}

/** Prints before a snapshot, before its segment, and after both. @returns when the snapshot and the segment were made */
async function history(): Promise<{ snapshotAt: Date; segmentAt: Date }> {
  const snapshotAt = new Date(Date.now() - 120_000);
  const segmentAt = new Date(snapshotAt.getTime() + 60_000);
  await service.store({ label: "first" });
  await service.stop();
  using before = openLiveDatabase(databasePath(service.folder));
  place.snapshot(before, snapshotAt.getTime());
  before.close();
  await restart();
  await service.store({ label: "second" });
  await service.stop();
  using after = openLiveDatabase(databasePath(service.folder));
  await place.segment(after, segmentAt.getTime());
  after.close();
  await restart();
  await service.store({ label: "third" });
  return { snapshotAt, segmentAt };
}

const restoreTo = (folder: string, ...words: string[]) =>
  run(["restore", place.folder, "--data", folder, ...words], { environment: { TZ: "UTC" } });

test("a backup is restored, what was there is kept, and the way back is told", async () => {
  const { snapshotAt } = await history();
  const refused = await restoreTo(service.folder);
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(`A Tillroll service is running on ${service.folder}`);
  // It was started by hand.
  const unknown = await restoreTo(service.folder, "--stop");
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("none that this machine starts"),
  });
  await service.stop();
  const dry = await restoreTo(service.folder, "--dry-run");
  expect(dry.stdout).toContain("Would restore 2 prints");
  expect(dry.stdout).toContain("Stored since, and not in it: 1 print.");
  expect(dry.stdout).toContain("Nothing was changed.");
  // A time by the clock on the wall.
  const at = new Date(snapshotAt.getTime() + 1000).toISOString().slice(0, 19).replace("T", " ");
  const done = await restoreTo(service.folder, "--at", at);
  expect(done.stderr).toBe("");
  expect(done.stdout).toContain("Restored 1 print,");
  expect(done.stdout).toContain("Stored since, and not in it: 2 prints.");
  const back = /To go back: tillroll restore "(.*)"\./.exec(done.stdout)?.[1] ?? "";
  await restart();
  expect(await labels()).toEqual(["first"]);
  // Numbers are not given twice.
  expect((await service.store({ label: "fourth" })).id).toBe(4);
  await service.stop();
  expect((await run(["restore", back, "--data", service.folder])).exitCode).toBe(0);
  await restart();
  expect(await labels()).toEqual(["first", "second", "third"]);
  expect(readdirSync(service.folder).filter((name) => name.startsWith("before-restore-"))).toHaveLength(2);
});

test("a new machine goes on where the old one was", async () => {
  await history();
  await service.stop();
  const folder = join(root, "new", "machine");
  const { stdout } = await restoreTo(folder);
  expect(stdout).toContain("Restored 2 prints");
  expect(stdout).not.toContain("What was there");
  if (process.platform !== "win32") expect(statSync(databasePath(folder)).mode & 0o777).toBe(0o600);
  await restart(folder);
  // Also who may do what.
  expect(await labels()).toEqual(["first", "second"]);
  using database = new Database(databasePath(folder), { readonly: true });
  const acts = database.query("SELECT subject FROM audit WHERE act = 'backup.restored'").all();
  expect(acts).toEqual([{ subject: expect.stringContaining(place.folder) }]);
});

test("a backup is tried and compared beside the service, and nothing is left of that", async () => {
  await history();
  const scratch = temporaryFolder();
  const verify = () =>
    run(["backup", "verify", place.folder, "--data", service.folder, "--scratch", scratch]);
  const good = await verify();
  expect(good.stderr).toBe("");
  expect(good.stdout).toContain("2 prints can be restored, as of");
  expect(good.stdout).toContain(`2 prints compared with ${service.folder}.`);
  const [name = ""] = readdirSync(place.folder);
  const segments = join(place.folder, name, "segments");
  rmSync(join(segments, readdirSync(segments)[0] ?? ""));
  // Without its segment the snapshot alone is whole, of an earlier moment.
  expect((await verify()).stdout).toContain("1 print can be restored");
  rmSync(join(place.folder, name, "tillroll.sqlite"));
  const bad = await verify();
  expect(bad).toMatchObject({ exitCode: 1, stdout: "" });
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(scratch, { recursive: true });
});

test("without a place it is the one that the configuration names, of the folder's own service", async () => {
  await history();
  await service.stop();
  using database = openLiveDatabase(databasePath(service.folder));
  new TestPlace(place.folder, "another till").snapshot(database, Date.now() - 1000);
  database.close();
  writeFileSync(join(service.folder, "tillroll.toml"), `backup-to = '${place.folder}'\n`);
  const words = ["restore", "--dry-run", "--data", service.folder];
  const { stderr } = await run(words);
  expect(stderr).toMatch(
    /Several services .* \(?till, the newest of .*; another till, the newest of .*--service/,
  );
  const state = { service: "till", place: null, head: null, hashesSha256: "" };
  writeFileSync(join(service.folder, "tillroll.backup"), `${JSON.stringify(state)}\n`);
  expect((await run(words)).stdout).toContain("Would restore 2 prints");
  expect((await run([...words, "--service", "another till"])).stdout).toContain("Would restore 3 prints");
});

test("one print is taken out of a backup, and nothing else is touched", async () => {
  await history();
  const out = join(root, "print.bin");
  const words = ["restore", place.folder, "--data", service.folder];
  expect(await run([...words, "--print", "2", "--out", out])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(readFileSync(out, "utf8")).toBe("hello\n");
  expect((await run([...words, "--print", "1", "--out", "-"])).stdout).toBe("hello\n");
  const missing = await run([...words, "--print", "3", "--out", out]);
  expect(missing).toMatchObject({ exitCode: 1, stderr: "tillroll: There is no print 3 in this backup.\n" });
  expect(await labels()).toEqual(["first", "second", "third"]);
});

test.each([
  [["restore", "PLACE", "--print", "1"], 2, "--out is missing"],
  [["restore"], 2, "Say where the backup is"],
  [["restore", "one", "two"], 2, "Say where the backup is"],
  [["restore", "PLACE", "--at", "soon"], 2, 'is no time; write "2026-11-22 18:00"'],
  [["restore", "PLACE", "--at", "2001-01-01"], 1, "There is no backup in"],
  [["restore", "SHOP"], 1, "A Tillroll service is running on"],
  [["backup", "verify", "PLACE", "--at", "yesterday"], 1, "There is no backup in"],
])("%p ends with %p", async (words, exitCode, expected) => {
  const named = words.map((word) => ({ PLACE: place.folder, SHOP: service.folder })[word] ?? word);
  const result = await run([...named, "--data", join(root, "new")]);
  expect(result).toMatchObject({ exitCode, stdout: "" });
  expect(result.stderr).toContain(expected);
});

test("files belong to whom the folder belongs to, whoever restores", async () => {
  if (process.getuid?.() !== 0) return;
  await history();
  await service.stop();
  const folder = join(root, "owned");
  const { chownSync, mkdirSync } = await import("node:fs");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 1234, 1235);
  await restoreTo(folder);
  await restoreTo(folder);
  for (const name of readdirSync(folder, { recursive: true }) as string[])
    expect({ name, uid: statSync(join(folder, name)).uid }).toEqual({ name, uid: 1234 });
  chmodSync(folder, 0o700);
  expect(existsSync(databasePath(folder))).toBe(true);
});
