import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { commandActor } from "../../src/audit/audit-entry.ts";
import type { ChangeDetails } from "../../src/audit/print-change.ts";
import { HISTORY_LIMITS } from "../../src/domain/limits.ts";
import type { PrintChangeKind } from "../../src/domain/print-change.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { HistoryReading } from "../../src/storage/ports/prints.ts";
import { forgetHistory, noteHistory, PostgresHistory } from "../../src/storage/postgres/history.ts";
import { printIdOf, workspaceOfPrint } from "../../src/storage/postgres/print-insert.ts";
import { HistoryReader, PrintHistory } from "../../src/storage/print-history.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase } from "../postgres/test-database.ts";

interface Place {
  readonly reader: HistoryReading;
  note(printId: number, kind: PrintChangeKind, at: number, details?: ChangeDetails): Promise<void>;
}

const ACTOR = { ...commandActor("ada\0"), address: "10.0.0.1" };
const [PRINT, OTHER] = [printIdOf(1, 0), printIdOf(2, 0)];

async function holds({ reader, note }: Place): Promise<void> {
  const changes = [{ field: "tag.\0", before: null, after: "b\0" }];
  await note(PRINT, "changed", 10, { changes });
  await note(OTHER, "deleted", 11);
  await note(PRINT, "deleted", 12);
  expect(await reader.list(PRINT)).toEqual([
    { kind: "deleted", at: 12, number: 2, actor: ACTOR, details: {}, filling: {} },
    { kind: "changed", at: 10, number: 1, actor: ACTOR, details: { changes }, filling: {} },
  ]);
  expect(await reader.list(printIdOf(1, 1))).toEqual([]);
  // Of more than are kept the oldest go, and of very many fields their names are kept.
  const after = "x".repeat(HISTORY_LIMITS.detailsCharacters);
  for (let count = 2; count <= HISTORY_LIMITS.changes; count++)
    await note(PRINT, "changed", 20, { changes: [{ field: "label", before: null, after }] });
  const all = await reader.list(PRINT);
  expect(all.map(({ number }) => number)).toEqual(
    Array.from({ length: HISTORY_LIMITS.changes }, (_, index) => HISTORY_LIMITS.changes + 1 - index),
  );
  expect(all[0]?.details).toEqual({ changes: [{ field: "label", before: null, after: null }] });
  expect(await reader.list(OTHER)).toHaveLength(1);
}

describe("what was done to prints", () => {
  test("is kept in a shop", async () => {
    const database = new Database(":memory:", { strict: true });
    migrate(database);
    database.run("PRAGMA foreign_keys = OFF");
    const history = new PrintHistory(database);
    await holds({
      reader: new HistoryReader(database),
      note: async (printId, kind, at, details) => void history.note(printId, kind, at, ACTOR, details),
    });
    database.close();
  });

  test("is found by ids that tell of their workspace", () => {
    for (const workspaceId of [1, 2, 2_097_151])
      for (const position of [0, 1, 2 ** 32 - 1])
        expect(workspaceOfPrint(printIdOf(workspaceId, position))).toBe(workspaceId);
  });
});

describeEngines("what was done to prints", (engine) => {
  test("is kept in an archive, until the print is removed for good", async () => {
    await using tested = await testDatabase(engine);
    const { database } = tested;
    const reader = new PostgresHistory(database);
    const note = (printId: number, kind: PrintChangeKind, at: number, details: ChangeDetails = {}) =>
      database.write(1, async (transaction) => {
        await noteHistory(transaction, { printId, kind, at, actor: ACTOR, details });
      });
    await holds({ reader, note });
    await database.write(1, (transaction) => forgetHistory(transaction, PRINT));
    expect([await reader.list(PRINT), (await reader.list(OTHER)).length]).toEqual([[], 1]);
  }, 60_000);
});
