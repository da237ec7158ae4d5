import { describe, expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { ADOPTION_LIMITS } from "../../src/domain/limits.ts";
import type { FindingCode } from "../../src/verification/findings.ts";
import { createOperation } from "../create-operation.ts";
import { JournalledDatabase } from "./journalled-database.ts";

const HOUR = 3_600_000;

/** One with everything in it that a journal can have. */
function eventful(): JournalledDatabase {
  const shop = new JournalledDatabase();
  const old = shop.prints(30);
  shop.mark("delete", old[3] ?? 0);
  shop.remove("erased", [old[4] ?? 0]);
  shop.becomeOld();
  shop.change(old[7] ?? 0, "changed before it was taken up");
  shop.remove("erased", [old[8] ?? 0]);
  while (shop.adopt() > 0);
  const prints = shop.prints(600);
  const at = (index: number) => prints[index] ?? 0;
  shop.change(at(1), "changed");
  shop.change(at(1), "changed again");
  shop.fill(at(2), "filled");
  shop.mark("delete", at(3));
  shop.mark("restore", at(3));
  shop.expire(at(4));
  shop.mark("delete", at(5));
  shop.remove("purged", [at(5)]);
  shop.remove("erased", [at(5), at(6)]);
  const now = shop.now;
  shop.now += 1000 * HOUR;
  shop.prints(5);
  shop.correctClock(now + HOUR);
  shop.prints(5);
  return shop;
}

const codes = async (shop: JournalledDatabase) => [
  ...new Set((await shop.verify()).findings.map(({ code }) => code)),
];

describe("what the service has written", () => {
  test("has no findings", async () => {
    const shop = eventful();
    const verified = await shop.verify();
    expect(verified.findings).toEqual([]);
    expect(verified).toMatchObject({ prints: 640, waiting: 0, findingCount: 0 });
    const rows = shop.database
      .query<{ rows: number }, []>("SELECT count(*) AS rows FROM journal_entry")
      .get();
    expect(verified.entries).toBe(610 + (rows?.rows ?? 0));
  });

  test("an empty database has no findings", async () => {
    expect(await new JournalledDatabase().verify()).toMatchObject({ entries: 0, findings: [] });
  });

  test("what comes in meanwhile is verified too, and progress ends at the whole", async () => {
    const shop = eventful();
    const told: { readonly done: number; readonly total: number }[] = [];
    let more = 40;
    const verified = await shop.verify({
      onProgress: (progress) => told.push(progress),
      pace() {
        if (more-- <= 0) return Promise.resolve();
        shop.change(shop.create(), `while it is verified ${more}`);
        shop.change(40, `${more}`);
        return Promise.resolve();
      },
    });
    expect(verified.findings).toEqual([]);
    expect(verified.prints).toBe(680);
    expect(told.at(-1)).toEqual({ done: verified.entries + 30, total: verified.entries + 30 });
    expect(told.every(({ done, total }) => done <= total)).toBe(true);
  });

  test("what a failed transaction would have entered is entered nowhere", async () => {
    const shop = new JournalledDatabase();
    const [first = 0] = shop.prints(2);
    const refused = createOperation({ workspaceId: 99 });
    expect(shop.tries(createOperation(), refused, createOperation())).toBe(false);
    shop.change(first, "later");
    expect(await shop.verify()).toMatchObject({ prints: 4, entries: 5, findings: [] });
  });

  test("prints of before are taken up some at a time, in any order with what happens to them", async () => {
    const shop = new JournalledDatabase();
    const count = 2 * ADOPTION_LIMITS.stepPrints + 10;
    const old = shop.prints(count);
    shop.becomeOld();
    expect(await shop.verify()).toMatchObject({ prints: 0, waiting: count, findings: [] });
    expect(shop.adopt()).toBe(ADOPTION_LIMITS.stepPrints + 10);
    for (const id of [old[5], old.at(-1)]) shop.change(id ?? 0, "changed");
    shop.mark("delete", old.at(-3) ?? 0);
    shop.restart();
    expect(shop.adopt()).toBe(10);
    expect(shop.adopt()).toBe(0);
    shop.prints(3);
    expect(await shop.verify()).toMatchObject({ waiting: 0, entries: count + 3 + 3, findings: [] });
  });

  test.each<[what: string, statement: string]>([
    ["cut off", "UPDATE journal_head SET edge = substr(edge, 3)"],
    ["of another size", "UPDATE journal_head SET size = size - 1, entries = entries - 1"],
    ["of fewer entries", "UPDATE journal_head SET entries = entries - 1"],
    ["gone", "DELETE FROM journal_head"],
  ])("an end that is %s keeps no print from being stored, and is made anew", async (_, statement) => {
    const shop = eventful();
    const { entries } = await shop.verify();
    shop.forge(statement);
    shop.restart();
    shop.change(shop.create(), "after the damage");
    expect(await shop.verify()).toMatchObject({ entries: entries + 2, findings: [] });
  });

  test("random work, with starts between", async () => {
    const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
    const shop = new JournalledDatabase();
    let there: number[] = [];
    const one = () => there[random.integer(0, there.length - 1)] ?? 0;
    const without = (id: number) => (there = there.filter((other) => other !== id));
    const deeds: readonly (readonly [often: number, deed: (step: number, id: number) => unknown])[] = [
      [40, (step) => there.push(shop.create({ label: `print ${step}` }))],
      [20, (step, id) => shop.change(id, random.happens(0.2) ? null : `changed ${step}`)],
      [8, (step, id) => shop.fill(id, `filled ${step}`)],
      [5, (_, id) => [shop.mark("delete", id), shop.mark("restore", id)]],
      [3, (_, id) => [shop.mark("delete", id), without(id)]],
      [3, (_, id) => [shop.expire(id), shop.remove("purged", [id]), without(id)]],
      [2, (_, id) => [shop.remove("erased", [id]), without(id)]],
      [1, () => shop.becomeOld()],
      [6, () => shop.adopt()],
      [3, () => shop.restart()],
    ];
    const often = deeds.flatMap(([times, deed]) => Array.from({ length: times }, () => deed));
    for (let step = 0; step < 1500; step++) {
      if (there.length === 0) there.push(shop.create());
      often[random.integer(0, often.length - 1)]?.(step, one());
    }
    expect((await shop.verify()).findings).toEqual([]);
  });
});

describe("what somebody did behind its back", () => {
  const ofPrint = (set: string, id = 50) => `UPDATE print SET ${set} WHERE id = ${id}`;

  test.each<[what: string, statements: string[], code: FindingCode]>([
    ["another label", [ofPrint("label = 'cheaper'")], "PRINT_CHANGED"],
    ["no checksum", [ofPrint("checksum = NULL")], "PRINT_CHECKSUM"],
    ["a tag", [ofPrint(`tag = '{"paid":"yes"}'`)], "PRINT_CHANGED"],
    ["another width", [ofPrint("width = width + 1")], "PRINT_CHANGED"],
    ["another time", [ofPrint("created_at = created_at - 1, updated_at = updated_at - 1")], "PRINT_CHANGED"],
    ["what is recognised", [ofPrint("recognised = '{}'")], "PRINT_CHECKSUM"],
    ["the bytes", ["UPDATE print_data SET content = x'030201' WHERE print_id = 50"], "PRINT_BYTES"],
    ["no bytes", ["DELETE FROM print_data WHERE print_id = 50"], "PRINT_BYTES"],
    [
      "the bytes of another print",
      [
        "UPDATE print_data SET (sha256, byte_length, encoding, content) = (SELECT x'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 0, x'616263') WHERE print_id = 50",
      ],
      "PRINT_CHANGED",
    ],
    ["deleted in silence", [ofPrint("deleted_at = updated_at")], "PRINT_CHANGED"],
    ["another salt", [ofPrint("journal_salt = x'000102030405060708090a0b'")], "PRINT_CHANGED"],
    ["another state", [ofPrint("journal_state = zeroblob(32)")], "TREE"],
    ["no state", [ofPrint("journal_state = NULL")], "PRINT_UNENTERED"],
    [
      "two swapped",
      [
        "UPDATE print SET ordinal = -1 WHERE id = 50",
        "UPDATE print SET ordinal = 49 WHERE id = 51",
        "UPDATE print SET ordinal = 50 WHERE id = 50",
      ],
      "PRINT_ORDER",
    ],
    ["a print taken away", ["DELETE FROM print WHERE id = 50"], "PRINT_MISSING"],
    ["the last print taken away", ["DELETE FROM print WHERE id = (SELECT max(id) FROM print)"], "SEQUENCE"],
    [
      "the last print and its number",
      [
        "DELETE FROM print WHERE id = (SELECT max(id) FROM print)",
        "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'print'",
      ],
      "HEAD",
    ],
    [
      "a print put in",
      [
        "INSERT INTO print (id, workspace_id, ordinal, user_id, print_key, width, tag, test_print, created_at, updated_at) SELECT id + 1, workspace_id, ordinal + 1, user_id, print_key, width, tag, test_print, created_at, updated_at FROM print ORDER BY id DESC LIMIT 1",
      ],
      "PRINT_UNENTERED",
    ],
    ["a print moved to another workspace", [ofPrint("workspace_id = 7, ordinal = 0")], "PRINT_MISSING"],
    ["an entry taken away", ["DELETE FROM journal_entry WHERE number = 40"], "ENTRY_MISSING"],
    [
      "the last entry taken away",
      ["DELETE FROM journal_entry WHERE number = (SELECT max(number) FROM journal_entry)"],
      "HEAD",
    ],
    ["another kind", ["UPDATE journal_entry SET kind = 'filled' WHERE kind = 'changed'"], "TREE"],
    [
      "a kind that there is not",
      ["UPDATE journal_entry SET kind = 'stored' WHERE kind = 'changed'"],
      "ENTRY_UNREADABLE",
    ],
    ["another actor", [`UPDATE journal_entry SET details = replace(details, '0a1b', 'ffff')`], "TREE"],
    [
      "another actor in the history",
      [`UPDATE print_change SET actor = replace(actor, '0a1b', 'ffff')`],
      "HISTORY",
    ],
    [
      "what it was before, in the history",
      ["UPDATE print_change SET details = replace(details, 'Order', 'None')"],
      "HISTORY",
    ],
    ["no history", ["DELETE FROM print_change WHERE kind = 'changed'"], "HISTORY"],
    ["another time of an entry", ["UPDATE journal_entry SET at = at + 1 WHERE kind = 'changed'"], "TREE"],
    [
      "an entry moved",
      ["UPDATE journal_entry SET prints_before = prints_before - 1 WHERE kind = 'expired' OR number = 40"],
      "ENTRY_ORDER",
    ],
    ["another reason", ["UPDATE removal SET reason = 'none' WHERE kind = 'erased'"], "REMOVAL"],
    ["removed in silence", [ofPrint("removal_id = 1, journal_salt = NULL, checksum = NULL")], "REMOVAL"],
    ["a tombstone taken back", [`UPDATE print SET removal_id = NULL WHERE removal_id = 2`], "REMOVAL"],
    ["another hash of a run", ["UPDATE journal_run SET hash = zeroblob(32) WHERE number = 1"], "TREE"],
    ["no hash of a run", ["DELETE FROM journal_run WHERE number = 1"], "TREE"],
    ["another end", ["UPDATE journal_head SET edge = zeroblob(length(edge))"], "HEAD"],
    ["no head", ["DELETE FROM journal_head"], "HEAD"],
    [
      "bytes of no print",
      [
        "INSERT INTO print_data SELECT 100000, sha256, byte_length, encoding, content FROM print_data LIMIT 1",
      ],
      "PRINT_FOREIGN",
    ],
    [
      "prints of no workspace",
      ["UPDATE print SET workspace_id = 99 WHERE id = (SELECT max(id) FROM print)"],
      "PRINT_FOREIGN",
    ],
  ])("%s", async (_, statements, code) => {
    const shop = eventful();
    shop.forge(...statements);
    expect(await codes(shop)).toContain(code);
  });

  test("of very many findings the first are kept, and all are counted", async () => {
    const shop = eventful();
    shop.forge("UPDATE print SET label = 'x' WHERE removal_id IS NULL");
    const { findings, findingCount } = await shop.verify();
    expect(findings.length).toBe(200);
    expect(findingCount).toBeGreaterThan(1200);
  });
});
