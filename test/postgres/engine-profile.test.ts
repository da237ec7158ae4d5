import { expect, test } from "bun:test";
import {
  ENGINE_PROFILES,
  findProfile,
  profiledStatements,
  profileOf,
} from "../../src/storage/postgres/engine-profile.ts";
import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { schemaOf } from "../../src/storage/postgres/schema-statements.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase } from "./test-database.ts";

const STEP = `
-- Of no workspace.
CREATE TABLE person (
  id bigint PRIMARY KEY
);
CREATE TABLE shop (
  workspace_id bigint PRIMARY KEY
);
CREATE TABLE print (
  workspace_id bigint NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (workspace_id, id)
) /* hash 16 */;

CREATE INDEX print_tag ON print USING gin (tag jsonb_path_ops);`;

const [PERSON, SHOP, PRINT] = [
  "CREATE TABLE person (\n  id bigint PRIMARY KEY\n)",
  "CREATE TABLE shop (\n  workspace_id bigint PRIMARY KEY\n)",
  "CREATE TABLE print (\n  workspace_id bigint NOT NULL,\n  id bigint NOT NULL,\n  PRIMARY KEY (workspace_id, id)\n)",
];
const SEQUENTIAL = "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";

test("large tables of PostgreSQL are divided by workspace", () => {
  const statements = profiledStatements(ENGINE_PROFILES.POSTGRESQL, STEP);
  expect(statements.slice(0, 4)).toEqual([
    PERSON,
    SHOP,
    `${PRINT} PARTITION BY HASH (workspace_id)`,
    "CREATE TABLE print_0 PARTITION OF print FOR VALUES WITH (MODULUS 16, REMAINDER 0)",
  ]);
  expect(statements.slice(-2)).toEqual([
    "CREATE TABLE print_15 PARTITION OF print FOR VALUES WITH (MODULUS 16, REMAINDER 15)",
    "CREATE INDEX print_tag ON print USING gin (tag jsonb_path_ops)",
  ]);
});

test("Citus spreads what is of workspaces, and has the rest everywhere", () => {
  expect(profiledStatements(ENGINE_PROFILES.CITUS, STEP)).toEqual([
    SEQUENTIAL,
    PERSON,
    "SELECT create_reference_table('person')",
    SEQUENTIAL,
    SHOP,
    "SELECT create_distributed_table('shop', 'workspace_id')",
    SEQUENTIAL,
    PRINT,
    "SELECT create_distributed_table('print', 'workspace_id')",
    "CREATE INDEX print_tag ON print USING gin (tag jsonb_path_ops)",
  ]);
});

test.each([
  ["COCKROACHDB", "CREATE INDEX print_tag ON print USING gin (tag)"],
  ["YUGABYTEDB", "CREATE INDEX print_tag ON print USING ybgin (tag jsonb_path_ops)"],
] as const)("%s spreads tables by itself, and has indexes of its own", (name, index) => {
  expect(profiledStatements(ENGINE_PROFILES[name], STEP)).toEqual([PERSON, SHOP, PRINT, index]);
});

test.each([
  ["PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu", "PostgreSQL"],
  ["CockroachDB CCL v24.3.1 (x86_64-pc-linux-gnu, built 2024/12/12)", "CockroachDB"],
  ["PostgreSQL 15.2-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu", "YugabyteDB"],
])("%s is known", (version, name) => {
  expect(profileOf(version).name).toBe(name);
});

test("each table of the schema is of workspaces or of all", () => {
  const tables = POSTGRES_MIGRATIONS.flatMap(({ statements }) => schemaOf(statements))
    .map(({ table }) => table)
    .filter((table) => table !== null);
  expect(tables.filter(({ isLarge, isOfWorkspaces }) => isLarge && !isOfWorkspaces)).toEqual([]);
  expect(tables.map(({ name }) => name)).toContain("print");
});

describeEngines("the schema", (engine) => {
  test("is made for what the database is", async () => {
    await using tested = await testDatabase(engine);
    expect(await findProfile(tested.database)).toBe(ENGINE_PROFILES.POSTGRESQL);
  });
});
