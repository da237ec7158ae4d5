import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { pdfText } from "../../src/render/pdf-writer.ts";
import { renderPdf } from "../../src/render/pdf.ts";
import { renderPng } from "../../src/render/png.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";

const TITLE = { title: "t" };

/** A picture that ends inside its data, and paper longer than any picture may be. */
const CUT_SHORT = decode(bytes("Till 1\n", [GS, 0x76, 0x30, 0, 9, 0, 9, 0], "abc"), { columns: 48 });
const LONG = decode(
  bytes(
    "Till 1\n",
    new Uint8Array(3 * 1600).fill(0xff).map((_, at) => [ESC, 0x64, 255][at % 3] ?? 0),
  ),
  {
    columns: 255,
  },
);

const ENDS_INSIDE = "the print ends inside GS v 0 at byte 7";
const MORE_PAPER = /this picture ends here: \d+ dots of paper are left out/;

const asText = (file: Uint8Array): string => Buffer.from(file).toString("latin1");

test("a PNG says in its comment what is left out", () => {
  expect(asText(renderPng(CUT_SHORT))).toContain(`iTXtComment\0\0\0\0\0${ENDS_INSIDE}`);
  expect(asText(renderPng(LONG))).toMatch(MORE_PAPER);
  expect(asText(renderPng(decode(bytes("A\n"), { columns: 48 })))).not.toContain("iTXt");
});

test("a PDF says in its subject what is left out", () => {
  expect(asText(renderPdf(CUT_SHORT, TITLE))).toContain(`/Subject ${pdfText(ENDS_INSIDE)}`);
  expect(asText(renderPdf(decode(bytes("A\n"), { columns: 48 }), TITLE))).not.toContain("/Subject");
});
