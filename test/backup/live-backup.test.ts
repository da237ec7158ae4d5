import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../../src/backup/backup-catalogue.ts";
import type { BackupPlace } from "../../src/backup/backup-place.ts";
import { BackupWork } from "../../src/backup/backup-work.ts";
import { LiveDatabase } from "../../src/backup/live-database.ts";
import { ChangeFeed, PageTracker } from "../../src/backup/page-tracker.ts";
import { PageBuffer, pagesOf } from "../../src/backup/segment-file.ts";
import { FolderPlace } from "../../src/backup/folder-place.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { placedBackup } from "../../src/restore/placed-backup.ts";
import { ChangedPages } from "../../src/storage/changed-pages.ts";
import { Checkpointer, type WalLimits } from "../../src/storage/checkpointer.ts";
import { checkDatabase } from "../../src/storage/database-check.ts";
import { leaveLog, openForWriting } from "../../src/storage/database.ts";
import { LogWatch } from "../../src/storage/log-watch.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const SEED = Number(process.env["TILLROLL_TEST_SEED"]);

/** A log that is folded into the file often, so that what is only there is copied too. */
const LIMITS: WalLimits = {
  idleCheckpointBytes: 100_000,
  busyCheckpointBytes: 300_000,
  fullBytes: 2_000_000,
  readerWaitMilliseconds: 100,
};

const NEVER = new AbortController().signal;

/** A database that is written to as the service's writer does, with backups beside. */
class LiveShop implements Disposable {
  readonly folder = temporaryFolder();
  readonly place: BackupPlace = new FolderPlace(join(this.folder, "place"));
  private readonly dataFolder = join(this.folder, "data");
  readonly path = databasePath(this.dataFolder);
  private readonly changed = new ChangedPages();
  private readonly file: number;
  readonly database: Database;
  private readonly checkpointer: Checkpointer;
  work: BackupWork;

  constructor(readonly random: SeededRandom) {
    mkdirSync(this.dataFolder);
    writeFileSync(this.path, "");
    this.file = openSync(this.path, "r");
    this.database = new Database(this.path, { strict: true });
    this.database.run("PRAGMA auto_vacuum = INCREMENTAL");
    this.database.close();
    this.database = openForWriting(this.path);
    migrate(this.database);
    this.database.run("CREATE TABLE thing (id INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB NOT NULL)");
    const watch = new LogWatch(this.database, `${this.path}-wal`, this.changed);
    this.checkpointer = new Checkpointer(this.database, LIMITS, {
      mayCheckpoint: () => {
        watch.beforeCheckpoint();
        return true;
      },
      checkpointed: () => watch.afterCheckpoint(),
    });
    this.work = this.open();
  }

  /** Some transactions of the writer's, and of a command's beside it. */
  change(transactions: number): void {
    for (let count = 0; count < transactions; count++) {
      if (this.random.integer(0, 9) === 0) {
        using command = openForWriting(this.path);
        leaveLog(command);
        this.transaction(command);
      } else this.transaction(this.database);
      this.checkpointer.hasRoom();
      this.checkpointer.afterTransaction(this.random.integer(0, 1) === 0);
    }
  }

  /** The service was away: the log was folded by nobody who notes it. */
  async restart(): Promise<void> {
    await this.work.close();
    this.change(this.random.integer(0, 30));
    this.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    this.work = this.open();
  }

  async snapshot(meanwhile: () => void = () => {}): Promise<void> {
    const isManual = false;
    const draft = await this.work.copy({ place: this.place, isManual, signal: NEVER, onProgress: meanwhile });
    const copy = new Database(draft, { readonly: true });
    const checked = await checkDatabase(copy);
    copy.close();
    meanwhile();
    await this.work.publish(checked);
  }

  /** What restoring the newest state gives. */
  async restored(): Promise<string> {
    const state = await placedBackup(this.place, { at: null, service: null });
    const path = join(this.folder, "restored.sqlite");
    rmSync(path, { force: true });
    await state.writeDatabase(path, {});
    const restored = new Database(path, { readonly: true });
    expect(restored.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const content = contentOf(restored);
    restored.close();
    return content;
  }

  [Symbol.dispose](): void {
    this.database.close();
    closeSync(this.file);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private transaction(database: Database): void {
    const { random } = this;
    database.transaction(() => {
      const last =
        database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM thing").get()?.id ?? 0;
      const insert = database.query("INSERT INTO thing (content) VALUES (zeroblob(?))");
      const bytes = random.integer(0, 9) === 0 ? random.integer(4000, 60_000) : random.integer(1, 3000);
      const any = random.integer(1, Math.max(1, last));
      const deed = random.integer(0, 9);
      if (deed < 5) insert.run(bytes);
      else if (deed < 7)
        database.query("UPDATE thing SET content = CAST(? AS BLOB) WHERE id = ?").run("x".repeat(bytes), any);
      else if (deed < 9) database.query("DELETE FROM thing WHERE id BETWEEN ? AND ?").run(any, any + 3);
      else database.run("PRAGMA incremental_vacuum(20)");
    })();
  }

  private open(): BackupWork {
    const { dataFolder, place, changed, file } = this;
    const databaseFile = { databasePath: this.path, dataFolder, configurationFile: null, file };
    return new BackupWork({ ...databaseFile, changed, clock: Date.now, place, bytesPerSecond: 0 });
  }
}

function contentOf(database: Database): string {
  const hash = new Bun.CryptoHasher("sha256");
  const rows = database.query<{ id: number; content: Uint8Array }, []>("SELECT * FROM thing ORDER BY id");
  for (const { id, content } of rows.iterate()) hash.update(String(id)).update(content);
  return hash.digest("hex");
}

const shops: LiveShop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) {
    await shop.work.close();
    shop[Symbol.dispose]();
  }
});

function open(seed = SEED): LiveShop {
  const shop = new LiveShop(new SeededRandom(seed));
  shops.push(shop);
  return shop;
}

test("what is restored is what was stored, whatever was changed, folded, shrunk or restarted between", async () => {
  for (let episode = 0; episode < 4; episode++) {
    const shop = open(SEED + episode);
    shop.change(100);
    expect(await shop.work.send(NEVER)).toEqual({ kind: "needs snapshot" });
    await shop.snapshot(() => shop.change(5));
    for (let step = 0; step < 12; step++) {
      const where = `TILLROLL_TEST_SEED=${SEED}, episode ${episode}, step ${step}`;
      shop.change(shop.random.integer(0, 40));
      const sent = await shop.work.send(NEVER);
      expect([where, sent.kind]).toEqual([where, "sent"]);
      expect([where, await shop.restored()]).toEqual([where, contentOf(shop.database)]);
      if (step % 5 === 4) await shop.restart();
    }
  }
});

test("while a snapshot is made, what is new goes on to the one before", async () => {
  const shop = open();
  shop.change(50);
  await shop.snapshot();
  const [{ name: first } = { name: "" }] = (await readCatalogue(shop.place)).snapshots;
  const { place } = shop;
  const wait = Bun.sleep(1001);
  const draft = await shop.work.copy({ place, isManual: false, signal: NEVER, onProgress() {} });
  shop.change(20);
  await shop.work.send(NEVER);
  const before = await readCatalogue(place);
  expect(before.snapshots.map(({ name, segments }) => [name, segments.length])).toEqual([[first, 1]]);
  expect(await shop.restored()).toBe(contentOf(shop.database));
  expect(draft).toEndWith(".unfinished");
  await wait;
  shop.change(20);
  await shop.work.publish({ prints: 0, bytes: 0, highestPrintId: 0, newestPrintAt: null });
  expect(await shop.work.send(NEVER)).toMatchObject({ kind: "sent", segments: 1 });
  expect(await shop.restored()).toBe(contentOf(shop.database));
});

test("nothing new sends nothing", async () => {
  const shop = open();
  shop.change(50);
  await shop.snapshot();
  expect(await shop.work.send(NEVER)).toMatchObject({ segments: 0, bytes: 0 });
  // What the service's own probe commits changes nothing.
  shop.database.run(`PRAGMA user_version = 1`);
  shop.database.run("PRAGMA application_id = 77");
  await shop.work.send(NEVER);
  shop.database.run("PRAGMA application_id = 78");
  expect(await shop.work.send(NEVER)).toMatchObject({ segments: 0 });
});

test("who begins to read the file while pages come into it from the log is told of them", () => {
  const shop = open();
  shop.change(20);
  const changed = new ChangedPages();
  const file = openSync(shop.path, "r");
  const live = new LiveDatabase(shop.path, file);
  const feed = new ChangeFeed(live, changed);
  const watch = new LogWatch(shop.database, `${shop.path}-wal`, changed);
  const earlier = new PageTracker();
  feed.add(earlier);
  const buffer = new PageBuffer(live.pageBytes, 10_000);
  shop.database.run("INSERT INTO thing (content) VALUES (zeroblob(50000))");
  watch.beforeCheckpoint();
  // Another one has taken what was noted, before the new one is there.
  feed.collect(earlier, buffer, Date.now);
  const tracker = new PageTracker();
  feed.add(tracker);
  const page = new Uint8Array(live.pageBytes);
  for (let number = 1; number <= live.filePages; number++) {
    live.readFile(number, page);
    tracker.hashes.set(number, page);
  }
  shop.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  watch.afterCheckpoint();
  buffer.clear();
  const collected = feed.collect(tracker, buffer, Date.now);
  tracker.confirm(pagesOf(buffer.body(), live.pageBytes), collected);
  for (let number = 1; number <= live.filePages; number++) {
    live.readFile(number, page);
    expect([number, tracker.hashes.has(number, page)]).toEqual([number, true]);
  }
  live.close();
  closeSync(file);
});
