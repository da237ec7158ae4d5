import { SQL as Connection } from "bun";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { describeEngines } from "./engines.ts";
import { emptyDatabase } from "./test-database.ts";

const NAMES = POSTGRES_MIGRATIONS.map(({ name }) => name);
const [FIRST, SECOND] = POSTGRES_MIGRATIONS;

test("versions ascend without gaps", () => {
  expect(POSTGRES_MIGRATIONS.map(({ version }) => version)).toEqual(NAMES.map((_, index) => index + 1));
});

describeEngines("the steps of the schema", (engine) => {
  test("are each done once by instances that start at once, and by none that starts later", async () => {
    await using tested = await emptyDatabase(engine);
    const others = [1, 2].map(() => new PostgresDatabase({ address: tested.address }));
    const ran = await Promise.all([tested.database, ...others].map((database) => migratePostgres(database)));
    expect(ran.flat().toSorted()).toEqual(NAMES.toSorted());
    expect(await migratePostgres(tested.database)).toEqual([]);
    for (const database of others) await database.close();
  });

  test("are done wholly or not at all", async () => {
    await using tested = await emptyDatabase(engine);
    if (FIRST === undefined || SECOND === undefined) throw new Error("there are no steps");
    const broken = { ...SECOND, statements: `${SECOND.statements}\nCREATE TABLE print (id bigint);` };
    expect(migratePostgres(tested.database, [FIRST, broken])).rejects.toThrow('"print" already exists');
    await migratePostgres(tested.database, [FIRST, broken]).catch(() => {});
    const steps = sql`SELECT name FROM schema_step`;
    expect(await tested.database.all<{ name: string }>(steps)).toEqual([{ name: FIRST.name }]);
    expect(await migratePostgres(tested.database)).toEqual(NAMES.slice(1));
  });

  test("give prints that are there what is searched", async () => {
    await using tested = await emptyDatabase(engine);
    const since = POSTGRES_MIGRATIONS.findIndex(({ name }) => name === "search text");
    await migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, since));
    const columns = `id, workspace_id, ordinal, fingerprint, user_id, print_key, print_key_folded, label, label_folded, width, tag,
      tag_values, tag_folded, test_print, created_at, updated_at, received_at, sha256, byte_length`;
    const common = "1, 0, '', 1, 'K', 'k'";
    const times = "48, '{}', '{}', '{}', 0, 0, 0, 0, '', 0";
    for (const values of [
      `1, ${common}, 'Über', 'über', ${times.replace("'{}', '{}', '{}'", `'{"a":"B"}', '{"a":"B"}', '{"a":"b"}'`)}`,
      `2, ${common.replace("0, ''", "1, ''")}, NULL, NULL, ${times}`,
    ])
      await tested.database.run(sql.raw(`INSERT INTO print (${columns}) VALUES (${values})`));
    await migratePostgres(tested.database);
    expect(await tested.database.all(sql`SELECT search_text AS "searchText" FROM print ORDER BY id`)).toEqual(
      [{ searchText: "über\nb" }, { searchText: "\n" }],
    );
  });

  test("that meet a key that is there twice fail", async () => {
    await using tested = await emptyDatabase(engine);
    if (FIRST === undefined || SECOND === undefined) throw new Error("there are no steps");
    const twice = "INSERT INTO committed (workspace_id, key, at) VALUES (0, 'a', 0), (0, 'a', 0);";
    const failing = migratePostgres(tested.database, [FIRST, { ...SECOND, statements: twice }]);
    expect(failing).rejects.toThrow("duplicate key");
    await failing.catch(() => {});
  });

  test("say what to do where the user may make no tables", async () => {
    await using tested = await emptyDatabase(engine);
    const name = `guest_${Bun.randomUUIDv7().replaceAll("-", "")}`;
    const owner = new Connection(tested.address, { max: 1 });
    await owner.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    const address = Object.assign(new URL(tested.address), { username: name, password: name }).href;
    const database = new PostgresDatabase({ address });
    try {
      await expect(migratePostgres(database)).rejects.toThrow("Make the user the owner of the database.");
    } finally {
      await database.close();
      await owner.unsafe(`DROP ROLE ${name}`);
      await owner.close();
    }
  });

  test("begin in no database that lacks characters", async () => {
    await using tested = await emptyDatabase(engine);
    const name = `ascii_${Bun.randomUUIDv7().replaceAll("-", "")}`;
    const owner = new Connection(tested.address, { max: 1 });
    await owner.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`);
    const address = Object.assign(new URL(tested.address), { pathname: `/${name}` }).href;
    const database = new PostgresDatabase({ address });
    try {
      await expect(migratePostgres(database)).rejects.toThrow("--encoding UTF8");
    } finally {
      await database.close();
      await owner.unsafe(`DROP DATABASE ${name}`);
      await owner.close();
    }
  });

  test("of a newer version are left alone", async () => {
    await using tested = await emptyDatabase(engine);
    await migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, 2));
    expect(migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, 1))).rejects.toThrow(
      "The database has schema version 2, but this Tillroll knows only up to 1",
    );
    await migratePostgres(tested.database);
  });
});
