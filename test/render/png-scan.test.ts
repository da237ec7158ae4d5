import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderPng } from "../../src/render/png.ts";
import { bytes, GS } from "../escpos/bytes.ts";
import { receiptOfSymbols, SCANNED_SYMBOLS } from "../symbols/receipt-of-symbols.ts";
import { scanFile } from "../symbols/scan.ts";

test("a scanner reads every code of a receipt from its PNG file", async () => {
  const receipt = decode(receiptOfSymbols(), { columns: 48 });
  expect(await scanFile(new Blob([renderPng(receipt)]))).toEqual(SCANNED_SYMBOLS);
});

test("a bar code that fills the print area has its quiet zones on the paper", async () => {
  const print = bytes([GS, 0x77, 2, GS, 0x6b, 70, 8], "12345678", "\n");
  const receipt = decode(print, { columns: 13 });
  expect(receipt.pieces[0]).toMatchObject({ x: 0 });
  expect(await scanFile(new Blob([renderPng(receipt)]))).toEqual(["ITF 12345678"]);
});
