/*
 * A process that is an archive as far as a shop notices: it takes all that is sent, and keeps nothing. A real one is on another
 * machine, and takes none of the shop's processor.
 */

import { constants, setPriority } from "node:os";
import { type HelloAnswer, UPSTREAM_PATHS } from "../../../src/contract/upstream-messages.ts";
import { decodeBatch } from "../../../src/upstream/batch-packing.ts";

if (import.meta.main) {
  setPriority(process.pid, constants.priority.PRIORITY_LOW);
  let cursor = { nextOrdinal: 0, nextChange: 1 };
  let nonce: string | null = null;
  const news = { orders: [], wanted: [] };
  const hello = (): HelloAnswer => ({
    ...cursor,
    nonce,
    workspace: "shop",
    limits: { batchBytes: Number.MAX_SAFE_INTEGER, bytesPerSecond: null },
    ...news,
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = new Uint8Array(await request.arrayBuffer());
      if (pathname === UPSTREAM_PATHS.join) {
        [cursor, nonce] = [{ nextOrdinal: 0, nextChange: 1 }, null];
        return Response.json({ key: `sk_${crypto.randomUUID()}`, workspace: "shop" });
      }
      if (pathname === UPSTREAM_PATHS.hello) return Response.json(hello());
      if (pathname !== UPSTREAM_PATHS.batch) return new Response(null, { status: 404 });
      const { batch } = decodeBatch(body);
      [cursor, nonce] = [batch.to, batch.nonce];
      return Response.json({ ...cursor, ...news });
    },
  });
  console.log(server.port);
}
