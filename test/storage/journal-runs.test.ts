import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { RUN_LEVEL } from "../../src/journal/compact-range.ts";
import { type Hash, nodeHash, sha256 } from "../../src/journal/hash.ts";
import { BLOCK_LEVEL, JournalRuns } from "../../src/storage/journal-runs.ts";
import { migrate } from "../../src/storage/migrate.ts";

/** Nine blocks of runs, and a part of the tenth. */
const RUNS = 9 * 256 + 77;

/** The hash of a run of the journal of a workspace. */
function runHash(workspaceId: number, number: number): Hash {
  return sha256(`${workspaceId} ${number}`);
}

/** The hash of a subtree, from the runs alone. */
function expected(workspaceId: number, level: number, index: number): Hash {
  if (level === RUN_LEVEL) return runHash(workspaceId, index);
  return nodeHash(
    expected(workspaceId, level - 1, index * 2),
    expected(workspaceId, level - 1, index * 2 + 1),
  );
}

function makeJournals(): {
  database: Database;
  add: (workspaceId: number, from: number, to: number) => void;
} {
  const database = new Database(":memory:", { strict: true });
  migrate(database);
  const insert = database.query<unknown, [number, number, Hash]>(
    "INSERT INTO journal_run (workspace_id, number, hash) VALUES (?, ?, ?)",
  );
  database.run("PRAGMA foreign_keys = OFF");
  const add = database.transaction((workspaceId: number, from: number, to: number) => {
    for (let number = from; number < to; number++)
      insert.run(workspaceId, number, runHash(workspaceId, number));
  });
  return { database, add };
}

test("each subtree of full runs has the hash that its runs give, of each journal its own", () => {
  const { database, add } = makeJournals();
  add(1, 0, RUNS);
  add(2, 0, 512);
  const runs = new JournalRuns(database);
  for (const [workspaceId, count] of [
    [1, RUNS],
    [2, 512],
  ] as const)
    for (let level = RUN_LEVEL; 2 ** (level - RUN_LEVEL) <= count; level++) {
      const last = Math.floor(count / 2 ** (level - RUN_LEVEL)) - 1;
      for (const index of new Set([0, Math.floor(last / 2), last]))
        expect(runs.subtree(workspaceId, level, index)).toEqual(expected(workspaceId, level, index));
    }
  database.close();
});

test("what was not full is there when it is", () => {
  const { database, add } = makeJournals();
  add(1, 0, 300);
  const runs = new JournalRuns(database);
  expect(() => runs.subtree(1, RUN_LEVEL, 300)).toThrow("the hash of entries 76800 to 77055 is missing");
  expect(() => runs.subtree(1, BLOCK_LEVEL, 1)).toThrow("is missing");
  add(1, 300, 512);
  expect(runs.subtree(1, RUN_LEVEL, 300)).toEqual(runHash(1, 300));
  expect(runs.subtree(1, BLOCK_LEVEL + 1, 0)).toEqual(expected(1, BLOCK_LEVEL + 1, 0));
  database.close();
});
