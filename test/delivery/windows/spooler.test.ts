import { cc, toArrayBuffer } from "bun:ffi";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SPOOLER_FUNCTIONS } from "../../../src/delivery/windows/spooler-functions.ts";
import {
  deleteWindowsJob,
  listWindowsPrinters,
  readWindowsJob,
  readWindowsPrinter,
  submitToWindows,
  type WindowsPrinter,
} from "../../../src/delivery/windows/windows-spooler.ts";
import { GONE, windowsJobState, windowsPrinterState } from "../../../src/delivery/windows/windows-status.ts";
import { HEALTHY } from "../../../src/domain/printer-status.ts";

/* The layer over Windows' own functions, over a stand-in of them in C. */

const NAME = "TM-T20 ä";

const { symbols: spooler } = cc({
  source: join(import.meta.dir, "spooler.c"),
  symbols: {
    ...SPOOLER_FUNCTIONS,
    set: { args: ["u32", "u32"], returns: "void" },
    printed_bytes: { args: [], returns: "u32" },
    handles: { args: [], returns: "u32" },
    paper_bytes: { args: [], returns: "ptr" },
    title_text: { args: [], returns: "ptr" },
    type_text: { args: [], returns: "ptr" },
  },
});

const FACTS = [
  "printed",
  "jobStatus",
  "jobExists",
  "status",
  "attributes",
  "jobs",
  "refuses",
  "part",
] as const;

function set(facts: Partial<Record<(typeof FACTS)[number], number>>): void {
  FACTS.forEach((fact, index) => spooler.set(index, facts[fact] ?? 0));
}

function paper(): Buffer {
  const address = spooler.paper_bytes();
  if (address === null) throw new Error("there is no paper");
  return Buffer.from(toArrayBuffer(address, 0, 65_536)).subarray(0, spooler.printed_bytes());
}

function text(address: ReturnType<typeof spooler.title_text>, characters: number): string {
  return address === null ? "" : Buffer.from(toArrayBuffer(address, 0, 2 * characters)).toString("utf16le");
}

beforeEach(() => set({}));
afterEach(() => expect(spooler.handles()).toBe(0));

test("printers are told of by name, port and driver", () => {
  set({ status: 0x10, attributes: 0x400, jobs: 3 });
  const printer = { name: NAME, port: "USB001", driver: "Generic", attributes: 0x400, status: 0x10, jobs: 3 };
  expect(listWindowsPrinters(spooler)).toEqual([printer]);
  expect(readWindowsPrinter(NAME, spooler)).toEqual(printer);
  expect(readWindowsPrinter("another", spooler)).toBeNull();
});

describe("a job", () => {
  const job = Uint8Array.from({ length: 5000 }, (_, index) => (index * 31) % 256);

  test("goes as it is, under its name", () => {
    expect(submitToWindows(NAME, job, "Tillroll 17", spooler)).toEqual({ job: 7 });
    expect(paper().equals(job)).toBe(true);
    expect(text(spooler.title_text(), 12)).toBe("Tillroll 17\0");
    expect(text(spooler.type_text(), 4)).toBe("RAW\0");
  });

  test("is watched until it is gone", () => {
    submitToWindows(NAME, job, "Tillroll 17", spooler);
    expect(readWindowsJob(NAME, 7, spooler)).toEqual({ status: 0, text: "Ask Anna" });
    expect(deleteWindowsJob(NAME, 7, spooler)).toBe(true);
    expect(readWindowsJob(NAME, 7, spooler)).toBeNull();
    expect(readWindowsJob("another", 7, spooler)).toBe("unreachable");
  });

  test.each([
    ["no such printer", "another", {}, "none"],
    ["it takes no job", NAME, { refuses: 1 }, "none"],
    ["it takes a part only", NAME, { part: 2000 }, "part"],
  ] as const)("%s", (_name, name, facts, outcome) => {
    set(facts);
    expect(submitToWindows(name, job, "Tillroll 17", spooler)).toBe(outcome);
  });
});

test.each<[string, Partial<WindowsPrinter>, object]>([
  ["well", {}, { kind: "ready", status: HEALTHY }],
  ["paused", { status: 0x1 }, { kind: "waiting", reason: "The queue is paused in Windows." }],
  ["taken offline", { attributes: 0x400 }, { kind: "waiting", status: { ...HEALTHY, isReachable: false } }],
  [
    "out of paper with a job",
    { status: 0x10, jobs: 1 },
    { kind: "waiting", reason: "The printer is out of paper." },
  ],
  ["out of paper some time ago", { status: 0x10 }, { kind: "ready", status: null }],
  [
    "open with a job",
    { status: 0x400000, jobs: 1 },
    { kind: "waiting", reason: "The printer's cover is open." },
  ],
])("a printer that is %s", (_name, facts, state) => {
  const printer = { name: NAME, port: "", driver: "", attributes: 0, status: 0, jobs: 0, ...facts };
  expect(windowsPrinterState(printer)).toMatchObject(state);
});

test.each([
  ["gone", null, { kind: "printed", note: GONE }],
  ["printed", { status: 0x80, text: null }, { kind: "printed", note: null }],
  ["with the printer", { status: 0x1000, text: null }, { kind: "printed", note: null }],
  ["deleted", { status: 0x104, text: null }, { kind: "ended", reason: "The job was deleted in Windows." }],
  ["under way", { status: 0x10, text: null }, { kind: "prints", status: null, trouble: null }],
  ["waiting", { status: 0x8, text: null }, { kind: "waits", status: null, trouble: null }],
  [
    "out of paper",
    { status: 0x50, text: null },
    { kind: "prints", status: null, trouble: "The printer is out of paper." },
  ],
  [
    "stuck",
    { status: 0x2, text: "Ask Anna" },
    { kind: "waits", status: null, trouble: "Windows says: Ask Anna." },
  ],
] as const)("a job that is %s", (_name, job, state) => {
  expect(windowsJobState(job)).toEqual(state);
});
