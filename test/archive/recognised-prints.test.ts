import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { TextIndexer } from "../../src/archive/text/text-indexer.ts";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import type { Recognition } from "../../src/recognition/recognised.ts";
import { applyShipped, type ShippedOutcome } from "../../src/storage/postgres/shipped-prints.ts";
import { PostgresPrintReader } from "../../src/storage/postgres/print-reader.ts";
import { countTextPending } from "../../src/storage/postgres/text-progress.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import { unpackRecognition } from "../../src/storage/recognition-reader.ts";
import type { ShippedPrint } from "../../src/contract/upstream-messages.ts";
import { PrintDatabase } from "../postgres/print-database.ts";
import { until } from "../until.ts";

/* What shops read in the pictures of prints is found, shown and erased at the archive. */

const WORKSPACE = 1;

let opened: PrintDatabase;
let indexer: TextIndexer | null = null;
beforeAll(async () => {
  opened = await PrintDatabase.open([WORKSPACE]);
});
afterAll(async () => {
  await indexer?.close();
  await opened?.[Symbol.asyncDispose]();
});

/** A picture with a line for each text. */
function recognition(...texts: readonly string[]): Recognition {
  const box = { x: 0, y: 0, width: 100, height: 20 };
  const lines = texts.map((text) => ({
    words: text.split(" ").map((word) => ({ text: word, confidence: 90, box })),
    box,
  }));
  return [{ box, lines, codes: [] }];
}

const packed = (read: Recognition) => Bun.zstdCompressSync(JSON.stringify(read)).toBase64();

function shipped(ordinal: number, raw: string, given: Partial<ShippedPrint> = {}): ShippedPrint {
  const { sha256, byteLength, encoding, content } = encodeContent(new TextEncoder().encode(raw));
  return {
    ...NO_FIELDS,
    printKey: `key ${ordinal}`,
    width: 48,
    ordinal,
    tag: "{}",
    testPrint: false,
    recognised: null,
    createdAt: 1000 + ordinal,
    updatedAt: 1000 + ordinal,
    deletedAt: null,
    removal: null,
    paper: null,
    defaultWidth: null,
    sha256: sha256.toHex(),
    byteLength,
    encoding,
    contentLength: content.length,
    ...given,
  };
}

function apply(...prints: readonly ShippedPrint[]): Promise<ShippedOutcome[]> {
  const options = { contents: opened.contents, userId: 1, now: 5000 };
  return opened.database.write(WORKSPACE, async (transaction) => {
    await opened.contents.store(
      transaction,
      WORKSPACE,
      prints.map(({ printKey }) => encodeContent(new TextEncoder().encode(RAW.get(printKey) ?? ""))),
    );
    return applyShipped(transaction, WORKSPACE, prints, options);
  });
}

const RAW = new Map([
  ["key 0", "Order 1\n"],
  ["key 1", "\n"],
  ["key 2", "Order 3\n"],
]);

/** Prints as the shop has them now: read in their pictures, at a later time each. */
const read = (ordinal: number, at: number, words: Recognition) =>
  shipped(ordinal, RAW.get(`key ${ordinal}`) ?? "", {
    recognised: JSON.stringify({ at }),
    recognition: packed(words),
    updatedAt: at,
  });

async function storedLines(): Promise<string[]> {
  const rows = await opened.database.all<{ lines: string }>(
    sql`SELECT lines FROM print_text WHERE workspace_id = ${WORKSPACE} ORDER BY print_id`,
  );
  return rows.map((row) => row.lines);
}

const idOf = async (ordinal: number) => {
  const row = await opened.database.first<{ id: number }>(
    sql`SELECT id FROM print WHERE workspace_id = ${WORKSPACE} AND ordinal = ${ordinal}`,
  );
  return row?.id ?? 0;
};

const countRecognitions = async () =>
  (await opened.database.first<{ n: number }>(sql`SELECT count(*) AS n FROM print_recognition`))?.n;

test("what was read before a print has its text is found with it", async () => {
  expect(await apply(read(0, 2000, recognition("GRAND TOTAL 9.90", "thank you")))).toEqual(["new"]);
  expect(await apply(shipped(1, "\n"))).toEqual(["new"]);
  const onError = (error: unknown) => {
    throw error;
  };
  indexer = new TextIndexer({ database: opened.database, contents: opened.contents, onError });
  indexer.start();
  await until(async () => (await countTextPending(opened.database, WORKSPACE)) === 0, "all texts");
  expect(await storedLines()).toEqual(["order 1\ngrand total 9.90\nthank you", ""]);
});

test("what is read later is found at once, and in place of what was read before", async () => {
  expect(await apply(read(1, 2100, recognition("Anna", "7.50")))).toEqual(["changed"]);
  expect(await storedLines()).toEqual(["order 1\ngrand total 9.90\nthank you", "anna\n7.50"]);
  expect(await apply(read(0, 2200, recognition("Grand total 9.80")), read(1, 2200, []))).toEqual([
    "changed",
    "changed",
  ]);
  expect(await storedLines()).toEqual(["order 1\ngrand total 9.80", ""]);
  // An older state changes nothing.
  expect(await apply(read(0, 2100, recognition("older")))).toEqual(["ignored"]);
  expect((await storedLines())[0]).toBe("order 1\ngrand total 9.80");
});

test("the print shows what was read in it", async () => {
  const reader = new PostgresPrintReader(opened.database, opened.contents);
  const print = await reader.read(WORKSPACE, await idOf(0));
  const stored = await reader.readRecognition(print);
  expect(unpackRecognition(stored ?? new Uint8Array())).toEqual(recognition("Grand total 9.80"));
  expect(await reader.readRecognition({ ...print, recognised: null })).toBeNull();
});

test.each([
  ["no base64", 3000, "?"],
  ["not packed", 3001, btoa("hello")],
  ["no recognition", 3002, packed({ length: 1 } as unknown as Recognition)],
])("of what is damaged the print itself counts: %s", async (_, at, damaged) => {
  const before = await countRecognitions();
  const outcomes = await apply({ ...read(2, at, []), recognition: damaged });
  expect(outcomes).not.toEqual(["ignored"]);
  expect(await countRecognitions()).toBe(before);
});

test("with a print goes what was read in it", async () => {
  const removal = { kind: "erased", at: 4000, reason: "asked for" } as const;
  const erased = { ...read(0, 2200, []), sha256: "", byteLength: 0, contentLength: 0, removal };
  expect(await apply(erased)).toEqual(["erased"]);
  expect(await countRecognitions()).toBe(1);
  expect((await storedLines())[0]).not.toContain("grand");
});
