import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import type { Note, Writes } from "../../src/background/messages.ts";
import { Schedule } from "../../src/background/schedule.ts";
import { IndexStatusReader } from "../../src/search/index-status.ts";
import { RulesService } from "../rules/rules-service.ts";

let service: RulesService;
let schedule: Schedule;
let written: Writes[];
let notes: Note[];
let beforeWrite: (writes: Writes) => void;

beforeEach(() => {
  service = new RulesService();
  written = [];
  notes = [];
  beforeWrite = () => {};
  schedule = new Schedule(service.path, {
    write(writes) {
      beforeWrite(writes);
      written.push(writes);
      return Promise.resolve(service.write({ kind: "background", ...writes }).id);
    },
    note: (note) => notes.push(note),
  });
});
afterEach(() => service.close());

const storeAll = (count: number, given: object = {}) =>
  Array.from({ length: count }, (_, index) => service.store(`Order #${index}`, given));

const textPending = () => new IndexStatusReader(service.database).read({ id: 1 }).textPending;

const labels = (ids: readonly number[]) => ids.map((id) => service.got(id).label);

const orders = (count: number) => Array.from({ length: count }, (_, index) => `Order ${index}`);

/** How often bytes of prints are unpacked and checked while something is done. */
async function decoded(work: () => Promise<void>): Promise<number> {
  const hashes = spyOn(Bun.SHA256, "hash");
  try {
    await work();
    // The journal hashes texts, and nodes of its tree.
    return hashes.mock.calls.filter(([hashed]) =>
      String(Buffer.from(hashed as Uint8Array)).startsWith("Order #"),
    ).length;
  } finally {
    hashes.mockRestore();
  }
}

describe("new prints", () => {
  test("are decoded once, and their text and what rules found is written together", async () => {
    const ids = storeAll(40);
    expect(await decoded(() => schedule.work())).toBe(40);
    expect([textPending(), service.progress()]).toEqual([0, 40]);
    expect(labels(ids)).toEqual(orders(40));
    const first = written.find(({ fills }) => fills.length > 0);
    expect([first?.step?.do, first?.fills.length, first?.progress]).toEqual([
      "text",
      40,
      [{ do: "progress", workspaceId: 1, nextOrdinal: 40 }],
    ]);
  });

  test("are all read, in steps that share a transaction with others", async () => {
    const ids = storeAll(300);
    await schedule.work();
    expect(labels(ids)).toEqual(orders(300));
    expect(Math.max(...written.map(({ fills }) => fills.length))).toBeLessThanOrEqual(128);
  });

  test.each([
    [
      "deleted ones",
      (ids: number[]) => ids.forEach((printId) => service.write({ kind: "delete", workspaceId: 1, printId })),
    ],
    ["those of HTTP clients", () => {}],
  ])("%s are passed over by rules, not by the index", async (name, change) => {
    const ids = storeAll(3, name.startsWith("those") ? { printerId: null } : {});
    change(ids);
    await schedule.work();
    expect([textPending(), service.progress(), written.flatMap(({ fills }) => fills)]).toEqual([0, 3, []]);
  });
});

describe("where one is behind the other", () => {
  test("rules catch up alone, also over prints that have a text", async () => {
    const ids = storeAll(100);
    await schedule.work();
    service.database.run("UPDATE rule_progress SET next_ordinal = 30");
    service.database.run("UPDATE print SET label = NULL, tag = '{}', journal_state = NULL");
    renewChecksums(service.database);
    ids.push(...storeAll(5));
    await schedule.work();
    expect([textPending(), service.progress()]).toEqual([0, 105]);
    expect(labels(ids.slice(30, 100))).toEqual(orders(100).slice(30));
    expect(labels(ids.slice(0, 2))).toEqual([null, null]);
  });

  test("text catches up alone, and rules do nothing twice", async () => {
    storeAll(100);
    await schedule.work();
    service.database.run("DELETE FROM print_text");
    service.database.run("UPDATE workspace SET charset = 'western'");
    written = [];
    await schedule.work();
    expect([textPending(), written.flatMap(({ fills }) => fills)]).toEqual([0, []]);
  });
});

describe("while prints come fast", () => {
  test("some are read at once, the rest when it is quiet; those that no rule is for are passed over", async () => {
    schedule.isBusy = true;
    storeAll(3);
    await schedule.work();
    expect([textPending(), service.progress()]).toEqual([0, 3]);
    service.store("x", { printerId: null });
    service.store("Order #1");
    await schedule.work();
    expect([textPending(), service.progress()]).toEqual([2, 4]);
    schedule.isBusy = false;
    await schedule.work();
    expect([textPending(), service.progress()]).toEqual([0, 5]);
  });
});

describe("a task that fails", () => {
  test("rules: the index goes on, and rules too, later", async () => {
    const ids = storeAll(3);
    const fault = spyOn(schedule.engine, "behind").mockImplementationOnce(() => {
      throw new Error("no rules today");
    });
    beforeWrite = ({ fills }) => {
      if (fills.length > 0 && notes.length < 1) throw new Error("too early");
    };
    const done = schedule.work();
    while (textPending() > 0) await Bun.sleep(5);
    expect(service.progress()).toBeNull();
    expect(notes).toMatchObject([{ kind: "task", task: "rules" }]);
    await done;
    fault.mockRestore();
    expect(labels(ids)).toEqual(orders(3));
    expect(notes).toMatchObject([{ task: "rules" }, { kind: "task", task: "rules", fault: null }]);
  }, 15_000);

  test("the index: rules go on, and the index too, later", async () => {
    const ids = storeAll(3);
    let failures = 0;
    beforeWrite = ({ step }) => {
      if (step?.do === "text" && failures++ === 0) throw new Error("no text today");
    };
    const done = schedule.work();
    while (service.progress() !== 3) await Bun.sleep(5);
    expect([textPending(), labels(ids)]).toEqual([3, orders(3)]);
    await done;
    expect(textPending()).toBe(0);
    expect(notes).toMatchObject([{ task: "indexing" }, { task: "indexing", fault: null }]);
  }, 15_000);
});

test("a rebuild tells how far it is, and rules go on beside it", async () => {
  storeAll(10);
  schedule.rebuild(1);
  await schedule.work();
  const progress = notes.flatMap((note) => (note.kind === "rebuilt" ? [note.progress] : []));
  expect(progress.at(-1)).toEqual({ workspaceId: 1, done: 20, total: 20 });
  expect([textPending(), service.progress()]).toEqual([0, 10]);
});
