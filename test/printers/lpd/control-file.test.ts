import { expect, test } from "bun:test";
import fc from "fast-check";
import { readControlFile } from "../../../src/printers/lpd/control-file.ts";
import { latin1 } from "./run-session.ts";

test.each([
  // As CUPS writes it, with a banner and two copies.
  [
    "Htill-pc\nPanna\nJOrder 17\nCtill-pc\nLanna\nldfA017till-pc\nldfA017till-pc\nUdfA017till-pc\nNorder.bin\n",
    "Order 17",
    { user: "anna", host: "till-pc", copies: "2" },
    ["dfA017till-pc"],
  ],
  [
    "Hwin\nPbob\nNreceipt.prn\nfdfA001win\nUdfA001win\n",
    "receipt.prn",
    { user: "bob", host: "win" },
    ["dfA001win"],
  ],
  ["J\nN\nP\nH\n", null, {}, []],
  ["Pcarl\r\nJTwo files\r\nfdfA1x\r\nodfB1x\r\n", "Two files", { user: "carl" }, ["dfA1x", "dfB1x"]],
  ["", null, {}, []],
  ["JCaf\xe9\n", "Café", {}, []],
  ["JCaf\xc3\xa9\n", "Café", {}, []],
  ["Ja\x1b\x00b\n", "a b", {}, []],
])("%j is read", (text, label, tag, dataFiles) => {
  const control = readControlFile(latin1(text));
  expect(control.label).toBe(label);
  expect(Object.fromEntries(control.tag)).toEqual(tag as Record<string, string>);
  expect([...control.dataFiles]).toEqual(dataFiles);
});

test("what is too long is cut, by code points", () => {
  const { label, tag } = readControlFile(
    new TextEncoder().encode(`J${"😀".repeat(300)}\nP${"u".repeat(300)}\n`),
  );
  expect(label).toBe("😀".repeat(200));
  expect(tag.get("user")).toBe("u".repeat(100));
});

test("any bytes are read, within a print's limits", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const { label, tag } = readControlFile(bytes);
      expect([...(label ?? "")].length).toBeLessThanOrEqual(200);
      for (const value of tag.values()) expect([...value].length).toBeLessThanOrEqual(100);
    }),
  );
});
