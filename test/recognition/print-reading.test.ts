import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Raster } from "../../src/escpos/raster.ts";
import { PrintReading } from "../../src/recognition/print-reading.ts";
import type { RecognisedPicture, Recognition } from "../../src/recognition/recognised.ts";
import type { ReadNote } from "../../src/recognition/recognition-messages.ts";
import { RecognitionReader } from "../../src/storage/recognition-reader.ts";
import type { RecognitionChange } from "../../src/storage/recognition-writer.ts";
import { type BytePart, bytes } from "../escpos/bytes.ts";
import { RulesService } from "../rules/rules-service.ts";
import { pictureReceipt, withAlternatives } from "./picture-receipt.ts";

/* With the writer's own code, and a reader of pictures that knows what is in them. */

let service: RulesService;
let notes: ReadNote[];
/** What is read in pictures, by their rows; what throws cannot be read. */
let known: Map<number, () => RecognisedPicture>;
/** The languages that were opened, and the rows of the pictures that were read. */
let opened: string[];
let read: number[];

beforeEach(() => {
  service = new RulesService();
  [notes, known, opened, read] = [[], new Map(), [], []];
});
afterEach(() => service.close());

function recognise({ rows }: Raster): RecognisedPicture {
  read.push(rows);
  const picture = known.get(rows)?.();
  if (picture === undefined) throw new Error("an unknown picture");
  return picture;
}

const write = (change: RecognitionChange) => {
  service.write({ kind: "recognition", change });
  return Promise.resolve();
};

async function readAll(): Promise<void> {
  const reading = new PrintReading({
    database: service.database,
    rules: service.engine,
    open: (languages) => {
      opened.push(languages.join("+"));
      return Promise.resolve({ recognise: async (raster) => recognise(raster), close: () => {} });
    },
    write,
    note: (note) => notes.push(note),
    between: () => Promise.resolve(),
    clock: () => 0,
    machineLanguage: null,
  });
  await reading.readAll();
  reading.close();
}

interface GivenPicture {
  readonly lines: readonly string[];
  readonly confidence?: number;
  /** What words may be instead. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>;
  /** Printed before and after it. */
  readonly around?: readonly [before: string, after: BytePart];
}

/** Stores a print whose lines are a picture, and has it read. @returns its id */
function store({
  lines,
  confidence = 95,
  alternatives = {},
  around: [before, after] = ["", ""],
}: GivenPicture): number {
  const { raw, recognition: plain } = pictureReceipt(bytes(`${lines.join("\n")}\n`), { confidence });
  const recognition = withAlternatives(plain, alternatives);
  const picture = recognition[0] as RecognisedPicture;
  known.set(picture.box.height, () => picture);
  const print = service.store([], { raw: Uint8Array.from(bytes(before, raw, after)) });
  service.write({ kind: "background", step: null, fills: [], progress: [], pictures: [print] });
  return print;
}

const recognised = (printId: number) => JSON.parse(service.read(printId).recognised ?? "null");
const stored = (printId: number): Recognition | null =>
  new RecognitionReader(service.database).recognitionOf(printId);
const searched = () =>
  service.database.query("SELECT ordinal, lines FROM recognition_text ORDER BY ordinal").all();
const waiting = () => service.database.query("SELECT print_id, attempts FROM recognition_queue").all();

test("what is read is stored, becomes text, and rules read it", async () => {
  service.addPrinter();
  const print = store({ lines: ["Order 1042", "Pizza        9.50", "Total        9.50"] });
  await readAll();
  expect(service.got(print)).toEqual({ label: "Order 1042", tag: { orderId: "1042", total: "9.50" } });
  expect(recognised(print)).toMatchObject({ pictures: 1, words: 6, confidence: 95, languages: ["eng"] });
  expect(searched()).toEqual([{ ordinal: 0, lines: "order 1042\npizza 9.50\ntotal 9.50" }]);
  expect(waiting()).toEqual([]);
  expect(notes).toMatchObject([{ printId: print, failure: null, waiting: 0 }]);
  const events = service.database.query("SELECT kind FROM event WHERE kind <> 'print.created'").all();
  expect(events).toEqual([{ kind: "print.updated" }]);
});

test("numbers that are guesses are found, but rules that come with Tillroll make nothing of them", async () => {
  service.addPrinter();
  service.addRule("Order (?P<id>\\d+)", null, { tag: { guessed: "${id}" } });
  const print = store({ lines: ["Order 1042", "Total        9.50"], confidence: 40 });
  await readAll();
  expect(service.got(print)).toEqual({ label: null, tag: { guessed: "1042" } });
  expect(searched()).toEqual([{ ordinal: 0, lines: "order 1042\ntotal 9.50" }]);
});

test("a number that was broken at the edge of a picture is found whole", async () => {
  store({ lines: ["Order 31145-011-", "8731", "Table 4"] });
  await readAll();
  expect(searched()).toEqual([{ ordinal: 0, lines: "order 31145-011-\n8731\ntable 4\n31145-011-8731" }]);
});

test("a number in doubt is found by what it may be instead, and only found: no tag, label or count has it", async () => {
  service.addPrinter();
  service.addRule("Order (?P<id>S/\\d+)", null, { tag: { instead: "${id}" } });
  const given = {
    lines: ["Order 5/19997", "Total 9.50"],
    alternatives: { "5/19997": ["S/19997", "5/19991"] },
  };
  const print = store(given);
  const again = store({ ...given, around: ["Hello\n", ""] });
  await readAll();
  const lines = "order 5/19997\ntotal 9.50\norder s/19997\norder 5/19991";
  expect(searched()).toEqual([0, 1].map((ordinal) => ({ ordinal, lines })));
  expect(service.got(print).tag).not.toHaveProperty("instead");
  expect(JSON.stringify(service.got(print))).not.toContain("S/");
  expect(recognised(print)).toMatchObject({ words: 4 });
  expect(stored(again)?.[0]?.lines[0]?.words[1]?.alternatives).toEqual(["S/19997", "5/19991"]);
});

test("both ends of a broken number may be something else", async () => {
  const alternatives = { "31145-011-": ["31146-011-"], "8731": ["8781"] };
  store({ lines: ["Order 31145-011-", "8731"], alternatives });
  await readAll();
  const [{ lines } = { lines: "" }] = searched() as { lines: string }[];
  expect(lines.split("\n").filter((line) => /^\d{5}/.test(line))).toEqual([
    "31145-011-8731",
    "31145-011-8781",
    "31146-011-8731",
    "31146-011-8781",
  ]);
});

test("what a print has already stays, and a deleted one is filled with nothing", async () => {
  service.addPrinter();
  const labelled = store({ lines: ["Order 1042"] });
  service.write({ kind: "update", workspaceId: 1, printId: labelled, patch: { label: "mine" } });
  const deleted = store({ lines: ["Order 1042", "Total 1.00"] });
  service.write({ kind: "delete", workspaceId: 1, printId: deleted });
  await readAll();
  expect(service.got(labelled)).toEqual({ label: "mine", tag: { orderId: "1042" } });
  expect(service.got(deleted)).toEqual({ label: null, tag: {} });
  expect(recognised(deleted)).toMatchObject({ words: 4 });
});

describe("a picture", () => {
  test("that was read before is not read again, wherever it is on the paper", async () => {
    const first = store({ lines: ["Order 1042", "Total 9.50"] });
    await readAll();
    const second = store({ lines: ["Order 1042", "Total 9.50"], around: ["Hello\n", ""] });
    await readAll();
    expect(read).toHaveLength(1);
    const [one] = stored(first) ?? [];
    const [other] = stored(second) ?? [];
    const down = (other?.box.y ?? 0) - (one?.box.y ?? 0);
    expect(down).toBeGreaterThan(0);
    expect(other?.lines[1]?.words[1]?.box.y).toBe((one?.lines[1]?.words[1]?.box.y ?? 0) + down);
    expect(other?.lines[1]?.words[1]?.text).toBe("9.50");
  });

  test("that is there twice is read once", async () => {
    const { raw } = pictureReceipt(bytes("Order 1042\nTotal 9.50\n"));
    const print = store({ lines: ["Order 1042", "Total 9.50"], around: ["", bytes("again\n", raw)] });
    await readAll();
    expect(read).toHaveLength(1);
    expect(stored(print)?.map(({ lines }) => lines.length)).toEqual([2, 2]);
    expect(service.database.query("SELECT number FROM picture_reading").all()).toEqual([{ number: 0 }]);
  });

  test("of a print whose bytes are damaged stops no other", async () => {
    service.addPrinter();
    const damaged = store({ lines: ["Order 1"] });
    service.database.run("UPDATE print_data SET content = x'00' WHERE print_id = ?", [damaged]);
    const good = store({ lines: ["Order 2"] });
    await readAll();
    expect(waiting()).toEqual([]);
    expect([recognised(damaged), service.got(good).label]).toEqual([null, "Order 2"]);
    expect(notes.map(({ failure }) => failure !== null)).toEqual([false, true]);
  });

  test("that cannot be read is noted, and stops no other", async () => {
    const bad = store({ lines: ["one"] });
    const height = stored(bad) === null ? [...known.keys()][0] : 0;
    known.set(height ?? 0, () => {
      throw new Error("no memory");
    });
    const good = store({ lines: ["Order 1", "two", "three"] });
    await readAll();
    expect(recognised(good)).toMatchObject({ words: 4, notes: [] });
    expect(recognised(bad)).toMatchObject({ words: 0, notes: ["This picture could not be read."] });
    expect(notes.map(({ printId, failure }) => [printId, failure?.includes("no memory") ?? false])).toEqual([
      [good, false],
      [bad, true],
    ]);
    expect(waiting()).toEqual([]);
    // It may be readable another time: only what was read is taken for read.
    expect(service.database.query("SELECT print_id FROM picture_reading").all()).toEqual([
      { print_id: good },
    ]);
  });

  test("that ended the service each time is given up", async () => {
    const print = store({ lines: ["Order 1"] });
    service.database.run("UPDATE recognition_queue SET attempts = 3");
    await readAll();
    expect(read).toEqual([]);
    expect(waiting()).toEqual([]);
    expect(notes).toMatchObject([{ printId: print, failure: "reading it ended the service before" }]);
    expect(recognised(print)).toMatchObject({ words: 0, notes: ["Reading this picture was given up."] });
  });
});

test("the newest print is read first, and one that was begun before comes last", async () => {
  const prints = [1, 2, 3].map((lines) => store({ lines: Array(lines).fill("word") }));
  service.database.run("UPDATE recognition_queue SET attempts = 1 WHERE print_id = ?", [prints[2] ?? 0]);
  await readAll();
  expect(notes.map(({ printId }) => printId)).toEqual([prints[1], prints[0], prints[2]] as number[]);
});

describe("languages", () => {
  const GERMAN = ["Vielen Dank für Ihren Einkauf", "Summe 9,50", "Gegeben 10,00", "Rückgeld 0,50"];

  test("are found in what is read, and are what later prints are read in first", async () => {
    store({ lines: GERMAN });
    await readAll();
    expect(opened).toEqual(["eng", "deu+eng"]);
    store({ lines: [...GERMAN, "Bestellung 7"] });
    await readAll();
    expect(opened).toEqual(["eng", "deu+eng", "deu+eng"]);
    expect(service.database.query("SELECT * FROM recognition_language").all()).toEqual([
      { workspace_id: 1, language: "deu", prints: 2 },
    ]);
  });

  test("that a workspace chose are the only ones", async () => {
    service.database.run(`UPDATE workspace SET recognition_languages = '["por"]'`);
    store({ lines: GERMAN });
    await readAll();
    expect(opened).toEqual(["por"]);
  });
});

test("a print without pictures that are worth it is done with", async () => {
  const print = service.store(["text alone"]);
  service.write({ kind: "background", step: null, fills: [], progress: [], pictures: [print] });
  await readAll();
  expect([service.read(print).recognised, stored(print), waiting()]).toEqual([null, [], []]);
  // Read once, it is not noted again when its text is read anew.
  service.write({ kind: "background", step: null, fills: [], progress: [], pictures: [print] });
  expect(waiting()).toEqual([]);
});
