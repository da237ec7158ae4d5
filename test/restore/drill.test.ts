import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderPlace } from "../../src/backup/folder-place.ts";
import { drill } from "../../src/restore/drill.ts";
import { NightlyDrill } from "../../src/restore/nightly-drill.ts";
import type { Log } from "../../src/operations/log.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { MINUTE, NOW, Shop } from "./shop.ts";
import { TestPlace } from "./test-place.ts";

const SERVICE = "till";
const NO_ACCESS = { endpoint: null, region: null, keyId: null, secret: null };

let root = "";
let shop: Shop;
let place: TestPlace;
beforeEach(async () => {
  root = temporaryFolder();
  shop = new Shop(join(root, "shop"));
  place = new TestPlace(join(root, "place"), SERVICE);
  shop.prints(20);
  place.snapshot(shop.database, shop.now);
  shop.prints(10);
  await place.segment(shop.database, shop.now);
});
afterEach(() => {
  shop.close();
  rmSync(root, { recursive: true, force: true });
});

const tried = () =>
  drill({
    place: new FolderPlace(place.folder),
    service: SERVICE,
    dataFolder: shop.folder,
    now: NOW,
    bytesPerSecond: 0,
  });

/** What is left beside what was there. */
const leftOver = () =>
  [shop.folder, place.folder].flatMap((folder) =>
    readdirSync(folder).filter((name) => name.startsWith("restore")),
  );

describe("the last backup, restored for a trial beside the service", () => {
  test("is the same as what is stored, as far as it goes, and nothing of it stays", async () => {
    const takenAt = shop.now;
    // What happens later does not count.
    shop.now += MINUTE;
    shop.write({ kind: "delete", workspaceId: 1, printId: 3 });
    shop.write({ kind: "update", workspaceId: 1, printId: 5, patch: { label: "changed" } });
    shop.prints(5);
    expect(await tried()).toEqual({ asOf: takenAt, prints: 30, bytes: 90_000, same: 30 });
    expect(leftOver()).toEqual([]);
  });

  test("what a drill left that broke off is removed by the next", async () => {
    mkdirSync(join(shop.folder, "restore-drill-till"));
    writeFileSync(join(shop.folder, "restore-drill-till", "tillroll.sqlite"), "half");
    await tried();
    expect(leftOver()).toEqual([]);
  });

  test.each<[string, (database: Database) => void, string]>([
    [
      "a print that the backup lacks",
      (database) =>
        database.run(
          "UPDATE print_data SET print_id = 40 WHERE print_id = 30; UPDATE print SET id = 40, ordinal = 40 WHERE id = 30",
        ),
      "print 30: it is in the backup alone",
    ],
    [
      "other bytes",
      (database) => database.run("UPDATE print_data SET sha256 = zeroblob(32) WHERE print_id = 7"),
      "print 7: another sha256",
    ],
    [
      "a label that nobody has set",
      (database) => database.run("UPDATE print SET label = 'x' WHERE id = 8"),
      "print 8: another label",
    ],
    [
      "another workspace",
      (database) => database.run("UPDATE print SET ordinal = 100 WHERE id = 9"),
      "print 9: another ordinal",
    ],
  ])("differs from what is stored: %s", async (_name, change, expected) => {
    shop.database.run("PRAGMA foreign_keys = OFF");
    change(shop.database);
    const error = await tried().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "BACKUP_DAMAGED", message: expect.stringContaining(expected) });
    expect(leftOver()).toEqual([]);
  });
});

describe("each night", () => {
  const lines: string[] = [];
  const log: Log = { write: (level, message) => void lines.push(`${level}: ${message}`) };
  const nightly = (now = NOW) =>
    new NightlyDrill({
      dataFolder: shop.folder,
      clock: () => now,
      log,
      target: () => ({ address: place.folder, access: NO_ACCESS, service: SERVICE, bytesPerSecond: 0 }),
    });
  const run = (task: NightlyDrill) => task.run(new AbortController().signal);

  test("it is told as of when the data can be restored, also after the next start", async () => {
    const task = nightly();
    expect(task.look()).toMatchObject({
      state: "ok",
      message: expect.stringContaining("No backup has been"),
    });
    await run(task);
    const asOf = new Date(shop.now).toLocaleString("sv-SE").slice(0, 16);
    const message = `Restorable as of ${asOf}: 30 prints were restored for a trial and compared.`;
    expect(task.look()).toMatchObject({ state: "ok", message });
    expect(nightly().look()).toMatchObject({ state: "ok", message });
    expect(lines).toContain("info: the last backup was restored for a trial");
    // After a weekend without one.
    const late = nightly(NOW + 3 * 24 * 60 * MINUTE).look();
    expect(late).toMatchObject({ state: "degraded", message: `${message} No backup has been tried since.` });
  });

  test("a backup that cannot be restored is told, with the last one that could, until one can", async () => {
    const task = nightly();
    await run(task);
    const segments = join(place.folder, readdirSync(place.folder)[0] ?? "", "segments");
    const [segment = ""] = readdirSync(segments);
    const whole = readFileSync(join(segments, segment));
    writeFileSync(join(segments, segment), whole.subarray(0, -1));
    await expect(run(task)).rejects.toThrow("is damaged");
    const { state, message } = nightly().look();
    expect(state).toBe("degraded");
    expect(message).toContain("could not be restored for a trial: The segment");
    expect(message).toContain("Before, it was restorable as of");
    writeFileSync(join(segments, segment), whole);
    await run(task);
    expect(task.look().state).toBe("ok");
  });

  test("what a kill has left of one is removed at the next start", () => {
    mkdirSync(join(shop.folder, "restore-drill-till"));
    writeFileSync(join(shop.folder, "restore-drill-till", "tillroll.sqlite"), "half");
    expect(nightly().last).toBe(null);
    expect(leftOver()).toEqual([]);
  });

  test("a stop ends it, and leaves what was known", async () => {
    const task = nightly();
    const stop = new AbortController();
    const running = task.run(stop.signal);
    stop.abort(new Error("the service stops"));
    await expect(running).rejects.toThrow("the service stops");
    expect(task.last).toBe(null);
    expect(existsSync(join(shop.folder, "tillroll.drill"))).toBe(false);
  });
});
