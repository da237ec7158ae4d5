import { describe, expect, test } from "bun:test";
import { checkAmounts, PROVEN_CONFIDENCE } from "../../../src/recognition/engine/amounts.ts";
import { SURE_CONFIDENCE } from "../../../src/recognition/engine/confidence.ts";
import type { RecognisedLine } from "../../../src/recognition/recognised.ts";

/** Lines on paper of 48 columns of 12 dots: the last word ends at the right edge, but for lines with a ~ before. */
function linesOf(texts: readonly string[], confidence = 88): RecognisedLine[] {
  return texts.map((text, line) => {
    const words = text.split(" ");
    const shift = text.startsWith("~") ? -100 : 0;
    let right = 576 + shift;
    const boxes = words.toReversed().map((word) => {
      right -= 12 * (word.length + 1);
      return { x: right, y: 30 * line, width: 12 * word.length, height: 24 };
    });
    return {
      words: words.map((word, at) => ({
        text: word.replace("~", ""),
        confidence,
        box: boxes.toReversed()[at] ?? { x: 0, y: 0, width: 0, height: 0 },
      })),
      box: { x: 0, y: 30 * line, width: 576, height: 24 },
    };
  });
}

const sureOf = (texts: readonly string[]) =>
  checkAmounts(linesOf(texts), 576).map(({ words }) =>
    words.some((word) => word.confidence === PROVEN_CONFIDENCE),
  );

describe("amounts that prove each other", () => {
  test.each([
    {
      what: "items and their total",
      texts: ["Tea 3.10", "Cake 4.20", "TOTAL 7.30"],
      sure: [true, true, true],
    },
    {
      what: "a comma, thousands, a currency",
      texts: ["A € 1.000,10", "B € 234,00", "C € 1.234,10"],
      sure: [true, true, true],
    },
    {
      what: "a subtotal and taxes between",
      texts: ["Tea 3.10", "Cake 4.20", "Net 6.14", "VAT 1.16", "TOTAL 7.30"],
      sure: [true, true, true, true, true],
    },
    { what: "what was paid", texts: ["Tea 3.10", "TOTAL 9.99", "Card 9.99"], sure: [false, true, true] },
    {
      what: "the change",
      texts: ["Tea 1.11", "TOTAL 7.30", "Cash 10.00", "Change 2.70"],
      sure: [false, true, true, true],
    },
    {
      what: "details that are no column",
      texts: ["Tea 3.10", "~2 x 1.55", "Cake 4.20", "TOTAL 7.30"],
      sure: [true, false, true, true],
    },
  ])("$what", ({ texts, sure }) => {
    expect(sureOf(texts)).toEqual([...sure]);
  });

  test.each([
    { what: "a total that does not fit", texts: ["Tea 3.10", "Cake 4.20", "TOTAL 7.80"] },
    { what: "amounts of nothing", texts: ["Tea 3.10", "Gift 0.00", "TOTAL 0.01"] },
    { what: "numbers that are no amounts", texts: ["Order 4285", "Table 12", "Guests 12"] },
    { what: "one amount", texts: ["TOTAL 7.30"] },
    { what: "no line", texts: [] },
  ])("not $what", ({ texts }) => {
    expect(sureOf(texts)).not.toContain(true);
  });
});

test("an amount that nothing proves is less sure than it was, words are as sure", () => {
  const [line] = checkAmounts(linesOf(["TOTAL 7.30"]), 576);
  const [word, amount] = line?.words ?? [];
  expect(word?.confidence).toBe(88);
  expect(amount?.confidence).toBeLessThan(SURE_CONFIDENCE);
});

test("many equal amounts take little time", () => {
  const lines = linesOf(Array.from({ length: 3_000 }, () => "Tea 1.00"));
  const began = performance.now();
  checkAmounts(lines, 576);
  expect(performance.now() - began).toBeLessThan(2_000);
});
