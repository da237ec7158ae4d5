import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PrinterSettings } from "../../src/contract/printer-settings.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { inkLines, onPaper } from "../translation/drawn.ts";
import { RealParts } from "./real-parts.ts";
import { ScriptedPrinter } from "./scripted-printer.ts";

let parts: RealParts;

beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(() => parts.end());

const ORDER = new Uint8Array(bytes([ESC, 0x40], "Flat White   3.75\n", [GS, 0x56, 66, 0]));

/** Prints an order on a printer whose target is a folder. @returns the files that are in it then */
async function printed(
  settings: Partial<PrinterSettings>,
  print: Uint8Array<ArrayBuffer> = ORDER,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const folder = join(parts.folder, "paper");
  mkdirSync(folder);
  const printer = await parts.addPrinter({ name: "kitchen", target: `file:${folder}`, ...settings });
  await parts.print(printer, new Uint8Array(print));
  await parts.settled();
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

describe("what the real printer is sent", () => {
  test("is the print where nothing is said of it", async () => {
    const [file, ...more] = await printed({});
    expect(more).toEqual([]);
    expect(new Uint8Array(file?.bytes ?? [])).toEqual(ORDER);
    expect(parts.all()).toMatchObject([{ state: "done", notes: [] }]);
  });

  test("is drawn for one that speaks another language, and the delivery says so", async () => {
    const [file] = await printed({ targetModel: "star-tsp100" });
    const paper = onPaper(file?.bytes ?? new Uint8Array(), "star-tsp100");
    expect(inkLines(paper)).toEqual(inkLines(decode(ORDER, {})));
    expect(paper.pieces.at(-1)).toMatchObject({ kind: "cut", cut: "partial", feeds: true });
    const notes = ["Drawn for the Star TSP100: its commands are ESC/POS, and the Star TSP100 speaks Star's."];
    expect(parts.all()).toMatchObject([{ state: "done", notes }]);
  });

  test("is the print where it is never to be drawn", async () => {
    const [file] = await printed({ targetModel: "star-tsp100", translate: "never" });
    expect(new Uint8Array(file?.bytes ?? [])).toEqual(ORDER);
  });

  test("is the print where that is longer and can go as it is", async () => {
    const long = new Uint8Array(bytes([ESC, 0x40], "Flat White   3.75\n".repeat(2_000)));
    const [file] = await printed({ model: "epson-tm-t20", targetModel: "epson-tm-t88v" }, long);
    expect(new Uint8Array(file?.bytes ?? [])).toEqual(long);
    expect(parts.all()).toMatchObject([{ state: "done", notes: [] }]);
  });

  test("is a PDF for a printer of pages", async () => {
    const [file] = await printed({ targetModel: "office-a4" });
    expect(file?.name).toEndWith(".pdf");
    expect(Buffer.from(file?.bytes ?? []).toString("latin1", 0, 8)).toBe("%PDF-1.7");
  });
});

test("a real printer of Star's is asked in its own language, and what may have to be drawn waits for its end", async () => {
  const real = ScriptedPrinter.start({ isStar: true });
  const settings = { target: real.target, targetModel: "star-mc-print3" } as const;
  const printer = await parts.addPrinter({ name: "kitchen", ...settings });
  expect(parts.deliveries.canForward(printer.id)).toBe(false);
  await parts.print(printer, new Uint8Array(ORDER));
  await parts.settled();
  expect(real.received).toContain("\x1b\x06\x01");
  expect(real.received).not.toContain("\x10\x04");
  expect(real.received).toContain("\x1b\x1dS\x01");
  expect(parts.all()).toMatchObject([{ state: "done", attempts: 1 }]);
  real.goAway();
});

test("what goes through as it is is forwarded as it comes", async () => {
  const real = ScriptedPrinter.start();
  const printer = await parts.addPrinter({ name: "kitchen", target: real.target, model: "epson-tm-t88v" });
  expect(parts.deliveries.canForward(printer.id)).toBe(true);
  await parts.setPrinter(printer.id, { translate: "always" });
  expect(parts.deliveries.canForward(printer.id)).toBe(false);
  real.goAway();
});
