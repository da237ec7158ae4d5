import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { SimulatedState } from "../../../src/domain/printer-status.ts";
import type { IppAttribute } from "../../../src/ipp/message.ts";
import { encodeMessage } from "../../../src/ipp/encode.ts";
import * as is from "../../../src/ipp/values.ts";
import { JOB_STATE, OPERATION, PRINTER_STATE, STATUS } from "../../../src/ipp/codes.ts";
import { answerIpp } from "../../../src/printers/ipp/ipp.ts";
import { targetOf } from "../../../src/printers/ipp/ipp-request.ts";
import { HELLO, IppTestService, requestBytes, valuesOf } from "./ipp-server.ts";

const { attribute } = is;
const getPrinter = (attributes: readonly IppAttribute[] = [], parts = {}) =>
  requestBytes(OPERATION.getPrinterAttributes, attributes, parts);
const requested = (...names: readonly string[]) =>
  attribute("requested-attributes", ...names.map(is.keyword));

describe("the form of a request", () => {
  const charset = attribute("attributes-charset", is.charset("utf-8"));
  const language = attribute("attributes-natural-language", is.naturalLanguage("en"));
  const uri = attribute("printer-uri", is.uri("ipp://shop.test/ipp/print/till"));
  const raw = (attributes: readonly IppAttribute[], tag = 1) =>
    encodeMessage({
      version: { major: 1, minor: 1 },
      code: OPERATION.getPrinterAttributes,
      requestId: 17,
      groups: [{ tag, attributes }],
    });

  test.each<[string, Uint8Array, number]>([
    ["right", raw([charset, language, uri]), STATUS.ok],
    ["right, of IPP 1.0", getPrinter([], { version: { major: 1, minor: 0 } }), STATUS.ok],
    ["right, of IPP 2.0", getPrinter([], { version: { major: 2, minor: 0 } }), STATUS.ok],
    ["IPP 0.9", getPrinter([], { version: { major: 0, minor: 9 } }), STATUS.versionNotSupported],
    ["IPP 3.0", getPrinter([], { version: { major: 3, minor: 0 } }), STATUS.versionNotSupported],
    ["an operation that is not done", requestBytes(0x000d), STATUS.operationNotSupported],
    ["a request-id of 0", getPrinter([], { requestId: 0 }), STATUS.badRequest],
    ["a request-id below 0", getPrinter([], { requestId: 0xffffffff }), STATUS.badRequest],
    ["no attributes", raw([]), STATUS.badRequest],
    ["no charset", raw([language, uri]), STATUS.badRequest],
    ["no language", raw([charset, uri]), STATUS.badRequest],
    ["the wrong order", raw([language, charset, uri]), STATUS.badRequest],
    ["no operation attributes", raw([charset, language, uri], 2), STATUS.badRequest],
    [
      "another charset",
      raw([attribute("attributes-charset", is.charset("utf-16")), language, uri]),
      STATUS.charsetNotSupported,
    ],
    ["no target", getPrinter([], { target: [] }), STATUS.badRequest],
    [
      "another target",
      getPrinter([], { target: [attribute("printer-uri", is.uri("ipp://shop.test/ipp/print/bar"))] }),
      STATUS.notFound,
    ],
    [
      "a target in other letters",
      getPrinter([], { target: [attribute("printer-uri", is.uri("http://h:631/ipp/print/TILL"))] }),
      STATUS.ok,
    ],
    [
      "a target without a printer",
      getPrinter([], { target: [attribute("printer-uri", is.uri("ipp://shop.test/"))] }),
      STATUS.ok,
    ],
    ["attributes without an end", getPrinter().subarray(0, -1), STATUS.badRequest],
    [
      "a format that is not taken",
      getPrinter([attribute("document-format", is.mimeMediaType("application/pdf"))]),
      STATUS.documentFormatNotSupported,
    ],
  ])("%s", async (_name, bytes, status) => {
    const answer = await new IppTestService().ask(bytes);
    expect(answer.code).toBe(status);
    expect(answer.requestId).toBe(new DataView(bytes.buffer, bytes.byteOffset).getUint32(4));
    expect(valuesOf(answer, "attributes-charset")[0]).toBe("utf-8");
  });

  test.each([
    [1, 0, "1.0"],
    [1, 1, "1.1"],
    [1, 7, "1.1"],
    [2, 0, "2.0"],
    [2, 2, "2.0"],
    [0, 0, "1.0"],
    [9, 9, "2.0"],
  ])("IPP %d.%d is answered in a version that is spoken", async (major, minor, expected) => {
    const { version } = await new IppTestService().ask(getPrinter([], { version: { major, minor } }));
    expect(`${version.major}.${version.minor}`).toBe(expected);
  });

  test("half a header has no answer", async () => {
    const request = {
      name: "till",
      body: Uint8Array.of(1, 1, 0),
      contentLength: 3,
      client: "192.0.2.7",
      userAgent: "",
    };
    expect(await answerIpp(request, new IppTestService())).toEqual(new Uint8Array(0));
  });

  test("whatever comes is answered", async () => {
    const operations = [...Object.values(OPERATION), 0x4002];
    const damaged = fc
      .tuple(fc.constantFrom(...operations), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }))
      .map(([code, faults]) => {
        const more = [
          attribute("last-document", is.boolean(true)),
          attribute("job-id", is.integer(1)),
          requested("all"),
        ];
        const bytes = new Uint8Array(
          requestBytes(code, more, { document: HELLO, job: [attribute("copies", is.integer(2))] }),
        );
        for (const [place, octet] of faults) bytes[place % bytes.byteLength] = octet;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ minLength: 8, maxLength: 100 })), async (bytes) => {
        const service = new IppTestService();
        const answer = await service.ask(new Uint8Array(bytes));
        expect(answer.code).not.toBe(STATUS.internalError);
        expect(service.endpoint.rooms).toBe(0);
        const isStored = service.endpoint.jobs.length > 0;
        if (isStored) expect([STATUS.ok, STATUS.okIgnoredOrSubstituted] as number[]).toContain(answer.code);
      }),
      { numRuns: 500 },
    );
  });
});

describe("who may ask", () => {
  test("a printer that there is not, does not speak IPP, or was removed", async () => {
    const service = new IppTestService();
    expect((await service.ask(getPrinter(), "bar")).code).toBe(STATUS.notFound);
    service.endpoint.printer = { ...service.endpoint.printer, protocols: ["raw"] };
    expect((await service.ask(getPrinter())).code).toBe(STATUS.notFound);
    service.endpoint.printer = { ...service.endpoint.printer, protocols: ["ipp"] };
    expect((await service.ask(getPrinter())).code).toBe(STATUS.ok);
    service.endpoint.remove();
    expect((await service.ask(getPrinter())).code).toBe(STATUS.notFound);
  });

  test("an address that may not print", async () => {
    const service = new IppTestService();
    service.endpoint.banned.add("192.0.2.7");
    expect((await service.ask(requestBytes(OPERATION.printJob, [], { document: HELLO }))).code).toBe(
      STATUS.forbidden,
    );
    expect(service.endpoint.jobs).toEqual([]);
  });
});

describe("Get-Printer-Attributes", () => {
  test.each<[SimulatedState, number, string[]]>([
    ["online", PRINTER_STATE.idle, ["none"]],
    ["offline", PRINTER_STATE.stopped, ["shutdown"]],
    ["paper-end", PRINTER_STATE.stopped, ["media-empty-error"]],
    ["near-end", PRINTER_STATE.idle, ["media-low-warning"]],
    ["cover-open", PRINTER_STATE.stopped, ["cover-open-error"]],
    ["cutter-error", PRINTER_STATE.stopped, ["other-error"]],
  ])("of a printer that is %s", async (simulate, state, reasons) => {
    const service = new IppTestService();
    service.endpoint.simulate(simulate);
    const answer = await service.ask(getPrinter());
    expect(valuesOf(answer, "printer-state")).toEqual([String(state)]);
    expect(valuesOf(answer, "printer-state-reasons")).toEqual(reasons);
    expect(valuesOf(answer, "printer-is-accepting-jobs")).toEqual(["true"]);
    // Jobs are stored all the same.
    expect((await service.ask(requestBytes(OPERATION.printJob, [], { document: HELLO }))).code).toBe(
      STATUS.ok,
    );
  });

  test("tells several troubles at a time", async () => {
    const service = new IppTestService();
    service.endpoint.setStatus({ isCoverOpen: true, paper: "end", isReachable: false });
    expect(valuesOf(await service.ask(getPrinter()), "printer-state-reasons")).toEqual([
      "shutdown",
      "cover-open-error",
      "media-empty-error",
    ]);
  });

  test("says what printer it is", async () => {
    const answer = await new IppTestService().ask(getPrinter());
    expect(valuesOf(answer, "printer-make-and-model")).toEqual(["EPSON TM-T88V"]);
    expect(valuesOf(answer, "printer-device-id")).toEqual([
      "MFG:EPSON;MDL:TM-T88V;CMD:ESC/POS;CLS:PRINTER;DES:EPSON TM-T88V;",
    ]);
    expect(valuesOf(answer, "printer-uri-supported")).toEqual(["ipp://shop.test/ipp/print/till"]);
    expect(valuesOf(answer, "printer-uuid")[0]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(valuesOf(answer, "operations-supported")).toEqual(Object.values(OPERATION).map(String));
    expect(valuesOf(answer, "media-default")).toEqual(["roll_receipt_80x3000mm"]);
  });

  test("says the model that it stands for, and its paper", async () => {
    const service = new IppTestService();
    service.endpoint.printer = { ...service.endpoint.printer, model: "star-mc-print2" };
    const answer = await service.ask(getPrinter());
    expect(valuesOf(answer, "printer-make-and-model")).toEqual(["Star mC-Print2"]);
    expect(valuesOf(answer, "printer-device-id")).toEqual([
      "MFG:Star;MDL:mC-Print2;CMD:STAR;CLS:PRINTER;DES:Star mC-Print2;",
    ]);
    expect(valuesOf(answer, "media-default")).toEqual(["roll_receipt_58x3000mm"]);
  });

  test.each([
    [["printer-name"], ["printer-name"]],
    [
      ["printer-state", "nonsense", "copies-supported"],
      ["printer-state", "copies-supported"],
    ],
    [["job-template"], "copies-default"],
    [["printer-description"], "printer-name"],
  ] as const)("with only %j", async (names, expected) => {
    const answer = await new IppTestService().ask(getPrinter([requested(...names)]));
    const got = (answer.groups[1]?.attributes ?? []).map(({ name }) => name);
    if (typeof expected === "string") {
      expect(got).toContain(expected);
      expect(got.includes("printer-name")).toBe(expected === "printer-name");
      expect(got.includes("copies-default")).toBe(expected === "copies-default");
    } else expect(got).toEqual([...expected]);
  });

  test.each([
    ["CUPS/2.4.2 (Linux 6.1.0-18-amd64; x86_64) IPP/2.0", false],
    ["CUPS/2.3.4 (Darwin 23.1.0; arm64) IPP/2.0", true],
    ["", true],
  ])("%j is told of Apple Raster: %j", async (userAgent, isTold) => {
    const answer = await new IppTestService().ask(getPrinter(), "till", "192.0.2.7", userAgent);
    const formats = valuesOf(answer, "document-format-supported");
    expect(formats.includes("image/urf")).toBe(isTold);
    expect(formats).toContain("image/pwg-raster");
  });

  test.each([
    ["epson-80mm", "roll_receipt_80x3000mm", 396, "203"],
    ["epson-tm-t88v", "roll_receipt_80x3000mm", 387, "180"],
    ["generic-58mm", "roll_receipt_58x3000mm", 497, "203"],
    ["star-tsp800ii", "roll_receipt_112x3000mm", 394, "203"],
    ["epson-tm-u220", "roll_receipt_76x3000mm", 625, "160"],
  ] as const)("of %s: its roll and its dots", async (model, media, margin, dots) => {
    const service = new IppTestService();
    service.endpoint.printer = { ...service.endpoint.printer, model };
    const answer = await service.ask(getPrinter());
    expect(valuesOf(answer, "media-default")).toEqual([media]);
    expect(valuesOf(answer, "media-left-margin-supported")).toEqual([String(margin)]);
    expect(valuesOf(answer, "urf-supported")).toContain(`RS${dots}`);
  });

  test("its list of papers only to who asks for it by its name", async () => {
    const has = async (...names: string[]) =>
      valuesOf(await new IppTestService().ask(getPrinter([requested(...names)])), "media-col-database")
        .length;
    expect([await has("all"), await has("job-template"), await has("all", "media-col-database")]).toEqual([
      0, 0, 2,
    ]);
  });

  test("a level of the paper", async () => {
    const service = new IppTestService();
    const level = async () =>
      Buffer.from(valuesOf(await service.ask(getPrinter()), "printer-supply")[0] ?? "", "hex").toString();
    expect(await level()).toContain("level=100;");
    service.endpoint.simulate("near-end");
    expect(await level()).toContain("level=10;");
    service.endpoint.simulate("paper-end");
    expect(await level()).toContain("level=0;");
  });

  test("every attribute is told once, and as no other", async () => {
    const answer = await new IppTestService().ask(getPrinter());
    const names = (answer.groups[1]?.attributes ?? []).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("Identify-Printer", () => {
  test("tells whoever looks after the service", async () => {
    const service = new IppTestService();
    const actions = attribute("identify-actions", is.keyword("display"), is.keyword("speak"));
    const answer = await service.ask(requestBytes(OPERATION.identifyPrinter, [actions]));
    expect(answer.code).toBe(STATUS.okIgnoredOrSubstituted);
    expect(valuesOf(answer, "identify-actions")).toEqual(["speak"]);
    expect(service.logged).toEqual(["info: a host wants to see which printer this is"]);
  });
});

describe("Get-Jobs and Get-Job-Attributes", () => {
  test("tell jobs by their state and their user", async () => {
    const service = new IppTestService();
    const print = async (name: string) => {
      service.now += 1000;
      const attributes = [
        attribute("requesting-user-name", is.name(name)),
        attribute("job-name", is.name(`of ${name}`)),
      ];
      return valuesOf(
        await service.ask(requestBytes(OPERATION.printJob, attributes, { document: HELLO })),
        "job-id",
      )[0];
    };
    const ids = [await print("anna"), await print("bob"), await print("anna")];
    const created = await service.ask(requestBytes(OPERATION.createJob));
    const ask = async (...attributes: readonly IppAttribute[]) =>
      valuesOf(await service.ask(requestBytes(OPERATION.getJobs, attributes)), "job-id");
    const which = (word: string) => attribute("which-jobs", is.keyword(word));
    const mine = [attribute("my-jobs", is.boolean(true)), attribute("requesting-user-name", is.name("anna"))];
    expect(await ask()).toEqual(valuesOf(created, "job-id"));
    expect(await ask(which("completed"))).toEqual(ids.toReversed() as string[]);
    expect(await ask(which("completed"), attribute("limit", is.integer(1)))).toEqual([ids[2] ?? ""]);
    expect(await ask(which("completed"), ...mine)).toEqual([ids[2] ?? "", ids[0] ?? ""]);
    expect(await ask(which("all"))).toHaveLength(4);
    const unknown = await service.ask(requestBytes(OPERATION.getJobs, [which("fetchable")]));
    expect(unknown.code).toBe(STATUS.attributesOrValuesNotSupported);
    const byUri = await service.ask(
      requestBytes(OPERATION.getJobAttributes, [], {
        target: [attribute("job-uri", is.uri(`ipp://shop.test/ipp/print/till/${ids[1]}`))],
      }),
    );
    expect(valuesOf(byUri, "job-name")).toEqual(["of bob"]);
    expect(valuesOf(byUri, "job-state-message")).toEqual(["Stored as print 2."]);
    expect(valuesOf(byUri, "time-at-completed")).toEqual(["3"]);
    expect(valuesOf(byUri, "number-of-documents")).toEqual(["1"]);
  });

  describe("names of jobs and users are told to their own client only", () => {
    const user = (name: string) => attribute("requesting-user-name", is.name(name));
    const all = attribute("which-jobs", is.keyword("all"));
    const of = (id: string) => ({
      target: [attribute("job-uri", is.uri(`ipp://shop.test/ipp/print/till/${id}`))],
    });

    async function printed() {
      const service = new IppTestService();
      const attributes = [user("anna"), attribute("job-name", is.name("Invoice of Mr Novak"))];
      const made = await service.ask(requestBytes(OPERATION.printJob, attributes, { document: HELLO }));
      const id = valuesOf(made, "job-id")[0] ?? "";
      /** What a client is told by both operations, all attributes. */
      const told = async (client: string, ...more: readonly IppAttribute[]) => [
        await service.ask(requestBytes(OPERATION.getJobs, [all, requested("all"), ...more]), "till", client),
        await service.ask(requestBytes(OPERATION.getJobAttributes, more, of(id)), "till", client),
      ];
      return { service, id, told };
    }

    test.each([
      ["without a user's name", []],
      ["in the user's name", [user("anna")]],
    ])("the same address, %s", async (_name, more) => {
      const { told } = await printed();
      for (const answer of await told("192.0.2.7", ...more)) {
        expect(valuesOf(answer, "job-name")).toEqual(["Invoice of Mr Novak"]);
        expect(valuesOf(answer, "job-originating-user-name")).toEqual(["anna"]);
        expect(valuesOf(answer, "job-state-message")).toEqual(["Stored as print 1."]);
      }
    });

    test.each([
      ["another address", "192.0.2.8", []],
      ["another address in the user's name", "192.0.2.8", [user("anna")]],
      ["another user of the same address", "192.0.2.7", [user("bob")]],
    ])("%s", async (_name, client, more) => {
      const { id, told } = await printed();
      for (const answer of await told(client, ...more)) {
        expect(valuesOf(answer, "job-id")).toEqual([id]);
        expect(valuesOf(answer, "job-state")).toEqual([String(JOB_STATE.completed)]);
        expect(valuesOf(answer, "job-name")).toEqual([`Job ${id}`]);
        expect(valuesOf(answer, "job-originating-user-name")).toEqual(["anonymous"]);
        expect(valuesOf(answer, "job-state-message")).toEqual(["Stored."]);
        expect(JSON.stringify(answer.groups)).not.toMatch(/anna|Novak/);
      }
    });

    test("others do not learn by asking for theirs whose jobs there are", async () => {
      const { service } = await printed();
      const mine = [all, user("anna"), attribute("my-jobs", is.boolean(true))];
      const ask = async (client: string) =>
        valuesOf(await service.ask(requestBytes(OPERATION.getJobs, mine), "till", client), "job-id").length;
      expect([await ask("192.0.2.7"), await ask("192.0.2.8")]).toEqual([1, 0]);
    });

    test("others do not cancel them by the user's name", async () => {
      const service = new IppTestService();
      await service.ask(requestBytes(OPERATION.createJob, [user("anna")]));
      const cancel = requestBytes(OPERATION.cancelMyJobs, [user("anna")]);
      const open = async () => valuesOf(await service.ask(requestBytes(OPERATION.getJobs)), "job-id").length;
      await service.ask(cancel, "till", "192.0.2.8");
      expect(await open()).toBe(1);
      await service.ask(cancel);
      expect(await open()).toBe(0);
    });

    test("printers say so", async () => {
      const answer = await new IppTestService().ask(getPrinter());
      expect(valuesOf(answer, "job-privacy-scope")).toEqual(["owner"]);
      expect(valuesOf(answer, "job-privacy-attributes")).toContain("job-name");
    });
  });

  test("ids go on ascending when the service starts anew", async () => {
    const before = new IppTestService();
    const first = valuesOf(await before.ask(requestBytes(OPERATION.createJob)), "job-id");
    const after = new IppTestService();
    after.now += 10_000;
    const again = new (await import("../../../src/printers/ipp/job-table.ts")).IppJobs(
      () => after.now,
      () => after.now,
    );
    const job = again.create(7, { name: "x", label: null, user: "u", client: "", format: "f" }, true);
    expect(job.id).toBeGreaterThan(Number(first[0]));
    expect(job.id).toBeLessThan(2 ** 31);
  });
});

test.each([
  ["/ipp/print/till", "till", null],
  ["/ipp/print/till/17", "till", 17],
  ["ipp://host:631/ipp/print/K%C3%BCche%201", "Küche 1", null],
  ["http://host/ipp/print/till?x=1", "till", null],
  ["/ipp/print/", undefined, undefined],
  ["/ipp/print/%zz", undefined, undefined],
  ["/printers/till", undefined, undefined],
  ["/ipp/print/till/x", undefined, undefined],
])("the target of %j", (uri, name, jobId) => {
  const target = targetOf(uri);
  expect({ name: target?.name, jobId: target?.jobId }).toEqual({ name, jobId });
});
