import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { IDEMPOTENCY_LIFETIME_MILLISECONDS } from "../../src/domain/limits.ts";
import { tagToJson } from "../../src/domain/print.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { PostgresEventReader } from "../../src/storage/postgres/event-reader.ts";
import { PostgresHistory } from "../../src/storage/postgres/history.ts";
import { positionOf } from "../../src/storage/postgres/print-insert.ts";
import { PostgresPrintReader } from "../../src/storage/postgres/print-reader.ts";
import { HistoryReader } from "../../src/storage/print-history.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import type { WriteOperation, WriteResult } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";
import { tags, text } from "../search/arbitraries.ts";
import { FailingProxy } from "./failing-proxy.ts";
import { describeEngines } from "./engines.ts";
import { countsOf, PrintDatabase } from "./print-database.ts";

const WORKSPACES = [1, 2];
const GROUPS = 150;
const SEED = 20_260_118;
/** The part of the statements that fail. */
const FAULTS = 0.05;

/** An operation on the prints of a workspace, which are named by their places in the order of their arrival. */
const step = fc.record({
  workspaceId: fc.constantFrom(...WORKSPACES),
  wait: fc.constantFrom(0, 0, 1, 5, IDEMPOTENCY_LIFETIME_MILLISECONDS / 20, -1000),
  target: fc.nat(),
  what: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("create" as const),
        printKey: text.map((key) => `k${key}`),
        label: fc.option(text),
        deviceId: fc.option(text),
        tags,
        raw: fc.uint8Array({ minLength: 1, maxLength: 3, max: 2 }),
        idempotencyKey: fc.option(fc.constantFrom("one", "two", "\0three")),
        printQuota: fc.constantFrom(null, null, null, 12),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("update" as const),
        patch: fc.record(
          {
            label: fc.option(text),
            quantity: fc.option(fc.nat(3)),
            tag: fc.option(tags.map((entries) => new Map<string, string | null>(entries))),
          },
          { requiredKeys: [] },
        ),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("delete" as const, "restore" as const) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("remove" as const),
        how: fc.constantFrom("erased", "purged"),
      }),
    },
  ),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The operation of a step, with the ids that prints have in one of the two. */
function operationOf({ workspaceId, target, what }: Step, ids: readonly number[]): WriteOperation {
  const printId = ids[target % Math.max(ids.length, 1)] ?? 999;
  switch (what.kind) {
    case "create": {
      const { tags: entries, raw, ...given } = what;
      return createOperation({
        ...given,
        raw: new Uint8Array(raw),
        workspaceId,
        tag: tagToJson(new Map(entries)),
      });
    }
    case "update":
      return { kind: "update", workspaceId, printId, patch: what.patch };
    case "remove":
      return {
        kind: "remove",
        how: what.how as "erased",
        workspaceId,
        printIds: [printId],
        userId: 1,
        reason: "as\0ked",
        removalId: null,
        isLast: true,
      };
    default:
      return { kind: what.kind, workspaceId, printId };
  }
}

/** A result without the numbers in which the two differ. */
function told(result: WriteResult, ids: readonly number[]): string {
  return withPlaces(result.ok ? { json: result.json, replayed: result.replayed } : result, ids);
}

/** Ids of prints as their places in the order of arrival. */
function withPlaces(value: unknown, ids: readonly number[]): string {
  return JSON.stringify(value).replaceAll(/\d{10,16}/g, (digits) => {
    const place = ids.indexOf(Number(digits));
    return place === -1 ? digits : `#${place}`;
  });
}

async function outcomeOf(submitted: Promise<Exclude<WriteResult, { ok: false }>>): Promise<WriteResult> {
  try {
    return await submitted;
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    const { code, message, data } = error;
    return { ok: false, code, message, data };
  }
}

describeEngines("prints in PostgreSQL", (engine) => {
  let opened: PrintDatabase;
  beforeAll(async () => {
    opened = await PrintDatabase.open(WORKSPACES, engine);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  test("random operations give what they give in SQLite", async () => {
    const sqlite = new Database(":memory:", { strict: true });
    migrate(sqlite);
    ensureAdministrator(sqlite, 0);
    sqlite.run("INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)");
    // Ids that no other number is.
    sqlite.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('print', 7000000000000)");
    const writer = new BatchWriter(sqlite, () => opened.now);
    const all = new Map(WORKSPACES.map((id) => [id, { here: [] as number[], there: [] as number[] }]));
    const everyId = (side: "here" | "there") => [...all.values()].flatMap((ids) => ids[side]);
    opened.now = 10_000_000;
    for (const group of fc.sample(fc.array(step, { minLength: 1, maxLength: 4 }), {
      numRuns: GROUPS,
      seed: SEED,
    })) {
      // What comes together may be stored together: the time is that of all.
      opened.now += group[0]?.wait ?? 0;
      const operations = (side: "here" | "there") =>
        group.map((one) => operationOf(one, all.get(one.workspaceId)?.[side] ?? []));
      const there = writer.write(operations("there")).results;
      const here = await Promise.all(operations("here").map((one) => outcomeOf(opened.writer.submit(one))));
      for (const [index, { workspaceId, what }] of group.entries()) {
        const [mine, its] = [here[index], there[index]];
        if (mine?.ok !== true || its?.ok !== true || what.kind !== "create" || its.replayed) continue;
        all.get(workspaceId)?.here.push(mine.id);
        all.get(workspaceId)?.there.push(its.id);
      }
      expect(here.map((result) => told(result, everyId("here")))).toEqual(
        there.map((result) => told(result, everyId("there"))),
      );
    }
    const readers = {
      here: new PostgresPrintReader(opened.database, opened.contents),
      there: new PrintReader(sqlite),
    };
    const events = { here: new PostgresEventReader(opened.database), there: new EventReader(sqlite) };
    for (const [workspaceId, ids] of all) {
      expect(ids.here).toEqual(ids.here.toSorted((one, other) => one - other));
      for (const [index, id] of ids.here.entries()) {
        const other = ids.there[index] ?? 0;
        const found = await readers.here.find(workspaceId, id);
        expect(withPlaces(found, ids.here)).toBe(
          withPlaces(readers.there.find(workspaceId, other), ids.there),
        );
        const removed = await readers.here.findRemoved(workspaceId, id);
        expect(withPlaces(removed, ids.here)).toBe(
          withPlaces(readers.there.findRemoved(workspaceId, other), ids.there),
        );
        const history = await new PostgresHistory(opened.database).list(id);
        expect(history).toEqual(new HistoryReader(sqlite).list(other));
        if (found === null) continue;
        const there = readers.there.find(workspaceId, other);
        if (there === null) throw new Error("only one has it");
        expect(Buffer.from((await readers.here.readRaw(found)).raw)).toEqual(
          Buffer.from(readers.there.readRaw(there).raw),
        );
      }
      const start = { nextOrdinal: 0, lastEvent: 0 };
      const happened = (
        list: readonly { kind: string; data: string; at: number }[],
        known: readonly number[],
      ) => list.map(({ kind, data, at }) => withPlaces([kind, data, at], known));
      expect(happened(await events.here.after(workspaceId, start, 10_000), everyId("here"))).toEqual(
        happened(events.there.after(workspaceId, start, 10_000), everyId("there")),
      );
    }
    sqlite.close();
    for (const workspaceId of WORKSPACES) {
      const counted = await opened.counts(workspaceId);
      expect(counted.values.length).toBeGreaterThan(30);
      expect(counted).toEqual(await opened.countsAnew(workspaceId));
      expect(counted).toEqual(countsOf(await opened.prints(workspaceId)));
    }
  });

  test("statements that fail and are tried again leave what they leave at once", async () => {
    const [faulty, whole] = [10, 11];
    await opened.addWorkspace(faulty);
    await opened.addWorkspace(whole);
    const random = new SeededRandom(SEED);
    using failing = new FailingProxy(new URL(opened.address), () => random.happens(FAULTS));
    const database = new PostgresDatabase({ address: failing.address });
    const writers = [opened.newWriter(database), opened.newWriter()];
    const ids: [number[], number[]] = [[], []];
    for (const group of fc.sample(fc.array(step, { minLength: 1, maxLength: 4 }), {
      numRuns: 40,
      seed: SEED,
    })) {
      opened.now += 10;
      const results = await Promise.all(
        writers.map((writer, side) =>
          Promise.all(
            group.map((one) => {
              const workspaceId = side === 0 ? faulty : whole;
              return outcomeOf(writer.submit(operationOf({ ...one, workspaceId }, ids[side] ?? [])));
            }),
          ),
        ),
      );
      for (const [side, found] of results.entries())
        for (const [index, result] of found.entries())
          if (result.ok && !result.replayed && group[index]?.what.kind === "create")
            ids[side]?.push(result.id);
      const saidBy = (side: 0 | 1) =>
        results[side]?.map((result) =>
          told(result, ids[side]).replaceAll('\\"workspaceId\\":11', '\\"workspaceId\\":10'),
        );
      expect(saidBy(0)).toEqual(saidBy(1));
    }
    await database.close();
    expect(failing.failed).toBeGreaterThan(10);
    expect(ids[0].map((id) => positionOf(faulty, id))).toEqual(ids[0].map((_id, index) => index));
    expect(await opened.counts(faulty)).toEqual(await opened.counts(whole));
    expect(await opened.counts(faulty)).toEqual(countsOf(await opened.prints(faulty)));
  });

  test("nothing of what is erased stays in any table", async () => {
    const workspaceId = 3;
    await opened.addWorkspace(workspaceId);
    const secrets = {
      printKey: "key-secret",
      label: "label-secret",
      deviceId: "device-secret",
      quantity: 3,
      tag: '{"tag-secret":"value-secret"}',
      idempotencyKey: "idempotency-secret",
    };
    const raw = new Uint8Array(Buffer.from("raw-secret"));
    const { id: printId } = await opened.writer.submit(createOperation({ ...secrets, workspaceId, raw }));
    const same = await opened.writer.submit(createOperation({ workspaceId, raw }));
    await opened.writer.submit({ kind: "update", workspaceId, printId, patch: { label: "other-secret" } });
    await opened.database.run(
      sql`INSERT INTO print_text (workspace_id, print_id, lines) VALUES (${workspaceId}, ${printId}, 'text-secret')`,
    );
    const erase = (id: number): WriteOperation => ({
      kind: "remove",
      how: "erased",
      workspaceId,
      printIds: [id],
      userId: 1,
      reason: "asked for",
      removalId: null,
      isLast: true,
    });
    const { json } = await opened.writer.submit(erase(printId));
    expect(JSON.parse(json)).toEqual({ prints: 1, bytes: 10, cancelledDeliveries: 0, skipped: [], left: 0 });
    const left = (row: string) => row.replaceAll(Buffer.from("raw-secret").toString("hex"), "raw-secret");
    // The other print has the same bytes.
    const [only, ...more] = (await opened.everything()).map(left).filter((row) => row.includes("secret"));
    expect([only, ...more]).toEqual([expect.stringMatching(/^print_content_/)]);
    const reader = new PostgresPrintReader(opened.database, opened.contents);
    const other = await reader.read(workspaceId, same.id);
    expect(Buffer.from((await reader.readRaw(other)).raw).toString()).toBe("raw-secret");
    await opened.writer.submit(erase(same.id));
    expect((await opened.everything()).map(left).filter((row) => row.includes("secret"))).toEqual([]);
    expect(reader.read(workspaceId, printId)).rejects.toMatchObject({ code: "GONE" });
    expect(await reader.find(workspaceId, printId)).toBeNull();
  });
});
