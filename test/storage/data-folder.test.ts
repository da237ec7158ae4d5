import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { TillrollError } from "../../src/domain/errors.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { migrate, schemaVersion } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import * as schema from "../../src/storage/schema.ts";
import { SessionStore } from "../../src/storage/session-store.ts";
import { type ErrorAnswer, Service, temporaryFolder } from "../service.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

describe("schema", () => {
  const tables = Object.values(schema).filter((value) => typeof value === "object" && "getSQL" in value);

  test.each(
    tables.map((table) => [getTableConfig(table as SQLiteTable).name, table as SQLiteTable] as const),
  )("the table %s has the columns that the migrations make", (name, table) => {
    const database = new Database(":memory:");
    migrate(database);
    const config = getTableConfig(table);
    const made = database
      .query<{ name: string; type: string; notnull: number; pk: number }, []>(`PRAGMA table_info(${name})`)
      .all();
    const compound = new Set(
      config.primaryKeys.flatMap(({ columns }) => columns.map((column) => column.name)),
    );
    const columnText = (column: string, type: string, isKey: boolean, notNull: boolean) =>
      // A key is never NULL, whether it says so or not.
      `${column} ${type.toUpperCase()}${isKey ? " KEY" : ""}${isKey || notNull ? " NOT NULL" : ""}`;
    const declared = config.columns.map((column) =>
      columnText(
        column.name,
        column.getSQLType(),
        column.primary || compound.has(column.name),
        column.notNull,
      ),
    );
    const found = made.map((column) =>
      columnText(column.name, column.type, column.pk > 0, column.notnull === 1),
    );
    // Statements name the columns: their order is nothing to anybody.
    expect(declared.toSorted()).toEqual(found.toSorted());
    database.close();
  });

  test("migrating twice changes nothing", () => {
    const database = new Database(":memory:");
    expect(migrate(database)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(migrate(database)).toEqual([]);
    expect(schemaVersion(database)).toBe(MIGRATIONS.at(-1)?.version ?? 0);
  });

  test("sessions of an older database go on, each with an id of its own", () => {
    const database = new Database(":memory:");
    migrate(
      database,
      MIGRATIONS.slice(
        0,
        MIGRATIONS.findIndex(({ name }) => name === "sessions"),
      ),
    );
    database.run("INSERT INTO user (id, name, created_at) VALUES (1, 'a', 0)");
    const insert = "INSERT INTO session (secret_hash, user_id, created_at, expires_at) VALUES (?, 1, 5, 9)";
    for (const hash of ["one", "two"]) database.query(insert).run(Buffer.from(hash));
    migrate(database);
    const listed = new SessionStore(database).list(6);
    expect(listed).toMatchObject([
      { createdAt: 5, lastUsedAt: 5 },
      { createdAt: 5, lastUsedAt: 5 },
    ]);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2);
    for (const { id } of listed) expect(id).toMatch(/^[0-9a-f]{18}$/);
  });

  test("a step that fails leaves nothing of the others", () => {
    const database = new Database(":memory:");
    const broken = [
      ...MIGRATIONS,
      { version: 99, name: "broken", statements: "CREATE TABLE extra (id INTEGER); nonsense" },
    ];
    expect(() => migrate(database, broken)).toThrow();
    expect(schemaVersion(database)).toBe(0);
    expect(database.query("SELECT name FROM sqlite_master").all()).toEqual([]);
  });
});

describe("data folder", () => {
  test("a newer database is refused with a clear message, and left as it was", () => {
    const folder = newFolder();
    openDataFolder(folder, 0).release();
    const database = new Database(join(folder, "tillroll.sqlite"));
    database.run("PRAGMA user_version = 1000");
    database.close();
    expect(() => openDataFolder(folder, 0)).toThrow(/newer Tillroll/);
    const again = new Database(join(folder, "tillroll.sqlite"));
    expect(schemaVersion(again)).toBe(1000);
    again.close();
  });

  test("a file that is no database is refused with a clear message", async () => {
    const folder = newFolder();
    await Bun.write(
      join(folder, "tillroll.sqlite"),
      "this is not a database, and long enough to be seen as one".repeat(20),
    );
    expect(() => openDataFolder(folder, 0)).toThrow(TillrollError);
    expect(() => openDataFolder(folder, 0)).toThrow(/cannot be opened/);
  });

  test("a second service on it is refused, and the first goes on", async () => {
    const first = await Service.start();
    try {
      const second = Service.start({ folder: first.folder });
      expect(second).rejects.toThrow(/Another Tillroll service is running/);
      await second.catch(() => {});
      expect((await first.store()).id).toBe(1);
    } finally {
      await first.end();
    }
  });

  test("is free again after kill -9", async () => {
    const first = await Service.start();
    await first.store();
    await first.stop("SIGKILL");
    const second = await Service.start({ folder: first.folder, token: first.token });
    expect((await second.store()).id).toBe(2);
    await second.end();
  });

  test("an orderly stop leaves one database file, which is a whole copy", async () => {
    const service = await Service.start();
    await service.store({ label: "kept" });
    await service.prints("/search", { json: {} });
    await service.prints("/1/preview");
    expect(await service.stop()).toBe(0);
    expect(readdirSync(service.folder).toSorted()).toEqual([
      "service.lock",
      "tillroll.reserve",
      "tillroll.sqlite",
      "tillroll.sqlite-generation",
    ]);
    const copy = newFolder();
    cpSync(join(service.folder, "tillroll.sqlite"), join(copy, "tillroll.sqlite"));
    const other = await Service.start({ folder: copy, token: service.token });
    expect(await (await other.prints("/1")).json()).toMatchObject({ label: "kept" });
    await other.end();
    rmSync(service.folder, { recursive: true });
  });
});

describe("damage", () => {
  test.each([
    ["a changed byte", "UPDATE print_data SET content = CAST(x'00' || substr(content, 2) AS BLOB)"],
    ["a lost tail", "UPDATE print_data SET content = substr(content, 1, length(content) - 1)"],
    [
      "another print's bytes",
      "UPDATE print_data SET content = CAST('other' AS BLOB), byte_length = 5, encoding = 0",
    ],
    ["a wrong hash", "UPDATE print_data SET sha256 = zeroblob(32)"],
  ])("%s is an error of its own and a line in the log, never wrong bytes", async (_name, statement) => {
    const service = await Service.start();
    try {
      for (const raw of ["short", "compressed ".repeat(200)]) {
        const { id } = await service.store({}, raw);
        expect(await (await service.prints(`/${id}/raw`)).text()).toBe(raw);
      }
      const database = new Database(join(service.folder, "tillroll.sqlite"));
      database.run("PRAGMA busy_timeout = 5000");
      database.run(statement);
      database.close();
      for (const path of ["/1/raw", "/2/raw", "/1/preview", "/2/preview"]) {
        const response = await service.prints(path);
        const { code, data } = (await response.json()) as ErrorAnswer;
        expect([path, response.status, code]).toEqual([path, 500, "PRINT_DATA_DAMAGED"]);
        expect(data).toEqual({ printId: Number(path[1]) });
      }
      expect((await service.prints("/1")).status).toBe(200);
      for (let waited = 0; waited < 100 && !service.logged.includes("DAMAGED"); waited++) await Bun.sleep(10);
      expect(service.logged).toContain("PRINT_DATA_DAMAGED");
    } finally {
      await service.end();
    }
  });
});
