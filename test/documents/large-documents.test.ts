import { afterEach, expect, test } from "bun:test";
import { readJsonPrint } from "../../src/contract/print.ts";
import { parseJsonBody } from "../../src/domain/json-body.ts";
import { LargeDocuments } from "../../src/documents/large-documents.ts";
import { PRINTER_MODELS } from "../../src/escpos/escpos.ts";
import { printDocument } from "../../src/page-raster/page-formats.ts";
import { printText } from "../../src/polling/print-text.ts";
import { readWebPrntJob } from "../../src/printers/webprnt/webprnt-document.ts";
import { pwgDocument } from "../page-raster/page-encoder.ts";
import { webPrntRequest } from "../printers/webprnt/webprnt-request.ts";
import { readEposJob } from "../../src/printers/epos/epos-job.ts";
import { sdkRequest } from "../printers/epos/memory-printer.ts";

const TARGET = { profile: "epson", charset: "auto", unitsPerDot: 2, limit: 1_000_000 } as const;

let documents = new LargeDocuments();
afterEach(() => {
  documents.close();
  documents = new LargeDocuments();
});

/** Bun's `rejects` does not let messages of a Worker through. */
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

test("a document is read in a Worker as it would be here, and its bytes go there without being copied", async () => {
  const request = sdkRequest(`<text>${"Grüße ".repeat(5000)}</text><cut/>`, "A1");
  const body = bytesOf(request);
  const here = readEposJob(bytesOf(request), TARGET);
  expect(await documents.readEposJob(body, TARGET)).toEqual(here);
  expect(body.byteLength).toBe(0);
  expect(here.hash).not.toBeNull();
});

test("what is wrong with a document is told, with what its header says", async () => {
  const job = await documents.readEposJob(bytesOf(sdkRequest("<nothing/>", "A1")), TARGET);
  expect(job).toMatchObject({ printJobId: "A1", raw: null, refusal: { code: "BAD_REQUEST" } });
  const large = await documents.readEposJob(bytesOf(sdkRequest(`<text>${"x".repeat(99)}</text>`)), {
    ...TARGET,
    limit: 50,
  });
  expect(large.refusal?.code).toBe("PRINT_DATA_TOO_LARGE");
  expect(await errorOf(documents.readEposJob(bytesOf("<open>"), TARGET))).toMatchObject({
    code: "BAD_REQUEST",
  });
});

test("without a target only its header is read, and its bytes stay", async () => {
  const body = bytesOf(sdkRequest("<text>x</text>", "A1"));
  expect(await documents.readEposJob(body, null)).toMatchObject({
    printJobId: "A1",
    raw: null,
    refusal: null,
  });
  expect(body.byteLength).toBeGreaterThan(0);
});

test("pages are drawn as they would be here, on a model of any kind", async () => {
  const page = { columns: 400, rows: 60, light: (x: number, y: number) => ((x * y) % 7 === 0 ? 0 : 255) };
  for (const id of ["epson-tm-t88v", "star-tsp100", "epson-tm-u220"] as const) {
    const model = PRINTER_MODELS[id];
    const printer = { model, columns: 42, maximumBytes: 1_000_000 };
    const body = new Uint8Array(pwgDocument([page]));
    const here = await printDocument(new Uint8Array(body), "image/pwg-raster", printer, false);
    expect(await documents.printPages(body, "image/pwg-raster", printer, false)).toEqual(here);
    expect(body.byteLength).toBe(0);
  }
});

test("pages that are not what they say, or claim too much, are told as such, and the next are drawn", async () => {
  const printer = { model: PRINTER_MODELS["epson-80mm"], columns: 48, maximumBytes: 1000 };
  const print = (bytes: Uint8Array) =>
    documents.printPages(new Uint8Array(bytes), "image/pwg-raster", printer, false);
  const black = pwgDocument([{ columns: 576, rows: 100, light: () => 0 }]);
  const huge = Buffer.from(black);
  huge.writeUint32BE(0xffffffff, 4 + 376);
  expect(await errorOf(print(bytesOf("%PDF-1.7")))).toMatchObject({ code: "BAD_REQUEST" });
  expect(await errorOf(print(huge))).toMatchObject({ code: "BAD_REQUEST" });
  expect(await errorOf(print(black))).toMatchObject({ code: "PRINT_DATA_TOO_LARGE" });
  expect((await print(pwgDocument([{ columns: 8, rows: 8, light: () => 0 }]))).byteLength).toBeGreaterThan(8);
});

test("a document of webPRNT is read as it would be here", async () => {
  const printer = { model: PRINTER_MODELS["star-80mm"], columns: 48, maximumBytes: 1_000_000 };
  const elements = "<text>a line\\x0a</text>".repeat(1000);
  const here = readWebPrntJob(webPrntRequest(elements), printer);
  expect(await documents.readWebPrntJob(webPrntRequest(elements), printer)).toEqual(here);
  expect(await documents.readWebPrntJob(webPrntRequest(""), printer)).toBeNull();
});

test("a create in JSON is read as it would be here", async () => {
  const json = JSON.stringify({
    raw: Buffer.alloc(100_000, "receipt\n").toString("base64"),
    tag: { a: "1" },
  });
  const here = readJsonPrint(parseJsonBody(bytesOf(json)), 1_000_000);
  expect(await documents.readJsonPrint(bytesOf(json), 1_000_000)).toEqual(here);
  expect(await errorOf(documents.readJsonPrint(bytesOf("{"), 10))).toMatchObject({ code: "BAD_REQUEST" });
  expect(await errorOf(documents.readJsonPrint(bytesOf(json), 10))).toMatchObject({
    code: "PRINT_DATA_TOO_LARGE",
  });
});

test("of those that wait the smallest is next", async () => {
  const order: number[] = [];
  const read = async (characters: number) => {
    await documents.readEposJob(bytesOf(sdkRequest(`<text>${"x".repeat(characters)}</text>`)), TARGET);
    order.push(characters);
  };
  await Promise.all([read(1000), read(400_000), read(30_000), read(200_000), read(20_000)]);
  expect(order).toEqual([1000, 20_000, 30_000, 200_000, 400_000]);
});

test("whoever waits when the service ends is told", async () => {
  const body = sdkRequest("<text>x</text>");
  const reading = Promise.allSettled([1, 2].map(() => documents.readEposJob(bytesOf(body), TARGET)));
  documents.close();
  for (const one of await reading)
    expect(String(one.status === "rejected" && one.reason)).toContain("stopping");
});

test("a long text becomes a picture in a Worker as it would here", async () => {
  const model = PRINTER_MODELS["star-tsp100"];
  const printer = { profile: "star", charset: "auto", model, columns: 48, maximumBytes: 10_000_000 } as const;
  const body = bytesOf("Order 17, Grüße\n".repeat(2000));
  const document = { type: "text/plain; charset=utf-8", body, cut: "full", drawer: "end" } as const;
  expect(await documents.printText(document, printer)).toEqual(printText(document, printer));
  // It may have to be printed again.
  expect(body.byteLength).toBeGreaterThan(0);
});
