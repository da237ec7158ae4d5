import type { SQL } from "bun";
import { join } from "node:path";
import type { ChainPrint } from "../data/chain.ts";
import type { Workload } from "../data/workload.ts";
import { TEXT_KEYS } from "../search/query-kinds.ts";
import type { Installation } from "../../postgresql/installation.ts";
import type { PostgresqlServer } from "./server.ts";

/** Text of rows that is sent to PostgreSQL at once, characters. */
const SENT_CHARACTERS = 1 << 20;

/** The columns of the product's table, with times in epoch milliseconds too, and tags as JSONB. */
const TABLE = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE TABLE print (
    id bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint,
    quantity bigint,
    workspace_id integer NOT NULL,
    user_id integer NOT NULL,
    width smallint NOT NULL,
    test_print boolean NOT NULL,
    print_key text NOT NULL,
    device_id text,
    label text,
    tag jsonb NOT NULL
  )`;

/** Tag keys that are on every print: what a developer knows of their own data. */
export const KEYS_OF_ALL: readonly string[] = ["orderId", "table", "payment", "waiter", "total", "store"];

/**
 * jsonb_path_ops finds a key together with its value, and answers groups in half the time of the default operators.
 * These stand beside it for finding a rare key, which is a hundred times as fast with them. `deleted_at` is in the
 * orders' indexes, so that counting need not look at the table, and `lower() LIKE` is a third faster than ILIKE.
 */
const INDEXES = [
  "ALTER TABLE print ADD PRIMARY KEY (id)",
  "CREATE INDEX ON print (workspace_id, created_at, id) INCLUDE (deleted_at)",
  "CREATE INDEX ON print (workspace_id, updated_at, id) INCLUDE (deleted_at)",
  "CREATE INDEX ON print (workspace_id, device_id, created_at, id) INCLUDE (deleted_at)",
  "CREATE INDEX ON print (workspace_id, created_at, id) WHERE deleted_at IS NOT NULL",
  "CREATE INDEX ON print (label)",
  "CREATE INDEX ON print (print_key)",
  "CREATE INDEX ON print USING gin (tag jsonb_path_ops)",
  "CREATE INDEX ON print USING gin (tag)",
  "CREATE INDEX ON print USING gin (lower(label) gin_trgm_ops)",
  "CREATE INDEX ON print USING gin (lower(device_id) gin_trgm_ops)",
  "CREATE INDEX ON print USING gin (lower(print_key) gin_trgm_ops)",
  ...TEXT_KEYS.map((key) => `CREATE INDEX ON print USING gin (lower(tag ->> '${key}') gin_trgm_ops)`),
  // Without them the planner takes any condition on a tag's text for one in two hundred.
  "CREATE STATISTICS print_tags ON (tag ->> 'payment'), (tag ->> 'table'), (tag ->> 'store'), (tag ->> 'total') FROM print",
];

/** Loads a workload by COPY, makes the indexes and gathers statistics. @throws Error when COPY fails */
export async function loadPrints(
  server: PostgresqlServer,
  installation: Installation,
  workload: Workload,
): Promise<void> {
  const { sql } = server;
  await sql.unsafe("DROP TABLE IF EXISTS print");
  await sql.unsafe(TABLE);
  await copyRows(server, installation, workload);
  for (const index of INDEXES) await sql.unsafe(index);
  await sql.unsafe("VACUUM (ANALYZE, FREEZE) print");
  await sql.unsafe("CHECKPOINT");
}

/** Bytes of the table with its indexes. */
export async function storedBytes(sql: SQL): Promise<number> {
  const [row] = (await sql`SELECT pg_total_relation_size('print') AS bytes`) as { bytes: unknown }[];
  return Number(row?.bytes);
}

async function copyRows(
  server: PostgresqlServer,
  { programs }: Installation,
  workload: Workload,
): Promise<void> {
  const words = [join(programs, "psql"), ...server.connectionOptions, "-q", "-c", `COPY print FROM STDIN`];
  const child = Bun.spawn(words, { stdin: "pipe", stdout: "ignore", stderr: "inherit" });
  let text = "";
  for (const print of workload.rows()) {
    text += lineOf(print);
    if (text.length < SENT_CHARACTERS) continue;
    child.stdin.write(text);
    await child.stdin.flush();
    text = "";
  }
  child.stdin.write(text);
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("the prints could not be loaded into PostgreSQL");
}

function lineOf(print: ChainPrint): string {
  const { id, createdAt, updatedAt, deletedAt, quantity, workspaceId, userId, width, testPrint } = print;
  const numbers = [
    id,
    createdAt,
    updatedAt,
    deletedAt ?? "\\N",
    quantity ?? "\\N",
    workspaceId,
    userId,
    width,
  ];
  const texts = [print.printKey, print.deviceId, print.label, print.tag].map(field);
  return `${[...numbers, testPrint ? "t" : "f", ...texts].join("\t")}\n`;
}

/** A text as COPY reads it. */
function field(value: string | null): string {
  if (value === null) return "\\N";
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}
