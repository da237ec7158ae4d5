import type { AnyElysia } from "elysia";
import type { ChainExporting, Exporting } from "../export/exports.ts";
import { chainSearchController } from "../http/chain-search-controller.ts";
import { exportController } from "../http/export-controller.ts";
import type { HttpService } from "../http/http-service.ts";
import { shopsController } from "../http/shops-controller.ts";
import { systemController } from "../http/system-controller.ts";
import { upstreamController } from "../http/upstream-controller.ts";
import type { ChainSearching } from "../storage/ports/chain-searching.ts";
import type { ArchiveStorage } from "./archive-storage.ts";
import { readDatabaseFacts } from "./database-facts.ts";
import { PostgresShops, PostgresUpstream } from "./upstream/postgres-shops.ts";

/** What only an archive answers: to its shops, of its shops, and across all of them. */
export function archiveControllers(
  service: HttpService,
  { database, contents, administrator, stores }: ArchiveStorage,
  chain: { readonly exports: Exporting & ChainExporting; readonly search: ChainSearching },
): AnyElysia[] {
  const upstream = new PostgresUpstream({ database, contents, userId: administrator.id });
  return [
    shopsController(service, new PostgresShops(database, stores)),
    upstreamController(service, upstream),
    exportController(service, { exports: chain.exports, seals: null }),
    chainSearchController(service, chain),
    systemController(service, () => readDatabaseFacts(database)),
  ];
}
