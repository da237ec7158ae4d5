import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { truthOf } from "../../scripts/faults/repair-shop.ts";
import { commandActor } from "../../src/audit/audit-entry.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { repair, type RepairOptions } from "../../src/repair/repair.ts";
import { reportLines } from "../../src/repair/repair-report.ts";
import { copiedDatabase } from "../../src/restore/copied-database.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { lockDataFolder } from "../../src/storage/service-lock.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { MINUTE, printsIn, Shop, START } from "../restore/shop.ts";
import { temporaryFolder } from "../service.ts";

const PAGE_BYTES = 4096;
const NOW = START + 9000 * MINUTE;

let root = "";
let folder = "";
beforeEach(() => {
  root = temporaryFolder();
  folder = join(root, "shop");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function fill(change: (shop: Shop) => void): void {
  const shop = new Shop(folder);
  try {
    change(shop);
  } finally {
    shop.close();
  }
}

/** Overwrites pages of the shop's database. */
function lose(pages: Iterable<number>): void {
  const file = openSync(databasePath(folder), "r+");
  for (const page of pages)
    writeSync(file, new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}

function truth() {
  using database = openForWriting(databasePath(folder));
  const found = truthOf(database);
  return found;
}

function rootOf(name: string): number {
  return truth().roots.get(name) ?? 0;
}

function options(given: Partial<RepairOptions> = {}): RepairOptions {
  const actor = commandActor("owner");
  return {
    dataFolder: folder,
    out: join(root, "out"),
    backup: null,
    scratch: root,
    actor,
    now: NOW,
    ...given,
  };
}

const backupIn = (name: string) => copiedDatabase(join(root, name));

function erase(shop: Shop, printId: number): void {
  const decision = { userId: 1, reason: "asked for", removalId: null, isLast: true };
  shop.write({ kind: "remove", how: "erased", workspaceId: 1, printIds: [printId], ...decision });
}

test("the damaged file stays as it is, byte for byte", async () => {
  fill((shop) => shop.prints(20));
  lose([rootOf("print_data")]);
  const before = readFileSync(databasePath(folder));
  await repair(options());
  expect(readFileSync(databasePath(folder))).toEqual(before);
  expect(readdirSync(join(root, "out")).toSorted()).toEqual([
    "repair-report.json",
    "repair-report.txt",
    "tillroll.sqlite",
  ]);
});

test("in place, the damaged one is kept beside it with the report, and a service goes on with the new one", async () => {
  fill((shop) => shop.prints(30));
  const whole = printsIn(folder);
  lose([rootOf("print")]);
  const damaged = readFileSync(databasePath(folder));
  const report = await repair(options({ out: null }));
  expect(report.keptIn).not.toBeNull();
  const kept = report.keptIn ?? "";
  expect(readFileSync(databasePath(kept))).toEqual(damaged);
  expect(readFileSync(join(kept, "repair-report.txt"), "utf8").trim().split("\n")).toEqual(
    reportLines(report),
  );
  expect(printsIn(folder)).toEqual(whole);
  fill((shop) => shop.prints(1));
  expect(printsIn(folder)).toHaveLength(31);
});

describe("refused, with nothing made", () => {
  const cases: readonly (readonly [string, () => Disposable | null, string])[] = [
    ["while a service runs", () => lockDataFolder(folder), "Another Tillroll service is running"],
    [
      "of a newer Tillroll",
      () => {
        using database = openForWriting(databasePath(folder));
        database.run("CREATE TABLE later (id INTEGER PRIMARY KEY)");
        database.run(`PRAGMA user_version = ${MIGRATIONS.length + 3}`);
        return null;
      },
      "made it",
    ],
    [
      "without a database",
      () => {
        rmSync(databasePath(folder));
        return null;
      },
      "There is no database",
    ],
  ];
  test.each(cases)("%s", async (_when, arrange, message) => {
    fill((shop) => shop.prints(2));
    using _held = arrange() ?? { [Symbol.dispose]: () => {} };
    expect(repair(options({ out: null }))).rejects.toThrow(message);
    await repair(options({ out: null })).catch(() => {});
    expect(existsSync(join(folder, "replacement"))).toBeFalse();
  });

  test("with a backup of another service", async () => {
    fill((shop) => shop.prints(2));
    const other = new Shop(join(root, "other"));
    other.database.run("UPDATE user SET created_at = created_at + 1");
    other.close();
    expect(repair(options({ backup: backupIn("other") }))).rejects.toThrow("another service");
  });
});

describe("what was erased after the backup stays erased", () => {
  const losses: readonly (readonly [string, (pages: ReturnType<typeof truth>) => Iterable<number>])[] = [
    ["with all whole", () => []],
    [
      "with the rows of prints lost",
      ({ prints }) => [...prints.values()].flatMap((print) => [...print.pages]),
    ],
    ["with the header lost", () => [1]],
    ["with the count of removals lost", ({ roots }) => [roots.get("removal_count") ?? 0]],
    [
      "with rows, and all that tells of it, lost",
      ({ roots, prints }) => [
        ...[...prints.values()].flatMap((print) => [...print.pages]),
        ...["removal", "removal_count", "event", "audit", "journal_entry"].map(
          (name) => roots.get(name) ?? 0,
        ),
      ],
    ],
  ];
  test.each(losses)("%s", async (_what, lost) => {
    fill((shop) => shop.prints(12));
    cpSync(folder, join(root, "backup"), { recursive: true });
    fill((shop) => erase(shop, 5));
    lose(lost(truth()));
    const report = await repair(options({ backup: backupIn("backup") }));
    using database = new Database(report.to);
    expect(database.query("SELECT 1 FROM print_data WHERE print_id = 5").get()).toBeNull();
    expect([...report.prints.fieldsFromBackup, ...report.prints.bytesFromBackup]).not.toContain(5);
  });

  test("what may be among them is not taken, and told", async () => {
    fill((shop) => shop.prints(12));
    cpSync(folder, join(root, "backup"), { recursive: true });
    fill((shop) => erase(shop, 5));
    const { roots, prints } = truth();
    const told = ["removal", "removal_count", "event", "audit", "journal_entry"].map(
      (name) => roots.get(name) ?? 0,
    );
    lose([...[...prints.values()].flatMap((print) => [...print.pages]), ...told]);
    const { prints: found } = await repair(options({ backup: backupIn("backup") }));
    expect(found.withheld).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

test("what a backup has that was stored after the file's state comes from there", async () => {
  fill((shop) => shop.prints(5));
  cpSync(folder, join(root, "older"), { recursive: true });
  fill((shop) => shop.prints(5));
  cpSync(folder, join(root, "backup"), { recursive: true });
  const whole = printsIn(folder);
  rmSync(folder, { recursive: true });
  cpSync(join(root, "older"), folder, { recursive: true });
  const report = await repair(options({ backup: backupIn("backup") }));
  expect(report.prints).toMatchObject({ total: 10, saved: 5, fieldsFromBackup: [6, 7, 8, 9, 10], gone: [] });
  expect(printsIn(join(root, "out"))).toEqual(whole);
  expect(report.journal).toMatchObject({ findings: 0, first: [] });
});

test("the end of the journal is made anew where its page is lost", async () => {
  fill((shop) => {
    shop.prints(300);
    shop.write({ kind: "update", workspaceId: 1, printId: 7, patch: { label: "changed" } });
  });
  lose([rootOf("journal_head")]);
  const report = await repair(options());
  expect(report).toMatchObject({ prints: { total: 300, saved: 300 }, journal: { findings: 0, first: [] } });
});

test("bytes of which nobody knows whose they are become files", async () => {
  fill((shop) => {
    shop.database.run("INSERT INTO workspace (slug, slug_key, created_at) VALUES ('bar', 'bar', 0)");
    for (let number = 0; number < 10; number++) shop.prints(1, { workspaceId: 1 + (number % 2) });
  });
  const { roots, prints } = truth();
  const rows = roots.get("print") ?? 0;
  const indexes = ["print_ordinal", "print_created_at"].map((name) => roots.get(name) ?? 0);
  expect(prints.get(3)?.pages.has(rows)).toBeTrue();
  lose([rows, ...indexes]);
  const report = await repair(options());
  expect(report.prints.found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const files = readdirSync(join(root, "out", "found"));
  expect(files).toHaveLength(10);
  const hash = new Bun.CryptoHasher("sha256")
    .update(readFileSync(join(root, "out", "found", "print-3.bin")))
    .digest("hex");
  expect(hash).toBe(prints.get(3)?.sha256 ?? "");
});

test("a print whose bytes are gone is told with what is known of it, and is as a removed one from then on", async () => {
  fill((shop) => {
    shop.prints(3);
    shop.prints(1, { label: "Order 7", raw: crypto.getRandomValues(new Uint8Array(30_000)) });
    shop.prints(2);
  });
  const pages = [...(truth().prints.get(4)?.pages ?? [])];
  lose(pages.slice(-1));
  const report = await repair(options());
  expect(report.prints.gone).toEqual([
    {
      id: 4,
      workspace: "default",
      ordinal: 3,
      createdAt: new Date(START + 3 * MINUTE).toISOString(),
      label: "Order 7",
      deviceId: null,
      tag: "{}",
      known: "row",
    },
  ]);
  expect(report.journal).toMatchObject({ findings: 0, first: [] });
  using database = new Database(report.to);
  const left = database.query(
    "SELECT kind, reason, label FROM print JOIN removal ON removal.id = removal_id WHERE print.id = 4",
  );
  expect(left.get()).toMatchObject({
    kind: "purged",
    reason: expect.stringContaining("tillroll repair"),
    label: null,
  });
  expect(database.query("SELECT kind FROM journal_entry WHERE print_id = 4").all()).toEqual([
    { kind: "purged" },
  ]);
});

describe("prints that are only in a log that was put aside", () => {
  /** A log with five prints more than the file, kept as the service keeps one. */
  function keepLog(): Map<number, string> {
    const shop = new Shop(folder);
    shop.prints(5);
    shop.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    cpSync(databasePath(folder), join(root, "before.sqlite"));
    shop.prints(5);
    cpSync(`${databasePath(folder)}-wal`, join(root, "log"));
    shop.close();
    const hashes = new Map([...truth().prints].map(([id, { sha256 }]) => [id, sha256]));
    cpSync(join(root, "before.sqlite"), databasePath(folder));
    rmSync(`${databasePath(folder)}-generation`, { force: true });
    return hashes;
  }

  const keep = () => cpSync(join(root, "log"), `${databasePath(folder)}-wal.damaged-20261122T030000Z`);

  test("come back where their numbers are free", async () => {
    const hashes = keepLog();
    keep();
    const report = await repair(options());
    expect(report.prints).toMatchObject({ total: 10, fromKeptLog: [6, 7, 8, 9, 10], found: [] });
    using database = new Database(report.to);
    const stored = database.query(
      "SELECT print_id AS id, lower(hex(sha256)) AS hash FROM print_data ORDER BY id",
    );
    expect(stored.all()).toEqual([...hashes].map(([id, hash]) => ({ id, hash })));
    expect(report.journal.findings).toBe(0);
  });

  test("become files where the service has gone on", async () => {
    const hashes = keepLog();
    fill((shop) => shop.prints(3));
    keep();
    const report = await repair(options());
    expect(report.prints).toMatchObject({ total: 10, found: [6, 7, 8], fromKeptLog: [9, 10] });
    const file = readFileSync(join(root, "out", "found", "print-6.bin"));
    expect(new Bun.CryptoHasher("sha256").update(file).digest("hex")).toBe(hashes.get(6) ?? "");
  });
});
