import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { EventFeed } from "../../src/events/event-feed.ts";
import { NextPrint, PrintOrdinals } from "../../src/events/next-print.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";

let database: Database;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  new WorkspaceStore(database).create("other", 48, 0);
});
afterEach(() => database.close());

/** Stores prints of these workspaces, ids from 1 on; every `rare`-th is of the device `rare`. */
function store(workspaces: readonly number[], rare = Infinity): void {
  database.run("DELETE FROM print");
  const insert = database.prepare<unknown, (number | string)[]>(
    "INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, device_id, width, test_print, created_at, updated_at) " +
      "VALUES (?, ?, ?, 'key', 1, ?, 48, 0, 0, 0)",
  );
  const ordinals = new Map<number, number>();
  const run = database.transaction(() => {
    for (const [index, workspaceId] of workspaces.entries()) {
      const ordinal = ordinals.get(workspaceId) ?? 0;
      ordinals.set(workspaceId, ordinal + 1);
      insert.run(index + 1, workspaceId, ordinal, (index + 1) % rare === 0 ? "rare" : "often");
    }
  });
  run();
  renewChecksums(database);
}

test("the place behind an id is found whichever prints are whose", () => {
  const ordinals = new PrintOrdinals(database);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1, 2), { maxLength: 60 }),
      fc.integer({ min: 0, max: 70 }),
      (owners, id) => {
        store(owners);
        for (const workspaceId of [1, 2]) {
          const before = owners.filter((owner, index) => owner === workspaceId && index + 1 <= id).length;
          expect(ordinals.after(workspaceId, id)).toBe(before);
          expect(ordinals.end(workspaceId)).toBe(owners.filter((owner) => owner === workspaceId).length);
        }
      },
    ),
  );
});

const question = (after: number, deviceId: string | null) => ({
  workspaceId: 1,
  after,
  deviceId,
  timeoutMilliseconds: 0,
  signal: new AbortController().signal,
});

test("a rare device's print is found behind thousands of others, and not one before it", async () => {
  store(Array<number>(6000).fill(1), 2700);
  const next = new NextPrint(database, new EventFeed());
  expect((await next.wait(question(0, "rare")))?.id).toBe(2700);
  expect((await next.wait(question(2700, "rare")))?.id).toBe(5400);
  expect(await next.wait(question(5400, "rare"))).toBeNull();
  expect((await next.wait(question(5400, null)))?.id).toBe(5401);
});

test("however many look through all prints, a turn of the event loop looks through one piece", async () => {
  store(Array<number>(10_000).fill(1));
  let pieces = 0;
  const { query } = Database.prototype;
  Database.prototype.query = function (this: Database, text: string) {
    const statement = query.call(this, text);
    if (text.includes("device_id = ?4")) {
      const get = statement.get.bind(statement);
      Object.defineProperty(statement, "get", {
        value(...values: never[]) {
          pieces++;
          return get(...values);
        },
      });
    }
    return statement;
  } as typeof query;
  const next = new NextPrint(database, new EventFeed());
  Database.prototype.query = query;
  const walkers = Array.from({ length: 8 }, () => next.wait(question(0, "none")));
  // The first piece of each goes at once; few walk far.
  let most = 0;
  const state = { isOver: false };
  const all = Promise.all(walkers).then(() => (state.isOver = true));
  for (let turn = 0; !state.isOver; turn++) {
    const before = pieces;
    await new Promise((resolve) => setImmediate(resolve));
    if (turn > 0) most = Math.max(most, pieces - before);
  }
  await all;
  expect(pieces).toBe(8 * 20);
  expect(most).toBeLessThanOrEqual(2);
});
