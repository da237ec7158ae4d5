import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { describeEngines } from "./engines.ts";
import { kindOfStatement, lintStatement } from "./statement-lint.ts";
import { testDatabase } from "./test-database.ts";

/** Statements, each with what is refused in it. */
const REFUSED: readonly (readonly [string, string])[] = [
  ["CREATE SEQUENCE s", "a sequence"],
  ["CREATE TABLE person (id bigserial PRIMARY KEY)", "a column of bigserial"],
  ["CREATE TABLE person (id bigint GENERATED ALWAYS AS IDENTITY)", "an identity column"],
  ["CREATE TABLE person (a text, b text GENERATED ALWAYS AS (lower(a)) STORED)", "a generated column"],
  ["CREATE TABLE person (is_there boolean)", "a column of boolean"],
  ["ALTER TABLE print ADD COLUMN is_there boolean", "a column of boolean"],
  ["SELECT nextval('s')", "the function nextval"],
  ["CREATE TRIGGER t BEFORE INSERT ON print EXECUTE FUNCTION f()", "a trigger"],
  ["LISTEN prints", "LISTEN"],
  ["NOTIFY prints", "NOTIFY"],
  ["SELECT pg_notify('prints', '')", "the function pg_notify"],
  ["SELECT pg_advisory_xact_lock($1)", "the function pg_advisory_xact_lock"],
  ["SELECT pg_try_advisory_lock($1)", "the function pg_try_advisory_lock"],
  ["LOCK TABLE print IN EXCLUSIVE MODE", "a lock of a table"],
  ["WITH RECURSIVE r AS (SELECT 1 UNION SELECT 2) SELECT * FROM r", "WITH RECURSIVE"],
  ["SELECT * FROM (WITH RECURSIVE r AS (SELECT 1) SELECT * FROM r) AS x", "WITH RECURSIVE"],
  ["SELECT * FROM print TABLESAMPLE SYSTEM (1)", "TABLESAMPLE"],
  ["SELECT a, count(*) FROM print GROUP BY ROLLUP (a)", "grouping sets"],
  ["CREATE INDEX i ON print USING gin (workspace_id, tag_values)", "a GIN index of several columns"],
  ["CREATE TABLE something (id bigint PRIMARY KEY)", "a unique key of something without workspace_id"],
  ["CREATE TABLE something (a bigint, UNIQUE (a))", "a unique key of something without workspace_id"],
  ["CREATE UNIQUE INDEX i ON print (ordinal)", "a unique key of print without workspace_id"],
  ["UPDATE print SET label = $1 WHERE id = $2", "UPDATE of print without workspace_id = $n"],
  ["UPDATE print SET label = $1", "UPDATE of print without workspace_id = $n"],
  [
    "UPDATE print SET label = $1 WHERE workspace_id = $2 OR id = $3",
    "UPDATE of print without workspace_id = $n",
  ],
  ["UPDATE print SET label = $1 WHERE workspace_id > $2", "UPDATE of print without workspace_id = $n"],
  [
    "UPDATE print SET label = v.label FROM (VALUES (1, 'a')) AS v (workspace_id, label) WHERE print.workspace_id = v.workspace_id",
    "UPDATE of print without workspace_id = $n",
  ],
  ["UPDATE day_count SET n = $1 WHERE day = $2", "UPDATE of day_count without workspace_id = $n"],
  ["DELETE FROM committed WHERE at < $1", "DELETE of committed without workspace_id = $n"],
  [
    "WITH gone AS (DELETE FROM print RETURNING id) SELECT id FROM gone",
    "DELETE of print without workspace_id = $n",
  ],
  ["SELECT id FROM print WHERE id = $1 FOR UPDATE", "a lock of rows of print without workspace_id = $n"],
  ["SELECT id FROM print WHERE id = $1 FOR SHARE", "a lock of rows of print without workspace_id = $n"],
  [
    "INSERT INTO print_content (sha256) VALUES ($1) ON CONFLICT (sha256) DO NOTHING",
    "ON CONFLICT of print_content without workspace_id",
  ],
  [
    "SELECT id FROM print WHERE EXISTS (SELECT 1 FROM print_content WHERE print_content.sha256 = print.sha256)",
    "a subquery of print_content for each row without workspace_id",
  ],
  [
    "SELECT * FROM print, LATERAL (SELECT 1 FROM committed c WHERE c.at = print.id) AS x",
    "a subquery of committed for each row without workspace_id",
  ],
];

const WELL: readonly string[] = [
  "UPDATE print SET label = $1 WHERE workspace_id = $2 AND id = $3",
  "UPDATE print SET label = v.label FROM (VALUES (1, 'a')) AS v (id, label) WHERE print.workspace_id = $1 AND print.id = v.id",
  "UPDATE workspace SET next_ordinal = next_ordinal + $1 WHERE id = $2 RETURNING next_ordinal",
  "SELECT id FROM workspace WHERE id = $1 FOR UPDATE",
  "DELETE FROM committed WHERE ($1::bigint = workspace_id AND at < $2)",
  "SELECT id FROM print WHERE workspace_id = 7 AND id = $1 FOR UPDATE",
  "INSERT INTO print_content (workspace_id, sha256) VALUES ($1, $2) ON CONFLICT (workspace_id, sha256) DO NOTHING",
  "INSERT INTO print (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING",
  "SELECT p.id FROM print p WHERE EXISTS (SELECT 1 FROM print_content c WHERE c.workspace_id = p.workspace_id AND c.sha256 = p.sha256)",
  "SELECT id FROM print WHERE sha256 IN (SELECT sha256 FROM print_content WHERE byte_length > $1)",
  "CREATE INDEX i ON print USING gin (tag_values jsonb_path_ops)",
  "CREATE TABLE person (id bigint PRIMARY KEY, is_there smallint NOT NULL)",
];

describe("what is not in all databases is refused", () => {
  test.each(REFUSED)("%s", (statement, why) => {
    expect(lintStatement(statement)).toEqual([why]);
  });
});

test.each(WELL.map((statement) => [statement]))("%s is well", (statement) => {
  expect(lintStatement(statement)).toEqual([]);
});

test.each(POSTGRES_MIGRATIONS.map(({ name, statements }) => [name, statements]))(
  "the step %s of the schema is well",
  (_name, statements) => {
    expect(lintStatement(statements)).toEqual([]);
  },
);

test("statements of one kind are one, however many rows they have", () => {
  const insert = (rows: number) =>
    `INSERT INTO t (a, b) VALUES ${Array.from({ length: rows }, (_, row) => `($${row * 2 + 1}, $${row * 2 + 2}::text)`).join(", ")} ON CONFLICT DO NOTHING`;
  expect(kindOfStatement(insert(900))).toBe(kindOfStatement(insert(1)));
  expect(kindOfStatement("SELECT 1 FROM t WHERE a IN ($1, $2,  $3)")).toBe("SELECT 1 FROM t WHERE a IN ($1)");
  expect(kindOfStatement("SELECT $1, b")).not.toBe(kindOfStatement("SELECT $1, c"));
});

describeEngines("the database of a test", (engine) => {
  test("tells at its end what was sent that not all databases take", async () => {
    const tested = await testDatabase(engine);
    await tested.database.run(sql`UPDATE print SET label = NULL WHERE id = ${7}`);
    await expect(tested[Symbol.asyncDispose]()).rejects.toThrow(
      "UPDATE of print without workspace_id = $n: UPDATE print SET label = NULL WHERE id = $1",
    );
  });
});
