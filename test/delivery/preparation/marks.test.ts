import { describe, expect, test } from "bun:test";
import { prepare } from "../../../src/delivery/preparation/prepare.ts";
import { markLines } from "../../../src/delivery/preparation/marks.ts";
import { decode } from "../../../src/escpos/escpos.ts";
import { renderText } from "../../../src/render/text.ts";
import { bytes, contextWith, printerWith } from "./context.ts";

const MINUTES = 60_000;
const LATE = { waited: 14 * MINUTES, delivery: { createdAt: new Date(2026, 0, 31, 18, 3).getTime() } };
const KITCHEN = { forPrinter: printerWith({ name: "kitchen" }), waited: 30_000 };

test.each([
  ["a print of this moment", contextWith(), []],
  ["not yet late", contextWith({ ...LATE, waited: 5 * MINUTES - 1 }), []],
  ["late", contextWith(LATE), ["LATE 14 min · 18:03"]],
  ["late by hours", contextWith({ ...LATE, waited: 200 * MINUTES }), ["LATE 3 h · 18:03"]],
  ["late by days", contextWith({ ...LATE, waited: 3000 * MINUTES }), ["LATE 2 d · 2026-01-31 18:03"]],
  ["late by another measure", contextWith({ ...LATE, settings: { markLate: 900 } }), []],
  ["late where that is not told", contextWith({ ...LATE, settings: { markLate: null } }), []],
  ["perhaps twice", contextWith({ delivery: { possibleDuplicate: true } }), ["COPY?"]],
  ["of another printer", contextWith({ ...KITCHEN, delivery: { forPrinterId: 2 } }), ["for kitchen · 30 s"]],
  ["repeated", contextWith({ tag: '{"repeated":"true"}', settings: { repeats: "mark" } }), ["REPEATED"]],
  ["repeated, and only printed", contextWith({ tag: '{"repeated":"true"}' }), []],
  ["not repeated", contextWith({ tag: '{"table":"7"}', settings: { repeats: "mark" } }), []],
  [
    "all of it",
    contextWith({
      ...LATE,
      delivery: { ...LATE.delivery, possibleDuplicate: true },
      forPrinter: KITCHEN.forPrinter,
    }),
    ["COPY?", "for kitchen · 14 min", "LATE 14 min · 18:03"],
  ],
  ["with marks off", contextWith({ ...LATE, settings: { marks: false } }), []],
])("%s is marked so", (_name, context, expected) => {
  expect(markLines(context)).toEqual(expected);
});

describe("on paper a mark is a line of its own before the job, which is as it was", () => {
  const JOBS = {
    escpos: "\x1b@\x1ba\x01Order 77\n\x1dV\0",
    "without a reset": "Order 77\n\x1dV\0",
    "in page mode": "\x1bLOrder 77\n\x0c\x1dV\0",
    "a code page": "\x1bt\x10Order 77 \x80\n\x1dV\0",
    star: "\x1b@\x1b\x1da\x01Order 77\n\x1bd\x02",
  };

  test.each([
    ["escpos", undefined],
    ["without a reset", undefined],
    ["in page mode", undefined],
    ["a code page", undefined],
    ["escpos", "epson-tm-t88v"],
    ["star", "star-80mm"],
    ["star", "star-tsp650"],
    ["star", "star-tsp100iv"],
    ["star", "star-sp700"],
  ] as const)("%s, %p", (name, model) => {
    const job = bytes(JOBS[name]);
    const context = contextWith({ ...LATE, ...(model !== undefined && { model }) });
    const { bytes: sent, notes } = prepare(job, context);
    expect(notes).toEqual(['It begins with the line "LATE 14 min · 18:03".']);
    expect(Buffer.from(sent.subarray(-job.length))).toEqual(Buffer.from(job));
    const shown = (data: Uint8Array) => renderText(decode(data, context.source));
    const lines = shown(sent).split("\n");
    expect(lines[0]).toBe("LATE 14 min · 18:03");
    expect(lines.slice(1).join("\n")).toBe(shown(job));
  });

  test("on a printer for a double-byte charset, without a character that it has not", () => {
    const context = { ...contextWith(LATE), source: { charset: "china" as const } };
    const sent = prepare(bytes(JOBS.escpos), context).bytes;
    expect(renderText(decode(sent, context.source))).toStartWith("LATE 14 min - 18:03\n");
  });

  test("on a printer that has only raster mode, a picture without a cut", () => {
    const context = contextWith({ ...LATE, model: "star-tsp100" });
    const job = bytes("\x1b*rR\x1b*rA\x1b*rE9\0b\x02\0\xff\xff\x1b*rB");
    const { bytes: sent } = prepare(job, context);
    const { pieces } = decode(sent, context.source);
    const pictures = pieces.filter(({ kind }) => kind === "raster");
    expect(pictures).toHaveLength(2);
    expect(pictures[0]?.height).toBeGreaterThan(10);
    expect(pictures[0]?.height).toBeLessThan(40);
    expect(pieces.filter(({ kind }) => kind === "cut")).toHaveLength(1);
  });

  test("a job that leaves nothing on paper gets none", () => {
    const job = bytes("\x1bB\x02\x02");
    expect(prepare(job, contextWith(LATE))).toEqual({ bytes: job, notes: [] });
  });
});
