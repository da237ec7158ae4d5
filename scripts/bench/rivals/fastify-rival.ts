/*
 * What one would otherwise write: Fastify on Node.js that inserts a row for each request into PostgreSQL, with `pg`, and
 * answers when it is committed. Run as a process of its own: its argument is where to connect, as JSON; it prints its
 * port. It compares a token in memory and writes no log; Fastify checks the query and writes the JSON by their schemas.
 */

import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { Pool } from "pg";
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

const LARGEST_BODY_BYTES = 20 * 1024 * 1024;

interface Query {
  readonly label?: string;
  readonly deviceId?: string;
  readonly tag?: readonly string[];
}

const text = { type: "string" };
const maybeText = { type: ["string", "null"] };

const CREATE_SCHEMA = {
  querystring: {
    type: "object",
    properties: { label: text, deviceId: text, tag: { type: "array", items: text } },
  },
  response: {
    201: {
      type: "object",
      properties: {
        id: { type: "integer" },
        printKey: text,
        workspaceId: { type: "integer" },
        userId: { type: "integer" },
        deviceId: maybeText,
        label: maybeText,
        tag: { type: "object", additionalProperties: text },
        quantity: { type: ["integer", "null"] },
        width: { type: "integer" },
        testPrint: { type: "boolean" },
        deleted: { type: "boolean" },
        deletedAt: maybeText,
        createdAt: text,
        updatedAt: text,
      },
    },
  },
};

const INSERT = {
  // A name has it prepared once on each connection.
  name: "insert",
  text:
    "INSERT INTO print (workspace_id, print_key, user_id, device_id, label, tag, width, test_print, sha256, content) " +
    "VALUES (1, $1, 1, $2, $3, $4, 48, false, $5, $6) RETURNING id, created_at",
};

const {
  path: host,
  port,
  username: user,
  database,
} = JSON.parse(process.argv[2] ?? "") as PostgresqlConnection;
const pool = new Pool({ host, port, user, database, max: POOL_CONNECTIONS });
await pool.query(RIVAL_SCHEMA);
const app = fastify({ bodyLimit: LARGEST_BODY_BYTES });
app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Querystring: Query; Body: Buffer }>(
  "/api/workspace/:slug/prints",
  { schema: CREATE_SCHEMA },
  async ({ query, body: raw, headers }, reply) => {
    if (headers.authorization !== `Bearer ${RIVAL_TOKEN}`) return reply.code(401).send();
    const { label = null, deviceId = null } = query;
    const given: RivalPrint = { printKey: randomUUID(), label, deviceId, tag: tagsOf(query.tag ?? []) };
    const sha256 = createHash("sha256").update(raw).digest();
    const values = [given.printKey, deviceId, label, given.tag, sha256, raw];
    const { rows } = await pool.query<StoredRow>({ ...INSERT, values });
    return reply.code(201).send(answerOf(given, rows[0]));
  },
);
await app.listen({ port: 0, host: "127.0.0.1" });
console.log((app.server.address() as AddressInfo).port);
