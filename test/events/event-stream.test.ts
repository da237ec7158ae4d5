import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventFeed } from "../../src/events/event-feed.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { eventStream } from "../../src/events/event-stream.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { EventReading } from "../../src/storage/ports/happenings.ts";
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
function listen(
  heartbeatMilliseconds?: number,
  reader: EventReading = new EventReader(database),
): () => Promise<string> {
  const body = eventStream({
    reader,
    feed,
    workspaceId: 1,
    from: { nextOrdinal: 0, lastEvent: 0 },
    isAllowed: () => true,
    onEnd: () => ends++,
    ...(heartbeatMilliseconds === undefined ? {} : { heartbeatMilliseconds }),
  });
  const pieces = body.getReader();
  return async () => new TextDecoder().decode((await pieces.read()).value);
}

test("a stream says that it listens, and then what was stored", async () => {
  const next = listen();
  expect(await next()).toContain(": listening");
  new BatchWriter(database, () => 1000).write([createOperation({ label: "first" })]);
  const events = await next();
  expect(events).toStartWith("id: 1.0\nevent: print.created\ndata: {");
  expect(events).toContain('"label":"first"');
});

test("what is stored while a reader that answers later looks is told without a heartbeat", async () => {
  const atOnce = new EventReader(database);
  const writer = new BatchWriter(database, () => 1000);
  const looks: string[] = [];
  const reader: EventReading = {
    endOf: (id) => atOnce.endOf(id),
    resume: (id, position) => atOnce.resume(id, position),
    async after(...question) {
      const found = atOnce.after(...question);
      looks.push(`${found.length} found`);
      if (looks.length > 1) return found;
      writer.write([createOperation({ label: "during" })]);
      const heard = Promise.withResolvers<void>();
      const stop = feed.listen(heard.resolve);
      feed.notify();
      await heard.promise;
      stop();
      return found;
    },
  };
  const next = listen(60_000, reader);
  await next();
  expect(await next()).toContain('"label":"during"');
  expect(looks).toEqual(["0 found", "1 found"]);
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

test("news is told at once, the last about each thing, without an id", async () => {
  const next = listen();
  await next();
  const tell = (about: string, data: string, workspaceId: number | null = 1) =>
    feed.news.tell({ kind: "printer.situation", workspaceId, about, data });
  tell("1", '"old"');
  tell("1", '"new"');
  tell("2", '"other"', null);
  tell("3", '"of another workspace"', 2);
  expect(await next()).toBe(
    'event: printer.situation\ndata: "new"\n\nevent: printer.situation\ndata: "other"\n\n',
  );
});
