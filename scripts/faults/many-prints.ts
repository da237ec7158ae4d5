import type { Database } from "bun:sqlite";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { tagToJson } from "../../src/domain/print.ts";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import type { CreateOperation, WriteOperation } from "../../src/storage/write-operation.ts";

/*
 * Prints of which a segment has every kind of part there is: columns of few and of many values, with and without letters
 * that folding changes, of free text, rare keys, ids that do not follow each other, prints that were changed and deleted;
 * and receipts with lines that many prints share, and lines of their own.
 */

const BATCH = 256;

const NOTE_WORDS = "without onions extra cheese Gäste window seat birthday cake please call late".split(" ");
const WORDS_IN_NOTE = 5;

/** Free text: hardly two are alike, but of the same few words. */
function noteOf(number: number): string {
  let left = Math.imul(number, 0x9e37_79b1) >>> 0;
  const words = Array.from({ length: WORDS_IN_NOTE }, () => {
    const word = NOTE_WORDS[left % NOTE_WORDS.length];
    left = Math.floor(left / NOTE_WORDS.length);
    return word;
  });
  return words.join(" ");
}

/** Created prints of workspace 1 and, between them, of workspace 2. */
function createOperation(number: number): CreateOperation {
  const tag = new Map([
    ["status", ["Open", "paid", "SENT"][number % 3] ?? ""],
    ["order", `Order ${(number * 7919) % 10_007}`],
  ]);
  if (number % 2 === 0) tag.set("note", noteOf(number));
  if (number % 500 === 3) tag.set("rare", `once in ${number}`);
  const lines = [
    "Corner Café",
    `Table ${number % 9}`,
    `Receipt ${number}`,
    `Total ${(number * 37) % 1000}.00`,
  ];
  return {
    ...NO_FIELDS,
    kind: "create",
    workspaceId: number % 50 === 0 ? 2 : 1,
    userId: 1,
    printKey: `print-${number}`,
    label: number % 11 === 0 ? null : `${number} ${"Lorem IPSUM dolor ".repeat(10)}${(number * 31) % 1009}`,
    deviceId: `Till ${number % 12}`,
    tag: tagToJson(tag),
    defaultWidth: 48,
    testPrint: false,
    raw: new Uint8Array(Buffer.from(`${lines.join("\n")}\n`, "latin1")),
    idempotencyKey: null,
    printQuota: null,
    printerId: null,
    isDelivered: false,
    spoolKey: null,
  };
}

/** Whether a print of workspace 1 is one of those that are deleted. */
export function isDeleted(printId: number): boolean {
  return printId % 40 === 1;
}

/** Stores prints, some of which are then changed and deleted. Where there are some already it goes on after them. */
export function storePrints(database: Database, count: number): void {
  database.run(
    "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0) ON CONFLICT DO NOTHING",
  );
  const [last] = database
    .query<{ id: number | null; time: number | null }, []>(
      "SELECT max(id) AS id, max(updated_at) AS time FROM print",
    )
    .all();
  const first = last?.id ?? 0;
  let now = last?.time ?? 1_700_000_000_000;
  const writer = new BatchWriter(database, () => (now += 7));
  const operations = Array.from({ length: count }, (_, number) => createOperation(first + number));
  for (let at = 0; at < count; at += BATCH) write(writer, operations.slice(at, at + BATCH));
  const ids = database
    .query<{ id: number }, [number]>(
      "SELECT id FROM print WHERE workspace_id = 1 AND id % 40 IN (1, 2) AND id > ?",
    )
    .all(first);
  const changes = ids.map(({ id: printId }): WriteOperation => {
    if (isDeleted(printId)) return { kind: "delete", workspaceId: 1, printId };
    return { kind: "update", workspaceId: 1, printId, patch: { label: `changed ${printId}` } };
  });
  for (let at = 0; at < changes.length; at += BATCH) write(writer, changes.slice(at, at + BATCH));
}

function write(writer: BatchWriter, operations: WriteOperation[]): void {
  for (const result of writer.write(operations).results) if (!result.ok) throw new Error(result.message);
}

const search = (filter: Partial<SearchQuery["filter"]>, rest: Partial<SearchQuery> = {}): SearchQuery => ({
  filter: { deleted: false, ...filter },
  orderBy: "createdAt.desc",
  page: 1,
  pageSize: 10,
  ...rest,
});

const contains = (value: string) => ({ op: "contains", value }) as const;
const tag = (op: "eq" | "neq" | "contains", key: string, value: string) => ({ tag: { op, key, value } });

/** Searches that together read every kind of part. */
export const SEARCHES: readonly SearchQuery[] = [
  search({}),
  search({ deleted: true }, { orderBy: "updatedAt.asc", page: 2 }),
  search({ deleted: "any" }, { orderBy: "updatedAt.desc", pageSize: 100 }),
  search({ deleted: "any", from: 1_700_000_005_000, to: 1_700_000_020_000 }, { orderBy: "id.asc" }),
  search({ printKey: { op: "eq", value: "print-77" }, deleted: "any" }),
  search({ label: contains("ipsum dolor lorem") }, { page: 30 }),
  search({ label: contains("1234 lorem") }),
  search({ label: contains("12") }),
  search({ label: { op: "eq", value: createOperation(1234).label ?? "" } }),
  // The newest are in no segment; and of those that are, a page by ascending time is the one that is looked at.
  search({ deviceId: { op: "eq", value: "Till 7" } }, { orderBy: "createdAt.asc" }),
  search({ deviceId: contains("TILL 1") }, { orderBy: "createdAt.asc" }),
  search(tag("neq", "status", "paid")),
  search(tag("eq", "rare", "once in 1503")),
  search(tag("contains", "order", "ORDER 100")),
  search(tag("contains", "note", "GÄST")),
  search(tag("contains", "note", "e onions extra c")),
  search({ text: ["corner café"] }),
  search({ text: ["receipt 2077"] }),
  search({ text: ["TABLE 3", "total 1"] }, { page: 3 }),
];
