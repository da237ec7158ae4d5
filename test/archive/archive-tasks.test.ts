import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { startArchive } from "../../src/archive/archive-app.ts";
import { PrintDatabase } from "../postgres/print-database.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

/** More than a search of all shops may be left to add. */
const COUNTED_DAYS = 10_001;

test("an archive that starts adds to the blocks what was counted before, and does so from then on", async () => {
  const dataFolder = temporaryFolder();
  await using opened = await PrintDatabase.open([1, 2]);
  const { database } = opened;
  for (const workspaceId of [1, 2])
    await database.run(
      sql`INSERT INTO day_count (workspace_id, day, n, deleted_n)
        SELECT ${workspaceId}::bigint, day, 1, 0 FROM generate_series(1, ${COUNTED_DAYS}) AS day`,
    );
  const log = { write() {} };
  const archive = await startArchive({
    database: opened.address,
    dataFolder,
    host: "127.0.0.1",
    port: 0,
    log,
  });
  try {
    await until(async () => {
      const row = await database.first<{ pending: number }>(
        sql`SELECT count(*) AS pending FROM day_count WHERE is_in_chain = 0`,
      );
      return row?.pending === 0;
    });
    expect(
      await database.first<object>(
        sql`SELECT count(*) AS days, sum(n)::bigint AS prints FROM chain_day_count WHERE day > 0`,
      ),
    ).toEqual({ days: COUNTED_DAYS, prints: 2 * COUNTED_DAYS });
    const { components } = archive.health();
    expect(Object.keys(components["timetable"]?.details ?? {})).toContain("counts of all shops");
  } finally {
    await archive.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
