import { expect, test } from "bun:test";
import { readFiscalCode } from "../../src/fiscal/read-codes.ts";
import { judgeSignature, NO_KEYS } from "../../src/fiscal/signature.ts";
import { readCodes } from "../../src/recognition/engine/codes.ts";
import { MadeKey, MadeTill, madeTse } from "./made-codes.ts";
import { qrDots } from "./receipts.ts";

/** Dots a module, as programs scale pictures to the paper, and by how much they begin beside a dot. */
const SIZES = [
  [2, 0],
  [3, 0],
  [4, 0.5],
  [6, 0],
  [2.5, 0],
  [3.4, 0.5],
  [5.5, 0.3],
] as const;

test.each(SIZES)("codes are read in pictures, %p dots a module, %p dots aside", async (size, offset) => {
  const key = new MadeKey("P-384");
  for (const text of [madeTse({ key }), new MadeTill(new MadeKey()).next()]) {
    const [read, ...more] = await readCodes(qrDots(text, size, offset));
    expect([read?.text, more]).toEqual([text, []]);
    const code = readFiscalCode(read?.text ?? "");
    expect(code?.faults).toEqual([]);
    if (code?.system === "tse") expect(judgeSignature(code, NO_KEYS)).toBe("valid");
  }
});
