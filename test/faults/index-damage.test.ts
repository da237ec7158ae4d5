import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIndexState, readSegments } from "../../scripts/faults/index-state.ts";
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
/** How long the index may take until it is whole: it is built behind everything else that a busy machine does. */
const REPAIR_MILLISECONDS = 120_000;

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
}, 2 * REPAIR_MILLISECONDS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Waits until all is indexed, and damaged segments are replaced: their rows may tell that all is well.
 * @param damaged the ids of segments
 */
async function indexed(
  dataFolder: string,
  service: ServiceProcess,
  damaged: ReadonlySet<number> = new Set(),
): Promise<void> {
  const deadline = performance.now() + REPAIR_MILLISECONDS;
  while (performance.now() < deadline) {
    const { unpublished, orphans, unsealed, unread } = readIndexState(dataFolder);
    const isReplaced = readSegments(dataFolder).isDisjointFrom(damaged);
    const response = await fetch(`${service.workspaceAddress}/index`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { textPending } = (await response.json()) as { textPending: number };
    const isSealed = unsealed < 4096 && unread < 4096;
    if (unpublished + orphans + textPending === 0 && isSealed && isReplaced) return;
    await Bun.sleep(20);
  }
  throw new Error(`the index does not become whole: ${JSON.stringify(readIndexState(dataFolder))}`);
}

const SEGMENT =
  "(SELECT id FROM index_segment WHERE workspace_id = 1 AND kind = 0 AND published IS NOT NULL ORDER BY id LIMIT 1)";
const FLIP = "UPDATE index_chunk SET content = CAST(x'fe' || substr(content, 2) AS BLOB)";

interface Damage {
  readonly sql: string;
  readonly segments: "all" | "one";
  /** Whether a search is what notices it; else the indexer does, when it begins. */
  readonly isNoticedBySearch: boolean;
}

const DAMAGES: [string, Damage][] = [
  [
    "of which all but the directories is damaged",
    { sql: `${FLIP} WHERE id & 1048575 > 0`, segments: "all", isNoticedBySearch: true },
  ],
  ["in which two parts changed places", { sql: swap(1, 2), segments: "one", isNoticedBySearch: true }],
  [
    "of another version",
    {
      sql: "UPDATE index_segment SET version = version - 1",
      segments: "all",
      isNoticedBySearch: false,
    },
  ],
  [
    "of too many prints",
    {
      sql: "UPDATE index_segment SET print_count = print_count + 9",
      segments: "all",
      isNoticedBySearch: false,
    },
  ],
  [
    "of which all rows are lost",
    { sql: "DELETE FROM index_segment", segments: "all", isNoticedBySearch: false },
  ],
];

function swap(one: number, other: number): string {
  const id = (part: number) => `((${SEGMENT} << 20) + ${part})`;
  const move = (from: string, to: string) => `UPDATE index_chunk SET id = ${to} WHERE id = ${from}`;
  return `${move(id(one), "-1")}; ${move(id(other), id(one))}; ${move("-1", id(other))}`;
}

describe("a service with an index", () => {
  test.each(DAMAGES)(
    "%s",
    async (name, { sql, segments, isNoticedBySearch }) => {
      const dataFolder = join(folder, name.replaceAll(" ", "-"));
      cpSync(whole, dataFolder, { recursive: true });
      const damagedSegments = new Set(segments === "all" ? readSegments(dataFolder) : []);
      {
        using database = openForWriting(databasePath(dataFolder));
        const first = database.query<{ id: number }, []>(`SELECT ${SEGMENT} AS id`).get();
        if (segments === "one") damagedSegments.add(first?.id ?? 0);
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
        await indexed(dataFolder, service, damagedSegments);
        expect(await verifySearches(endpoint, dataFolder, SEARCHES)).toEqual([]);
      });
      if (isNoticedBySearch) expect(damaged).toContain(FALLBACK);
      // Another run has nothing in memory, and finds all of it in the index.
      expect(await searchedWith(async () => {})).not.toContain(FALLBACK);
    },
    2 * REPAIR_MILLISECONDS,
  );
});
