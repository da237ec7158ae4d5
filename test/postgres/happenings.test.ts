import { afterEach, beforeEach, expect, test } from "bun:test";
import type { ServiceEvent } from "../../src/domain/event.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { PostgresHappenings } from "../../src/storage/postgres/postgres-happenings.ts";
import { createOperation } from "../create-operation.ts";
import { until } from "../until.ts";
import { countsOf, PrintDatabase } from "./print-database.ts";

/* Two instances write to one workspace at once; a third one listens. */

const WORKSPACE = 1;
const PRINTS = 80;

let opened: PrintDatabase;
let other: PostgresDatabase;
let happenings: PostgresHappenings;
beforeEach(async () => {
  opened = await PrintDatabase.open([WORKSPACE]);
  other = new PostgresDatabase({ address: opened.address });
  happenings = new PostgresHappenings(opened.database);
});
afterEach(async () => {
  happenings.close();
  await other.close();
  await opened[Symbol.asyncDispose]();
});

async function writePrints(database: PostgresDatabase, name: string): Promise<void> {
  const writer = opened.newWriter(database);
  for (let next = 0; next < PRINTS; next += 8) {
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        writer.submit(createOperation({ workspaceId: WORKSPACE, label: `${name} ${next + index}` })),
      ),
    );
    const printId = created[0]?.id ?? 0;
    await writer.submit({ kind: "update", workspaceId: WORKSPACE, printId, patch: { quantity: next } });
    await writer.submit({ kind: "delete", workspaceId: WORKSPACE, printId });
  }
}

test("ids and numbers of events ascend, none is doubled, and a listener hears of all in their order", async () => {
  const heard: ServiceEvent[] = [];
  let position = { nextOrdinal: 0, lastEvent: 0 };
  let isReading = false;
  const read = async () => {
    if (isReading) return;
    isReading = true;
    for (;;) {
      const events = await happenings.reader.after(WORKSPACE, position, 50);
      if (events.length === 0) break;
      heard.push(...events);
      position = events.at(-1)?.position ?? position;
    }
    isReading = false;
  };
  const end = happenings.feed.listen(() => void read());
  await Promise.all([writePrints(opened.database, "one"), writePrints(other, "two")]);
  const total = 2 * (PRINTS + (2 * PRINTS) / 8);
  await until(() => heard.length >= total, "all events");
  end();
  expect(heard).toHaveLength(total);
  const idOf = ({ data }: ServiceEvent) => (JSON.parse(data) as { id: number }).id;
  const created = heard.filter(({ kind }) => kind === "print.created").map(idOf);
  expect(created).toEqual(created.toSorted((left, right) => left - right));
  expect(new Set(created).size).toBe(2 * PRINTS);
  const seen = new Set<number>();
  for (const event of heard) {
    const id = idOf(event);
    if (event.kind === "print.created") seen.add(id);
    // Nobody hears of a change before the print's creation.
    expect(seen).toContain(id);
  }
  const prints = await opened.prints(WORKSPACE);
  expect(await opened.counts(WORKSPACE)).toEqual(countsOf(prints));
  expect(await happenings.reader.endOf(WORKSPACE)).toEqual(position);
  // All at once is as one by one.
  const start = { nextOrdinal: 0, lastEvent: 0 };
  const again = await happenings.reader.after(WORKSPACE, start, 10_000);
  expect(again.map(({ kind, position: at }) => [kind, at])).toEqual(
    heard.map(({ kind, position: at }) => [kind, at]),
  );
});

test("a wait for the next print ends with one of another instance, of the device", async () => {
  const question = {
    workspaceId: WORKSPACE,
    after: null,
    deviceId: "till",
    timeoutMilliseconds: 60_000,
    signal: new AbortController().signal,
  };
  const waited = happenings.next.wait(question);
  const writer = opened.newWriter(other);
  await writer.submit(createOperation({ workspaceId: WORKSPACE, deviceId: "bar" }));
  const { id } = await writer.submit(createOperation({ workspaceId: WORKSPACE, deviceId: "till" }));
  expect((await waited)?.id).toBe(id);
  expect((await happenings.next.wait({ ...question, after: id - 1 }))?.id).toBe(id);
  expect(await happenings.next.wait({ ...question, after: id, timeoutMilliseconds: 1 })).toBeNull();
  const closed = happenings.next.wait({ ...question, after: id });
  happenings.close();
  expect(await closed).toBeNull();
});

test("a key that two instances use at once stores one print", async () => {
  const writers = [opened.newWriter(), opened.newWriter(other)];
  for (const idempotencyKey of ["one", "two", "nul\0"]) {
    const create = createOperation({ workspaceId: WORKSPACE, printKey: "key", idempotencyKey });
    const stored = await Promise.all(
      writers.flatMap((writer) => [writer.submit(create), writer.submit(create)]),
    );
    expect(new Set(stored.map(({ json }) => json)).size).toBe(1);
    expect(stored.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const another = createOperation({ ...create, label: "another" });
    expect(writers[0]?.submit(another)).rejects.toMatchObject({ code: "CONFLICT" });
  }
  expect(await opened.prints(WORKSPACE)).toHaveLength(3);
});
