import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { changeAuditLog, PostgresAudit } from "../../src/storage/postgres/audit-log.ts";
import { PostgresWriter, type PostgresWriterOptions } from "../../src/storage/postgres/postgres-writer.ts";
import {
  allHandlers,
  success,
  type GroupHandler,
  type WriteHandlers,
} from "../../src/storage/postgres/write-handlers.ts";
import type { BatchOutcome, OperationOf, WriteOperation } from "../../src/storage/write-operation.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

const ACTOR = systemActor("service");
const ALL = { since: null, until: null, act: null, actor: null, subject: null, workspaceId: null };

let tested: TestDatabase;
beforeAll(async () => {
  tested = await testDatabase();
  await tested.database.run(
    sql`CREATE TABLE job (workspace_id bigint, key text, UNIQUE (workspace_id, key))`,
  );
});
afterAll(() => tested?.[Symbol.asyncDispose]());

const add = (key: string, workspaceId: number) =>
  sql`INSERT INTO job (workspace_id, key) VALUES (${workspaceId}, ${key})`;

const jobs = async (workspaceId: number) => {
  const found = sql`SELECT key FROM job WHERE workspace_id = ${workspaceId} ORDER BY key`;
  return (await tested.database.all<{ key: string }>(found)).map(({ key }) => key);
};

/** A writer whose jobs are named by their reasons, and what its transactions were. */
function open(handlers: WriteHandlers, options: Partial<PostgresWriterOptions> = {}) {
  const outcomes: BatchOutcome[] = [];
  const audited: WriteHandlers = {
    single: { audit: (transaction, { change }, now) => changeAuditLog(transaction, change, now) },
  };
  const writer = new PostgresWriter({
    database: tested.database,
    handlers: allHandlers(audited, handlers),
    clock: () => 1000,
    onBatch: (outcome) => outcomes.push(outcome),
    ...options,
  });
  return { writer, outcomes };
}

const marked = (workspaceId: number, printId: number): WriteOperation => ({
  kind: "delete",
  workspaceId,
  printId,
  audit: audit(ACTOR, "print.deleted", null, {}, workspaceId),
});

/** Marks prints by their ids as jobs; an even one is refused, the thirteenth is more than the database takes. */
const group: GroupHandler<"delete"> = async (transaction, operations) => {
  const results: Awaited<ReturnType<GroupHandler<"delete">>>[number][] = [];
  for (const { workspaceId, printId } of operations) {
    if (printId % 2 === 0) results.push(new TillrollError("NOT_FOUND", `no ${printId}`));
    else {
      await transaction.run(add(printId === 13 ? "1" : String(printId), workspaceId));
      results.push(success(printId));
    }
  }
  return results;
};

test("what waits goes together, each with a result of its own, and its entry in the audit log", async () => {
  const { writer, outcomes } = open({ single: {}, grouped: { delete: group } });
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map((id) => writer.submit(marked(1, id))));
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value.id : String(one.reason)))).toEqual([
    1,
    "TillrollError: no 2",
    3,
    "TillrollError: no 4",
    5,
  ]);
  expect(outcomes.map(({ results }) => results.length)).toEqual([5]);
  expect(await jobs(1)).toEqual(["1", "3", "5"]);
  const entries = await new PostgresAudit(tested.database).list({ ...ALL, before: null, limit: 10 });
  expect(entries.map(({ subject, workspaceId }) => [subject, workspaceId])).toEqual([
    ["5", 1],
    ["3", 1],
    ["1", 1],
  ]);
  await writer.close();
});

test("one that the database refuses does not take its neighbours with it", async () => {
  const { writer, outcomes } = open({ single: {}, grouped: { delete: group } });
  const settled = await Promise.allSettled([1, 13, 15].map((id) => writer.submit(marked(2, id))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { code: "UNKNOWN" } });
  expect(outcomes.flatMap(({ faults }) => faults)).toHaveLength(1);
  expect(await jobs(2)).toEqual(["1", "15"]);
  expect(writer.depth).toBe(0);
});

test("a handler that throws has written nothing, nor has its audit entry", async () => {
  const { writer } = open({
    single: {
      delete: async (transaction, { workspaceId }) => {
        await transaction.run(add("half", workspaceId));
        throw new TillrollError("CONFLICT", "not now");
      },
    },
  });
  const before = await new PostgresAudit(tested.database).list({ ...ALL, before: null, limit: 100 });
  expect(writer.submit(marked(3, 1))).rejects.toThrow("not now");
  await writer.close();
  expect(await jobs(3)).toEqual([]);
  expect(await new PostgresAudit(tested.database).list({ ...ALL, before: null, limit: 100 })).toEqual(before);
});

test("workspaces do not wait for one another, and one of them writes one transaction at a time", async () => {
  let most = 0;
  const underWay = new Map<number, number>();
  const gate = Promise.withResolvers<void>();
  const { writer } = open({
    single: {
      restore: async (_transaction, { workspaceId, printId }) => {
        underWay.set(workspaceId, (underWay.get(workspaceId) ?? 0) + 1);
        most = Math.max(most, underWay.get(workspaceId) ?? 0);
        if (workspaceId === 4) await gate.promise;
        underWay.set(workspaceId, (underWay.get(workspaceId) ?? 0) - 1);
        return printId;
      },
    },
  });
  const restore = (workspaceId: number, printId: number) =>
    writer.submit({ kind: "restore", workspaceId, printId });
  const held = [restore(4, 1), restore(4, 2)];
  const others = await Promise.all([5, 6, 7, 8, 9].map((workspaceId) => restore(workspaceId, workspaceId)));
  expect(others.map(({ id }) => id)).toEqual([5, 6, 7, 8, 9]);
  expect(writer.depth).toBe(2);
  gate.resolve();
  expect((await Promise.all(held)).map(({ id }) => id)).toEqual([1, 2]);
  expect(most).toBe(1);
});

test("what an archive does not do is told in a sentence, and a workspace may be refused", async () => {
  const { writer } = open(
    { single: { delete: async () => 1 } },
    {
      admit: async (_transaction, workspaceId, kind) => {
        if (workspaceId === 10) throw new TillrollError("CONFLICT", `no ${kind} in ${workspaceId}`);
      },
    },
  );
  const printer: OperationOf<"printer"> = { kind: "printer", change: { do: "remove", id: 1 } as never };
  expect(writer.submit(printer)).rejects.toThrow("An archive has no printers");
  expect(writer.submit(marked(10, 1))).rejects.toThrow("no delete in 10");
  expect((await writer.submit(marked(11, 1))).id).toBe(1);
  await writer.close();
  expect(writer.submit(marked(11, 1))).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
});
