import { expect, test } from "bun:test";
import { PRINTER_MODELS, type ModelId } from "../../../src/escpos/escpos.ts";
import { identityReply } from "../../../src/printers/answers/identity.ts";

const PRINTER = { id: 7, model: "TM-T88V", profile: null, charset: null } as const;

/** The answer to GS I n of a printer that stands for a model. */
function reply(n: number, id: ModelId): string {
  return Buffer.from(identityReply(n, PRINTER, PRINTER_MODELS[id]) ?? []).toString("latin1");
}

test.each<[ModelId, modelId: number, type: number, maker: string, name: string]>([
  ["epson-tm-t88vi", 0x20, 0x02, "EPSON", "TM-T88VI"],
  ["epson-tm-t20ii-42", 0x63, 0x02, "EPSON", "TM-T20II"],
  ["epson-tm-u220", 0x20, 0x00, "EPSON", "TM-U220"],
  ["bixolon-srp-350iii", 0x20, 0x02, "BIXOLON", "SRP-350III"],
  ["zjiang-zj-58", 0x20, 0x00, "ZJIANG", "ZJ-58"],
])("%s says what it is", (id, modelId, type, maker, name) => {
  expect(reply(1, id).charCodeAt(0)).toBe(modelId);
  expect(reply(2, id).charCodeAt(0)).toBe(type);
  expect(reply(66, id)).toBe(`_${maker}\0`);
  expect(reply(67, id)).toBe(`_${name}\0`);
});

test("without a model a printer is what its name says", () => {
  const named = { ...PRINTER, model: "TM-T20II" };
  expect(identityReply(1, named)).toEqual(Uint8Array.of(0x63));
  expect(identityReply(1, { ...PRINTER, model: "Till 3" })).toEqual(Uint8Array.of(0x20));
  expect(Buffer.from(identityReply(67, named) ?? []).toString("latin1")).toBe("_TM-T20II\0");
});
