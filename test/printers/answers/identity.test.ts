import { expect, test } from "bun:test";
import type { ModelId } from "../../../src/escpos/models/models.ts";
import { identityReply } from "../../../src/printers/answers/identity.ts";
import { detailsOf } from "../../../src/printers/printer-details.ts";

const PRINTER = { model: null, width: null, profile: null, charset: null, reportedModel: null } as const;

/** The answer to GS I n of a printer with some settings. */
function reply(n: number, settings: Partial<Parameters<typeof detailsOf>[0]>): string {
  const details = detailsOf({ ...PRINTER, ...settings }, {});
  return Buffer.from(identityReply(n, 7, details) ?? []).toString("latin1");
}

test.each<[ModelId, modelId: number, type: number, maker: string, name: string]>([
  ["epson-80mm", 0x20, 0x02, "EPSON", "TM-T88V"],
  ["epson-tm-t88vi", 0x20, 0x02, "EPSON", "TM-T88VI"],
  ["epson-tm-t20ii-42", 0x63, 0x02, "EPSON", "TM-T20II"],
  ["epson-tm-t70ii-china", 0x20, 0x03, "EPSON", "TM-T70II"],
  ["epson-tm-u220", 0x0d, 0x00, "EPSON", "TM-U220"],
  ["generic-58mm", 0x20, 0x00, "EPSON", "TM-T88V"],
  ["bixolon-srp-350iii", 0x20, 0x02, "BIXOLON", "SRP-350III"],
  ["star-80mm", 0x20, 0x02, "Star", "TSP650II"],
  ["zjiang-zj-58", 0x20, 0x00, "ZJIANG", "ZJ-58"],
])("%s says what it is", (model, modelId, type, maker, name) => {
  expect(reply(1, { model }).charCodeAt(0)).toBe(modelId);
  expect(reply(2, { model }).charCodeAt(0)).toBe(type);
  expect(reply(66, { model })).toBe(`_${maker}\0`);
  expect(reply(67, { model })).toBe(`_${name}\0`);
});

test("a printer that says it is another model is that one, where it is known", () => {
  expect(reply(1, { reportedModel: "TM-T20II" }).charCodeAt(0)).toBe(0x63);
  expect(reply(67, { reportedModel: "TM-T20II" })).toBe("_TM-T20II\0");
  expect(reply(1, { model: "epson-tm-t20ii", reportedModel: "Till 3" }).charCodeAt(0)).toBe(0x63);
  expect(reply(67, { model: "epson-tm-t20ii", reportedModel: "Till 3" })).toBe("_Till 3\0");
});

test("a profile of its own names another maker", () => {
  expect(reply(66, { profile: "citizen" })).toBe("_CITIZEN\0");
  expect(reply(66, { model: "bixolon-srp-350", profile: "star" })).toBe("_Star\0");
});
