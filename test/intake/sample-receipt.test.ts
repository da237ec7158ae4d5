import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { sampleReceipt } from "../../src/intake/sample-receipt.ts";
import { renderText } from "../../src/render/text.ts";

test.each([24, 32, 42, 48, 80])(
  "the sample fills paper of %d columns, and no line of it breaks",
  (columns) => {
    const receipt = decode(sampleReceipt(columns), { columns });
    expect(receipt.notes).toEqual([]);
    const lines = renderText(receipt).split("\n");
    const [rule = "", coffee = "", croissant = ""] = lines.slice(
      lines.findIndex((line) => line.startsWith("---")),
    );
    expect(rule).toBe("-".repeat(columns));
    expect(coffee).toBe(`2 x Flat White${"7.00".padStart(columns - 14)}`);
    expect(croissant).toBe(`1 x Croissant${"3.20".padStart(columns - 13)}`);
    const edge = receipt.pieces.reduce((most, { x, width }) => Math.max(most, x + width), 0);
    expect(edge).toBe(receipt.widthDots);
  },
);
