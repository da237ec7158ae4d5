import { PostgresUpstream } from "../../src/archive/upstream/postgres-shops.ts";
import type { HttpService } from "../../src/http/http-service.ts";
import { upstreamController } from "../../src/http/upstream-controller.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import type { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import type { Shop } from "./shop.ts";
import { until } from "../until.ts";

/** What of an archive shops talk to. */
export interface ServedArchive {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves shops with a database. */
export function serveArchive(database: PostgresDatabase): ServedArchive {
  const service = {
    requestsUnderWay: 0,
    clock: Date.now,
    writer: { noteFault: () => false },
    metrics: { requests: { note() {} } },
    log: { write() {} },
  };
  const contents = new DatabaseContentStore(database);
  const upstream = new PostgresUpstream({ database, contents, userId: 1 });
  const controller = upstreamController(service as unknown as HttpService, upstream);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => controller.handle(request),
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** Waits until an archive has all that a shop has. */
export async function untilSent(shop: Shop): Promise<void> {
  await until(() => {
    shop.wake();
    const { upstream } = shop;
    const isReviewed = upstream !== null && upstream.reviewOrdinal === upstream.reviewEnd;
    const contacts = shop.states.filter(({ trouble }) => trouble === null).length;
    return isReviewed && upstream.nextOrdinal === shop.rows().length && shop.unsent === 0 && contacts > 0;
  }, "all was sent");
}
