import { expect, test } from "bun:test";
import fc from "fast-check";
import { explain } from "../../src/explain/explain.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_EXPLAINED_BYTES, MAXIMUM_EXPLAINED_COMMANDS } from "../../src/escpos/limits.ts";
import { tokenize } from "../../src/escpos/tokenizer.ts";
import { bytes, ESC, FS, GS, LF, samplePage, sampleReceipt, type BytePart } from "../escpos/bytes.ts";
import { PRINTER_COMMANDS, sampleBytes } from "../escpos/command-samples.ts";
import { processorMilliseconds } from "../processor-time.ts";

const SEED = 20261120;
const COLUMNS = 32;

/** Random bytes, and prints with some bytes changed. */
const hostile = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom(sampleReceipt(), samplePage()),
      fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 8 }),
      fc.nat(300),
    )
    .map(([print, changes, length]) => {
      const changed = Uint8Array.from(print);
      for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte;
      return changed.subarray(0, length);
    }),
);

test("every byte is in one row, in order, and rows tell as much as their command has", () => {
  fc.assert(
    fc.property(hostile, (print) => {
      const { commands, notes } = explain(print, { columns: COLUMNS });
      let end = 0;
      for (const { offset, length, bytes: hex, sentence } of commands) {
        expect(offset).toBe(end);
        expect(hex).toBe(
          Buffer.from(print.subarray(offset, offset + length))
            .toString("hex")
            .slice(0, 2 * MAXIMUM_EXPLAINED_BYTES),
        );
        expect(sentence).not.toBe("");
        end = offset + length;
      }
      if (end < print.length) expect(notes.join()).toContain("are not listed");
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("the paper is the same whether or not it is explained, and pieces come from commands", () => {
  fc.assert(
    fc.property(hostile, (print) => {
      const receipt = decode(print, { columns: COLUMNS });
      const { heightDots, notes } = explain(print, { columns: COLUMNS });
      expect(heightDots).toBe(receipt.heightDots);
      expect(notes.slice(0, receipt.notes.length)).toEqual([...receipt.notes]);
      const commands = [...tokenize(print)];
      const starts = new Set(commands.map(({ offset }) => offset));
      const ends = new Set(commands.map(({ offset, length }) => offset + length));
      const isWhole = starts.size === 0 || receipt.notes.some((note) => note.endsWith("not ESC/POS"));
      for (const { from, to } of isWhole ? [] : [...receipt.pieces, ...receipt.events]) {
        expect(starts.has(from)).toBe(true);
        expect(ends.has(to)).toBe(true);
        expect(from).toBeLessThan(to);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

/** What stands around a command, to see whether it does something. */
const CONTEXTS: readonly (readonly [before: BytePart, after: BytePart])[] = [
  ["", "AB\tC\n D\n"],
  ["A", "B\nC\n"],
  [bytes([ESC, 0x4c], "A"), bytes("B\n", [ESC, 0x0c], "C\n", [ESC, 0x53], "D\n")],
  [bytes([GS, 0x48, 2]), bytes([GS, 0x6b, 67, 12], "400638133393")],
  [bytes([FS, 0x43, 1, FS, 0x26]), "\x82\xa0\xec\x40A[\n"],
  [bytes([ESC, 0x33, 99, ESC, 0x45, 1, ESC, 0x4d, 1, GS, 0x21, 0x11, ESC, 0x61, 1]), "A\nB\n"],
];

/** What is on the paper and beside it, whichever bytes made it. */
function shown(print: Uint8Array): string {
  const { pieces, events, heightDots } = decode(print, { columns: COLUMNS, charset: "western" });
  const withoutOrigins = (name: string, value: unknown): unknown =>
    name === "from" || name === "to" ? undefined : value;
  return JSON.stringify({ pieces, events, heightDots }, withoutOrigins);
}

test("what is said to be ignored or skipped changes nothing", () => {
  const parameters = [0, 1, 2, 3, 4, 9, 48, 49, 50, 51, 53, 66, 98, 104, 254];
  for (const sample of PRINTER_COMMANDS) {
    for (const at of [2, 3, 6]) {
      for (const parameter of parameters) {
        const command = Uint8Array.from(sampleBytes(sample));
        if (at < command.length) command[at] = parameter;
        for (const [before, after] of CONTEXTS) {
          const print = bytes(before, command, after);
          const start = bytes(before).length;
          const { commands } = explain(print, { columns: COLUMNS, charset: "western" });
          const found = commands.find(({ offset }) => offset === start);
          if (found?.name !== sample[0] || found.length !== command.length) continue;
          // Of what is not on the paper the position may still have moved.
          const nothing =
            ["ignored", "none"].includes(found.effect) && !found.sentence.includes("not on the paper");
          if (nothing)
            expect([found.sentence, shown(print)]).toEqual([found.sentence, shown(bytes(before, after))]);
        }
      }
    }
  }
});

test("rows end with a note at their limit, and long data is cut", () => {
  const { commands, notes } = explain(new Uint8Array(MAXIMUM_EXPLAINED_COMMANDS + 5).fill(0x0d), {
    columns: 20,
  });
  expect(commands).toHaveLength(MAXIMUM_EXPLAINED_COMMANDS);
  expect(notes).toEqual([`commands from byte ${MAXIMUM_EXPLAINED_COMMANDS} on are not listed`]);
  const [text] = explain(bytes("x".repeat(1000), LF), { columns: 20 }).commands;
  expect(text).toMatchObject({ length: 1000, bytes: "78".repeat(MAXIMUM_EXPLAINED_BYTES) });
});

test("a megabyte of hostile commands takes linear time", () => {
  const print = new Uint8Array(1_000_000);
  for (let at = 0; at + 3 < print.length; at += 4) print.set([ESC, 0x45, 1, 0x80 + (at & 0x7f)], at);
  const started = processorMilliseconds();
  explain(print, { columns: 48 });
  expect(processorMilliseconds() - started).toBeLessThan(5_000);
});
