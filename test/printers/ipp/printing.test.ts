import { describe, expect, test } from "bun:test";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { TillrollError } from "../../../src/domain/errors.ts";
import type { IppAttribute } from "../../../src/ipp/message.ts";
import * as is from "../../../src/ipp/values.ts";
import { JOB_STATE, OPERATION, STATUS } from "../../../src/ipp/codes.ts";
import { IPP_LIMITS } from "../../../src/printers/ipp/ipp-limits.ts";
import { pwgDocument, urfDocument } from "../../page-raster/page-encoder.ts";
import { PRINTER_MODELS } from "../../../src/escpos/escpos.ts";
import { printPages } from "../../../src/page-raster/page-print.ts";
import { pwgRaster } from "../../../src/page-raster/pwg-raster.ts";
import { answerIpp } from "../../../src/printers/ipp/ipp.ts";
import { HELLO, IppTestService, requestBytes, valuesOf } from "./ipp-server.ts";

const { attribute } = is;

const PDF = new TextEncoder().encode("%PDF-1.7\n");

const print = (
  attributes: readonly IppAttribute[] = [],
  document: Uint8Array = HELLO,
  job: IppAttribute[] = [],
) => requestBytes(OPERATION.printJob, attributes, { document, job });
const about = (
  code: number,
  jobId: string | undefined,
  more: readonly IppAttribute[] = [],
  document?: Uint8Array,
) => requestBytes(code, [attribute("job-id", is.integer(Number(jobId))), ...more], { document });
const jobIdOf = (message: Parameters<typeof valuesOf>[0]) => valuesOf(message, "job-id")[0];
const last = (value: boolean) => attribute("last-document", is.boolean(value));
const user = (name: string) => attribute("requesting-user-name", is.name(name));

describe("Print-Job", () => {
  test("is answered when the print is stored", async () => {
    const service = new IppTestService();
    const { endpoint } = service;
    let answered = false;
    endpoint.beforeStoring = async () => {
      await Bun.sleep(50);
      expect(answered).toBe(false);
    };
    const answer = await service.ask(
      print([
        attribute("requesting-user-name", { kind: "languageText", tag: 0x36, language: "en", value: "anna" }),
        attribute("job-name", is.name("Order 17")),
        attribute("document-format", is.mimeMediaType("Application/Octet-Stream")),
      ]),
    );
    answered = true;
    expect(answer).toMatchObject({ code: STATUS.ok, requestId: 17, version: { major: 1, minor: 1 } });
    expect(valuesOf(answer, "job-state")).toEqual([String(JOB_STATE.completed)]);
    expect(valuesOf(answer, "job-state-reasons")).toEqual(["job-completed-successfully"]);
    expect(valuesOf(answer, "job-uri")).toEqual([`ipp://shop.test/ipp/print/till/${jobIdOf(answer)}`]);
    const [job] = endpoint.jobs;
    expect(job).toMatchObject({
      protocol: "ipp",
      client: "192.0.2.7",
      label: "Order 17",
      isIncomplete: false,
      spoolKey: null,
    });
    expect(job?.raw).toEqual(HELLO);
    expect(Object.fromEntries(job?.tag ?? [])).toEqual({ user: "anna" });
    expect(endpoint.rooms).toBe(0);
  });

  test("with a real printer behind ours the job is on its way there", async () => {
    const service = new IppTestService();
    service.endpoint.printer = { ...service.endpoint.printer, target: "tcp://192.0.2.1:9100" };
    expect(valuesOf(await service.ask(print()), "job-state-reasons")).toEqual(["queued-in-device"]);
  });

  test.each([
    ["none", HELLO],
    ["gzip", gzipSync(HELLO)],
    ["deflate", deflateRawSync(HELLO)],
    ["deflate", deflateSync(HELLO)],
  ])("packed as %s", async (compression, document) => {
    const service = new IppTestService();
    const answer = await service.ask(print([attribute("compression", is.keyword(compression))], document));
    expect(answer.code).toBe(STATUS.ok);
    expect(service.endpoint.jobs[0]?.raw).toEqual(HELLO);
  });

  test.each<[string, Uint8Array, number, string | null]>([
    ["no document", print([], new Uint8Array(0)), STATUS.badRequest, null],
    [
      "PDF",
      print([attribute("document-format", is.mimeMediaType("application/pdf"))]),
      STATUS.documentFormatNotSupported,
      "document-format",
    ],
    [
      "a page raster that is none",
      print([attribute("document-format", is.mimeMediaType("image/pwg-raster"))]),
      STATUS.documentFormatError,
      null,
    ],
    [
      "PDF as Apple Raster, as CUPS sends it",
      print([attribute("document-format", is.mimeMediaType("image/urf"))], PDF),
      STATUS.documentFormatNotSupported,
      null,
    ],
    ["PDF that is not said to be", print([], PDF), STATUS.documentFormatNotSupported, null],
    [
      "a page raster that unpacks to more than a print may have",
      print(
        [attribute("document-format", is.mimeMediaType("image/pwg-raster"))],
        pwgDocument([{ columns: 576, rows: 200, light: () => 0 }]),
      ),
      STATUS.requestEntityTooLarge,
      null,
    ],
    [
      "an unknown packing",
      print([attribute("compression", is.keyword("compress"))]),
      STATUS.compressionNotSupported,
      "compression",
    ],
    [
      "not packed as it says",
      print([attribute("compression", is.keyword("gzip"))]),
      STATUS.compressionError,
      null,
    ],
    [
      "packed and cut off",
      print([attribute("compression", is.keyword("gzip"))], gzipSync(HELLO).subarray(0, 15)),
      STATUS.compressionError,
      null,
    ],
    ["too large", print([], new Uint8Array(1001)), STATUS.requestEntityTooLarge, null],
    [
      "too large when unpacked",
      print([attribute("compression", is.keyword("gzip"))], gzipSync(new Uint8Array(2_000_000))),
      STATUS.requestEntityTooLarge,
      null,
    ],
    [
      "a job that insists on two sides",
      print([attribute("ipp-attribute-fidelity", is.boolean(true))], HELLO, [
        attribute("sides", is.keyword("two-sided-long-edge")),
      ]),
      STATUS.attributesOrValuesNotSupported,
      "sides",
    ],
  ])("%s is refused", async (_name, request, status, unsupported) => {
    const service = new IppTestService();
    service.endpoint.maximumJobBytes = 1000;
    const answer = await service.ask(request);
    expect(answer.code).toBe(status);
    if (unsupported !== null)
      expect(answer.groups[1]?.attributes.map(({ name }) => name)).toEqual([unsupported]);
    expect(valuesOf(answer, "status-message")).toHaveLength(1);
    expect(service.endpoint.jobs).toEqual([]);
    expect(service.endpoint.rooms).toBe(0);
    expect(service.jobs.all(7)).toEqual([]);
  });

  test("what is not done is told, and the receipt is printed", async () => {
    const service = new IppTestService();
    const job = [
      attribute("copies", is.integer(3)),
      attribute("media", is.keyword("iso_a4_210x297mm")),
      attribute("number-up", is.integer(2)),
    ];
    const answer = await service.ask(print([], HELLO, [...job, attribute("sides", is.keyword("one-sided"))]));
    expect(answer.code).toBe(STATUS.okIgnoredOrSubstituted);
    expect(valuesOf(answer, "copies")).toEqual(["3"]);
    expect(valuesOf(answer, "number-up")).toEqual([""]);
    expect(valuesOf(answer, "sides")).toEqual([]);
    expect(service.endpoint.jobs).toHaveLength(1);
  });

  test.each<[string, Error, number]>([
    ["a full disk", new TillrollError("STORAGE_UNAVAILABLE", "The disk is full."), STATUS.serviceUnavailable],
    [
      "a full queue",
      new TillrollError("STORAGE_UNAVAILABLE", "Too much.", { reason: "QUEUE_FULL" }),
      STATUS.busy,
    ],
    ["a quota", new TillrollError("WORKSPACE_LIMIT_EXCEEDED", "No more."), STATUS.accountLimitReached],
    ["a limit", new TillrollError("PRINT_DATA_TOO_LARGE", "Too large."), STATUS.requestEntityTooLarge],
    ["something unexpected", new Error("with a path /var/lib"), STATUS.internalError],
  ])("our own trouble, %s, is told and no job is left", async (_name, error, status) => {
    const service = new IppTestService();
    service.endpoint.beforeStoring = () => Promise.reject(error);
    const answer = await service.ask(print());
    expect(answer.code).toBe(status);
    expect(valuesOf(answer, "status-message").join("")).not.toContain("/var");
    expect(service.logged).toHaveLength(1);
    expect(service.jobs.all(7)).toEqual([]);
    expect(service.endpoint.rooms).toBe(0);
  });

  test("without room in memory the host is told to come again", async () => {
    const service = new IppTestService();
    service.endpoint.roomBytes = 3;
    expect((await service.ask(print())).code).toBe(STATUS.serviceUnavailable);
    expect(service.endpoint.takenBytes).toBe(0);
  });
});

describe("pages are drawn for the printer", () => {
  const page = { columns: 576, rows: 40, light: (x: number, y: number) => ((x + y) % 9 === 0 ? 0 : 255) };
  const format = (mediaType: string) => attribute("document-format", is.mimeMediaType(mediaType));
  const model = PRINTER_MODELS["epson-80mm"];
  const wanted = printPages(pwgRaster(pwgDocument([page])), { model, columns: 48, maximumBytes: 1_000_000 });

  test.each<[string, IppAttribute[], Uint8Array]>([
    ["PWG Raster", [format("image/pwg-raster")], pwgDocument([page])],
    ["Apple Raster", [format("image/urf")], urfDocument([page])],
    [
      "packed",
      [format("image/urf"), attribute("compression", is.keyword("gzip"))],
      gzipSync(urfDocument([page])),
    ],
    ["what is not said to be anything", [], pwgDocument([page])],
    ["what is said to be anything", [format("application/octet-stream")], urfDocument([page])],
  ])("%s", async (_name, attributes, document) => {
    const service = new IppTestService();
    const answer = await service.ask(print([...attributes, user("anna")], document));
    expect(answer.code).toBe(STATUS.ok);
    const [job] = service.endpoint.jobs;
    expect(Buffer.from(job?.raw ?? []).equals(wanted)).toBe(true);
    expect(job?.tag.get("user")).toBe("anna");
    expect(service.endpoint).toMatchObject({ rooms: 0, takenBytes: 0 });
  });

  test("bytes for the printer that only look like pages are what they are said to be", async () => {
    const service = new IppTestService();
    await service.ask(print([format("application/vnd.cups-raw")], pwgDocument([page])));
    expect(service.endpoint.jobs[0]?.raw).toEqual(new Uint8Array(pwgDocument([page])));
  });

  test("Send-Document says the format, or Create-Job", async () => {
    for (const [created, sent] of [
      [[], [format("image/urf")]],
      [[format("image/urf")], []],
    ] as const) {
      const service = new IppTestService();
      const id = jobIdOf(await service.ask(requestBytes(OPERATION.createJob, created)));
      const document = urfDocument([page]);
      const answer = await service.ask(about(OPERATION.sendDocument, id, [...sent, last(true)], document));
      expect(answer.code).toBe(STATUS.ok);
      expect(Buffer.from(service.endpoint.jobs[0]?.raw ?? []).equals(wanted)).toBe(true);
    }
  });

  test("on a printer of Star they are its raster", async () => {
    const service = new IppTestService();
    service.endpoint.printer = { ...service.endpoint.printer, model: "star-tsp100" };
    await service.ask(print([format("image/pwg-raster")], pwgDocument([page])));
    expect(
      Buffer.from(service.endpoint.jobs[0]?.raw ?? [])
        .subarray(2, 6)
        .toString("latin1"),
    ).toBe("\u001b*rR");
  });

  test("of a document that broke off, what came is stored and marked", async () => {
    const service = new IppTestService();
    service.endpoint.simulate("drop");
    const request = print([format("image/pwg-raster")], pwgDocument([page, page]));
    const body = { name: "till", body: request, client: "192.0.2.7", userAgent: "" };
    const answer = await answerIpp({ ...body, contentLength: request.byteLength }, service);
    expect(answer).toBeNull();
    expect(service.endpoint.jobs).toMatchObject([{ isIncomplete: true }]);
    expect(service.endpoint.jobs[0]?.raw.byteLength).toBeGreaterThan(1000);
  });

  test("a job for narrower paper, or with the roll's own, is as the printer is", async () => {
    const size = (x: number) => [
      attribute("x-dimension", is.integer(x)),
      attribute("y-dimension", is.integer(20_000)),
    ];
    const media = (x: number) =>
      attribute("media-col", is.collection(attribute("media-size", is.collection(...size(x)))));
    const asked = async (...job: IppAttribute[]) =>
      (await new IppTestService().ask(print([], HELLO, job))).code;
    expect(await asked(media(8000), attribute("print-scaling", is.keyword("fit")))).toBe(STATUS.ok);
    expect(await asked(attribute("media", is.keyword("custom_58x100mm_58x100mm")))).toBe(STATUS.ok);
    expect(await asked(media(21_000))).toBe(STATUS.okIgnoredOrSubstituted);
  });
});

describe("Create-Job and Send-Document", () => {
  test("make a print of one document", async () => {
    const service = new IppTestService();
    const created = await service.ask(
      requestBytes(OPERATION.createJob, [attribute("job-name", is.name("Order 18"))]),
    );
    expect(valuesOf(created, "job-state")).toEqual([String(JOB_STATE.pending)]);
    const id = jobIdOf(created);
    const sent = await service.ask(about(OPERATION.sendDocument, id, [last(true)], HELLO));
    expect(sent.code).toBe(STATUS.ok);
    expect(valuesOf(sent, "job-state")).toEqual([String(JOB_STATE.completed)]);
    expect(service.endpoint.jobs.map(({ label }) => label)).toEqual(["Order 18"]);
    expect((await service.ask(about(OPERATION.sendDocument, id, [last(true)], HELLO))).code).toBe(
      STATUS.notPossible,
    );
    expect((await service.ask(about(OPERATION.cancelJob, id))).code).toBe(STATUS.notPossible);
  });

  test("a document that is not the last is stored; a second one is refused; an empty one ends the job", async () => {
    const service = new IppTestService();
    const id = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    const first = await service.ask(about(OPERATION.sendDocument, id, [last(false)], HELLO));
    expect(first.code).toBe(STATUS.ok);
    expect(service.endpoint.jobs).toHaveLength(1);
    const second = await service.ask(about(OPERATION.sendDocument, id, [last(true)], HELLO));
    expect(second.code).toBe(STATUS.multipleDocumentJobsNotSupported);
    expect(service.endpoint.jobs).toHaveLength(1);
    const end = await service.ask(about(OPERATION.sendDocument, id, [last(true)]));
    expect(valuesOf(end, "job-state")).toEqual([String(JOB_STATE.completed)]);
  });

  test.each([
    ["Close-Job", (id?: string) => about(OPERATION.closeJob, id)],
    ["an empty last document", (id?: string) => about(OPERATION.sendDocument, id, [last(true)])],
  ])("a job that never gets a document is aborted by %s", async (_name, request) => {
    const service = new IppTestService();
    const id = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    expect((await service.ask(request(id))).code).toBe(STATUS.ok);
    const asked = await service.ask(about(OPERATION.getJobAttributes, id));
    expect(valuesOf(asked, "job-state")).toEqual([String(JOB_STATE.aborted)]);
    expect((await service.ask(about(OPERATION.closeJob, id))).code).toBe(STATUS.notPossible);
  });

  test("what could not be stored may be sent again", async () => {
    const service = new IppTestService();
    const id = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    service.endpoint.beforeStoring = () => Promise.reject(new TillrollError("STORAGE_UNAVAILABLE", "Full."));
    expect((await service.ask(about(OPERATION.sendDocument, id, [last(true)], HELLO))).code).toBe(
      STATUS.serviceUnavailable,
    );
    service.endpoint.beforeStoring = undefined;
    expect((await service.ask(about(OPERATION.sendDocument, id, [last(true)], HELLO))).code).toBe(STATUS.ok);
    expect(service.endpoint.jobs).toHaveLength(1);
  });

  test("a job can be canceled until its document is being stored", async () => {
    const service = new IppTestService();
    const canceled = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    expect((await service.ask(about(OPERATION.cancelJob, canceled))).code).toBe(STATUS.ok);
    expect((await service.ask(about(OPERATION.sendDocument, canceled, [last(true)], HELLO))).code).toBe(
      STATUS.notPossible,
    );
    const stored = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    service.endpoint.beforeStoring = () => gate;
    const sending = service.ask(about(OPERATION.sendDocument, stored, [last(true)], HELLO));
    await Bun.sleep(10);
    expect((await service.ask(about(OPERATION.cancelJob, stored))).code).toBe(STATUS.notPossible);
    expect((await service.ask(about(OPERATION.sendDocument, stored, [last(true)], HELLO))).code).toBe(
      STATUS.notPossible,
    );
    open();
    expect((await sending).code).toBe(STATUS.ok);
    expect(service.endpoint.jobs).toHaveLength(1);
  });

  test("jobs that wait are bounded in number and time", async () => {
    const service = new IppTestService();
    const create = () => service.ask(requestBytes(OPERATION.createJob, [user("anna")]));
    for (let count = 0; count < IPP_LIMITS.openJobs; count++) expect((await create()).code).toBe(STATUS.ok);
    expect((await create()).code).toBe(STATUS.tooManyJobs);
    expect((await service.ask(print())).code).toBe(STATUS.ok);
    service.now += IPP_LIMITS.openJobMilliseconds;
    expect((await create()).code).toBe(STATUS.ok);
    const open = await service.ask(requestBytes(OPERATION.getJobs));
    expect(valuesOf(open, "job-id")).toHaveLength(1);
    for (let count = 0; count < 2 * IPP_LIMITS.rememberedJobs; count++) await service.ask(print());
    expect(service.jobs.all(7)).toHaveLength(IPP_LIMITS.rememberedJobs);
    expect(valuesOf(await service.ask(requestBytes(OPERATION.getJobs)), "job-id")).toHaveLength(1);
  });

  test("Cancel-My-Jobs cancels one's own that wait, and none when one cannot be", async () => {
    const service = new IppTestService();
    const create = async (name: string) =>
      jobIdOf(await service.ask(requestBytes(OPERATION.createJob, [user(name)])));
    const [mine, other] = [await create("anna"), await create("bob")];
    const ids = attribute("job-ids", is.integer(Number(mine)), is.integer(Number(other)));
    const both = await service.ask(requestBytes(OPERATION.cancelMyJobs, [user("anna"), ids]));
    expect(both.code).toBe(STATUS.notPossible);
    expect((await service.ask(requestBytes(OPERATION.cancelMyJobs, [user("anna")]))).code).toBe(STATUS.ok);
    const open = await service.ask(requestBytes(OPERATION.getJobs));
    expect(valuesOf(open, "job-id")).toEqual([other ?? ""]);
  });

  test("without last-document, or of no job at all", async () => {
    const service = new IppTestService();
    const id = jobIdOf(await service.ask(requestBytes(OPERATION.createJob)));
    expect((await service.ask(about(OPERATION.sendDocument, id, [], HELLO))).code).toBe(STATUS.badRequest);
    expect((await service.ask(about(OPERATION.sendDocument, "1", [last(true)], HELLO))).code).toBe(
      STATUS.notFound,
    );
    expect(
      (await service.ask(requestBytes(OPERATION.sendDocument, [last(true)], { document: HELLO }))).code,
    ).toBe(STATUS.badRequest);
  });
});

test("Validate-Job tells what Print-Job would, and stores nothing", async () => {
  const service = new IppTestService();
  expect((await service.ask(requestBytes(OPERATION.validateJob))).code).toBe(STATUS.ok);
  const pdf = [attribute("document-format", is.mimeMediaType("application/pdf"))];
  expect((await service.ask(requestBytes(OPERATION.validateJob, pdf))).code).toBe(
    STATUS.documentFormatNotSupported,
  );
  expect(service.jobs.all(7)).toEqual([]);
});
