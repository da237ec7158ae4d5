import { describe, expect, test } from "bun:test";
import { HEALTHY, type PrinterStatus } from "../../../src/domain/printer-status.ts";
import {
  codeNumber,
  jobOutcome,
  readPolledStatus,
  statusBytes,
  statusCode,
} from "../../../src/polling/messages/cloudprnt-status.ts";
import {
  printRequest,
  printResult,
  readPrintRequests,
  readPrintResult,
  readStatusNotification,
  statusNotification,
} from "../../../src/polling/messages/server-direct-print.ts";

const STATUSES: readonly (readonly [string, Partial<PrinterStatus>])[] = [
  ["200 OK", {}],
  ["211 Paper low", { paper: "near-end" }],
  ["410 Out of paper", { paper: "end" }],
  ["420 Cover open", { isCoverOpen: true }],
  ["400 Printer error", { hasCutterError: true }],
  ["400 Printer error", { isReachable: false }],
];

describe("CloudPRNT", () => {
  test.each(STATUSES)("%s is told, and read as what it was", (code, difference) => {
    const status = { ...HEALTHY, ...difference };
    expect(statusCode(status)).toBe(code);
    expect(readPolledStatus(code, statusBytes(status))).toEqual(status);
  });

  test.each([
    ["210 Paper low", { paper: "near-end" }],
    ["411 Paper jam", { paper: "end" }],
    ["200 OK", {}],
    ["OK", {}],
    ["500 Client error", { isReachable: false }],
  ] as const)("%s alone tells too", (code, difference) => {
    expect(readPolledStatus(code, null)).toEqual({ ...HEALTHY, ...difference });
  });

  test.each([
    ["200%20OK", 200],
    [" 4201 x", 420],
    ["ok", 200],
    ["", null],
    ["none", null],
  ])("the number of %p is %p", (code, number) => {
    expect(codeNumber(code)).toBe(number);
  });

  test.each([
    ["200 OK", "printed"],
    ["OK", "printed"],
    ["211", "printed"],
    ["510", "refused"],
    ["521 too large", "refused"],
    ["520", "not begun"],
    ["420 Cover open", "interrupted"],
    ["", "interrupted"],
  ] as const)("confirmed with %p a job is %s", (code, outcome) => {
    expect(jobOutcome(code)).toBe(outcome);
  });
});

describe("Server Direct Print", () => {
  const bytes = (text: string) => Buffer.from(text);

  test("a request is read as it was written", () => {
    const [job, ...others] = readPrintRequests(bytes(printRequest("ab-1", Uint8Array.of(0x1b, 0x40), 1000)));
    expect(others).toEqual([]);
    expect(job).toMatchObject({ deviceId: "local_printer", jobId: "ab-1" });
    expect(Buffer.from(job?.document ?? []).toString()).toContain("<command>1b40</command>");
  });

  test("requests of version 1 and 3, with a display", () => {
    const print = "<PrintData><epos-print xmlns='x'><text>Hi</text></epos-print></PrintData>";
    const old = `<PrintRequestInfo><ePOSPrint><Parameter><devid>kitchen</devid></Parameter>${print}</ePOSPrint></PrintRequestInfo>`;
    expect(readPrintRequests(bytes(old))).toMatchObject([{ deviceId: "kitchen", jobId: null }]);
    const display = "<ePOSDisplay><Parameter/><DisplayData/></ePOSDisplay>";
    const parameter = "<Parameter><printjobid>A.1</printjobid></Parameter>";
    const recent = `<PrintRequestInfo Version="3.00"><ePOSPrint>${parameter}${print}</ePOSPrint>${display}</PrintRequestInfo>`;
    expect(readPrintRequests(bytes(recent))).toMatchObject([{ deviceId: "local_printer", jobId: "A.1" }]);
  });

  test.each(["<other/>", "no xml", "<PrintRequestInfo><ePOSPrint/></PrintRequestInfo>"])(
    "%s is none",
    (text) => {
      expect(() => readPrintRequests(bytes(text))).toThrow();
    },
  );

  test("a result is read as it was written", () => {
    const told = {
      deviceId: "local_printer",
      jobId: "J1",
      isSuccess: false,
      code: "EPTR_COVER_OPEN",
      status: 0x3c,
    };
    expect(readPrintResult(printResult(told))).toMatchObject({
      jobId: "J1",
      answer: { isSuccess: false, code: "EPTR_COVER_OPEN", status: { isCoverOpen: true } },
    });
    expect(readPrintResult("<a/>")).toBeNull();
    expect(readPrintResult("nothing")).toBeNull();
  });

  test("a printer of version 3 says what is wrong with the document", () => {
    const xml =
      '<?xml version="1.0" encoding="utf-8"?><PrintResponseInfo Version="3.00"><ServerDirectPrint>' +
      '<Response Success="false"><ErrorSummary>Invalid XML format</ErrorSummary></Response>' +
      "</ServerDirectPrint></PrintResponseInfo>";
    expect(readPrintResult(xml)).toMatchObject({
      jobId: null,
      answer: { isSuccess: false, code: "SchemaError" },
    });
  });

  test("a status is read as it was written, that of the printer's own paper among others", () => {
    expect(readStatusNotification(statusNotification(0x0f00003c))).toMatchObject({ isCoverOpen: true });
    const others =
      '<statusmonitor Version="1.00"><printerstatus devicename="kitchen" asbstatus="0x00000001"/>' +
      '<printerstatus devicename="local_printer" asbstatus="0x000C0014"/></statusmonitor>';
    expect(readStatusNotification(others)).toMatchObject({ paper: "end", isReachable: true });
    expect(readStatusNotification("<statusmonitor/>")).toBeNull();
  });
});
