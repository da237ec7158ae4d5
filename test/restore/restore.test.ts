import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemActor } from "../../src/audit/audit-entry.ts";
import { backupPlace } from "../../src/backup/backup-place.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { copiedDatabase } from "../../src/restore/copied-database.ts";
import { placedBackup } from "../../src/restore/placed-backup.ts";
import { restore, type RestoreOptions, type RestoreReport } from "../../src/restore/restore.ts";
import type { StateWish } from "../../src/restore/backup-states.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { MINUTE, NOW, printsIn, printsOf, Shop, START } from "./shop.ts";
import { TestPlace } from "./test-place.ts";

const NO_ACCESS = { endpoint: null, region: null, keyId: null, secret: null };

let root = "";
let shop: Shop;
let place: TestPlace;
beforeEach(() => {
  root = temporaryFolder();
  shop = new Shop(join(root, "shop"));
  place = new TestPlace(join(root, "place"));
});
afterEach(() => {
  shop.close();
  rmSync(root, { recursive: true, force: true });
});

async function restored(
  options: Partial<RestoreOptions> & Partial<StateWish> & { readonly dataFolder: string },
): Promise<RestoreReport> {
  const { at = null, service = null } = options;
  const state = await placedBackup(backupPlace(place.folder, NO_ACCESS), { at, service });
  return await restore(state, {
    now: NOW,
    actor: systemActor("service"),
    withSettings: false,
    isDryRun: false,
    ...options,
  });
}

const elsewhere = () => {
  const folder = join(root, "elsewhere");
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** A snapshot and three segments, the state at each, and when that was. */
async function history(): Promise<{ takenAt: number; prints: unknown[]; path: string }[]> {
  const states: { takenAt: number; prints: unknown[]; path: string }[] = [];
  const note = (path: string) => states.push({ takenAt: shop.now, prints: printsOf(shop.database), path });
  shop.prints(20);
  place.snapshot(shop.database, shop.now);
  note("");
  for (const change of [
    () => shop.prints(30),
    () => {
      shop.write({ kind: "delete", workspaceId: 1, printId: 3 });
      shop.write({ kind: "update", workspaceId: 1, printId: 25, patch: { label: "changed" } });
    },
    () => shop.prints(5),
  ]) {
    change();
    shop.now += MINUTE;
    note(await place.segment(shop.database, shop.now));
  }
  return states;
}

describe("on a new machine", () => {
  test("each moment that was backed up can be restored, with everything of it and nothing of later", async () => {
    const states = await history();
    for (const [number, { takenAt, prints }] of states.entries()) {
      // Half a second after it is still that state; a second before the next as well.
      for (const at of [takenAt, takenAt + 500]) {
        const folder = elsewhere();
        const report = await restored({ dataFolder: folder, at });
        expect(report).toMatchObject({ asOf: takenAt, restored: { prints: prints.length }, keptIn: null });
        expect(report.present.kind).toBe("none");
        expect(printsIn(folder)).toEqual(prints);
        rmSync(folder, { recursive: true });
      }
      expect(number).toBeLessThan(4);
    }
    const folder = elsewhere();
    expect((await restored({ dataFolder: folder })).asOf).toBe(states.at(-1)?.takenAt ?? 0);
    expect(printsIn(folder)).toEqual(states.at(-1)?.prints ?? []);
  });

  test("a change that went out in several segments is there with its last one, and not before", async () => {
    shop.prints(10);
    place.snapshot(shop.database, shop.now);
    const before = { at: shop.now, prints: printsOf(shop.database) };
    shop.prints(10);
    const half = shop.now;
    await place.segment(shop.database, half, false);
    shop.prints(10);
    await place.segment(shop.database, shop.now);
    const early = elsewhere();
    expect((await restored({ dataFolder: early, at: half })).asOf).toBe(before.at);
    expect(printsIn(early)).toEqual(before.prints);
    rmSync(early, { recursive: true });
    const late = elsewhere();
    await restored({ dataFolder: late });
    expect(printsIn(late)).toEqual(printsOf(shop.database));
  });

  test("ids go on above those that the place knows, also after an older state", async () => {
    const [oldest] = await history();
    const folder = elsewhere();
    await restored({ dataFolder: folder, at: oldest?.takenAt ?? 0 });
    using database = openForWriting(databasePath(folder));
    const next = new BatchWriter(database, () => NOW).write([createOperation()]).results;
    // 55 prints were stored, and a minute may be unknown.
    expect(next).toMatchObject([{ ok: true, id: 100_056 }]);
  });

  test("the settings of the backup are taken where there are none", async () => {
    shop.prints(1);
    place.snapshot(shop.database, shop.now, { "tillroll.toml": "port = 9999\n" });
    const folder = elsewhere();
    expect(await restored({ dataFolder: folder })).toMatchObject({ settings: ["tillroll.toml"] });
    const path = join(folder, "tillroll.toml");
    expect(readFileSync(path, "utf8")).toBe("port = 9999\n");
    writeFileSync(path, "port = 1\n");
    expect(await restored({ dataFolder: folder })).toMatchObject({
      settings: [],
      keptSettings: ["tillroll.toml"],
    });
    expect(readFileSync(path, "utf8")).toBe("port = 1\n");
    // Within the same second: what was kept before stays.
    const { keptIn } = await restored({ dataFolder: folder, withSettings: true });
    expect(keptIn).toEndWith("Z-2");
    expect(readFileSync(path, "utf8")).toBe("port = 9999\n");
    expect(readFileSync(join(keptIn ?? "", "tillroll.toml"), "utf8")).toBe("port = 1\n");
  });
});

describe("in the place of what is there", () => {
  test("what was there is kept, with its log, and can be put back", async () => {
    const states = await history();
    shop.prints(7);
    const present = printsOf(shop.database);
    const log = readFileSync(`${databasePath(shop.folder)}-wal`);
    // As a kill leaves it: the log is not folded in.
    const crashed = join(root, "crashed");
    mkdirSync(crashed);
    for (const name of readdirSync(shop.folder))
      writeFileSync(join(crashed, name), readFileSync(join(shop.folder, name)));
    const report = await restored({ dataFolder: crashed, at: states[1]?.takenAt ?? 0 });
    expect(report.present).toMatchObject({
      kind: "later",
      laterPrints: 12,
      newestPrintAt: shop.now - MINUTE,
    });
    expect(printsIn(crashed)).toEqual(states[1]?.prints ?? []);
    const { keptIn } = report;
    if (keptIn === null) throw new Error("nothing is kept");
    expect(readFileSync(join(keptIn, "tillroll.sqlite-wal")).equals(log)).toBe(true);
    // The numbers that were given since are known exactly.
    using database = openForWriting(databasePath(crashed));
    expect(new BatchWriter(database, () => NOW).write([createOperation()]).results).toMatchObject([
      { id: 63 },
    ]);
    database.close();
    const back = copiedDatabase(keptIn);
    if (back === null) throw new Error("it cannot be put back");
    const given = { dataFolder: crashed, now: NOW + MINUTE, withSettings: false, isDryRun: false };
    await restore(back, { ...given, actor: systemActor("service") });
    expect(printsIn(crashed)).toEqual(present);
  });

  test("a dry run changes nothing, and tells the same", async () => {
    await history();
    shop.prints(2);
    const present = printsOf(shop.database);
    shop.close();
    const before = readdirSync(shop.folder).toSorted();
    const report = await restored({ dataFolder: shop.folder, isDryRun: true });
    expect(report).toMatchObject({ restored: { prints: 55 }, present: { laterPrints: 2 }, keptIn: null });
    expect(readdirSync(shop.folder).toSorted()).toEqual(before);
    expect(printsIn(shop.folder)).toEqual(present);
  });

  test("another service's data is told to be that", async () => {
    await history();
    const other = new Shop(join(root, "other"));
    other.database.run("UPDATE user SET created_at = 5");
    other.close();
    expect((await restored({ dataFolder: other.folder })).present.kind).toBe("other");
  });

  test("damaged data is told to be that, and kept", async () => {
    const states = await history();
    shop.close();
    const bytes = readFileSync(databasePath(shop.folder)).fill(0x55, 0, 8192);
    writeFileSync(databasePath(shop.folder), bytes);
    const { present, keptIn } = await restored({ dataFolder: shop.folder });
    expect(present.kind).toBe("unreadable");
    expect(readFileSync(join(keptIn ?? "", "tillroll.sqlite")).equals(bytes)).toBe(true);
    expect(printsIn(shop.folder)).toEqual(states.at(-1)?.prints ?? []);
  });
});

describe("what is refused, before anything is changed", () => {
  async function refusal(options: Partial<RestoreOptions> & Partial<StateWish> = {}): Promise<unknown> {
    const dataFolder = options.dataFolder ?? elsewhere();
    const before = readdirSync(dataFolder).filter((name) => name !== "service.lock");
    const error = await restored({ ...options, dataFolder }).catch((thrown: unknown) => thrown);
    expect(readdirSync(dataFolder).filter((name) => name !== "service.lock")).toEqual(before);
    expect(error).toBeInstanceOf(Error);
    return error;
  }

  test("a folder on which a service runs", async () => {
    await history();
    expect(await refusal({ dataFolder: shop.folder })).toMatchObject({ data: { reason: "ALREADY_RUNNING" } });
  });

  test("a time before the first backup", async () => {
    await history();
    expect(await refusal({ at: START })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("a place with nothing in it, and one with the backups of two services", async () => {
    expect(await refusal()).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("no backup"),
    });
    await history();
    new TestPlace(place.folder, "other till").snapshot(shop.database, shop.now + MINUTE);
    expect(await refusal()).toMatchObject({ data: { services: ["till", "other till"] } });
    expect((await restored({ dataFolder: elsewhere(), service: "till" })).restored.prints).toBe(55);
  });

  test.each([
    ["a segment that is gone", (path: string) => rmSync(path), "The segment 2 of the backup is missing"],
    [
      "a segment with another byte in its pages",
      (path: string) => flip(path, -20),
      "is damaged: the segment is damaged",
    ],
    ["a segment whose manifest is none", (path: string) => flip(path, 3), "is damaged"],
    [
      "a segment that breaks off",
      (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -9)),
      "is damaged: the segment is damaged",
    ],
    [
      "another segment in its place",
      (path: string) => writeFileSync(path, readFileSync(path.replace(/00000002-.*$/, firstSegment(path)))),
      "does not follow",
    ],
  ])("%s, and what was before it can be restored", async (_name, damage, expected) => {
    const states = await history();
    damage(states[2]?.path ?? "");
    const error = await refusal();
    expect(error).toMatchObject({ code: "BACKUP_DAMAGED", message: expect.stringContaining(expected) });
    const { until } = (error as { data: { until: string } }).data;
    const folder = elsewhere();
    await restored({ dataFolder: folder, at: Date.parse(until) });
    expect(printsIn(folder)).toEqual(states[1]?.prints ?? []);
  });

  test.each([0, 5000, -1])("a snapshot with another byte at %p", async (offset) => {
    await history();
    const [folder = ""] = readdirSync(place.folder);
    flip(join(place.folder, folder, "tillroll.sqlite"), offset);
    expect(await refusal()).toMatchObject({ code: "BACKUP_DAMAGED" });
  });

  test("a database of a newer Tillroll", async () => {
    shop.database.run("PRAGMA user_version = 900");
    shop.prints(1);
    place.snapshot(shop.database, shop.now);
    expect(String(await refusal())).toContain("made by a newer");
  });
});

/** Changes a byte of a file; from its end for less than 0. */
function flip(path: string, offset: number): void {
  const bytes = readFileSync(path);
  const at = offset < 0 ? bytes.length + offset : offset;
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(path, bytes);
}

function firstSegment(path: string): string {
  return readdirSync(join(path, "..")).find((name) => name.startsWith("00000001")) ?? "";
}

test("the newest state is not one that was stored while the clock was ahead, unless there is none after it", async () => {
  const ahead = Date.now() + 300 * 24 * 60 * MINUTE;
  const asOf = async (at: number | null = null) => {
    const folder = elsewhere();
    const report = await restored({ dataFolder: folder, at });
    rmSync(folder, { recursive: true });
    return report.asOf;
  };
  shop.prints(5);
  place.snapshot(shop.database, shop.now);
  shop.prints(5);
  place.snapshot(shop.database, ahead);
  expect(await asOf()).toBe(ahead);
  shop.prints(5);
  // The clock was put right.
  place.snapshot(shop.database, shop.now);
  expect(await asOf()).toBe(shop.now);
  shop.now += MINUTE;
  shop.prints(1);
  await place.segment(shop.database, shop.now);
  expect(await asOf()).toBe(shop.now);
  expect(await asOf(ahead)).toBe(ahead);
});

test("where the service went on with the snapshot before the newest, what is newer there is restored", async () => {
  // A kill after a snapshot was whole, and before the service knew that.
  shop.prints(5);
  const later = new TestPlace(place.folder);
  place.snapshot(shop.database, shop.now);
  shop.prints(5);
  later.snapshot(shop.database, shop.now);
  const between = { at: shop.now, prints: printsOf(shop.database) };
  shop.prints(5);
  await place.segment(shop.database, shop.now);
  const [newest, older] = [join(root, "newest"), join(root, "older")];
  for (const folder of [newest, older]) mkdirSync(folder);
  await restored({ dataFolder: newest });
  expect(printsIn(newest)).toEqual(printsOf(shop.database));
  await restored({ dataFolder: older, at: between.at });
  expect(printsIn(older)).toEqual(between.prints);
});

test("what was erased since is erased on a new machine too, as far as the place can be read; of the rest a person is told", async () => {
  const states = await history();
  const erased = (printId: number) => {
    const decision = { userId: 1, reason: "asked for", removalId: null, isLast: true } as const;
    shop.write({ kind: "remove", how: "erased", workspaceId: 1, printIds: [printId], ...decision });
    shop.now += MINUTE;
    return place.segment(shop.database, shop.now);
  };
  await erased(1);
  const later = await erased(2);
  const idsAt = async () => {
    const folder = elsewhere();
    const { unknownSince } = await restored({ dataFolder: folder, at: states[1]?.takenAt ?? 0 });
    const ids = (printsIn(folder) as { id: number }[]).map(({ id }) => id).slice(0, 2);
    rmSync(folder, { recursive: true });
    return { ids, unknownSince };
  };
  expect(await idsAt()).toEqual({ ids: [3, 4], unknownSince: null });
  const whole = readFileSync(later);
  writeFileSync(later, whole.subarray(3));
  // Its manifest is none: what was before it is known.
  expect(await idsAt()).toEqual({ ids: [2, 3], unknownSince: null });
  writeFileSync(later, whole.subarray(0, -9));
  expect(await idsAt()).toEqual({ ids: [1, 2], unknownSince: expect.stringContaining("is damaged") });
});

test("what a crash has left twice, the segment is taken that the next one follows", async () => {
  const states = await history();
  const path = states[2]?.path ?? "";
  const first = join(path, "..", firstSegment(path));
  // A twin that follows another chain, with a later name.
  writeFileSync(path.replace(/T\d{6}Z\.segment$/, "T235959Z.segment"), readFileSync(first));
  const folder = elsewhere();
  await restored({ dataFolder: folder });
  expect(printsIn(folder)).toEqual(states.at(-1)?.prints ?? []);
  expect(existsSync(join(folder, "replacement"))).toBe(false);
});
