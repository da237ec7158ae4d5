import { SQL as Connection } from "bun";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { addToBlocks } from "../../src/storage/postgres/chain-counts.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { countIntervals, countValues } from "../../src/storage/postgres/counted-prints.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { readPrintRows } from "../../src/storage/postgres/print-rows.ts";
import { tagColumns } from "../../src/storage/postgres/stored-tags.ts";
import { jsonbOf } from "../../src/storage/postgres/text-escape.ts";
import { LABEL_SHAPES } from "../../src/storage/postgres/counted-values.ts";
import { COUNTED_VALUES } from "../../src/storage/postgres/print-counts.ts";
import { hasTrigramIndexes } from "../../src/storage/postgres/trigram-indexes.ts";
import { scopeOf } from "../../src/storage/postgres/workspace-scope.ts";
import { createOperation } from "../create-operation.ts";
import { until } from "../until.ts";
import { describeEngines } from "./engines.ts";
import { PrintDatabase } from "./print-database.ts";
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

  test("give prints that are there their tags, once each", async () => {
    await using tested = await emptyDatabase(engine);
    const since = POSTGRES_MIGRATIONS.findIndex(({ name }) => name === "compact print");
    await migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, since));
    const database = tested.database;
    const tags = [
      {},
      { table: "12", order: "A-1", waiter: "Åsa", 'a"\\\n\u0001\u007f/': '\b\f\r\t"' },
      { "\uff00": "first", "\u{1f600}": "second", "10": "x", "9": "y", __proto__2: "z" },
      { zero: "a\0b", "\ufdd0": "\ufdd1" },
      { lone: "\ud800" },
      Object.fromEntries(Array.from({ length: 40 }, (_, number) => [`key ${number}`, String(number)])),
    ].map((tag) => JSON.stringify(tag));
    for (const [ordinal, tag] of tags.entries()) {
      const { tag_values: values } = tagColumns(tag);
      await database.run(
        sql`INSERT INTO print (workspace_id, id, ordinal, fingerprint, user_id, print_key, width, tag, tag_values, tag_folded,
            test_print, created_at, updated_at, received_at, sha256, byte_length, search_text)
          VALUES (1, ${ordinal + 1}, ${ordinal}, '', 1, 'K', 48, ${tag}, ${jsonbOf(wellFormed(values))}::text::jsonb, '{}', 0, 7,
            8, 9, '', 10, 'found')`,
      );
    }
    await migratePostgres(database);
    const rows = await readPrintRows(database, 1, sql`true ORDER BY id`);
    expect(rows.map(({ tag }) => tag)).toEqual(tags);
    expect(rows[0]).toMatchObject({ createdAt: 7, updatedAt: 8, receivedAt: 9, byteLength: 10, width: 48 });
    // What has an escape, or too many keys, stays as it is.
    const kept = sql`SELECT id FROM print WHERE tag IS NOT NULL ORDER BY id`;
    expect(await database.all<{ id: number }>(kept)).toEqual([1, 2, 4, 5, 6].map((id) => ({ id })));
    expect(await hasTrigramIndexes(database)).toBe(true);
  });

  test("leave what is counted as it is, and blocks have it later", async () => {
    await using tested = await emptyDatabase(engine);
    const since = POSTGRES_MIGRATIONS.findIndex(({ name }) => name === "chain count");
    await migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, since));
    const { database } = tested;
    await database.run(
      sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at)
        SELECT id, 's' || id, 's' || id, '{}', 0 FROM generate_series(1, 130) AS each_shop (id)`,
    );
    await database.run(
      sql`INSERT INTO print_count (workspace_id, day, n, deleted_n) SELECT id, id % 5, id, 1 FROM workspace`,
    );
    await database.run(
      sql`INSERT INTO value_count (workspace_id, source, value, n, deleted_n) SELECT id, 'tag:a', 'b', 1, 0 FROM workspace`,
    );
    await migratePostgres(database);
    const count = () =>
      database.read(async (snapshot) => {
        const workspaces = await scopeOf(
          snapshot,
          Array.from({ length: 130 }, (_, index) => index + 1),
        );
        const scope = { workspaces, deleted: false } as const;
        const days = await countIntervals(snapshot, scope, [0, MILLISECONDS_PER_DAY]);
        return { days, values: await countValues(snapshot, scope, "tag:a", (value) => value) };
      });
    const before = await count();
    expect(before).toEqual({ days: [1755, 6760], values: [{ value: "b", count: 130, sum: 130 }] });
    await addToBlocks(database, { mostPending: 0 });
    expect(await count()).toEqual(before);
    expect(await database.all(sql`SELECT 1 FROM chain_value_count`)).toHaveLength(3);
  });

  test("count the labels that are there by their shapes, as whoever writes prints does", async () => {
    await using opened = await PrintDatabase.open([1, 2, 3], engine);
    const labels = ["Order A-12", "order a-7", "TÜR 3/Ö\0", "tür 44/ö\0", "ΟΔΟΣ 1", null, "12"];
    for (const [index, label] of labels.entries()) {
      const workspaceId = 1 + (index % 2);
      const { id: printId } = await opened.writer.submit(createOperation({ workspaceId, label }));
      if (index % 3 === 1) await opened.writer.submit({ kind: "delete", workspaceId, printId });
    }
    const { database } = opened;
    await database.run(sql`INSERT INTO print (workspace_id, id, ordinal, user_id, created_at, updated_at, received_at, byte_length,
        width, test_print, fingerprint, sha256, print_key, label, tag_values, search_text)
      SELECT 3, n, n, 1, n, n, n, 0, 48, 0, decode(lpad(to_hex(n), 32, '0'), 'hex'), '', n,
        translate(n::text, '0123456789', 'abcdefghij'), '{}', '' FROM generate_series(1, ${COUNTED_VALUES + 1}) AS n`);
    const shapes = async () => ({
      counts: await database.all(
        sql`SELECT workspace_id, value, n, deleted_n FROM value_count WHERE source = ${LABEL_SHAPES} ORDER BY 1, value`,
      ),
      sources: await database.all(sql`SELECT * FROM value_source WHERE source = ${LABEL_SHAPES} ORDER BY 1`),
    });
    const counted = await shapes();
    expect(counted.counts).toHaveLength(6);
    const owner = new Connection(opened.address, { max: 1 });
    await owner.unsafe(`
      DELETE FROM value_count WHERE source = '${LABEL_SHAPES}';
      DELETE FROM value_source WHERE source = '${LABEL_SHAPES}';
      ALTER TABLE workspace RENAME COLUMN last_event TO next_event;
      DELETE FROM schema_step WHERE name = 'label shape'`);
    await owner.close();
    expect(await migratePostgres(database)).toEqual(["label shape"]);
    const tooMany = { workspace_id: 3, source: LABEL_SHAPES, value_count: COUNTED_VALUES + 1, is_counted: 0 };
    expect(await shapes()).toEqual({ ...counted, sources: [...counted.sources, tooMany] });
  });

  test("count what an older Tillroll is writing of labels, and let it write no more", async () => {
    await using tested = await emptyDatabase(engine);
    const since = POSTGRES_MIGRATIONS.findIndex(({ name }) => name === "label shape");
    await migratePostgres(tested.database, POSTGRES_MIGRATIONS.slice(0, since));
    await using older = new Connection(tested.address, { max: 1 });
    await older.unsafe(`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (1, 'a', 'a', '{}', 0);
      INSERT INTO print (workspace_id, id, ordinal, user_id, created_at, updated_at, received_at, byte_length, width, test_print,
        fingerprint, sha256, print_key, label, tag_values, search_text)
      VALUES (1, 1, 1, 1, 1, 1, 1, 0, 48, 0, decode(repeat('0', 32), 'hex'), '', 'a', 'Order 1', '{}', '')`);
    // It changes a label alone, which no count of that Tillroll is of.
    const patch = (label: string) =>
      `SELECT next_event FROM workspace WHERE id = 1 FOR UPDATE; UPDATE print SET label = '${label}' WHERE id = 1`;
    await older.unsafe(`BEGIN; ${patch("Invoice 1")}`);
    const migrating = migratePostgres(tested.database);
    const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE NOT granted AND datname = current_database()`;
    await until(async () => (await older.unsafe(waiting)).length > 0, "the wait for the older one");
    await older.unsafe("COMMIT");
    expect((await migrating)[0]).toBe("label shape");
    const shapes = await tested.database.all(
      sql`SELECT value, n FROM value_count WHERE source = ${LABEL_SHAPES}`,
    );
    expect(shapes).toEqual([{ value: "invoice 0", n: 1 }]);
    await expect(older.unsafe(`BEGIN; ${patch("Late 1")}`)).rejects.toThrow("next_event");
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

/** Texts as UTF-8 has them. */
function wellFormed(tags: ReadonlyMap<string, string>): [string, string][] {
  return Array.from(tags, ([key, value]) => [key.toWellFormed(), value.toWellFormed()]);
}
