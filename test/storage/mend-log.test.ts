import { Database } from "bun:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { mendLog } from "../../src/storage/mend-log.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { untilComponent } from "../health.ts";
import { Service, temporaryFolder } from "../service.ts";

/* SQLite reads a log up to the first damage. What is behind it was acknowledged. */

const NOW = Date.UTC(2026, 0, 31, 18, 30, 0);
const ROWS = 40;
const HEADER = 32;
const FRAME = 24 + 4096;
const SEED = Number(process.env["TILLROLL_TEST_SEED"] ?? 17);

const folder = temporaryFolder();
const whole = join(folder, "whole");
const path = join(folder, "database.sqlite");
const log = `${path}-wal`;
let frames: number;

beforeAll(() => {
  const database = new Database(whole);
  for (const setting of ["journal_mode = WAL", "wal_autocheckpoint = 0"]) database.run(`PRAGMA ${setting}`);
  database.run("CREATE TABLE entry (number INTEGER PRIMARY KEY, content TEXT)");
  database.run("CREATE TABLE other (content BLOB)");
  // A turn before the present one leaves frames behind its end.
  for (let number = 0; number < ROWS; number++)
    database.run("INSERT INTO entry VALUES (?, ?)", [-1 - number, "y".repeat(3000)]);
  database.run("PRAGMA wal_checkpoint(RESTART)");
  for (let number = 0; number < ROWS; number++)
    database.transaction(() => {
      database.run("INSERT INTO entry VALUES (?, ?)", [number, `${number} `.repeat(500)]);
      database.run("INSERT INTO other VALUES (zeroblob(9000))");
    })();
  for (const end of ["", "-wal"]) cpSync(whole + end, path + end);
  frames = framesOfTurn();
  // Kept open until now: closing folds the log into the file.
  for (const end of ["", "-wal"]) cpSync(path + end, `${whole}.kept${end}`);
  database.close();
});
beforeEach(() => {
  for (const end of ["-wal.damaged-20260131T183000Z", "-shm"]) rmSync(path + end, { force: true });
  for (const end of ["", "-wal"]) cpSync(`${whole}.kept${end}`, path + end);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How many frames have the salts of the header. */
function framesOfTurn(): number {
  const bytes = readFileSync(log);
  let count = 0;
  for (let at = HEADER; at + FRAME <= bytes.length; at += FRAME)
    if (bytes.subarray(at + 8, at + 16).equals(bytes.subarray(16, 24))) count++;
  return count;
}

function flip(...bits: readonly (readonly [offset: number, bit: number])[]): void {
  const bytes = readFileSync(log);
  for (const [offset, bit] of bits) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit);
  writeFileSync(log, bytes);
}

/** The frames whose pages are not as before. */
function differingPages(before: Buffer): number[] {
  const now = readFileSync(log);
  const page = (bytes: Buffer, frame: number) => bytes.subarray(at(frame, 24), at(frame + 1, 0));
  return Array.from({ length: frames }, (_, frame) => frame).filter(
    (frame) => !page(now, frame).equals(page(before, frame)),
  );
}

/** How many of the rows are there that are in the log. */
function rowsFound(): number {
  using database = new Database(path);
  const [row] = database
    .query<{ rows: number }, []>(
      "SELECT count(*) AS rows FROM entry WHERE number >= 0 AND content = replace(hex(zeroblob(250)), '00', number || ' ' || number || ' ')",
    )
    .all();
  return row?.rows ?? 0;
}

const at = (frame: number, offset: number) => HEADER + frame * FRAME + offset;

/** A place in the log, from the number of frames. */
const PLACES: readonly (readonly [name: string, offset: (frames: number) => number])[] = [
  ["the magic number", () => 3],
  ["the version", () => 6],
  ["the page size", () => 10],
  ["the first salt", () => 17],
  ["the header's checksum", () => 30],
  ["a frame's page number", () => at(20, 3)],
  ["the size after a commit", () => at(21, 7)],
  ["a frame's salt", () => at(20, 9)],
  ["a frame's checksum", () => at(20, 18)],
  ["the second half of a frame's checksum", () => at(20, 22)],
  ["the first frame", () => at(0, 101)],
  ["the last frame", (count) => at(count - 1, 101)],
  ["the salt of the last frame", (count) => at(count - 1, 12)],
];

describe("one wrong bit", () => {
  test("nothing is wrong with a log that is whole", () => {
    expect(mendLog(path, NOW)).toBeNull();
    expect(rowsFound()).toBe(ROWS);
  });

  test.each([...PLACES])("in %s is put right", (_name, offset) => {
    for (const bit of [0, 5, 7]) {
      const before = readFileSync(log);
      flip([offset(frames), bit]);
      expect(mendLog(path, NOW)).toEqual({ mendedBits: 1, damagedPages: [], lost: "none", keptAs: null });
      expect(readFileSync(log).equals(before)).toBeTrue();
    }
    expect(rowsFound()).toBe(ROWS);
  });

  test("anywhere in the log is put right", () => {
    const random = new SeededRandom(SEED);
    const before = readFileSync(log);
    const last = HEADER + frames * FRAME - 1;
    let taken = 0;
    for (let count = 0; count < 300; count++) {
      const offset = random.integer(0, last);
      const bit = random.integer(0, 7);
      flip([offset, bit]);
      const { mendedBits, damagedPages, lost } = mendLog(path, NOW) ?? {};
      expect([offset, bit, (mendedBits ?? 0) + (damagedPages?.length ?? 0), lost]).toEqual([
        offset,
        bit,
        1,
        "none",
      ]);
      if (mendedBits === 1) expect(readFileSync(log).equals(before)).toBeTrue();
      else {
        taken++;
        // Nothing but the page with the wrong bit is another, and no frame is cut off.
        expect(mendLog(path, NOW)).toBeNull();
        expect(differingPages(before)).toEqual([Math.floor((offset - HEADER) / FRAME)]);
        writeFileSync(log, before);
      }
    }
    // The checksum leaves a choice for upper bits of words, and other versions of a page decide most of these.
    expect(taken).toBeLessThan(60);
  });

  test("in each of many frames is put right", () => {
    const before = readFileSync(log);
    flip(...Array.from({ length: frames }, (_, frame) => [at(frame, 24 + frame * 13), frame % 8] as const));
    const { mendedBits, damagedPages, lost } = mendLog(path, NOW) ?? {};
    expect([(mendedBits ?? 0) + (damagedPages?.length ?? 0), lost]).toEqual([frames, "none"]);
    expect(differingPages(before)).toHaveLength(damagedPages?.length ?? -1);
  });
});

describe("more than one bit", () => {
  test("in the middle: SQLite stops there, and the log is kept as it was", () => {
    flip([at(20, 100), 1], [at(20, 2000), 1]);
    const damaged = readFileSync(log);
    const keptAs = `${log}.damaged-20260131T183000Z`;
    expect(mendLog(path, NOW)).toEqual({ mendedBits: 0, damagedPages: [], lost: "cut", keptAs });
    expect(readFileSync(keptAs).equals(damaged)).toBeTrue();
    expect(rowsFound()).toBeLessThan(ROWS);
  });

  test("in the last transaction: a power cut may have torn it", () => {
    flip([at(frames - 2, 100), 1], [at(frames - 2, 2000), 1]);
    expect(mendLog(path, NOW)).toEqual({ mendedBits: 0, damagedPages: [], lost: "unknown", keptAs: null });
    expect(rowsFound()).toBe(ROWS - 1);
  });

  test("in the header: nobody knows", () => {
    flip([3, 1], [6, 1]);
    expect(mendLog(path, NOW)).toEqual({ mendedBits: 0, damagedPages: [], lost: "unknown", keptAs: null });
  });
});

test("a log that ends in the middle of a frame, or of a transaction, is as a kill leaves it", () => {
  for (const bytes of [statSync(log).size - 10, at(frames - 1, 0), at(frames - 1, 500), HEADER, 0]) {
    if (existsSync(log)) truncateSync(log, bytes);
    expect(mendLog(path, NOW)).toBeNull();
  }
  rmSync(log);
  expect(mendLog(path, NOW)).toBeNull();
});

describe("a service that was killed, and whose log is damaged", () => {
  const ORDERS = 12;

  /** What a killed service left, with these bits of its log another; then it starts again. */
  async function startedOn(bits: (bytes: Buffer) => readonly (readonly [offset: number, bit: number])[]) {
    const first = await Service.start();
    for (let order = 0; order < ORDERS; order++) await first.store({ label: `Order ${order}` });
    await first.stop("SIGKILL");
    const killed = `${databasePath(first.folder)}-wal`;
    const bytes = readFileSync(killed);
    for (const [offset, bit] of bits(bytes)) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit);
    writeFileSync(killed, bytes);
    return await Service.start({ folder: first.folder, token: first.token });
  }

  const labelsOf = async (service: Service) => {
    const response = await service.prints("/search", { json: { orderBy: "id.asc", pageSize: 100 } });
    const { items } = (await response.json()) as { items: { label: string }[] };
    return items.map(({ label }) => label);
  };

  test("has all of it where a bit was wrong, and says so in its own log", async () => {
    const service = await startedOn((bytes) => [[HEADER + Math.floor(bytes.length / 2), 2]]);
    expect(await labelsOf(service)).toEqual(Array.from({ length: ORDERS }, (_, order) => `Order ${order}`));
    await service.hasLogged("they were put right, and nothing is lost");
    await service.end();
  });

  test("goes on storing where more was wrong, and keeps the log as it was", async () => {
    // Of the first frame of an order: all the others are behind it.
    const service = await startedOn((bytes) => {
      const order = bytes.indexOf("Order 3");
      return [
        [order, 1],
        [order + 1, 2],
      ];
    });
    expect((await labelsOf(service)).length).toBeLessThan(ORDERS);
    await service.hasLogged("damaged in its middle");
    const kept = readdirSync(service.folder).filter((name) => name.includes("-wal.damaged-"));
    expect(kept).toHaveLength(1);
    const { components } = await untilComponent(service, "integrity", "degraded");
    expect(components["integrity"]?.message).toContain(kept[0] ?? "?");
    rmSync(join(service.folder, kept[0] ?? "?"));
    await untilComponent(service, "integrity", "ok");
    expect((await service.store({ label: "after" })).label).toBe("after");
    await service.end();
  });
});
