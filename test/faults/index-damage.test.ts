import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIndexState } from "../../scripts/faults/index-state.ts";
import { SEARCHES, storePrints } from "../../scripts/faults/many-prints.ts";
import { verifySearches } from "../../scripts/faults/verify-searches.ts";
import { createToken, ServiceProcess, SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";

/*
 * A service on a damaged index: its answers stay right, since SQL gives them, it says so in its log, and it builds anew
 * what is damaged. test/search/damage.test.ts has every kind of part.
 */

const PRINTS = 4300;
const FALLBACK = "the search index could not answer";
/** How long the index may take until it is whole: machines that test are busy. */
const REPAIR_MILLISECONDS = 20_000;

const folder = mkdtempSync(join(tmpdir(), "tillroll-damage-"));
const whole = join(folder, "whole");
let token: string;

beforeAll(async () => {
  token = await createToken(SOURCE_COMMAND, whole);
  {
    using database = openForWriting(databasePath(whole));
    storePrints(database, PRINTS);
  }
  const service = await ServiceProcess.start({ command: SOURCE_COMMAND, dataFolder: whole });
  await indexed(whole, service);
  await service.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits until all is indexed again. */
async function indexed(dataFolder: string, service: ServiceProcess): Promise<void> {
  const deadline = performance.now() + REPAIR_MILLISECONDS;
  while (performance.now() < deadline) {
    const { unpublished, orphans, unsealed, unread } = readIndexState(dataFolder);
    const response = await fetch(`${service.workspaceAddress}/index`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { textPending } = (await response.json()) as { textPending: number };
    const isSealed = unsealed < 4096 && unread < 4096;
    if (unpublished + orphans + textPending === 0 && isSealed) return;
    await Bun.sleep(20);
  }
  throw new Error(`the index does not become whole: ${JSON.stringify(readIndexState(dataFolder))}`);
}

const SEGMENT =
  "(SELECT id FROM index_segment WHERE workspace_id = 1 AND kind = 0 AND published IS NOT NULL)";
const FLIP = "UPDATE index_chunk SET content = CAST(x'fe' || substr(content, 2) AS BLOB)";

/** Whether a search is what notices the damage; else the indexer does, when it begins. */
const DAMAGES: [string, string, { isNoticedBySearch: boolean }][] = [
  [
    "of which all but the directories is damaged",
    `${FLIP} WHERE id & 1048575 > 0`,
    { isNoticedBySearch: true },
  ],
  ["in which two parts changed places", swap(1, 2), { isNoticedBySearch: true }],
  ["of another version", "UPDATE index_segment SET version = version - 1", { isNoticedBySearch: false }],
  [
    "of too many prints",
    "UPDATE index_segment SET print_count = print_count + 9",
    { isNoticedBySearch: false },
  ],
  ["of which all rows are lost", "DELETE FROM index_segment", { isNoticedBySearch: false }],
];

function swap(one: number, other: number): string {
  const id = (part: number) => `((${SEGMENT} << 20) + ${part})`;
  const move = (from: string, to: string) => `UPDATE index_chunk SET id = ${to} WHERE id = ${from}`;
  return `${move(id(one), "-1")}; ${move(id(other), id(one))}; ${move("-1", id(other))}`;
}

describe("a service with an index", () => {
  test.each(DAMAGES)("%s", async (name, sql, { isNoticedBySearch }) => {
    const dataFolder = join(folder, name.replaceAll(" ", "-"));
    cpSync(whole, dataFolder, { recursive: true });
    {
      using database = openForWriting(databasePath(dataFolder));
      database.run(sql);
    }
    const searchedWith = async (work: (service: ServiceProcess) => Promise<void>): Promise<string> => {
      const service = await ServiceProcess.start({ command: SOURCE_COMMAND, dataFolder });
      const endpoint = { workspaceAddress: service.workspaceAddress, token };
      expect(await verifySearches(endpoint, dataFolder, SEARCHES)).toEqual([]);
      await work(service);
      await service.stop();
      return service.writtenLog();
    };
    const damaged = await searchedWith(async (service) => {
      const endpoint = { workspaceAddress: service.workspaceAddress, token };
      await indexed(dataFolder, service);
      expect(await verifySearches(endpoint, dataFolder, SEARCHES)).toEqual([]);
      // What the second look has found is mended by the time of the next.
      await indexed(dataFolder, service);
    });
    if (isNoticedBySearch) expect(damaged).toContain(FALLBACK);
    // Another run has nothing in memory, and finds all of it in the index.
    expect(await searchedWith(async () => {})).not.toContain(FALLBACK);
  });
});
