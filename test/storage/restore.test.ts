import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { makeFirstToken, makeSignInCode, openDataFolder } from "../../src/storage/data-folder.ts";
import { generationAt } from "../../src/storage/database-file.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { binary, type ErrorAnswer, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/* The compiled binary on a database file that is another one than the one it wrote to. */

const folders: string[] = [];
const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(known?: Service): Promise<Service> {
  // More than an address may send: the log is to begin anew.
  const flags = ["--client-rate", "0"];
  const service = await Service.start(
    known === undefined ? { flags } : { flags, folder: known.folder, token: known.token },
  );
  services.push(service);
  folders.push(service.folder);
  return service;
}

async function storeMany(service: Service, count: number, label: string): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => service.store({ label }, "x".repeat(3000))));
}

async function countOf(service: Service, label?: string): Promise<number> {
  const response = await service.prints("/search", { json: label === undefined ? {} : { label } });
  const { total } = (await response.json()) as { total: number };
  return total;
}

function integrity(folder: string): unknown {
  using database = new Database(databasePath(folder), { readonly: true });
  return database.query("PRAGMA integrity_check").get();
}

const movedLogs = (folder: string) => readdirSync(folder).filter((name) => name.includes("-wal.aside-"));

/** A service killed while its log holds much, and a backup of the time before. */
async function crashedWithBackup(): Promise<{ service: Service; backup: string }> {
  const first = await start();
  await storeMany(first, 20, "before");
  await first.stop();
  const backup = join(temporaryFolder(), "backup.sqlite");
  folders.push(join(backup, ".."));
  copyFileSync(databasePath(first.folder), backup);
  const service = await start(first);
  await storeMany(service, 300, "after");
  await service.stop("SIGKILL");
  expect(existsSync(`${databasePath(service.folder)}-wal`)).toBe(true);
  return { service, backup };
}

test("after kill -9 everything acknowledged is there", async () => {
  const { service } = await crashedWithBackup();
  const next = await start(service);
  expect([await countOf(next, "before"), await countOf(next, "after")]).toEqual([20, 300]);
  expect(movedLogs(next.folder)).toEqual([]);
});

test("a log without a note, such as an older Tillroll leaves, is replayed", async () => {
  const { service } = await crashedWithBackup();
  rmSync(`${databasePath(service.folder)}-generation`);
  const next = await start(service);
  expect([await countOf(next, "before"), await countOf(next, "after")]).toEqual([20, 300]);
});

test("a backup copied back after a crash is what is there then, and nothing of the log", async () => {
  const { service, backup } = await crashedWithBackup();
  copyFileSync(backup, databasePath(service.folder));
  const next = await start(service);
  expect([await countOf(next, "before"), await countOf(next, "after")]).toEqual([20, 0]);
  await until(() => next.logged.includes("belonged to another file"));
  expect(movedLogs(next.folder)).toHaveLength(1);
  expect((await next.store()).id).toBe(21);
  expect(integrity(next.folder)).toEqual({ integrity_check: "ok" });
  // The new log is this file's own.
  await next.stop("SIGKILL");
  expect(await countOf(await start(next))).toBe(21);
});

test("a backup of the same run, made while the service went on, is what is there after a crash too", async () => {
  const first = await start();
  const big = async (count: number, label: string) => {
    for (let number = 0; number < count; number++) {
      const body = crypto.getRandomValues(new Uint8Array(60_000));
      const headers = { "content-type": "application/octet-stream" };
      expect((await first.prints(`?label=${label}`, { body, headers })).status).toBe(201);
    }
  };
  await big(20, "before");
  const generation = generationAt(databasePath(first.folder));
  // What SQLite's own backup tools give: the file and its log as one.
  const live = new Database(databasePath(first.folder), { readonly: true });
  const backup = live.serialize();
  live.close();
  // Until the log has begun anew: readers may be in the way of it for a while.
  let after = 0;
  while (after < 100 || (after < 3000 && generationAt(databasePath(first.folder)) === generation)) {
    await big(20, "after");
    after += 20;
  }
  // Stored after all that the fold has to do.
  await big(1, "after");
  after += 1;
  await first.stop("SIGKILL");
  const whole = temporaryFolder();
  folders.push(whole);
  cpSync(first.folder, whole, { recursive: true });
  writeFileSync(databasePath(first.folder), backup);
  const restored = await start(first);
  expect([await countOf(restored, "before"), await countOf(restored, "after")]).toEqual([20, 0]);
  expect(integrity(restored.folder)).toEqual({ integrity_check: "ok" });
  // And without a backup nothing is lost, after as many generations.
  const crashed = await Service.start({ folder: whole, token: first.token });
  services.push(crashed);
  expect([await countOf(crashed, "before"), await countOf(crashed, "after")]).toEqual([20, after]);
  expect(movedLogs(whole)).toEqual([]);
});

test("commands leave the log of a running service as it is: it begins anew only with a generation", async () => {
  const folder = temporaryFolder();
  folders.push(folder);
  const opened = openDataFolder(folder, Date.now());
  const path = databasePath(folder);
  const writing = openForWriting(path);
  writing.run("PRAGMA wal_autocheckpoint = 0");
  writing.run("CREATE TABLE noise (content BLOB)");
  for (let row = 0; row < 80; row++) writing.run("INSERT INTO noise VALUES (randomblob(90000))");
  const copy = readFileSync(path);
  makeSignInCode(path, Date.now());
  expect(makeFirstToken(path, Date.now())).not.toBe(null);
  expect(readFileSync(path).equals(copy)).toBe(true);
  expect((await run(["token", "create", "--data", folder])).exitCode).toBe(0);
  expect(readFileSync(path).equals(copy)).toBe(true);
  writing.close();
  opened.release();
});

test("a repair of times without a service folds into a generation of its own", async () => {
  const folder = temporaryFolder();
  folders.push(folder);
  openDataFolder(folder, Date.now()).release();
  const before = generationAt(databasePath(folder));
  expect((await run(["clock", "repair", "--data", folder])).exitCode).toBe(0);
  expect(generationAt(databasePath(folder))).not.toBe(before);
});

test("a command that comes first moves the log aside too", async () => {
  const { service, backup } = await crashedWithBackup();
  copyFileSync(backup, databasePath(service.folder));
  const { exitCode, stderr } = await run(["token", "create", "--data", service.folder]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("belonged to another file");
  expect(movedLogs(service.folder)).toHaveLength(1);
  expect(integrity(service.folder)).toEqual({ integrity_check: "ok" });
  expect(await countOf(await start(service))).toBe(20);
});

test("a deleted file's log is kept", async () => {
  const { service } = await crashedWithBackup();
  rmSync(databasePath(service.folder));
  const next = await Service.start({ folder: service.folder });
  services.push(next);
  expect(await countOf(next)).toBe(0);
  expect(movedLogs(next.folder)).toHaveLength(1);
});

/** What a print is answered now: 201, or the reason. */
async function answer(service: Service): Promise<string> {
  const response = await service.prints("/json", { json: { raw: btoa("hello") } });
  const { code, data } = (await response.json()) as ErrorAnswer;
  return response.status === 201 ? "201" : `${response.status} ${code} ${String(data["reason"])}`;
}

const REPLACED = "503 STORAGE_UNAVAILABLE DATABASE_REPLACED";

test("a file that is gone takes no print more, not even the next one; put back, it goes on", async () => {
  const service = await start();
  await storeMany(service, 5, "before");
  const path = databasePath(service.folder);
  renameSync(path, `${path}.away`);
  expect(await answer(service)).toBe(REPLACED);
  await until(() => service.logged.includes("replaced, changed or deleted"));
  await until(async () => {
    const response = await service.fetch("/api/workspace/default/printers");
    const { items } = (await response.json()) as { items: { state: { online: boolean } }[] };
    return items.every(({ state }) => !state.online);
  });
  renameSync(`${path}.away`, path);
  await until(async () => (await answer(service)) === "201");
  await service.stop("SIGKILL");
  const next = await start(service);
  expect(await countOf(next, "before")).toBe(5);
});

test("it is noticed within seconds when nobody prints", async () => {
  const service = await start();
  rmSync(databasePath(service.folder));
  await until(() => service.logged.includes("replaced, changed or deleted"));
});

test.each([
  ["over it", (backup: string, path: string) => copyFileSync(backup, path)],
  [
    "in its place",
    (backup: string, path: string) => {
      copyFileSync(backup, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
  ],
])("a backup that is copied %s under a running service stays whole", async (_how, replace) => {
  const { service, backup } = await crashedWithBackup();
  const next = await start(service);
  await storeMany(next, 50, "lost");
  const path = databasePath(next.folder);
  replace(backup, path);
  expect(await answer(next)).toBe(REPLACED);
  expect(await next.stop()).toBe(1);
  await next.hasLogged("The stop was not orderly");
  expect(readFileSync(path).equals(readFileSync(backup))).toBe(true);
  const last = await start(next);
  expect([await countOf(last), await countOf(last, "before")]).toEqual([20, 20]);
  expect(integrity(last.folder)).toEqual({ integrity_check: "ok" });
});

test("a command refuses to write to another file than the running service's", async () => {
  const { service, backup } = await crashedWithBackup();
  const next = await start(service);
  await storeMany(next, 50, "lost");
  copyFileSync(backup, databasePath(next.folder));
  const { exitCode, stderr } = await run(["token", "create", "--data", next.folder]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("replaced, changed or deleted");
  expect(readFileSync(databasePath(next.folder)).equals(readFileSync(backup))).toBe(true);
});

test("a stop that is not orderly ends though nobody reads what the service says", async () => {
  const folder = temporaryFolder();
  folders.push(folder);
  const child = Bun.spawn([binary(), "serve", "--data", folder, "--host", "127.0.0.1", "--port", "0"], {
    env: {
      TILLROLL_RAW_PORT: "0",
      TILLROLL_LPD_PORT: "0",
      TILLROLL_IPP_PORT: "0",
      TILLROLL_ANNOUNCE: "false",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  try {
    const greeting = child.stdout.getReader();
    for (let text = ""; !text.includes("prints/json");) {
      const { value, done } = await greeting.read();
      if (done) throw new Error("it did not start");
      text += new TextDecoder().decode(value);
    }
    rmSync(databasePath(folder));
    const said = child.stderr.getReader();
    await said.read();
    // As the "tee" of a pipe, which Ctrl-C ends too.
    await said.cancel();
    child.kill("SIGTERM");
    expect(await Promise.race([child.exited, Bun.sleep(10_000)])).toBe(1);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a database that is damaged is said to be", async () => {
  const service = await start();
  await storeMany(service, 200, "before");
  await service.stop();
  const path = databasePath(service.folder);
  const bytes = readFileSync(path);
  // All but the first pages, which hold the schema.
  writeFileSync(path, bytes.fill(0x55, 60 * 4096));
  const { stderr } = await run(["printer", "list", "--data", service.folder]);
  expect(stderr).not.toContain("SQLiteError");
});
