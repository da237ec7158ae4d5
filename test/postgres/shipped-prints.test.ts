import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { tagToJson } from "../../src/domain/print.ts";
import { applyShipped, type ShippedOutcome } from "../../src/storage/postgres/shipped-prints.ts";
import { PostgresEventReader } from "../../src/storage/postgres/event-reader.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import type { ShippedPrint } from "../../src/contract/upstream-messages.ts";
import { tags, text } from "../search/arbitraries.ts";
import { countsOf, PrintDatabase } from "./print-database.ts";

const WORKSPACE = 1;
const OTHER = 2;
const NOW = 5_000_000;
const SEED = 18;
const BATCHES = 120;

let opened: PrintDatabase;
beforeAll(async () => {
  opened = await PrintDatabase.open([WORKSPACE, OTHER]);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

function shipped(given: Partial<ShippedPrint> & { readonly raw?: string } = {}): ShippedPrint {
  const { raw = "receipt", ...fields } = given;
  const { sha256, byteLength, encoding, content } = encodeContent(new TextEncoder().encode(raw));
  const createdAt = fields.createdAt ?? 1000;
  return {
    ...NO_FIELDS,
    printKey: "key",
    width: 48,
    ordinal: 0,
    tag: "{}",
    testPrint: false,
    recognised: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    removal: null,
    paper: null,
    defaultWidth: null,
    sha256: sha256.toHex(),
    byteLength,
    encoding,
    contentLength: content.length,
    ...fields,
  };
}

/** A removed print, as a shop tells of it. */
function removed(print: ShippedPrint): ShippedPrint {
  const { ordinal, createdAt } = print;
  const removal = { kind: "erased", at: createdAt + 500, reason: "asked for" } as const;
  return { ...shipped({ ordinal, createdAt }), sha256: "", byteLength: 0, contentLength: 0, removal };
}

function apply(workspaceId: number, prints: readonly ShippedPrint[]): Promise<ShippedOutcome[]> {
  const options = { contents: opened.contents, userId: 1, now: NOW };
  return opened.database.write(workspaceId, (transaction) =>
    applyShipped(transaction, workspaceId, prints, options),
  );
}

test("a print comes once, changes to what is newer, and stays erased for ever", async () => {
  const print = shipped({ label: "first" });
  const changed = { ...print, label: "later", updatedAt: 1200 };
  const deleted = { ...print, label: "later", updatedAt: 1300, deletedAt: 1300 };
  const otherBytes = shipped({ raw: "another after a restore" });
  for (const [prints, outcomes] of [
    [[print], ["new"]],
    [[print], ["ignored"]],
    [
      [changed, print],
      ["changed", "ignored"],
    ],
    [[otherBytes], ["new"]],
    [
      [deleted, changed],
      ["changed", "ignored"],
    ],
    [[removed(shipped({ ordinal: 7 }))], ["missing"]],
    [
      [shipped({ ordinal: 1 }), shipped({ ordinal: 1, updatedAt: 1001, label: "at once" })],
      ["new", "changed"],
    ],
    [[removed(shipped({ ordinal: 1 }))], ["erased"]],
    [
      [removed(shipped({ ordinal: 1 })), shipped({ ordinal: 1, updatedAt: 9999 })],
      ["ignored", "ignored"],
    ],
  ] as const)
    expect(await apply(WORKSPACE, prints)).toEqual([...outcomes]);
  const prints = await opened.prints(WORKSPACE);
  expect(prints.map(({ label, deletedAt }) => [label, deletedAt])).toEqual([
    ["later", 1300],
    [null, null],
  ]);
  const happened = await new PostgresEventReader(opened.database).after(
    WORKSPACE,
    { nextOrdinal: 0, lastEvent: 0 },
    100,
  );
  expect(happened.map(({ kind }) => kind)).toEqual([
    "print.created",
    "print.updated",
    "print.created",
    "print.deleted",
    "print.erased",
  ]);
});

const state = fc.record({
  ordinal: fc.nat(6),
  createdAt: fc.constantFrom(1000, 90_000_000),
  updatedAfter: fc.nat(4),
  raw: fc.constantFrom("one", "two"),
  label: fc.option(text),
  deviceId: fc.option(fc.constantFrom("till", "bar\0")),
  tags,
  isDeleted: fc.boolean(),
  isRemoved: fc.nat(19).map((n) => n === 0),
});

test("random batches leave what a plain model has, whatever comes twice or late; counts stay exact", async () => {
  const model = new Map<string, ShippedPrint | "removed">();
  for (const batch of fc.sample(fc.array(state, { minLength: 1, maxLength: 8 }), {
    numRuns: BATCHES,
    seed: SEED,
  })) {
    const prints = batch.map(({ updatedAfter, tags: entries, isDeleted, isRemoved, ...given }) => {
      const updatedAt = given.createdAt + updatedAfter;
      const deletedAt = isDeleted ? updatedAt : null;
      // What is as new is the same: so shops are.
      const print = shipped({ ...given, tag: tagToJson(new Map(entries)), updatedAt, deletedAt });
      return isRemoved ? removed(print) : print;
    });
    for (const print of prints) {
      const { ordinal, createdAt } = print;
      if (print.removal !== null) {
        for (const key of model.keys())
          if (key.startsWith(`${ordinal} ${createdAt} `)) model.set(key, "removed");
        continue;
      }
      const key = `${ordinal} ${createdAt} ${print.sha256}`;
      const there = model.get(key);
      if (there === undefined || (there !== "removed" && print.updatedAt >= there.updatedAt))
        model.set(key, print);
    }
    await apply(OTHER, prints);
  }
  const expected = [...model.values()].filter((print) => print !== "removed");
  const found = await opened.prints(OTHER);
  const told = ({
    label,
    deviceId,
    tag,
    createdAt,
    updatedAt,
    deletedAt,
  }: (typeof found)[number] | ShippedPrint) =>
    JSON.stringify([label, deviceId, tag, createdAt, updatedAt, deletedAt]);
  expect(found.map(told)).toEqual(expected.map(told));
  expect(found.length).toBeGreaterThan(5);
  const { removals } = (await opened.database.first<{ removals: number }>(
    sql`SELECT count(*) AS removals FROM print WHERE workspace_id = ${OTHER} AND removed_at IS NOT NULL`,
  )) ?? { removals: 0 };
  expect(removals).toBe(model.size - expected.length);
  expect(removals).toBeGreaterThan(0);
  const counted = await opened.counts(OTHER);
  expect(counted).toEqual(countsOf(found));
  expect(await opened.countsAnew(OTHER)).toEqual(counted);
});
