import { describe, expect, test } from "bun:test";
import { decodeMasked } from "../../src/cards/masked-receipt.ts";
import { render } from "../../src/render/render.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";

const FORMATS = ["text", "svg", "html", "json", "commands", "explain"] as const;
const OPTIONS = { origins: false, title: "Print 1", createdAt: 0 };

/** All that is made of a print, with its bytes in hexadecimal as text again. */
function allOf(raw: Uint8Array, columns = 48): string {
  const receipt = decodeMasked(raw, { columns }, true);
  const made = FORMATS.map((format) => String(render(receipt, format, OPTIONS))).join("\n");
  const hexadecimal = made.replaceAll(/"bytes":"((?:[0-9a-f]{2})+)"/g, (_, hex: string) =>
    Buffer.from(hex, "hex").toString("latin1"),
  );
  return hexadecimal.replaceAll(/<[^>]*>/g, "");
}

describe("a receipt with a full card number", () => {
  test.each([
    ["on a line", bytes("VISA\n4111111111111111\nTotal 4.50\n")],
    ["in groups", bytes("Card 4111 1111 1111 1111\n")],
    ["in two styles", bytes("Visa 41111111", ESC, "E", 1, "11111111\n")],
    ["broken at the edge of the paper", bytes("Your Visa card has the number 4111111111111111\n")],
    ["printed by a macro", bytes(GS, ":", "Visa 4111111111111111\n", GS, ":", GS, "^", 1, 0, 0)],
    ["upside down", bytes(ESC, "{", 1, "Visa 4111111111111111\n")],
  ])("%s: is shown without it in all forms", (_, raw) => {
    for (const columns of [32, 48]) {
      const shown = allOf(raw, columns);
      const digits = shown.replaceAll(/[^\d*]/g, "");
      expect(digits).toContain("411111******1111");
      expect(digits).not.toContain("4111111111111111");
    }
  });

  test("has the same picture but for the digits", () => {
    const masked = decodeMasked(bytes("Visa 4111111111111111\nTotal 4.50\n"), { columns: 48 }, true);
    const stars = decodeMasked(bytes("Visa 411111******1111\nTotal 4.50\n"), { columns: 48 }, true);
    expect(render(masked, "png", OPTIONS)).toEqual(render(stars, "png", OPTIONS));
  });

  test("keeps its own bytes, a Buffer too", () => {
    const raw = Buffer.from(bytes("Visa 4111111111111111\n"));
    expect(render(decodeMasked(raw, {}, true), "text", OPTIONS)).toContain("411111******1111");
    expect(raw.toString("latin1")).toBe("Visa 4111111111111111\n");
  });

  test("is shown with it where that is wanted", () => {
    const raw = bytes("Visa 4111111111111111\n");
    expect(render(decodeMasked(raw, {}, false), "text", OPTIONS)).toContain("4111111111111111");
    expect(raw).toEqual(bytes("Visa 4111111111111111\n"));
  });
});

test("other receipts are as they were", () => {
  const raw = bytes("Order 4111111111111111\nIBAN DE89 3704 0044 0532 0130 00\n");
  expect(decodeMasked(raw, {}, true)).toEqual(decodeMasked(raw, {}, false));
});
