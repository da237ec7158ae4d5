import { afterEach, beforeEach, expect, test } from "bun:test";
import { RuleProgressReader } from "../../src/rules/rule-progress.ts";
import { RulesService } from "./rules-service.ts";

let service: RulesService;
let progress: RuleProgressReader;
beforeEach(() => {
  service = new RulesService();
  progress = new RuleProgressReader(service.database);
});
afterEach(() => service.close());

const HTTP = { printerId: null };

const skipTo = (nextOrdinal: number, workspaceId = 1) =>
  service.change({ do: "progress", workspaceId, nextOrdinal });

/** How far the rules of both workspaces are after those prints were passed over that no rule is for. */
async function skipped(): Promise<(number | null)[]> {
  await service.engine.skip();
  return [service.progress(1), service.progress(2)];
}

test("without prints there is nothing to do", async () => {
  expect([progress.behind().length > 0, progress.pending(1), progress.pending(99)]).toEqual([false, 0, 0]);
  expect(await service.engine.skip()).toBe(false);
});

test("prints of HTTP clients are passed over up to the first one from a printer", async () => {
  for (let index = 0; index < 3; index++) service.store("x", HTTP);
  service.store("x");
  service.store("x", { ...HTTP, workspaceId: 2 });
  expect([progress.behind().length > 0, progress.pending(1), progress.pending(2)]).toEqual([true, 4, 1]);
  expect(await skipped()).toEqual([3, 1]);
  expect(await service.engine.skip()).toBe(false);
  expect([progress.behind().length > 0, progress.pending(1), progress.pending(2)]).toEqual([true, 1, 0]);
  skipTo(4);
  // Never back.
  skipTo(2);
  expect([await service.engine.skip(), progress.pending(1), progress.behind().length > 0]).toEqual([
    false,
    0,
    false,
  ]);
});

test("all are passed over where no rule counts", async () => {
  service.change({ do: "defaults", workspaceId: 1, enabled: false });
  service.addRule("x", "y", { enabled: false, appliesTo: "all" });
  service.store("x");
  service.store("x");
  expect(await skipped()).toEqual([2, null]);
  service.addRule("x", "y");
  service.store("x");
  expect(await service.engine.skip()).toBe(false);
});

test("none is where a rule is for all", async () => {
  service.store("x", HTTP);
  service.addRule("x", "y", { appliesTo: "all" });
  expect(await service.engine.skip()).toBe(false);
});

test("a look is bounded", async () => {
  service.database.run(
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) " +
      "INSERT INTO print (workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
      "SELECT 1, i, 'k', 1, 48, 0, 0, 0 FROM n",
  );
  expect(await skipped()).toEqual([4096, null]);
  expect(await skipped()).toEqual([5000, null]);
});
