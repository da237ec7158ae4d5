import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DELIVERY_LIMITS } from "../../src/delivery/delivery-limits.ts";
import type { Answer } from "../../src/delivery/raw/answer.ts";
import { EpsonAnswerReader } from "../../src/delivery/raw/epson-answer-reader.ts";
import { StarAnswerReader } from "../../src/delivery/raw/star-answer-reader.ts";
import {
  type RealTimeRequest,
  statusFromAutomatic,
  statusFromRealTime,
} from "../../src/delivery/raw/status-bits.ts";
import { starAutomaticStatus } from "../../src/printers/status/star-status.ts";
import { HEALTHY, isOffline, type PrinterStatus } from "../../src/domain/printer-status.ts";

/** Bytes as printers send them, and what they are. */
const ANSWERS: readonly (readonly [string, string, readonly Answer[]])[] = [
  ["DLE EOT", "16", [{ kind: "realTime", byte: 0x16 }]],
  ["DLE EOT 4 at paper end", "7e", [{ kind: "realTime", byte: 0x7e }]],
  ["GS r 1", "00", [{ kind: "ordered", byte: 0 }]],
  ["GS r 1 at paper end", "0f", [{ kind: "ordered", byte: 0x0f }]],
  [
    "an automatic status between two others",
    "12 14 00 00 0f 00",
    [
      { kind: "realTime", byte: 0x12 },
      { kind: "automatic", bytes: [0x14, 0, 0, 0x0f] },
      { kind: "ordered", byte: 0 },
    ],
  ],
  ["a process ID", "37 22 61 62 63 64 00", [{ kind: "processId", id: "abcd" }]],
  ["a maker", "5f 45 50 00", [{ kind: "other", bytes: [0x5f, 0x45, 0x50, 0] }]],
  [
    "an extended status with a NUL in it",
    "39 00 40 00 00",
    [
      { kind: "other", bytes: [0x39, 0, 0x40, 0] },
      { kind: "ordered", byte: 0 },
    ],
  ],
  ["flow control", "13 11", []],
  ["an automatic status that breaks off", "14 00 16", [{ kind: "realTime", byte: 0x16 }]],
];

describe("answers of printers", () => {
  test.each(ANSWERS)("%s", (_name, hex, answers) => {
    expect(new EpsonAnswerReader().push(Buffer.from(hex.replaceAll(" ", ""), "hex"))).toEqual([...answers]);
  });

  test.each([
    ["Epson's", EpsonAnswerReader],
    ["Star's", StarAnswerReader],
  ])("%s are the same however the bytes are cut, whatever they are", (_name, Reader) => {
    const cuts = fc.tuple(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
    );
    fc.assert(
      fc.property(cuts, ([bytes, lengths]) => {
        const reader = new Reader();
        const answers: Answer[] = [];
        let offset = 0;
        for (const length of lengths) {
          answers.push(...reader.push(bytes.subarray(offset, offset + length)));
          offset += length;
        }
        answers.push(...reader.push(bytes.subarray(offset)));
        expect(answers).toEqual(new Reader().push(bytes));
      }),
    );
  });

  test("a block that never ends is given up", () => {
    const reader = new EpsonAnswerReader();
    reader.push(new Uint8Array([0x5f]));
    reader.push(new Uint8Array(DELIVERY_LIMITS.answerBlockBytes).fill(0x41));
    expect(reader.push(new Uint8Array([0x16]))).toEqual([{ kind: "realTime", byte: 0x16 }]);
  });
});

/** The answers to DLE EOT 1 to 4, the automatic status of the same trouble, and what both say. */
const STATUSES: readonly (readonly [string, string, string, Partial<PrinterStatus>])[] = [
  ["healthy", "16 12 12 12", "14 00 00 0f", {}],
  ["drawer pin low", "12 12 12 12", "10 00 00 0f", { isDrawerPinHigh: false }],
  ["offline without a cause", "1e 12 12 12", "1c 00 00 0f", { isReachable: false }],
  ["cover open", "1e 16 12 12", "3c 00 00 0f", { isCoverOpen: true }],
  ["paper end", "1e 32 12 7e", "1c 00 0f 0f", { paper: "end" }],
  ["near end", "16 12 12 1e", "14 00 03 0f", { paper: "near-end" }],
  ["cutter error", "1e 52 1a 12", "1c 08 00 0f", { hasCutterError: true }],
  ["unrecoverable error", "1e 52 32 12", "1c 20 00 0f", { hasUnrecoverableError: true }],
  ["an error that ends by itself", "1e 52 52 12", "1c 40 00 0f", { isReachable: false }],
];

describe("what printers say of themselves", () => {
  test.each(STATUSES)("%s", (_name, realTime, automatic, facts) => {
    const bytes = [...Buffer.from(realTime.replaceAll(" ", ""), "hex")];
    const answers = new Map(bytes.map((byte, index) => [(index + 1) as RealTimeRequest, byte]));
    expect(statusFromRealTime(answers)).toEqual({ ...HEALTHY, ...facts });
    const status = statusFromAutomatic([...Buffer.from(automatic.replaceAll(" ", ""), "hex")]);
    expect(status).toEqual({ ...HEALTHY, ...facts });
  });

  test("a printer that knows DLE EOT 1 alone", () => {
    expect(isOffline(statusFromRealTime(new Map([[1, 0x16]])))).toBe(false);
    expect(isOffline(statusFromRealTime(new Map([[1, 0x1e]])))).toBe(true);
  });
});

/** Automatic statuses of Star printers as they send them, with what they tell. */
const STAR_STATUSES: readonly (readonly [string, string, Partial<PrinterStatus>, number | null])[] = [
  ["healthy, of a TSP100LAN", "23 06 00 00 00 00 00 00 00", {}, 0],
  ["seven bytes, without a count", "0f 02 00 00 00 00 00", {}, null],
  ["a count of 31", "23 06 02 00 00 00 00 6e 00", {}, 31],
  ["a count of 8", "23 06 02 00 00 00 00 20 00", {}, 8],
  ["cover open", "23 06 28 00 00 00 00 00 00", { isCoverOpen: true }, 0],
  ["offline without a cause", "23 06 08 00 00 00 00 00 00", { isReachable: false }, 0],
  ["switched off line", "23 06 40 00 00 00 00 00 00", { isReachable: false }, 0],
  ["head too hot", "23 06 00 40 00 00 00 00 00", { isReachable: false }, 0],
  ["drawer open", "23 06 04 00 00 00 00 00 00", { isDrawerPinHigh: false }, 0],
  ["paper end", "23 06 08 00 00 0c 00 00 00", { paper: "end" }, 0],
  ["near end, by either sensor", "23 06 00 00 00 02 00 00 00", { paper: "near-end" }, 0],
  ["cutter error", "23 06 08 08 00 00 00 00 00", { hasCutterError: true }, 0],
  ["unrecoverable error", "23 06 08 20 00 00 00 00 00", { hasUnrecoverableError: true }, 0],
];

describe("what Star printers say of themselves", () => {
  const answersTo = (hex: string) => new StarAnswerReader().push(Buffer.from(hex.replaceAll(" ", ""), "hex"));

  test.each(STAR_STATUSES)("%s", (_name, hex, facts, count) => {
    expect(answersTo(hex)).toEqual([{ kind: "star", status: { ...HEALTHY, ...facts }, count }]);
  });

  test.each([
    ["flow control", "11 13"],
    ["answers to ENQ and EOT", "20 10 28 18"],
    ["Epson's answers", "16 12 14 00 00 0f"],
    ["a length that no status has", "03 00 00 00 00 00 00 00 00"],
    ["a status that breaks off", "23 06 00 00"],
  ])("%s is none", (_name, hex) => {
    expect(answersTo(hex)).toEqual([]);
    expect(answersTo(`${hex} 23 06 00 00 00 00 00 02 00`)).toMatchObject([{ kind: "star", count: 1 }]);
  });

  test("is what we say of ourselves", () => {
    for (const status of [HEALTHY, ...STAR_STATUSES.map(([, , facts]) => ({ ...HEALTHY, ...facts }))]) {
      for (let count = 0; count < 32; count++) {
        const block = starAutomaticStatus(status, { count, isDone: count > 0 });
        expect(new StarAnswerReader().push(block)).toEqual([{ kind: "star", status, count }]);
      }
    }
  });
});
