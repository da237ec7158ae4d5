import { expect, test } from "bun:test";
import { CHARSETS, PRINTER_PROFILES } from "../../../src/escpos/escpos.ts";
import { receiptLines } from "../../../src/search/text/receipt-lines.ts";
import { TEXT_VERSION, textVersionOf } from "../../../src/search/text/text-settings.ts";
import { FUZZ_RECEIPTS } from "../../escpos/fuzz-receipts.ts";
import { receiptOfSymbols } from "../../symbols/receipt-of-symbols.ts";

/**
 * The hash of the lines of the receipts below, by version. When this test fails because the same receipts are read
 * differently, raise TEXT_VERSION and add a line; when only the receipts were changed, replace the last hash.
 */
const HASHES: Readonly<Record<number, string>> = {
  1: "75975f517899c6645341a26cfc340f7d886565305c4a13f8f92a109300a6261f",
  2: "aba4034f106caefc8544f91b821ff3671fac32752673396230ceb3a9179d70e4",
  // Composed (NFC).
  3: "6bbc1bdcd6ed167031da70dd202cff493b7843815b12dff82af6e29cfcd733d2",
};

test("other text for the same receipts has another version", () => {
  const receipts = [...FUZZ_RECEIPTS.map(([, print]) => print), receiptOfSymbols()];
  const text = receipts.map((raw) => receiptLines(raw, { charset: "auto", profile: "epson" }));
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(text)).digest("hex");
  expect({ version: TEXT_VERSION, hash }).toEqual({
    version: TEXT_VERSION,
    hash: HASHES[TEXT_VERSION] ?? "",
  });
  expect(Object.keys(HASHES).at(-1)).toBe(String(TEXT_VERSION));
});

test("other settings of a workspace have another version", () => {
  const settings = CHARSETS.flatMap((charset) => PRINTER_PROFILES.map((profile) => ({ charset, profile })));
  expect(new Set(settings.map(textVersionOf)).size).toBe(settings.length);
});
