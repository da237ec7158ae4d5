import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode } from "../../src/escpos/escpos.ts";
import { familyOfLanguage } from "../../src/escpos/language-detection.ts";
import { MODEL_IDS, PRINTER_MODELS } from "../../src/escpos/models/models.ts";
import type { Piece } from "../../src/escpos/receipt.ts";
import { printerOf } from "../../src/escpos/models/printer-of-print.ts";
import { sourceFor, translationFor } from "../../src/translation/translation.ts";
import { FUZZ_RECEIPTS } from "../escpos/fuzz-receipts.ts";
import { inkLines, isRed, onPaper, translated } from "./drawn.ts";

const SEED = 20261122;

/** One printer for each way to print pictures, all with 576 dots across. */
const TARGETS = [
  "epson-80mm",
  "generic-80mm",
  "wincor-nixdorf-th230",
  "star-tsp100",
  "star-tsp650ii",
  "star-mc-print3",
  "star-escpos",
] as const;

/** Mutated and hostile prints may be longer than what a test can draw as lines of text. */
const MOST_ROWS = 20_000;

type Target = (typeof TARGETS)[number];

/** Has a print drawn for a printer with dots as its own, and compares the ink on both papers. */
function expectSamePaper(print: Uint8Array, target: Target): void {
  const { target: real } = translationFor({ targetModel: target, translate: "always" }, {});
  const made = decode(print, sourceFor({}, real));
  fc.pre(made.heightDots <= MOST_ROWS && !made.truncated);
  const model = PRINTER_MODELS[target];
  const result = translated(print, target, {}, "always");
  const drawn = onPaper(result.bytes, target);
  // Strips of columns are no nearer to each other than they are high.
  const linesOf = (receipt: typeof made, isWanted?: (piece: Piece) => boolean): string[] => {
    const lines = inkLines(receipt, isWanted);
    return model.lacks.has("raster images") ? lines.filter((line) => line.includes("#")) : lines;
  };
  expect(linesOf(drawn)).toEqual(linesOf(made));
  // StarPRNT has no rows of two colours.
  if (model.colors === 2 && model.language !== "star-prnt")
    expect(linesOf(drawn, isRed)).toEqual(linesOf(made, isRed));
  const kindsOf = (receipt: typeof made): string[] =>
    receipt.events.flatMap(({ kind, pulse }) =>
      kind === "drawer" || kind === "buzzer" ? [`${kind} ${pulse?.connector ?? 1}`] : [],
    );
  expect(kindsOf(drawn)).toEqual(kindsOf(made));
}

describe("what is drawn for a printer with the same dots is the same paper", () => {
  for (const target of TARGETS) {
    test.each(FUZZ_RECEIPTS.map(([feature, print]) => [feature, print] as const))(
      `${target}: %s`,
      (_feature, print) => expectSamePaper(print, target),
    );
  }

  test("also when bytes of them are changed", () => {
    const changed = fc
      .tuple(
        fc.constantFrom(...FUZZ_RECEIPTS.map(([, print]) => print)),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 5 }),
      )
      .map(([print, changes]) => {
        const bytes = Uint8Array.from(print);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        return bytes;
      });
    fc.assert(
      fc.property(changed, fc.constantFrom(...TARGETS), (print, target) => expectSamePaper(print, target)),
      { seed: SEED, numRuns: 60 },
    );
  });
});

test("any print becomes the commands of any model, in its language and inside its paper", () => {
  const prints = fc.constantFrom(...FUZZ_RECEIPTS.map(([, print]) => print));
  fc.assert(
    fc.property(prints, fc.constantFrom(...MODEL_IDS), fc.constantFrom(...MODEL_IDS), (print, from, to) => {
      const { bytes } = translated(print, to, { model: from }, "always");
      const model = PRINTER_MODELS[to];
      const receipt = onPaper(bytes, to);
      const isUnknown = receipt.pieces.some(({ kind }) => kind === "placeholder");
      if (!isUnknown) expect({ from, to, notes: receipt.notes }).toEqual({ from, to, notes: [] });
      const read = printerOf(bytes, { model: to }).model.language;
      expect(familyOfLanguage(read)).toBe(familyOfLanguage(model.language));
      for (const { x, width } of receipt.pieces) expect(x + width).toBeLessThanOrEqual(model.widthDots + 7);
    }),
    { seed: SEED, numRuns: 120 },
  );
});
