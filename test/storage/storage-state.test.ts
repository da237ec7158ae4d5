import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { TillrollError } from "../../src/domain/errors.ts";
import { STORAGE_LIMITS, WAL_LIMITS } from "../../src/domain/storage-limits.ts";
import { DiskSpace } from "../../src/operations/disk-space.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { type DataFolder, openDataFolder } from "../../src/storage/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { hasReserve } from "../../src/storage/reserve.ts";
import { diskLow, unavailable } from "../../src/storage/storage-error.ts";
import { StorageHealth } from "../../src/storage/storage-health.ts";
import type { StorageState } from "../../src/storage/storage-state.ts";
import { Writer } from "../../src/storage/writer.ts";
import { temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

let folder: string;
let opened: DataFolder;
let writer: Writer;
const told: (string | null)[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  opened = openDataFolder(folder, Date.now());
  told.length = 0;
  const events = {
    onBatch() {},
    onDeath(reason: string) {
      throw new Error(reason);
    },
    onStateChange: ({ reason }: StorageState) => void told.push(reason),
  };
  writer = Writer.start(databasePath(folder), events, opened.file.held);
  await writer.ready();
});
afterEach(async () => {
  await writer.close();
  opened.release();
  rmSync(folder, { recursive: true, force: true });
});

test("tells how storing goes", async () => {
  await until(() => writer.state.lastCommitAgoMilliseconds !== null);
  const { freeBytes, logBytes, lastCommitAgoMilliseconds, ...rest } = writer.state;
  expect(rest).toMatchObject({
    isWritable: true,
    reason: null,
    fault: null,
    consecutiveFailures: 0,
    isSameFile: true,
    isMalformed: false,
    logLimitBytes: WAL_LIMITS.fullBytes,
  });
  expect(freeBytes).toBeGreaterThan(0);
  expect(logBytes).toBeGreaterThan(0);
  expect(lastCommitAgoMilliseconds).toBeLessThan(20_000);
});

test("commits from time to time though nobody stores anything, and changes nothing by it", async () => {
  const versions = () => {
    using database = openForReading(databasePath(folder));
    return database.query("PRAGMA user_version").get();
  };
  const before = versions();
  const ago = () => writer.state.lastCommitAgoMilliseconds ?? 0;
  await until(() => ago() > STORAGE_LIMITS.probeMilliseconds / 2);
  await until(() => ago() < STORAGE_LIMITS.probeMilliseconds / 2);
  expect(versions()).toEqual(before);
});

test("a file that is gone and comes back is told of, without anybody storing", async () => {
  const path = databasePath(folder);
  renameSync(path, `${path}.away`);
  await until(() => !writer.state.isSameFile);
  expect(writer.state).toMatchObject({ isWritable: false, reason: "DATABASE_REPLACED" });
  renameSync(`${path}.away`, path);
  await until(() => writer.state.isSameFile && writer.state.isWritable);
  expect(told).toEqual(["DATABASE_REPLACED", null]);
});

test("damage that reading meets is told of", () => {
  writer.noteFault(new TillrollError("NOT_FOUND", "something else"));
  expect(writer.state.isMalformed).toBe(false);
  writer.noteFault(unavailable("DATABASE_MALFORMED"));
  expect(writer.state.isMalformed).toBe(true);
});

test("what is being stored is reckoned off the free space", () => {
  const { freeBytes } = new DiskSpace(folder, 0);
  using disk = new DisposableSpace(folder, freeBytes - 200 * 1024 * 1024);
  expect(disk.space.shortage).toBeNull();
  const settled = disk.space.expect(300 * 1024 * 1024);
  expect(disk.space.shortage).toMatchObject({ data: { reason: "DISK_FULL" } });
  settled();
});

test("a disk with too little left is not said to be full, but how much is free and how much must be", () => {
  expect(diskLow(39_900_000, 64 * 1024 * 1024)).toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message:
      "The disk is nearly full, nothing was stored: 39 MB are free, and 67.1 MB must be. Free some space and try again.",
    data: { reason: "DISK_FULL", freeBytes: 39_900_000, neededBytes: 67_108_864 },
  });
  using disk = new DisposableSpace(folder, Number.MAX_SAFE_INTEGER);
  const { shortage, freeBytes } = disk.space;
  expect(shortage?.data).toEqual({
    reason: "DISK_FULL",
    freeBytes,
    neededBytes: Number.MAX_SAFE_INTEGER,
  });
  const health = new StorageHealth(writer, disk.space).look();
  expect([health.state, health.message]).toEqual(["failed", shortage?.message ?? ""]);
});

test("space is kept, and anew after it was given up", async () => {
  using disk = new DisposableSpace(folder, 0);
  disk.space.keepReserve();
  await until(() => hasReserve(folder));
});

class DisposableSpace implements Disposable {
  readonly space: DiskSpace;
  constructor(ofFolder: string, minimumBytes: number) {
    this.space = new DiskSpace(ofFolder, minimumBytes);
  }
  [Symbol.dispose](): void {
    this.space.close();
  }
}
