/*
 * As little as a server that inserts a row for each request into PostgreSQL can be: `node:http` on Bun without a framework
 * on top, Bun's pipelining PostgreSQL client, a token compared in memory, one prepared statement a request, no checks, no
 * logging. Run as a process of its own: its argument is where to connect, as JSON; it prints its port.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SQL } from "bun";
import type { PostgresqlConnection } from "../postgresql/server.ts";
import {
  answerOf,
  POOL_CONNECTIONS,
  RIVAL_SCHEMA,
  RIVAL_TOKEN,
  type RivalPrint,
  type StoredRow,
  tagsOf,
} from "./rival-print.ts";

async function store(sql: SQL, address: string, raw: Uint8Array): Promise<object> {
  const query = new URLSearchParams(address.slice(address.indexOf("?") + 1));
  const tag = tagsOf(query.getAll("tag"));
  const printKey = Bun.randomUUIDv7();
  const given: RivalPrint = { printKey, label: query.get("label"), deviceId: query.get("deviceId"), tag };
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest();
  const rows: StoredRow[] = await sql`
    INSERT INTO print (workspace_id, print_key, user_id, device_id, label, tag, width, test_print, sha256, content)
    VALUES (1, ${printKey}, 1, ${given.deviceId}, ${given.label}, ${tag}, 48, false, ${sha256}, ${Buffer.from(raw)})
    RETURNING id, created_at`;
  return answerOf(given, rows[0]);
}

/** @returns the port */
function listen(sql: SQL): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    if (incoming.headers.authorization !== `Bearer ${RIVAL_TOKEN}`) {
      outgoing.writeHead(401).end();
      return;
    }
    const json = JSON.stringify(await store(sql, incoming.url ?? "", Buffer.concat(chunks)));
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json) };
    outgoing.writeHead(201, headers).end(json);
  });
  server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  return promise;
}

const connection = JSON.parse(process.argv[2] ?? "") as PostgresqlConnection;
const sql = new SQL({ ...connection, max: POOL_CONNECTIONS });
await sql.unsafe(RIVAL_SCHEMA);
console.log(await listen(sql));
