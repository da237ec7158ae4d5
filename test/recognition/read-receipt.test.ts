import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { readReceipt } from "../../src/recognition/read-receipt.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { pictureReceipt } from "./picture-receipt.ts";

test("the pictures of a receipt are read here and now, and shown where they are", async () => {
  const { raw } = pictureReceipt(
    bytes(
      [ESC, 0x61, 1, GS, 0x21, 0x11],
      "CORNER SHOP\n",
      [GS, 0x21, 0, ESC, 0x61, 0],
      "\nOrder 1001\n",
      `${"2 Flat white".padEnd(44)}8.20\n`,
      `${"TOTAL".padEnd(44)}8.20\n`,
    ),
  );
  const receipt = decode(bytes("Above\n", raw), { columns: 48 });
  const recognition = await readReceipt(receipt, ["eng"], null);
  expect(renderText(receipt, { recognition }).replace(/\d+ % sure ─+/, "")).toBe(
    [
      "Above",
      "┌─ recognised, ┐",
      "                   CORNER SHOP",
      "",
      "Order 1001",
      "2 Flat white                                8.20",
      "TOTAL                                       8.20",
      "└──────────────────────────────────────────────┘",
      "",
    ].join("\n"),
  );
});

test("codes in a picture are what a scanner reads, where they stand", async () => {
  const link = "https://example.com/r/1001";
  const { raw } = pictureReceipt(
    bytes(
      "Order 1001\n",
      [GS, 0x28, 0x6b, 3, 0, 49, 67, 6],
      [GS, 0x28, 0x6b, link.length + 3, 0, 49, 80, 48],
      link,
      [GS, 0x28, 0x6b, 3, 0, 49, 81, 48],
      "\n",
      [GS, 0x68, 80, GS, 0x77, 2, GS, 0x6b, 67, 13],
      "4006381333931",
      "\nThank you\n",
    ),
  );
  const receipt = decode(raw, { columns: 48 });
  const recognition = await readReceipt(receipt, ["eng"], null);
  const lines = renderText(receipt, { recognition }).split("\n");
  expect(lines.map((line) => line.trim()).filter((line) => /^[[OT]/.test(line))).toEqual([
    "Order 1001",
    `[QR code ${link}]`,
    "[EAN13 4006381333931]",
    "Thank you",
  ]);
});

test("a receipt without pictures is not read", async () => {
  expect(await readReceipt(decode(bytes("A\n"), { columns: 48 }), ["xyz"], null)).toEqual([]);
});
