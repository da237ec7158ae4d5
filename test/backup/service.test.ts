import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackupsAnswer, PlacedBackupsAnswer } from "../../src/contract/backup.ts";
import { MANIFEST_FILE } from "../../src/backup/backup-layout.ts";
import { announceService } from "../../src/platform/running-service.ts";
import { describeUnless } from "../describe-unless.ts";
import { SmallDisk } from "../failing-disk.ts";
import { healthOf, untilComponent } from "../health.ts";
import { run, Service } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { Bucket } from "./bucket.ts";

const folders: string[] = [];
const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** A service whose backups go to a place, with a first one, which it makes by itself: on a busy machine before any other. */
async function start(place: string, flags: readonly string[] = [], environment = {}): Promise<Service> {
  const regular = ["--backup-to", place, "--backup-every", "1s"];
  const service = await Service.start({ flags: [...regular, ...flags], environment });
  services.push(service);
  await untilBackedUp(service);
  return service;
}

const backup = (service: Service, ...words: string[]) => run(["backup", ...words, "--data", service.folder]);

const snapshotsIn = (place: string) =>
  readdirSync(place)
    .filter((each) => each.startsWith("snapshot-"))
    .toSorted();

/** What the service says of its backups, as a command on its machine hears it. */
async function backupsOf(service: Service): Promise<BackupsAnswer> {
  const note = (await Bun.file(join(service.folder, "service.json")).json()) as { localToken: string };
  const response = await service.fetch("/api/backups", { token: note.localToken });
  return (await response.json()) as BackupsAnswer;
}

/** Waits until all that was stored by now is in the place. */
async function untilBackedUp(service: Service): Promise<void> {
  const now = Date.now();
  const isThere = async () => Date.parse((await backupsOf(service)).upToDateAt ?? "") > now;
  await until(isThere, "a backup").catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(await backupsOf(service))}\n${service.logged}`);
  });
}

/** How many prints the newest state of a place has, as restoring it would give. */
async function printsIn(place: string, environment: Record<string, string> = {}): Promise<number> {
  const words = ["restore", place, "--data", newFolder(), "--dry-run"];
  const { stdout, stderr } = await run(words, { environment });
  const count = /Would restore (\d+) print/.exec(stdout)?.[1];
  if (count === undefined) throw new Error(stdout + stderr);
  return Number(count);
}

test("a backup that is made while prints come in has all that was acknowledged before it began", async () => {
  const service = await start(newFolder());
  const to = newFolder();
  const day = { isOver: false };
  let acknowledged = 0;
  const till = async () => {
    while (!day.isOver) {
      await service.store({}, "x".repeat(3000));
      acknowledged++;
    }
  };
  const tills = [till(), till(), till()];
  await until(() => acknowledged > 50);
  const before = acknowledged;
  const { stdout, stderr, exitCode } = await backup(service, "--to", to);
  expect([stderr, exitCode]).toEqual(["", 0]);
  day.isOver = true;
  await Promise.all(tills);
  const told = Number(/Backed up (\d+) prints/.exec(stdout)?.[1]);
  expect(told).toBeGreaterThanOrEqual(before);
  const name = snapshotsIn(to)[0] ?? "";
  const path = join(to, name, "tillroll.sqlite");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // An ordinary SQLite file: it is opened where it is, and nothing is made beside it.
  const copy = new Database(path, { readonly: true });
  expect(copy.query("SELECT count(*) AS count FROM print").get()).toEqual({ count: told });
  copy.close();
  expect(readdirSync(join(to, name)).toSorted()).toEqual([MANIFEST_FILE, "tillroll.sqlite"].toSorted());
  expect(await printsIn(to)).toBe(told);
});

test("what is new goes out by itself, after a restart and after kill -9 too", async () => {
  const place = newFolder();
  let service = await start(place);
  await service.store();
  await untilBackedUp(service);
  expect(await printsIn(place)).toBe(1);
  await service.store();
  await untilBackedUp(service);
  expect(await printsIn(place)).toBe(2);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await service.store();
    await service.stop(signal);
    const { folder, token } = service;
    const flags = ["--backup-to", place, "--backup-every", "1s"];
    service = await Service.start({ folder, token, flags });
    services.splice(0, services.length, service);
    await service.store();
    await untilBackedUp(service);
  }
  expect(await printsIn(place)).toBe(6);
  // It went on from where it was: no other whole backup was needed.
  const { stdout } = await backup(service, "list");
  expect(stdout.trim().split("\n").length).toBe(2);
});

test("a place that is away for a while gets what is missing when it is back, and nothing takes its place", async () => {
  const parent = newFolder();
  const place = join(parent, "disk");
  const service = await start(place);
  await service.store();
  await untilBackedUp(service);
  renameSync(place, join(parent, "away"));
  // As a mount point is when its disk is away.
  mkdirSync(place);
  await service.store();
  const isTold = async () => (await backupsOf(service)).fault?.includes("its disk is not there") === true;
  await until(isTold, "a fault");
  await service.hasLogged("what was stored since the last backup did not go out");
  expect(readdirSync(place)).toEqual([]);
  rmSync(place, { recursive: true });
  renameSync(join(parent, "away"), place);
  await untilBackedUp(service);
  expect((await backupsOf(service)).fault).toBeNull();
  expect(await printsIn(place)).toBe(2);
});

test("a place of which a segment was lost gets a whole backup", async () => {
  const place = newFolder();
  const service = await start(place);
  await service.store();
  await untilBackedUp(service);
  const name = snapshotsIn(place)[0] ?? "";
  // What is written into it meanwhile is removed too.
  rmSync(join(place, name, "segments"), { recursive: true, maxRetries: 10 });
  await until(() => snapshotsIn(place).length > 1);
  await untilBackedUp(service);
  expect(await printsIn(place)).toBe(1);
});

test("old backups go, and what a kill has left of one", async () => {
  const place = newFolder();
  const service = await start(place, ["--backup-keep", "2"]);
  const seen = new Set<string>();
  for (let count = 0; count < 4; count++) {
    expect((await backup(service)).stderr).toBe("");
    const newest = snapshotsIn(place).at(-1) ?? "";
    if (count === 0) {
      const broken = join(place, newest.replace(/\d{8}T/, "20200101T"));
      mkdirSync(broken);
      writeFileSync(join(broken, "tillroll.sqlite.unfinished"), "half");
      writeFileSync(join(broken, "tillroll.toml"), "whole");
    }
    seen.add(newest);
  }
  // However many within a second.
  expect(seen.size).toBe(4);
  expect(snapshotsIn(place)).toEqual([...seen].slice(-2));
});

test("a kill while a backup is made leaves the one before, and the next is whole", async () => {
  const place = newFolder();
  let service = await start(place, ["--backup-rate", "1"]);
  // Enough that the log was folded into the file.
  for (let count = 0; count < 12; count++) {
    const bytes = crypto.getRandomValues(new Uint8Array(1_000_000));
    await service.prints("/json", { json: { raw: bytes.toBase64() } });
  }
  await untilBackedUp(service);
  const going = backup(service);
  await until(async () => ((await backupsOf(service)).progress?.done ?? 0) > 200, "a copy under way");
  await service.stop("SIGKILL");
  expect((await going).exitCode).toBe(1);
  expect(await printsIn(place)).toBe(12);
  const { folder, token } = service;
  service = await Service.start({ folder, token, flags: ["--backup-to", place, "--backup-every", "1s"] });
  services.splice(0, services.length, service);
  await service.store();
  expect((await backup(service)).stderr).toBe("");
  expect(await printsIn(place)).toBe(13);
  for (const name of snapshotsIn(place)) expect(readdirSync(join(place, name))).toContain(MANIFEST_FILE);
});

const disk = SmallDisk.mount(12);
const noDisk = disk === null ? "a full disk needs Linux and the right to mount" : null;
describeUnless(noDisk, "the disk of the backups", () => {
  test("a full disk of the backups: prints go on, nothing half is left, and it goes on when there is room", async () => {
    const { folder } = disk as SmallDisk;
    const service = await start(folder);
    await service.store();
    await untilBackedUp(service);
    disk?.fill();
    await service.store({}, "new");
    await until(async () => (await backupsOf(service)).fault !== null, "a fault");
    expect((await backup(service)).exitCode).toBe(1);
    expect((await healthOf(service)).canPrint).toBe(true);
    expect(
      readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".unfinished")),
    ).toEqual([]);
    disk?.empty();
    await untilBackedUp(service);
    expect(await printsIn(folder)).toBe(2);
    await service.end();
    services.length = 0;
    disk?.unmount();
  });
});

test("while no service runs, a command makes it", async () => {
  const service = await Service.start();
  services.push(service);
  await service.store();
  await service.stop();
  const to = newFolder();
  expect((await backup(service, "--to", to)).stdout).toStartWith("Backed up 1 print,");
  expect(await printsIn(to)).toBe(1);
  const { stdout } = await backup(service, "list", "--from", to);
  expect(stdout).toMatch(/^FROM .*\n\S+Z +\S+Z +1 +0 +1 MiB\n$/);
});

describe("a place that cannot be one", () => {
  test("is refused: in the data folder, or none", async () => {
    const service = await Service.start();
    services.push(service);
    const inside = await backup(service, "--to", join(service.folder, "backups"));
    expect([inside.exitCode, inside.stderr]).toEqual([
      1,
      expect.stringContaining("cannot be in the data folder"),
    ]);
    const none = await backup(service);
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      expect.stringContaining("Say where the backup is to go"),
    ]);
    const words = ["serve", "--data", service.folder, "--backup-to", join(service.folder, "x")];
    await service.stop();
    expect((await run(words)).stderr).toContain("cannot be in the data folder");
  });
});

test("a place that cannot be used is told in a sentence, by the service and by a command alone", async () => {
  const place = join(newFolder(), "file");
  writeFileSync(place, "");
  const service = await Service.start();
  services.push(service);
  const there = await backup(service, "--to", join(place, "backups"));
  await service.stop();
  const here = await backup(service, "--to", join(place, "backups"));
  for (const { exitCode, stderr } of [there, here]) {
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^tillroll: .*file.* cannot be used: a part of that path is a file and no folder\./,
    );
    expect(stderr.trim().split("\n").length).toBe(1);
  }
});

test("a backup that only the service sees, as in a /tmp of its own, is told as none", async () => {
  const folder = newFolder();
  const made = { place: join(folder, "private"), name: "snapshot-x", takenAt: "", prints: 1, bytes: 1 };
  let number = 0;
  // A service stands in that says it has made one.
  using service = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      if (request.method === "POST") number++;
      return Response.json({ progress: null, lastRun: number === 0 ? null : { number, made, fault: null } });
    },
  });
  const address = `http://127.0.0.1:${service.port}`;
  announceService(folder, { address, processId: process.pid, localToken: "at_local.x" });
  const { exitCode, stderr } = await run(["backup", "--to", made.place, "--data", folder]);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("only itself sees: choose another folder")]);
});

test("only the service's administrator sees and makes them, and a disk shared with the data is told of", async () => {
  const place = join(newFolder(), "place");
  const service = await start(place);
  const { stdout } = await run([
    "token",
    "create",
    "--data",
    service.folder,
    "--workspace",
    "default",
    "--name",
    "boss",
    "--scopes",
    "admin",
  ]);
  const boss = /at_\S+/.exec(stdout)?.[0] ?? "";
  for (const [path, json] of [
    ["/api/backups", undefined],
    ["/api/backups/placed", undefined],
    ["/api/backups", {}],
  ] as const) {
    const response = await service.fetch(path, { token: boss, ...(json && { json }) });
    expect([path, response.status]).toEqual([path, 403]);
  }
  const { components } = await untilComponent(service, "backup", "degraded");
  expect(components["backup"]?.message).toContain("on the disk of the data");
  expect(JSON.stringify(components)).not.toContain(place);
});

test("a bucket: whole backups and what is new between them, restored from there; its secret is nowhere", async () => {
  using bucket = new Bucket();
  const { endpoint, region, keyId, secret } = bucket.access;
  const environment = {
    TILLROLL_BACKUP_BUCKET_ENDPOINT: endpoint,
    TILLROLL_BACKUP_BUCKET_REGION: region,
    TILLROLL_BACKUP_BUCKET_KEY_ID: keyId,
    TILLROLL_BACKUP_BUCKET_SECRET: secret,
  };
  const service = await start("s3://shop/one", [], environment);
  await service.store();
  await untilBackedUp(service);
  bucket.mood.isDown = true;
  await service.store();
  await until(async () => (await backupsOf(service)).fault !== null, "a fault");
  bucket.mood.isDown = false;
  await untilBackedUp(service);
  const { stdout: listed } = await backup(service, "list");
  expect(listed.trim().split("\n").length).toBe(2);
  const names = [...bucket.files.keys()].map((key) => key.replace(/\d{8}T\d{6}Z(-\w{8})?/g, "T"));
  expect(names.toSorted()).toEqual(
    expect.arrayContaining([
      "one/snapshot-T/manifest.json",
      "one/snapshot-T/segments/00000001-T.segment",
      "one/snapshot-T/tillroll.sqlite",
    ]),
  );
  expect(
    await printsIn("s3://shop/one", {
      ...environment,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_ENDPOINT: endpoint,
      AWS_REGION: region,
    }),
  ).toBe(2);
  const shown = await run(["config", "show", "--data", service.folder], { environment });
  const placed = JSON.stringify(await backupsOf(service));
  for (const text of [service.logged, shown.stdout, shown.stderr, placed]) expect(text).not.toContain(secret);
  expect(bucket.refused).toBe(0);
});

test("the placed backups are told as the reference says", async () => {
  const place = newFolder();
  const service = await start(place);
  const note = (await Bun.file(join(service.folder, "service.json")).json()) as { localToken: string };
  const response = await service.fetch("/api/backups/placed", { token: note.localToken });
  const { items, unreadable } = (await response.json()) as PlacedBackupsAnswer;
  expect([items.length, items[0]?.own, items[0]?.prints, unreadable]).toEqual([1, true, 0, []]);
});
