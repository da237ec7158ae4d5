import { afterEach, beforeEach, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { receiptText } from "../../src/rules/receipt-text.ts";
import { RuleConnection } from "../../src/rules/rule-connection.ts";
import { readWords } from "../../src/search/text/receipt-lines.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import { inCodePage, inDoubleByteCode } from "../escpos/text/encode.ts";
import { SMALL_SIZES } from "./small-sizes.ts";
import { type GivenPrint, SimulatedService } from "./simulated-service.ts";

/* What the earlier prints of a device were read as decides for those with a word or two, once and for all. */

const chinese = (text: string) => Uint8Array.of(...inDoubleByteCode(text, "gb18030"), 0x0a);

/** Enough text to tell by itself. */
const LONG = chinese("欢迎光临\n凉拌豆腐 12.00\n合计 12.00\n谢谢惠顾");
const GERMAN = new Uint8Array(inCodePage("Grüße aus München\nKäsespätzle\nSüßigkeiten\n", "cp437"));
/** A word that is taken for characters of a code page where nothing else is known, and how it looks then. */
const WORD = chinese("茶");
const SHOWN = { china: "茶", western: "▓Φ" } as const;

let service: SimulatedService;
let reader: PrintReader;
beforeEach(() => {
  service = new SimulatedService(SMALL_SIZES, 2 ** 20);
  reader = new PrintReader(service.database);
});
afterEach(() => service.close());

function create(
  raw: Uint8Array<ArrayBuffer>,
  deviceId: string | null,
  printerId: number | null = null,
): void {
  const given: GivenPrint = { printKey: null, label: null, deviceId, tags: [], paper: [], raw };
  service.create(1, given, printerId);
}

const queryOf = (text: string): SearchQuery => ({
  filter: { deleted: "any", text: [text] },
  orderBy: "id.asc",
  page: 1,
  pageSize: 1000,
});

/** The ids of the prints that are found with the word in a reading, by the index as by SQL. */
function found(charset: keyof typeof SHOWN): number[] {
  const answer = service.search.find(1, queryOf(SHOWN[charset])) ?? "";
  expect(answer).toBe(service.sql.find(1, queryOf(SHOWN[charset])) ?? "");
  return (JSON.parse(answer) as { items: { id: number }[] }).items.map(({ id }) => id);
}

const decidedFor = (): unknown[] =>
  service.database.query("SELECT print_id, charset FROM print_charset ORDER BY print_id").values();

test("a word is read as the device's earlier prints, by all that read it", async () => {
  expect(readWords(WORD, { charset: "auto", profile: "epson" }).charset).toBe("western");
  create(WORD, "kitchen");
  create(LONG, "kitchen");
  create(WORD, "kitchen");
  create(WORD, "bar");
  await service.settle();
  expect(found("china")).toEqual([3]);
  expect(found("western")).toEqual([1, 4]);
  expect(decidedFor()).toEqual([[3, "china"]]);
  using connection = {
    rules: new RuleConnection(service.path),
    [Symbol.dispose]: () => connection.rules.close(),
  };
  for (const print of service.prints.get(1) ?? []) {
    const earlier = reader.readEarlier(print);
    expect(earlier).toBe(print.id === 3 ? "china" : undefined);
    const candidate = connection.rules.candidate(1, print.id);
    expect(candidate?.earlier ?? undefined).toBe(earlier);
    if (candidate === null || print.id === 2) continue;
    expect(receiptText(WORD, candidate)).toBe(SHOWN[print.id === 3 ? "china" : "western"]);
  }
});

test("what was read once stays as it was, whatever the device prints later and however often it is read", async () => {
  create(LONG, "kitchen");
  create(WORD, "kitchen");
  await service.settle();
  for (let number = 0; number < 12; number++) create(GERMAN, "kitchen");
  create(WORD, "kitchen");
  await service.settle();
  expect(found("china")).toEqual([2]);
  expect(found("western")).toEqual([15]);
  create(LONG, "kitchen");
  await service.settle();
  // Other settings and back: all text is decoded anew, twice.
  for (const charset of ["thai", "auto"]) {
    service.database.run("UPDATE workspace SET charset = ?", [charset]);
    await service.settle();
  }
  expect(found("china")).toEqual([2]);
  expect(found("western")).toEqual([15]);
  expect(decidedFor()).toEqual([[2, "china"]]);
});

test("a print that is not read yet is shown as it will be read", async () => {
  create(LONG, "kitchen");
  await service.settle();
  create(WORD, "kitchen");
  const print = service.prints.get(1)?.at(-1);
  if (print === undefined) throw new Error("no print");
  expect(reader.readEarlier(print)).toBe("china");
  await service.settle();
  expect(found("china")).toEqual([2]);
  expect(reader.readEarlier(print)).toBe("china");
});

test("a device is a printer and a device id; prints of neither have no earlier ones", async () => {
  const printer = service.addPrinter(1);
  create(LONG, null, printer);
  create(WORD, null, printer);
  create(WORD, "till", printer);
  create(LONG, null);
  create(WORD, null);
  await service.settle();
  expect(found("china")).toEqual([2]);
});

test("a charset that was chosen is no evidence for others, and is not decided about", async () => {
  const printer = service.addPrinter(1, { charset: "western" });
  create(LONG, null, printer);
  create(WORD, null, printer);
  await service.settle();
  expect(found("western")).toContain(2);
  expect(service.database.query("SELECT * FROM device_charset").all()).toEqual([]);
});

test("prints of older databases are read as they were", () => {
  using database = new Database(":memory:");
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < 11),
  );
  database.run("INSERT INTO user (name, created_at) VALUES ('u', 0)");
  database.run("INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('w', 'w', 48, 0)");
  database.run(
    "INSERT INTO print (workspace_id, ordinal, user_id, print_key, width, tag, test_print, created_at, updated_at) " +
      "VALUES (1, 6, 1, 'k', 48, '{}', 0, 0, 0)",
  );
  migrate(database);
  expect(database.query("SELECT * FROM charset_progress").values()).toEqual([[1, 7]]);
});
