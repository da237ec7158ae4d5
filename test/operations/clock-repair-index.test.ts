import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { startApp } from "../../src/app.ts";
import { MILLISECONDS_PER_DAY as DAY } from "../../src/domain/limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { findService } from "../../src/platform/running-service.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { temporaryFolder } from "../service.ts";

const PRINTS = 30_000;
const TEN_YEARS = 3652 * DAY;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a repair while the index is being built leaves no segment with the times that prints had", async () => {
  const silent = { write() {} };
  const options = { dataFolder: folder, host: "127.0.0.1", port: 0, log: silent };
  await (await startApp(options)).stop();
  {
    using database = openForWriting(databasePath(folder));
    const from = Date.now() + TEN_YEARS;
    database.run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${PRINTS - 1}) ` +
        "INSERT INTO print (workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
        `SELECT 1, i, 'k' || i, 1, 48, 0, ${from} + i, ${from} + i FROM n`,
    );
    renewChecksums(database);
    database.run("DELETE FROM clock");
    database.run(`UPDATE workspace SET created_at = created_at - ${DAY}`);
  }
  const app = await startApp(options);
  const headers = { Authorization: `Bearer ${findService(folder)?.localToken}` };
  const ask = async <Answer>(path: string, body?: object, method = body === undefined ? "GET" : "POST") =>
    (await (
      await fetch(`${app.address}/api${path}`, {
        method,
        headers: { ...headers, "Content-Type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      })
    ).json()) as Answer;
  const rows = (statement: string) => {
    using database = openForReading(databasePath(folder));
    return database.query<{ value: number }, []>(`SELECT ${statement} AS value`).get()?.value ?? 0;
  };
  // The first segment is being written.
  while (rows("(SELECT count(*) FROM index_segment)") === 0) await Bun.sleep(1);
  await ask("/clock/repair", undefined, "POST");
  // Asked for meanwhile, it is done after.
  await ask("/workspace/default/index/rebuild", undefined, "POST");
  while ((await ask<{ repair: object | null }>("/clock")).repair !== null) await Bun.sleep(5);
  for (;;) {
    const status = await ask<{ sealed: number; rebuild: object | null }>("/workspace/default/index");
    if (status.sealed >= PRINTS - 4096 && status.rebuild === null) break;
    await Bun.sleep(20);
  }

  const [first, last] = [
    rows("(SELECT min(created_at) FROM print)"),
    rows("(SELECT max(created_at) FROM print)"),
  ];
  expect(last).toBeLessThanOrEqual(Date.now());
  for (const share of [0.1, 0.35, 0.6, 0.99]) {
    const to = new Date(first + (last - first) * share).toISOString();
    const { total } = await ask<{ total: number }>("/workspace/default/prints/search", { to, pageSize: 1 });
    expect(total).toBe(rows(`(SELECT count(*) FROM print WHERE created_at <= ${Date.parse(to)})`));
    expect(total).toBeGreaterThan(0);
  }
  await app.stop();
}, 120_000);
