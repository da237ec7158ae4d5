import { afterEach, beforeEach, expect, test } from "bun:test";
import { RuleBacklog } from "../../src/rules/rule-backlog.ts";
import { RuleProgressReader } from "../../src/rules/rule-progress.ts";
import { RulesService } from "./rules-service.ts";

let service: RulesService;
let backlog: RuleBacklog;
let progress: RuleProgressReader;
beforeEach(() => {
  service = new RulesService();
  backlog = new RuleBacklog(service.database);
  progress = new RuleProgressReader(service.database);
});
afterEach(() => service.close());

const HTTP = { printerId: null };

const skip = (skipTo: number, workspaceId = 1) =>
  service.change({ do: "progress", workspaceId, nextOrdinal: skipTo });

test("without prints there is nothing to do", () => {
  expect(backlog.read()).toEqual([]);
  expect([progress.pending(1), progress.pending(99)]).toEqual([0, 0]);
});

test("prints of HTTP clients are passed over up to the first one from a printer", () => {
  for (let index = 0; index < 3; index++) service.store("x", HTTP);
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: 3 }]);
  service.store("x");
  service.store("x", { ...HTTP, workspaceId: 2 });
  expect(backlog.read()).toEqual([
    { workspaceId: 1, skipTo: 3 },
    { workspaceId: 2, skipTo: 1 },
  ]);
  expect([progress.pending(1), progress.pending(2)]).toEqual([4, 1]);
  skip(3);
  skip(1, 2);
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: null }]);
  skip(4);
  // Never back.
  skip(2);
  expect([backlog.read(), progress.pending(1), progress.isBehind]).toEqual([[], 0, false]);
});

test("all are passed over where no rule counts", () => {
  service.change({ do: "defaults", workspaceId: 1, enabled: false });
  service.addRule("x", "y", { enabled: false, appliesTo: "all" });
  service.store("x");
  service.store("x");
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: 2 }]);
  service.addRule("x", "y");
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: null }]);
});

test("none is where a rule is for all", () => {
  service.store("x", HTTP);
  service.addRule("x", "y", { appliesTo: "all" });
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: null }]);
});

test("a look is bounded", () => {
  service.database.run(
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) " +
      "INSERT INTO print (workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
      "SELECT 1, i, 'k', 1, 48, 0, 0, 0 FROM n",
  );
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: 2048 }]);
  skip(4096);
  expect(backlog.read()).toEqual([{ workspaceId: 1, skipTo: 5000 }]);
});
