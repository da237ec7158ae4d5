import { expect, test } from "bun:test";
import { type StoredPrint, PrintTexts } from "../../../src/search/text/print-texts.ts";
import { encodeContent } from "../../../src/storage/raw-content.ts";

const printOf = (printId: number, text: string, fields: Partial<StoredPrint> = {}): StoredPrint => ({
  printId,
  charset: "western",
  profile: "epson",
  ...encodeContent(Uint8Array.from(Buffer.from(text, "latin1"))),
  ...fields,
});

test("a print's lines, of its bytes", () => {
  const texts = new PrintTexts();
  expect(texts.linesOf(printOf(1, "Flat  White\n"))).toEqual(["flat white"]);
  expect(texts.linesOf(printOf(2, "Tea\n".repeat(100)))).toEqual(["tea"]);
});

test("a workspace's new settings count at once", () => {
  const texts = new PrintTexts();
  expect(texts.linesOf(printOf(1, "\xb1\xb2\n", { charset: "thai" }))).toEqual(["ฑฒ"]);
  expect(texts.linesOf(printOf(1, "\xb1\xb2\n"))).not.toEqual(["ฑฒ"]);
});

test("damaged bytes have no text, and hinder no one", () => {
  const damaged = printOf(1, "Flat White\n", { content: Buffer.from("Flat Whale\n") });
  expect(new PrintTexts().linesOf(damaged)).toEqual([]);
});

test("what was asked for last is kept, and forgotten when it is too much", () => {
  const texts = new PrintTexts();
  const first = texts.linesOf(printOf(1, "first\n"));
  expect(texts.linesOf(printOf(1, "first\n"))).toBe(first);
  const long = Array.from({ length: 2000 }, (_, line) => `a line of text of its own, number ${line}`).join(
    "\n",
  );
  for (let id = 2; id < 60; id++) texts.linesOf(printOf(id, long));
  expect(texts.linesOf(printOf(1, "first\n"))).not.toBe(first);
});
