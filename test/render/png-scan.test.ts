import { expect, test } from "bun:test";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmPath from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import { decode } from "../../src/escpos/escpos.ts";
import { renderPng } from "../../src/render/png.ts";
import { bytes, GS } from "../escpos/bytes.ts";

/** From the package itself: nothing is fetched. */
prepareZXingModule({ overrides: { wasmBinary: await Bun.file(wasmPath).arrayBuffer() } });

test("a scanner reads the bar code and the QR code of a receipt from its PNG file", async () => {
  const address = "https://example.com/r/42";
  const print = bytes(
    "Order 42\n",
    [GS, 0x48, 2, GS, 0x6b, 67, 12],
    "400638133393",
    "\n\n\n",
    [GS, 0x28, 0x6b, 3, 0, 49, 67, 5],
    [GS, 0x28, 0x6b, 3 + address.length, 0, 49, 80, 48],
    address,
    [GS, 0x28, 0x6b, 3, 0, 49, 81, 48],
    "\nThank you\n",
  );
  const file = new Blob([renderPng(decode(print, { columns: 48 }))]);
  const found = await readBarcodes(file, { tryHarder: true });
  expect(found.map(({ text }) => text).toSorted()).toEqual(["4006381333931", address]);
});

test("a bar code that begins at the very edge of the print area has its quiet zone on the paper", async () => {
  const print = bytes([GS, 0x77, 2, GS, 0x6b, 70, 8], "12345678", "\n");
  const found = await readBarcodes(new Blob([renderPng(decode(print, { columns: 32 }))]), {
    tryHarder: true,
  });
  expect(found.map(({ format, text }) => [format, text])).toEqual([["ITF", "12345678"]]);
});
