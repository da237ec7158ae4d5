import { describe, expect, test } from "bun:test";
import { HEALTHY, type PrinterStatus } from "../../../src/domain/printer-status.ts";
import { EXTENDED_STATUS, INK_STATUS, processIdResponse } from "../../../src/escpos/answers.ts";
import {
  automaticStatus,
  automaticStatusChanged,
  realTimeStatus,
  transmittedStatus,
} from "../../../src/printers/status/status.ts";

/** What is the matter, and the replies: DLE EOT 1 to 4, GS r 1, GS r 2, the automatic status. */
const CASES: readonly (readonly [string, Partial<PrinterStatus>, string, string, string, string])[] = [
  ["nothing", {}, "16 12 12 12", "00", "01", "14 00 00 0f"],
  ["an open drawer", { isDrawerPinHigh: false }, "12 12 12 12", "00", "00", "10 00 00 0f"],
  ["offline", { isReachable: false }, "1e 12 12 12", "00", "01", "1c 00 00 0f"],
  ["near end", { paper: "near-end" }, "16 12 12 1e", "03", "01", "14 00 03 0f"],
  ["paper end", { paper: "end" }, "1e 32 12 7e", "0f", "01", "1c 00 0f 0f"],
  ["cover open", { isCoverOpen: true }, "1e 16 12 12", "00", "01", "3c 00 00 0f"],
  ["cutter error", { hasCutterError: true }, "1e 52 1a 12", "00", "01", "1c 08 00 0f"],
  ["unrecoverable error", { hasUnrecoverableError: true }, "1e 52 32 12", "00", "01", "1c 20 00 0f"],
  [
    "everything",
    {
      isReachable: false,
      isCoverOpen: true,
      paper: "end",
      hasCutterError: true,
      hasUnrecoverableError: true,
      isDrawerPinHigh: false,
    },
    "1a 76 3a 7e",
    "0f",
    "00",
    "38 28 0f 0f",
  ],
];

const hex = (bytes: Iterable<number | undefined>) =>
  Array.from(bytes, (byte) => byte?.toString(16).padStart(2, "0")).join(" ");

describe("status replies", () => {
  test.each(CASES)("%s", (_name, matter, realTime, paper, drawer, automatic) => {
    const status = { ...HEALTHY, ...matter };
    expect(hex([1, 2, 3, 4].map((n) => realTimeStatus(n, status)))).toBe(realTime);
    expect(hex([transmittedStatus(1, status)])).toBe(paper);
    expect(hex([transmittedStatus(2, status)])).toBe(drawer);
    expect(hex(automaticStatus(status))).toBe(automatic);
  });

  test.each(CASES)("%s: the fixed bits are what hosts tell replies apart by", (_name, matter) => {
    const status = { ...HEALTHY, ...matter };
    for (const n of [1, 2, 3, 4, 7, 8, 18]) expect((realTimeStatus(n, status) ?? 0) & 0x93).toBe(0x12);
    for (const n of [1, 2, 4]) expect((transmittedStatus(n, status) ?? 0xff) & 0x90).toBe(0);
    const [first = 0, ...rest] = automaticStatus(status);
    expect(first & 0x93).toBe(0x10);
    for (const byte of rest) expect(byte & 0x90).toBe(0);
  });

  test("what a receipt printer does not answer is not answered", () => {
    for (const n of [0, 5, 6, 9, 17, 255]) expect(realTimeStatus(n, HEALTHY)).toBeUndefined();
    for (const n of [0, 3, 5, 49]) expect(transmittedStatus(n, HEALTHY)).toBeUndefined();
  });

  test("the automatic status of options and of ink, and the process ID response", () => {
    expect(hex(EXTENDED_STATUS)).toBe("39 00 40 00");
    expect(hex(INK_STATUS)).toBe("35 40 40 00");
    expect(hex(processIdResponse(Uint8Array.of(1, 2, 3, 4)))).toBe("37 22 01 02 03 04 00");
  });
});

describe("which changes the automatic status tells", () => {
  const CHANGES: readonly (readonly [Partial<PrinterStatus>, readonly number[]])[] = [
    [{ isDrawerPinHigh: false }, [0x01]],
    [{ isReachable: false }, [0x02]],
    [{ isCoverOpen: true }, [0x02]],
    [{ hasCutterError: true }, [0x02, 0x04]],
    [{ hasUnrecoverableError: true }, [0x02, 0x04]],
    [{ paper: "near-end" }, [0x02, 0x08]],
    [{ paper: "end" }, [0x02, 0x08]],
    [{}, []],
  ];

  test.each(CHANGES)("%p is watched by %p", (matter, bits) => {
    const after = { ...HEALTHY, ...matter };
    for (let bit = 1; bit < 0x100; bit <<= 1) {
      expect(automaticStatusChanged(bit, HEALTHY, after)).toBe(bits.includes(bit));
      expect(automaticStatusChanged(bit, after, HEALTHY)).toBe(bits.includes(bit));
    }
    expect(automaticStatusChanged(0xff, HEALTHY, after)).toBe(bits.length > 0);
    expect(automaticStatusChanged(0, HEALTHY, after)).toBe(false);
  });
});
