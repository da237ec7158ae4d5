import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareReceipts } from "../../src/compare/compare-receipts.ts";
import type { Comparison, DifferenceKind } from "../../src/compare/comparison.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { bytes, ESC, GS, sampleReceipt } from "../escpos/bytes.ts";

const INITIALISED = [ESC, 0x40];
const CUT = [GS, 0x56, 0];
const BASE = receipt(
  "Corner Cafe",
  "Order 1001",
  "1 x Flat White   3.75",
  "2 x Croissant    5.00",
  "Total 8.75",
);
const PICTURE = [GS, 0x76, 0x30, 0, 2, 0, 4, 0, 0xff, 0xff, 0x80, 0x01, 0x80, 0x01, 0xff, 0xff];
const OTHER_PICTURE = [GS, 0x76, 0x30, 0, 2, 0, 4, 0, 0xff, 0xff, 0x80, 0x01, 0x90, 0x01, 0xff, 0xff];

function receipt(...lines: readonly string[]): Uint8Array {
  return bytes(INITIALISED, ...lines.map((line) => `${line}\n`), "\n\n", CUT);
}

function without(print: Uint8Array, part: string, instead = ""): Uint8Array {
  return Buffer.from(Buffer.from(print).toString("latin1").replace(part, instead), "latin1");
}

interface Wish {
  readonly ignore?: readonly string[];
  readonly tolerance?: number;
  readonly commands?: boolean;
}

function compare(a: Uint8Array, b: Uint8Array, { ignore = [], tolerance = 0, commands = false }: Wish = {}) {
  return compareReceipts(decode(a, {}), decode(b, {}), { ignore, tolerance, commands });
}

/** Prints, and what is different on their papers. */
interface Case extends Wish {
  readonly name: string;
  readonly a?: Uint8Array;
  readonly b: Uint8Array;
  readonly kinds: readonly DifferenceKind[];
}

const CASES: readonly Case[] = [
  { name: "the same", b: BASE, kinds: [] },
  { name: "one word", b: without(BASE, "White", "Black"), kinds: ["changed"] },
  { name: "a line that is only in one", b: without(BASE, "Total", "Tip 1.00\nTotal"), kinds: ["added"] },
  { name: "a line that is not in the other", b: without(BASE, "Order 1001\n"), kinds: ["removed"] },
  {
    name: "a line that stands elsewhere",
    b: receipt("Order 1001", "1 x Flat White   3.75", "2 x Croissant    5.00", "Corner Cafe", "Total 8.75"),
    kinds: ["moved"],
  },
  { name: "another font", b: without(BASE, "Total", "\x1bM1Total"), kinds: ["changed"] },
  {
    name: "a line of double height",
    b: without(BASE, "Order 1001", "\x1d!\x01Order 1001\x1d!\x00"),
    kinds: ["changed"],
  },
  { name: "more white above a line", b: without(BASE, "Total", "\nTotal"), kinds: ["distance"] },
  { name: "more paper at the end", b: bytes(BASE, "\n"), kinds: ["distance"] },
  { name: "another cut", b: without(BASE, "\x1dV\0", "\x1dV\x01"), kinds: ["changed"] },
  { name: "no cut", b: without(BASE, "\x1dV\0"), kinds: ["removed"] },
  { name: "another picture", a: bytes(PICTURE, BASE), b: bytes(OTHER_PICTURE, BASE), kinds: ["changed"] },
  { name: "the drawer alone", b: bytes(BASE, [ESC, 0x70, 0, 25, 250]), kinds: [] },
  { name: "a setting that is set again", b: without(BASE, "Total", "\x1ba\0\x1ba\0Total"), kinds: [] },
  { name: "another colour of ink", b: without(BASE, "Total", "\x1br\x01Total"), kinds: ["changed"] },
  {
    name: "an order number that does not count",
    b: without(BASE, "1001", "1002"),
    ignore: ["Order \\d+"],
    kinds: [],
  },
  { name: "one that is longer", b: without(BASE, "1001", "10010"), ignore: ["\\d+$"], kinds: [] },
  {
    name: "a date, but a word too",
    b: without(BASE, "1001\n1 x", "1002\n3 x"),
    ignore: ["Order \\d+"],
    kinds: ["changed"],
  },
  {
    name: "an order number that is missing",
    b: without(BASE, "1001"),
    ignore: ["\\d{4}"],
    kinds: ["changed"],
  },
  { name: "a dot further to the right", b: without(BASE, "Total", "\x1b$\x01\0Total"), kinds: ["changed"] },
  { name: "a dot that is tolerated", b: without(BASE, "Total", "\x1b$\x01\0Total"), tolerance: 1, kinds: [] },
  {
    name: "two dots that are not",
    b: without(BASE, "Total", "\x1b$\x02\0Total"),
    tolerance: 1,
    kinds: ["changed"],
  },
  {
    name: "a dot of paper that is tolerated",
    b: without(BASE, "Total", "\x1bJ\x01Total"),
    tolerance: 1,
    kinds: [],
  },
  { name: "nothing and something", a: new Uint8Array(), b: bytes("A\n"), kinds: ["added"] },
];

test.each(CASES)("$name", ({ a = BASE, b, kinds, ...wish }) => {
  const comparison = compare(a, b, wish);
  expect(comparison.differences.map(({ kind }) => kind)).toEqual([...kinds]);
  expect(comparison).toMatchObject({ same: kinds.length === 0, differenceCount: kinds.length });
  expect(inOrder(compare(b, a, wish))).toEqual(inOrder(mirrored(comparison)));
});

const MIRRORED = {
  changed: "changed",
  moved: "moved",
  distance: "distance",
  removed: "added",
  added: "removed",
} as const;

/** A comparison the other way round. */
function mirrored({ paper, ignored, differences, ...comparison }: Comparison): Comparison {
  return {
    ...comparison,
    paper: { a: paper.b, b: paper.a },
    ignored: { a: ignored.b, b: ignored.a },
    differences: differences.map(({ kind, a, b }) => ({ kind: MIRRORED[kind], a: b, b: a })),
  };
}

/** Of differences in the same place those of the first paper come first, and so do lines: told here without that order. */
function inOrder({ differences, text, ...comparison }: Comparison) {
  const ordered = differences.map((difference) => JSON.stringify(difference)).toSorted();
  return { ...comparison, differences: ordered, differingLines: text.length };
}

test("a word that differs is marked where it stands on each paper", () => {
  const { differences, text } = compare(BASE, without(BASE, "Order 1001\n1 x Flat White", "1 x Flat Black"));
  expect(differences.map(({ kind }) => kind)).toEqual(["removed", "changed"]);
  const [, word] = differences;
  // A line of 30 dots lower: the word of five letters of 12 dots begins after nine of them.
  expect(word).toMatchObject({
    a: { y: 60, text: "1 x Flat White   3.75", areas: [{ x: 108, width: 59 }] },
    b: { y: 30, text: "1 x Flat Black   3.75", areas: [{ x: 108, width: 59 }] },
  });
  expect(text).toEqual([
    {
      a: { from: 1, count: 5 },
      b: { from: 1, count: 4 },
      lines: [
        { kind: "same", text: "Corner Cafe" },
        { kind: "removed", text: "Order 1001" },
        { kind: "removed", text: "1 x Flat White   3.75" },
        { kind: "added", text: "1 x Flat Black   3.75" },
        { kind: "same", text: "2 x Croissant    5.00" },
        { kind: "same", text: "Total 8.75" },
      ],
    },
  ]);
});

test("the drawer's kick is told where commands are asked for", () => {
  const { commands, same } = compare(BASE, bytes(BASE, [ESC, 0x70, 0, 25, 250]), { commands: true });
  expect(same).toBe(true);
  expect(commands?.[0]?.lines.at(-1)).toEqual({ kind: "added", text: "ESC p: Drawer kick, pin 2" });
});

test("a line above does not mark the lines below, also within one picture of the whole receipt", () => {
  const rows = (...lines: readonly (readonly number[])[]) => {
    const dots = lines.flatMap((line) => [...line, 0, 0, 0, 0]);
    return bytes([GS, 0x76, 0x30, 0, 1, 0, dots.length, 0], dots);
  };
  const [one, two, three] = [
    [0xff, 0x81, 0xff],
    [0x3c, 0x24, 0x3c],
    [0xaa, 0x55, 0xaa],
  ];
  const { differences } = compare(rows(one, three), rows(one, two, three));
  expect(differences.map(({ kind, b }) => [kind, b.y, b.height])).toEqual([["added", 7, 3]]);
});

test("what a scanner reads does not count either where it matches", () => {
  const code = (data: string) => bytes([GS, 0x6b, 73, data.length + 2], "{B", data, "\n");
  const wish = { ignore: ["ORDER-\\d+"] };
  expect(compare(code("ORDER-1001"), code("ORDER-1002"), wish).same).toBe(true);
  expect(compare(code("ORDER-1001"), code("TABLE-1002"), wish).same).toBe(false);
});

test("papers of another width are never the same", () => {
  const wide = decode(BASE, { columns: 48 });
  const narrow = decode(BASE, { columns: 32 });
  const comparison = compareReceipts(wide, narrow, { ignore: [], tolerance: 0, commands: false });
  expect(comparison).toMatchObject({ same: false, paper: { a: { columns: 48 }, b: { columns: 32 } } });
});

test("paper beyond the limit of a picture is not taken to be the same, unless the bytes are", () => {
  const feeds = Array.from({ length: 16 }, () => [ESC, 0x64, 255]);
  const long = (end: string) => bytes("A\n", ...feeds, end, "\n");
  expect(compare(long("B"), long("B"))).toMatchObject({ same: true, sameBytes: true });
  const { same, differences, notes } = compare(long("B"), long("C"));
  expect({ same, differences }).toEqual({ same: false, differences: [] });
  expect(notes).toContain("whether what is left out is the same is not known");
});

test("patterns that are none are refused, each by its place", () => {
  expect(() => compare(BASE, BASE, { ignore: ["\\d+", "("] })).toThrow(
    "ignore.1: must be a regular expression",
  );
});

describe("receipts of any lines", () => {
  const lines = fc.array(fc.constantFrom("Flat White", "Croissant", "Total 8.75", "", "Thank you!"), {
    maxLength: 9,
  });
  const print = lines.map((some) => receipt(...some));

  test("are the same as themselves, and alone so", () => {
    fc.assert(
      fc.property(print, print, (a, b) => {
        expect(compare(a, a)).toMatchObject({ same: true, sameBytes: true, differences: [], text: [] });
        expect(compare(a, b).same).toBe(Buffer.compare(a, b) === 0);
      }),
      { numRuns: 40 },
    );
  });

  test("differ one way as the other", () => {
    fc.assert(
      fc.property(print, print, (a, b) => {
        expect(inOrder(compare(b, a))).toEqual(inOrder(mirrored(compare(a, b))));
      }),
      { numRuns: 40 },
    );
  });

  test("also with bytes that are changed anywhere", () => {
    const sample = sampleReceipt();
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.nat(255), (place, byte) => {
        const changed = Uint8Array.from(sample);
        changed[place] = byte;
        expect(inOrder(compare(changed, sample))).toEqual(inOrder(mirrored(compare(sample, changed))));
      }),
      { numRuns: 60 },
    );
  });
});
