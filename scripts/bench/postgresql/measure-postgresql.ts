import { existsSync, rmSync, writeFileSync } from "node:fs";
import { CHAIN_VERSION } from "../data/chain.ts";
import { expectSame } from "../search/expect-answers.ts";
import { measureKinds } from "../search/measure.ts";
import type { RivalOrder, RivalResult } from "../search/rival.ts";
import type { Installation } from "../../postgresql/installation.ts";
import { loadPrints, storedBytes } from "./load-prints.ts";
import { PostgresqlSearch } from "./postgresql-search.ts";
import { PostgresqlServer } from "./server.ts";

/**
 * Loads the prints into PostgreSQL, checks its answers and measures it.
 * @throws Error when it answers otherwise than the index: then its SQL is not the same search
 */
export async function measurePostgresql(order: RivalOrder<Installation>): Promise<RivalResult> {
  const { installation, data, kinds, expected, measure, cleanup, onProgress } = order;
  const folder = data.rivalFolder;
  // Beside the folder, not in it, which belongs to another user.
  const notePath = `${folder}-${CHAIN_VERSION}.loaded`;
  if (!existsSync(notePath) && existsSync(folder)) rmSync(folder, { recursive: true });
  const server = await PostgresqlServer.start(installation, folder, cleanup);
  if (!existsSync(notePath)) {
    const started = performance.now();
    await loadPrints(server, installation, data.workload);
    onProgress(`PostgreSQL loaded and indexed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    writeFileSync(notePath, "");
  }
  const search = new PostgresqlSearch(server.sql);
  await expectSame(installation.version, kinds.flat(), expected, (instance) => search.find(instance));
  const measurement = await measureKinds(kinds, measure, async (instance) => {
    const started = performance.now();
    await search.find(instance);
    return performance.now() - started;
  });
  const bytes = await storedBytes(server.sql);
  await server.stop();
  onProgress(`${installation.version} measured`);
  return { measurement, storedBytes: bytes };
}
