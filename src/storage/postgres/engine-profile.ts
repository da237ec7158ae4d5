import { sql } from "drizzle-orm";
import type { Statements } from "./connection.ts";
import { type SchemaTable, schemaOf, type SchemaStatement } from "./schema-statements.ts";

/** Into how many parts of the hash of its workspace a large table is divided. */
const PARTITIONS = 16;

/** What the schema is on a kind of database: what all have in common, and its own words for spreading tables. */
export interface EngineProfile {
  readonly name: string;
  /** Whether indexes of trigrams are tried (PostgreSQL, pg_trgm). */
  readonly mayHaveTrigrams: boolean;
  /** Whether `pg_database_size` is that of all its rows, and not of one node's. */
  readonly saysItsSize: boolean;
  /** The statements that one of the schema becomes. */
  statements(statement: SchemaStatement): readonly string[];
}

/** PostgreSQL itself: large tables in parts, so that indexes stay small and parts are vacuumed one by one. */
const POSTGRESQL: EngineProfile = {
  name: "PostgreSQL",
  mayHaveTrigrams: true,
  saysItsSize: true,
  statements: ({ text, table }) =>
    table?.isLarge === true
      ? [
          `${text} PARTITION BY HASH (workspace_id)`,
          ...Array.from({ length: PARTITIONS }, partitionOf(table)),
        ]
      : [text],
};

/** Citus: each table of workspaces on the node of its workspace, the others on each node. */
const CITUS: EngineProfile = {
  name: "Citus",
  mayHaveTrigrams: true,
  saysItsSize: false,
  statements: ({ text, table }) => {
    if (table === null) return [text];
    const spread = table.isOfWorkspaces
      ? `SELECT create_distributed_table('${table.name}', 'workspace_id')`
      : `SELECT create_reference_table('${table.name}')`;
    // Both kinds in one transaction (Citus, multi_shard_modify_mode).
    return ["SET LOCAL citus.multi_shard_modify_mode TO 'sequential'", text, spread];
  },
};

/** CockroachDB spreads rows by itself along their keys, and has inverted indexes of one kind. */
const COCKROACHDB: EngineProfile = {
  name: "CockroachDB",
  mayHaveTrigrams: false,
  saysItsSize: false,
  statements: ({ text }) => [text.replace(" jsonb_path_ops", "")],
};

/** YugabyteDB spreads rows by the hash of the first column of their keys, which is the workspace. */
const YUGABYTEDB: EngineProfile = {
  name: "YugabyteDB",
  mayHaveTrigrams: false,
  saysItsSize: false,
  statements: ({ text }) => [text.replace(" USING gin ", " USING ybgin ")],
};

/** All kinds that the schema has words for. */
export const ENGINE_PROFILES = { POSTGRESQL, CITUS, COCKROACHDB, YUGABYTEDB } as const;

/** Asks a database what it is. */
export async function findProfile(database: Statements): Promise<EngineProfile> {
  const row = await database.first<{ version: string }>(sql`SELECT version() AS version`);
  const profile = profileOf(row?.version ?? "");
  if (profile !== POSTGRESQL) return profile;
  const citus = await database.first(sql`SELECT 1 AS found FROM pg_extension WHERE extname = 'citus'`);
  return citus === null ? POSTGRESQL : CITUS;
}

/** By what `version()` says; Citus says the same as PostgreSQL. */
export function profileOf(version: string): EngineProfile {
  if (version.includes("CockroachDB")) return COCKROACHDB;
  return version.includes("-YB-") ? YUGABYTEDB : POSTGRESQL;
}

/** The statements of a step of the schema, in their order. */
export function profiledStatements(profile: EngineProfile, step: string): string[] {
  return schemaOf(step).flatMap((statement) => profile.statements(statement));
}

function partitionOf({ name }: SchemaTable) {
  return (_: unknown, part: number) =>
    `CREATE TABLE ${name}_${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`;
}
