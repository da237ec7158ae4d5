import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TillrollError } from "../../src/domain/errors.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { checkDatabase } from "../../src/storage/database-check.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const PRINTS = 60;
const PRINT_BYTES = 50_000;

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "copy.sqlite");
  using database = new Database(path, { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  const writer = new BatchWriter(database, () => 1000);
  for (let number = 0; number < PRINTS; number++) {
    // Random bytes are kept as they came, so that what is changed in the file is a print's.
    writer.write([createOperation({ raw: crypto.getRandomValues(new Uint8Array(PRINT_BYTES)) })]);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(onProgress?: (progress: { done: number; total: number }) => void) {
  using database = new Database(path, { readonly: true, strict: true });
  return await checkDatabase(database, onProgress === undefined ? {} : { onProgress });
}

test("a whole one is counted, and told how far it is", async () => {
  const told: number[] = [];
  const checked = await check(({ done, total }) => {
    expect(total).toBe(PRINTS);
    told.push(done);
  });
  const bytes = PRINTS * PRINT_BYTES;
  expect(checked).toEqual({ prints: PRINTS, bytes, highestPrintId: PRINTS, newestPrintAt: 1000 });
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
});

describe("one that is damaged is not whole", () => {
  test.each<[string, (database: Database) => void, string]>([
    [
      "no bytes",
      (database) => database.run("DELETE FROM print_data WHERE print_id = 7"),
      "prints have no bytes (7 …)",
    ],
    [
      "other bytes",
      (database) => database.run("UPDATE print_data SET content = zeroblob(50000) WHERE print_id IN (8, 9)"),
      "the bytes of prints are not those that came (8, 9 …)",
    ],
  ])("%s", async (_name, damage, expected) => {
    const database = new Database(path);
    database.run("PRAGMA foreign_keys = OFF");
    damage(database);
    database.close();
    const error = await check().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TillrollError);
    expect(error).toMatchObject({ code: "BACKUP_DAMAGED" });
    expect(String(error)).toContain(expected);
  });

  test.each([0.2, 0.5, 0.8])("a byte of the file at %p of it", async (share) => {
    const bytes = readFileSync(path);
    const offset = Math.floor(bytes.length * share);
    bytes[offset] = (bytes[offset] ?? 0) ^ 0x55;
    writeFileSync(path, bytes);
    expect(await check().catch((thrown: unknown) => thrown)).toMatchObject({ code: "BACKUP_DAMAGED" });
  });
});
