import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { kicksDrawer, withoutKicks, workOf } from "../../../src/delivery/preparation/job-work.ts";
import { prepare } from "../../../src/delivery/preparation/prepare.ts";
import { ESCPOS } from "../../../src/escpos/commands/escpos-dialect.ts";
import { STAR } from "../../../src/escpos/star/star-dialect.ts";
import { dialectFor } from "../../../src/escpos/dialects.ts";
import { tokenize } from "../../../src/escpos/tokenizer.ts";
import { bytes, contextWith, printerWith } from "./context.ts";

const text = (data: Uint8Array) => Buffer.from(data).toString("latin1");

/** A raster of two rows of bytes that look like ESC p. */
const RASTER = `\x1dv0\0\x05\0\x02\0${"\x1bp\0\x19\xfa".repeat(2)}`;

test.each([
  ["escpos", "ESC p", "\x1b@A\n\x1bp\0\x19\xfaB\n", "\x1b@A\nB\n"],
  ["escpos", "ESC p with digits", "A\n\x1bp1\x19\xfa", "A\n"],
  ["escpos", "ESC p without its times before another command", "\x1bp0\x1b@A\n", "\x1b@A\n"],
  ["escpos", "ESC p that the job ends in", "A\n\x1bp0", "A\n"],
  ["escpos", "DLE DC4 1", "\x10\x14\x01\0\x08A\n", "A\n"],
  ["escpos", "several", "\x1bp\0\x19\xfaA\n\x1bp\x01\x19\xfa\x10\x14\x01\x01\x01B\n", "A\nB\n"],
  ["escpos", "the buzzer stays", "A\n\x1b(A\x03\0\x61\x01\x01\x1bB\x02\x02", null],
  ["escpos", "the same bytes in a picture stay", `A\n${RASTER}\n`, null],
  ["escpos", "Bematech's ESC v n", "\x1d\xf95\x01A\n\x1bv\x50B\n", null],
  ["star-line", "BEL, FS, SUB, EM", "A\n\x07B\n\x1c\x1a\x19C\n", "A\nB\nC\n"],
  ["star-line", "the times of the pulse stay", "\x1b\x07\x0b\x37A\n\x07", "\x1b\x07\x0b\x37A\n"],
  ["star-line", "the buzzer stays", "\x1b\x1d\x07\x01\x05\x05A\n", null],
  ["star-raster", "ESC * r D", "\x1b*rA\x1b*rD1\0b\x02\0\x07\x07\x1b*rB", "\x1b*rAb\x02\0\x07\x07\x1b*rB"],
] as const)("%s: %s", (language, _what, job, expected) => {
  const [given, left] = [bytes(job), withoutKicks(bytes(job), language)];
  if (expected !== null) expect(text(left)).toBe(expected);
  else expect([...tokenize(left, dialectFor(language))].some(kicksDrawer)).toBe(false);
  if (expected === null && !job.includes("\x1bv")) expect(text(left)).toBe(text(given));
});

test("whatever the bytes, no kick is left, and a job without one is as it was", () => {
  const piece = fc.constantFrom(
    "A\n",
    "\x1b@",
    "\x1bp\0\x19\xfa",
    "\x10\x14\x01\0\x01",
    "\x07",
    "\x1a",
    RASTER,
    "\x1d",
    "\x1b",
  );
  const job = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 })
    .map((parts) => bytes(parts.join("")));
  fc.assert(
    fc.property(job, fc.constantFrom("escpos", "star-line" as const), (given, language) => {
      const commands = [...tokenize(given, dialectFor(language))];
      const left = withoutKicks(given, language);
      const kept = commands.filter((command) => !kicksDrawer(command)).map((command) => text(command.bytes));
      expect(text(left)).toBe(kept.join(""));
    }),
  );
});

test.each([
  ["ESC/POS", ESCPOS],
  ["Star", STAR],
])("of %s each command that says that it kicks a drawer is known as one", (_name, dialect) => {
  const said = dialect.forms.filter(({ record: { words } }) => words.startsWith("drawer kick"));
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(({ record }) => record.kicksDrawer === undefined).map(({ name }) => name)).toEqual([]);
});

describe("a drawer kick", () => {
  const JOB = bytes("\x1b@Total 4.50\n\x1dV\0\x1bp\0\x19\xfa");
  const WITHOUT = "\x1b@Total 4.50\n\x1dV\0";
  const KICK = bytes("\x1b@\x1bp\0\x19\xfa");

  test.each([
    ["of a print of this moment goes", contextWith({ age: 9999 }), text(JOB), []],
    [
      "of an older one is left out",
      contextWith({ age: 75_000 }),
      WITHOUT,
      ["A drawer kick was left out: it was 1 min old."],
    ],
    [
      "goes as long as it is set to",
      contextWith({ age: 75_000, settings: { kickLifetime: 80 } }),
      text(JOB),
      [],
    ],
    [
      "goes for ever where that is set",
      contextWith({ age: 1e9, settings: { kickLifetime: null } }),
      text(JOB),
      [],
    ],
    [
      "of a copy is left out",
      contextWith({ delivery: { isCopy: true } }),
      WITHOUT,
      ["A drawer kick was left out: this is a copy, and the drawer hangs on the other printer."],
    ],
    [
      "that a backup has is left out",
      contextWith({
        delivery: { forPrinterId: 2 },
        forPrinter: printerWith({ name: "till-2" }),
        settings: { marks: false },
      }),
      WITHOUT,
      ["A drawer kick was left out: the drawer hangs on till-2."],
    ],
  ])("%s", (_name, context, expected, notes) => {
    const prepared = prepare(JOB, context);
    expect(text(prepared.bytes)).toBe(expected);
    expect(prepared.notes).toEqual(notes);
  });

  test("that is all of a job leaves nothing to be sent", () => {
    expect(prepare(KICK, contextWith({ age: 75_000 })).bytes.length).toBe(0);
    expect(prepare(KICK, contextWith({ age: 1000 })).bytes).toBe(KICK);
  });

  test("beside a buzzer leaves the buzzer", () => {
    const job = bytes("\x1bp\0\x19\xfa\x1bB\x02\x02");
    expect(text(prepare(job, contextWith({ age: 75_000 })).bytes)).toBe("\x1bB\x02\x02");
    expect(workOf(job, "escpos")).toEqual({ isOnPaper: false, isAny: true });
  });
});
