import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseFile, generationAt } from "../../src/storage/database-file.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import {
  announceGeneration,
  beginGeneration,
  confirmGeneration,
  isForeign,
  notePath,
  settleLog,
} from "../../src/storage/generation.ts";
import { temporaryFolder } from "../service.ts";

/* Every row of the table in generation.ts, and every moment at which a power cut may interrupt the beginning of a generation. */

const NOW = Date.UTC(2026, 0, 31, 18, 30, 0);

const leftovers: string[] = [];
let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "database.sqlite");
});
afterEach(() => {
  for (const each of [folder, ...leftovers.splice(0)]) rmSync(each, { recursive: true, force: true });
});

/** A database with a generation and this many rows, whose connection stays open. */
function running(rows: number): { database: Database; file: DatabaseFile; generation: number } {
  settleLog(path, NOW);
  const file = DatabaseFile.open(path);
  const database = openForWriting(path);
  database.run("PRAGMA wal_autocheckpoint = 0");
  database.run("CREATE TABLE IF NOT EXISTS row (content TEXT)");
  const generation = beginGeneration(database, file);
  store(database, rows);
  return { database, file, generation };
}

function store(database: Database, rows: number): void {
  for (let row = 0; row < rows; row++) database.run("INSERT INTO row VALUES (?)", ["x".repeat(2000)]);
}

/** What is on the disk at this moment, as a crash would leave it, in a folder of its own. */
function crashed(): string {
  const place = temporaryFolder();
  leftovers.push(place);
  const copy = join(place, "database.sqlite");
  for (const suffix of ["", "-wal", "-generation"]) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  }
  return copy;
}

/** Starts anew on what a crash left. @returns how many rows are there, and whether a log was moved aside */
function recovered(left: string): { rows: number; isLogMoved: boolean } {
  const movedTo = settleLog(left, NOW);
  const database = openForWriting(left);
  const rows = database.query<{ rows: number }, []>("SELECT count(*) AS rows FROM row").get()?.rows ?? -1;
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
  return { rows, isLogMoved: movedTo !== null };
}

function end({ database, file }: { database: Database; file: DatabaseFile }): void {
  database.close();
  file.close();
}

test("a generation is in the file proper before anything of it is in the log", () => {
  const first = running(0);
  expect(generationAt(path)).toBe(first.generation);
  expect(readFileSync(notePath(path), "latin1").trim()).toBe(first.generation.toString(16).padStart(8, "0"));
  end(first);
  const second = running(0);
  expect(second.generation).not.toBe(first.generation);
  expect(generationAt(path)).toBe(second.generation);
  end(second);
});

test("a generation is noted alone only when it is durable in the file, also where a reader left a part of the log", () => {
  const run = running(1);
  const { database, file } = run;
  const next = announceGeneration(database, file);
  const reader = openForReading(path);
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM row").get();
  store(database, 1);
  // SQLite does not wait for the disk here, though the page with the generation is in the file.
  database.run("PRAGMA wal_checkpoint(PASSIVE)");
  expect(file.generation()).toBe(next);
  const noted = readFileSync(notePath(path), "latin1");
  const flush = spyOn(file, "flush").mockImplementationOnce(() => {
    throw new Error("the disk fails");
  });
  expect(() => confirmGeneration(file, next)).toThrow("the disk fails");
  expect(readFileSync(notePath(path), "latin1")).toBe(noted);
  expect(confirmGeneration(file, next)).toBe(true);
  expect(flush).toHaveBeenCalledTimes(2);
  expect(readFileSync(notePath(path), "latin1").trim()).toBe(next.toString(16).padStart(8, "0"));
  reader.close();
  end(run);
});

describe("a log is replayed", () => {
  test("after a crash", () => {
    const run = running(50);
    expect(recovered(crashed())).toEqual({ rows: 50, isLogMoved: false });
    end(run);
  });

  test("where nothing is noted, as after an older Tillroll", () => {
    const run = running(50);
    const left = crashed();
    rmSync(notePath(left));
    expect(recovered(left)).toEqual({ rows: 50, isLogMoved: false });
    end(run);
  });

  test("where the note is unreadable", () => {
    const run = running(50);
    const left = crashed();
    writeFileSync(notePath(left), "\0".repeat(40));
    expect(recovered(left)).toEqual({ rows: 50, isLogMoved: false });
    end(run);
  });

  test("when a crash came at any moment while the next generation began", () => {
    const before = running(50);
    const old = crashed();
    end(before);
    // Again from what the crash left, with the log of the old generation still to be replayed.
    for (const suffix of ["", "-wal", "-generation"]) copyFileSync(old + suffix, path + suffix);
    const next = 0x1234_5678;
    const database = openForWriting(path);
    database.run("PRAGMA wal_autocheckpoint = 0");
    const moments: string[] = [];
    writeFileSync(
      notePath(path),
      `${before.generation.toString(16).padStart(8, "0")} ${next.toString(16)}\n`,
    );
    moments.push(crashed());
    database.run(`PRAGMA application_id = ${next}`);
    moments.push(crashed());
    const halfFolded = crashed();
    database.run("PRAGMA wal_checkpoint(PASSIVE)");
    moments.push(crashed());
    // The page with the new generation is in the file, and others are not yet.
    const [folded = ""] = moments.slice(-1);
    const bytes = readFileSync(halfFolded);
    bytes.set(readFileSync(folded).subarray(0, 4096));
    writeFileSync(halfFolded, bytes);
    moments.push(halfFolded);
    writeFileSync(notePath(path), `${next.toString(16)}\n`);
    moments.push(crashed());
    database.close();
    expect(moments.map((left) => recovered(left))).toEqual(
      moments.map(() => ({ rows: 50, isLogMoved: false })),
    );
  });

  test("after crashes one after the other, each while a generation begins", () => {
    end(running(50));
    for (let crash = 0; crash < 40; crash++) {
      const note = readFileSync(notePath(path), "latin1");
      const run = running(1);
      const left = crashed();
      end(run);
      for (const suffix of ["", "-wal", "-generation"]) {
        rmSync(path + suffix, { force: true });
        if (existsSync(left + suffix)) copyFileSync(left + suffix, path + suffix);
      }
      // As it was before the last step.
      writeFileSync(
        notePath(path),
        `${note.trim()} ${run.generation.toString(16).padStart(8, "0")}`.slice(-143),
      );
    }
    expect(recovered(crashed())).toEqual({ rows: 90, isLogMoved: false });
  });
});

describe("a log is moved aside, and kept", () => {
  test.each([
    ["copied over it", (backup: string) => copyFileSync(backup, path)],
    [
      "put in its place",
      (backup: string) => {
        rmSync(path);
        renameSync(backup, path);
      },
    ],
  ])("when a backup of a stopped service was %s after a crash", (_how, restore) => {
    end(running(20));
    const backup = crashed();
    const run = running(400);
    const left = crashed();
    end(run);
    for (const suffix of ["", "-wal", "-generation"]) copyFileSync(left + suffix, path + suffix);
    const log = readFileSync(`${path}-wal`);
    restore(backup);
    expect(recovered(path)).toEqual({ rows: 20, isLogMoved: true });
    const aside = readdirSync(folder).filter((name) => name.includes("-wal.aside-"));
    expect(aside).toEqual(["database.sqlite-wal.aside-20260131T183000Z"]);
    expect(readFileSync(join(folder, aside[0] ?? "")).equals(log)).toBe(true);
    expect(isForeign(path)).toBe(false);
  });

  test("when the file was deleted", () => {
    const run = running(20);
    const left = crashed();
    end(run);
    rmSync(left);
    expect(settleLog(left, NOW)).toEqual(`${left}-wal.aside-20260131T183000Z`);
  });
});

test("after a backup was put back, what a command stores survives its own crash", () => {
  end(running(20));
  const backup = crashed();
  end(running(5));
  copyFileSync(backup, path);
  expect(isForeign(path)).toBe(true);
  expect(settleLog(path, NOW)).toBe(null);
  const database = openForWriting(path);
  store(database, 3);
  expect(recovered(crashed())).toEqual({ rows: 23, isLogMoved: false });
  database.close();
});
