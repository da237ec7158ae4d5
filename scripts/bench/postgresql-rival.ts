/*
 * What one would otherwise write: a server that inserts a row for each request into PostgreSQL and answers when it is
 * committed. Run as a process of its own: its argument is where to connect, as JSON; it prints its port. It is as lean
 * as such a server can be: `node:http` without the framework on top, Bun's pipelining PostgreSQL client, a token
 * compared in memory, one prepared statement a request, no checks, no logging.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SQL } from "bun";
import type { PostgresqlConnection } from "./postgresql/server.ts";

/** Of 8, 16, 32 and 64 the fastest. */
const POOL_CONNECTIONS = 16;

export const RIVAL_TOKEN = "rival";

const SCHEMA = `
  CREATE TABLE print (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    print_key TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    device_id TEXT,
    label TEXT,
    tag JSONB NOT NULL,
    quantity INTEGER,
    width INTEGER NOT NULL,
    test_print BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    deleted_at TIMESTAMPTZ,
    sha256 BYTEA NOT NULL,
    content BYTEA NOT NULL
  );
  CREATE INDEX print_created_at ON print (workspace_id, created_at);
`;

interface StoredRow {
  readonly id: string;
  readonly created_at: Date;
}

async function store(
  sql: SQL,
  address: string,
  raw: Uint8Array,
  authorization: string | null | undefined,
): Promise<object | null> {
  if (authorization !== `Bearer ${RIVAL_TOKEN}`) return null;
  const query = new URLSearchParams(address.slice(address.indexOf("?") + 1));
  const tag = Object.fromEntries(query.getAll("tag").map((pair) => pair.split("=") as [string, string]));
  const printKey = Bun.randomUUIDv7();
  const label = query.get("label");
  const deviceId = query.get("deviceId");
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest();
  const rows: StoredRow[] = await sql`
    INSERT INTO print (workspace_id, print_key, user_id, device_id, label, tag, width, test_print, sha256, content)
    VALUES (1, ${printKey}, 1, ${deviceId}, ${label}, ${tag}, 48, false, ${sha256}, ${Buffer.from(raw)})
    RETURNING id, created_at`;
  const [row] = rows;
  const createdAt = row?.created_at.toISOString();
  const print = { id: Number(row?.id), printKey, workspaceId: 1, userId: 1, deviceId, label, tag };
  const rest = { quantity: null, width: 48, testPrint: false, deleted: false, deletedAt: null };
  return { ...print, ...rest, createdAt, updatedAt: createdAt };
}

/** @returns the port */
function listen(sql: SQL): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const print = await store(sql, incoming.url ?? "", Buffer.concat(chunks), incoming.headers.authorization);
    const json = JSON.stringify(print);
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json) };
    outgoing.writeHead(print === null ? 401 : 201, headers).end(json);
  });
  server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  return promise;
}

if (import.meta.main) {
  const connection = JSON.parse(process.argv[2] ?? "") as PostgresqlConnection;
  const sql = new SQL({ ...connection, max: POOL_CONNECTIONS });
  await sql.unsafe(SCHEMA);
  console.log(await listen(sql));
}
