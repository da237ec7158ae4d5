import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventFeed } from "../../src/events/event-feed.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { eventStream } from "../../src/events/event-stream.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { createOperation } from "../create-operation.ts";

let database: Database;
let feed: EventFeed;
let ends: number;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  feed = new EventFeed();
  ends = 0;
});
afterEach(() => database.close());

/** Listens from the beginning, and gives what comes piece by piece. */
function listen(heartbeatMilliseconds?: number): () => Promise<string> {
  const body = eventStream({
    reader: new EventReader(database),
    feed,
    workspaceId: 1,
    from: { nextOrdinal: 0, lastEvent: 0 },
    isAllowed: () => true,
    onEnd: () => ends++,
    ...(heartbeatMilliseconds === undefined ? {} : { heartbeatMilliseconds }),
  });
  const reader = body.getReader();
  return async () => new TextDecoder().decode((await reader.read()).value);
}

test("a stream says that it listens, and then what was stored", async () => {
  const next = listen();
  expect(await next()).toContain(": listening");
  new BatchWriter(database, () => 1000).write([createOperation({ label: "first" })]);
  const events = await next();
  expect(events).toStartWith("id: 1.0\nevent: print.created\ndata: {");
  expect(events).toContain('"label":"first"');
});

test("a stream whose events cannot be read has ended: nothing is kept of it", async () => {
  const next = listen();
  await next();
  const reading = next();
  await Bun.sleep(0);
  database.close();
  feed.notify();
  expect(await reading.catch((error: unknown) => String(error))).toContain("closed");
  expect(ends).toBe(1);
});

test("what is stored in other workspaces does not keep a silent stream from showing that it is alive", async () => {
  const next = listen(50);
  await next();
  const others = setInterval(() => feed.notify(), 20);
  try {
    expect(await Promise.race([next(), Bun.sleep(2000)])).toBe(": alive\n\n");
  } finally {
    clearInterval(others);
  }
});
