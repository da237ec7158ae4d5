import { describe, expect, test } from "bun:test";
import { TillrollError } from "../../../src/domain/errors.ts";
import {
  HEALTHY,
  type PrinterStatus,
  simulatedStatus,
  type SimulatedState,
} from "../../../src/domain/printer-status.ts";
import { decode } from "../../../src/escpos/escpos.ts";
import { EPOS_LIMITS, eposBodyLimit } from "../../../src/printers/epos/epos-limits.ts";
import { EPOS_PATH } from "../../../src/domain/protocols.ts";
import { answerEposPrint } from "../../../src/printers/epos/epos.ts";
import { EPOS_HEADERS } from "../../../src/printers/epos/protocol.ts";
import { characters } from "./encode.ts";
import { type Answer, MemoryPrinter, MemoryService, readAnswer, sdkRequest } from "./memory-printer.ts";

const HELLO = sdkRequest("<text>Hello&#10;</text><cut/>");
const POLL = sdkRequest("");

function service(settings: ConstructorParameters<typeof MemoryPrinter>[0] = {}): MemoryService {
  return new MemoryService(new MemoryPrinter(settings));
}

/** What is on paper of the last print. */
function printed({ printer }: MemoryService): string {
  return characters(decode(printer.jobs.at(-1)?.raw ?? new Uint8Array(), { columns: 48 }));
}

const SUCCESS = 0x0f000016;
const ONLINE: Partial<Answer> = { success: "true", code: "", status: SUCCESS, battery: "0" };

describe("requests as POS software sends them", () => {
  test("Epson's JavaScript SDK: text, settings one by one, cut", async () => {
    const epos = service();
    const answer = await epos.answer(
      sdkRequest(
        '<text lang="en"/><text align="center"/><text smooth="true"/><text width="2" height="2"/>' +
          "<text>SHOP &amp; CO&#10;</text>" +
          '<text width="1" height="1"/><text>Tea&#9;4.50&#10;</text><feed line="2"/><cut type="feed"/>',
      ),
    );
    expect(answer).toMatchObject(ONLINE);
    expect(epos.printer.jobs).toMatchObject([
      { protocol: "epos", client: "192.0.2.7", label: null, isIncomplete: false, spoolKey: null },
    ]);
    expect(printed(epos)).toBe("SHOP & COTea4.50");
  });

  test("Odoo: a picture of the receipt and a cut", async () => {
    const epos = service();
    const picture = Buffer.alloc(64 * 20, 0xaa).toBase64();
    const answer = await epos.answer(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">\n    <s:Body>\n' +
        '        <epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">\n' +
        `            <image width="512" height="20" align="center">${picture}</image>\n` +
        '            <cut type="feed"/>\n        </epos-print>\n    </s:Body>\n</s:Envelope>',
    );
    expect(answer).toMatchObject(ONLINE);
    const { pieces } = decode(epos.printer.jobs[0]?.raw ?? new Uint8Array(), { columns: 48 });
    expect(pieces).toMatchObject([{ kind: "raster", width: 512, rows: 20, x: 32 }, { kind: "cut" }]);
  });

  test("Odoo: the drawer", async () => {
    const epos = service();
    const answer = await epos.answer(
      '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
        '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><pulse/></epos-print></s:Body></s:Envelope>',
    );
    expect(answer).toMatchObject(ONLINE);
    expect(epos.printer.jobs[0]?.raw.toHex()).toBe("1b401b700032fa");
  });

  test("other prefixes, a header with everything, a document without an envelope", async () => {
    const epos = service();
    const prefixed =
      '\r\n<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:e="x">' +
      "<soap:Header><e:parameter><e:devid>local_printer</e:devid><e:timeout>10000</e:timeout><e:printjobid> ABC123 </e:printjobid></e:parameter></soap:Header><soap:Body><!-- receipt --><e:epos-print><e:text>one</e:text></e:epos-print></soap:Body></soap:Envelope>";
    expect(await epos.answer(prefixed)).toMatchObject({ ...ONLINE, printJobId: "ABC123" });
    expect(epos.printer.jobs[0]?.label).toBe("ABC123");
    expect(await epos.answer("<epos-print><text>two</text></epos-print>")).toMatchObject(ONLINE);
    expect(printed(epos)).toBe("two");
  });

  test("the header's devid counts where the address has none", async () => {
    const epos = service();
    const header = (devid: string): string =>
      `<Envelope><Header><parameter><devid>${devid}</devid></parameter></Header><Body><epos-print><text>x</text></epos-print></Body></Envelope>`;
    expect(await epos.answer(header("local_printer"), "192.0.2.7", "")).toMatchObject(ONLINE);
    expect(await epos.answer(header("other"), "192.0.2.7", "")).toMatchObject({ code: "DeviceNotFound" });
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("Japanese", async () => {
    const epos = service();
    await epos.answer(
      sdkRequest('<text lang="ja"/><text>受け渡し用控え&#10;ご来店誠にありがとうございます&#10;</text>'),
    );
    expect(printed(epos)).toBe("受け渡し用控えご来店誠にありがとうございます");
  });
});

test("the answer's document, whole", async () => {
  const { service: epos, printer } = service();
  const request = {
    reservation: printer.reserve(),
    body: Buffer.from(sdkRequest("<text>x</text>", "A&amp;1")),
    devid: "local_printer",
  };
  const answer = await answerEposPrint({ ...request, client: "::1" }, epos);
  expect(answer).toBe(
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>' +
      '<parameter xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><printjobid>A&amp;1</printjobid></parameter>' +
      '</s:Header><s:Body><response success="true" code="" status="251658262" battery="0" ' +
      'xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/></s:Body></s:Envelope>',
  );
});

describe("status", () => {
  test("an empty document asks for it and prints nothing; so do settings alone", async () => {
    const epos = service();
    expect(await epos.answer(POLL)).toMatchObject(ONLINE);
    expect(await epos.answer("<Envelope><Body/></Envelope>")).toMatchObject(ONLINE);
    expect(await epos.answer(sdkRequest('<text lang="en"/><layout type="receipt"/>'))).toMatchObject(ONLINE);
    expect(epos.printer.jobs).toEqual([]);
  });

  test.each<[SimulatedState, string, string, number]>([
    ["online", "true", "", SUCCESS],
    ["near-end", "true", "", 0x0f030016],
    ["offline", "false", "EX_BADPORT", 0x0f00001c],
    // Odoo knows this number as the end of the paper.
    ["paper-end", "false", "EPTR_REC_EMPTY", 252_641_308],
    ["cover-open", "false", "EPTR_COVER_OPEN", 0x0f00003c],
    ["cutter-error", "false", "EPTR_CUTTER", 0x0f00081c],
  ])("simulated %s", async (simulate, success, code, status) => {
    const epos = service({ simulate });
    epos.printer.status = simulatedStatus(simulate);
    expect(await epos.answer(POLL)).toMatchObject({ success, code, status });
    expect(await epos.answer(HELLO)).toMatchObject({ success, code, status });
    expect(epos.printer.jobs).toHaveLength(success === "true" ? 1 : 0);
  });

  test.each<[Partial<PrinterStatus>, string, number]>([
    [{ hasUnrecoverableError: true }, "EPTR_UNRECOVERABLE", 0x0f00201c],
    [{ isDrawerPinHigh: false }, "", 0x0f000012],
    [{ isCoverOpen: true, paper: "end" }, "EPTR_COVER_OPEN", 0x0f0f003c],
  ])("of the real printer: %j", async (fault, code, status) => {
    const epos = service();
    epos.printer.status = { ...HEALTHY, ...fault };
    expect(await epos.answer(HELLO)).toMatchObject({ code, status });
  });

  test("of a real printer: what was answered with a failure is kept, and marked so that nothing prints it", async () => {
    const epos = service({ target: "tcp://127.0.0.1:1" });
    epos.printer.status = simulatedStatus("paper-end");
    expect(await epos.answer(HELLO)).toMatchObject({ success: "false", code: "EPTR_REC_EMPTY" });
    expect(await epos.answer(POLL)).toMatchObject({ success: "false", code: "EPTR_REC_EMPTY" });
    epos.printer.status = HEALTHY;
    expect(await epos.answer(HELLO)).toMatchObject(ONLINE);
    expect(epos.printer.jobs.map(({ isReported }) => isReported)).toEqual([true, false]);
  });

  test("slow: the answer comes late, and the print is there", async () => {
    const epos = service({ simulate: "slow" });
    expect(await epos.answer(HELLO)).toMatchObject(ONLINE);
    expect(epos.waits).toEqual([EPOS_LIMITS.slowMilliseconds]);
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("drop: nothing is answered, and nothing is printed", async () => {
    const epos = service({ simulate: "drop" });
    const reservation = epos.printer.reserve();
    const request = {
      reservation,
      body: Buffer.from(HELLO),
      devid: "local_printer",
      client: "::1",
    };
    expect(await answerEposPrint(request, epos.service)).toBeNull();
    expect(epos.printer.jobs).toEqual([]);
  });
});

describe("refusals", () => {
  test.each([
    ["another devid", (epos: MemoryService) => epos.answer(HELLO, "192.0.2.7", "other")],
    [
      "a printer that is removed",
      (epos: MemoryService) => ((epos.printer.isRemoved = true), epos.answer(HELLO)),
    ],
    [
      "a client that may not print",
      (epos: MemoryService) => ((epos.printer.admitted = () => false), epos.answer(HELLO)),
    ],
    [
      "a printer without ePOS-Print",
      (epos: MemoryService) => (
        (epos.printer.printer = { ...epos.printer.printer, protocols: ["raw"] }),
        epos.answer(HELLO)
      ),
    ],
  ])("%s: DeviceNotFound", async (_title, ask) => {
    const epos = service();
    expect(await ask(epos)).toMatchObject({ success: "false", code: "DeviceNotFound", status: 1 });
    expect(epos.printer.jobs).toEqual([]);
  });

  test.each([
    ["STORAGE_UNAVAILABLE", "PrintSystemError"],
    ["NOT_FOUND", "PrintSystemError"],
    ["UNKNOWN", "PrintSystemError"],
    ["WORKSPACE_LIMIT_EXCEEDED", "TooManyRequests"],
    ["PRINT_DATA_TOO_LARGE", "RequestEntityTooLarge"],
  ] as const)("storing fails with %s: %s", async (error, code) => {
    const epos = service();
    epos.printer.beforeStore = () => Promise.reject(new TillrollError(error, "no"));
    const status = code === "PrintSystemError" ? 0x0f00001c : 0x0f000014;
    expect(await epos.answer(HELLO)).toMatchObject({ success: "false", code, status });
    expect(epos.logged).toHaveLength(code === "PrintSystemError" ? 1 : 0);
    expect(epos.printer.taken).toBe(0);
  });

  test("no reservation in memory: EX_SPOOLER", async () => {
    const epos = service();
    epos.printer.roomBytes = 5;
    expect(await epos.answer(HELLO)).toMatchObject({
      success: "false",
      code: "EX_SPOOLER",
      status: 0x0f00001c,
    });
    expect(epos.printer.taken).toBe(0);
  });

  test("a body or a print that is too large: RequestEntityTooLarge", async () => {
    const epos = service();
    epos.printer.maximumJobBytes = 100;
    const body = (bytes: number): string => sdkRequest("<cut/>").padEnd(bytes);
    expect(await epos.answer(body(eposBodyLimit(100)))).toMatchObject(ONLINE);
    expect(await epos.answer(body(eposBodyLimit(100) + 1))).toMatchObject({ code: "RequestEntityTooLarge" });
    const long = sdkRequest(`<text>${"x".repeat(99)}</text>`);
    expect(await epos.answer(long)).toMatchObject({ success: "false", code: "RequestEntityTooLarge" });
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("nothing is answered before the print is durable", async () => {
    const epos = service();
    const durable = Promise.withResolvers<void>();
    epos.printer.beforeStore = () => durable.promise;
    let answered = false;
    const answer = epos.answer(HELLO).then((value) => ((answered = true), value));
    await Bun.sleep(5);
    expect(answered).toBe(false);
    durable.resolve();
    expect(await answer).toMatchObject(ONLINE);
  });
});

describe("print jobs with an id", () => {
  const job = (id: string, text = "Hello"): string => sdkRequest(`<text>${text}</text>`, id);
  const ask = (id: string): string => sdkRequest("", id);

  test("the result can be asked for, for a while", async () => {
    const epos = service();
    expect(await epos.answer(ask("J1"))).toMatchObject({
      success: "false",
      code: "JobNotFound",
      printJobId: "J1",
    });
    await epos.answer(job("J1"));
    expect(await epos.answer(ask("J1"))).toMatchObject({ ...ONLINE, printJobId: "J1" });
    epos.time += EPOS_LIMITS.resultMilliseconds + 1;
    expect(await epos.answer(ask("J1"))).toMatchObject({ code: "JobNotFound" });
  });

  test("while it is being stored: Printing", async () => {
    const epos = service();
    const durable = Promise.withResolvers<void>();
    epos.printer.beforeStore = () => durable.promise;
    const answer = epos.answer(job("J1"));
    expect(await epos.answer(ask("J1"))).toMatchObject({ success: "false", code: "Printing" });
    durable.resolve();
    expect(await answer).toMatchObject(ONLINE);
  });

  test("sent again after a lost answer, it is not printed again", async () => {
    const epos = service();
    expect(await epos.answer(job("J1"))).toMatchObject(ONLINE);
    epos.printer.status = simulatedStatus("cover-open");
    // It was printed; that the printer has a fault since is told by the status.
    expect(await epos.answer(job("J1"))).toMatchObject({ success: "true", code: "", status: 0x0f00003e });
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("sent twice at once, it is printed once", async () => {
    const epos = service();
    epos.printer.beforeStore = () => Bun.sleep(2);
    const answers = await Promise.all([epos.answer(job("J1")), epos.answer(job("J1"))]);
    expect(answers).toMatchObject([ONLINE, ONLINE]);
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("refused, it is printed when it is sent again", async () => {
    const epos = service();
    epos.printer.status = simulatedStatus("paper-end");
    expect(await epos.answer(job("J1"))).toMatchObject({ code: "EPTR_REC_EMPTY" });
    expect(await epos.answer(ask("J1"))).toMatchObject({ success: "false", code: "EPTR_REC_EMPTY" });
    epos.printer.status = HEALTHY;
    epos.printer.beforeStore = () => Promise.reject(new TillrollError("STORAGE_UNAVAILABLE", "full"));
    expect(await epos.answer(job("J1"))).toMatchObject({ code: "PrintSystemError" });
    epos.printer.beforeStore = async () => {};
    expect(await epos.answer(job("J1"))).toMatchObject(ONLINE);
    expect(epos.printer.jobs).toHaveLength(1);
  });

  test("jobs that share an id are printed when anything about them differs", async () => {
    const epos = service();
    await epos.answer(job("ABC123", "one"));
    await epos.answer(job("ABC123", "two"));
    await epos.answer(job("ABC123", "one"));
    await epos.answer(job("ABC123", "one"), "192.0.2.8");
    epos.time += EPOS_LIMITS.resendMilliseconds + 1;
    await epos.answer(job("ABC123", "one"), "192.0.2.8");
    expect(epos.printer.jobs).toHaveLength(5);
  });

  test("a drawer kick is never held back", async () => {
    const epos = service();
    await epos.answer(sdkRequest("<pulse/>", "ABC123"));
    await epos.answer(sdkRequest("<pulse/>", "ABC123"));
    expect(epos.printer.jobs).toHaveLength(2);
  });

  test("without an id, every request prints", async () => {
    const epos = service();
    await epos.answer(HELLO);
    await epos.answer(HELLO);
    expect(epos.printer.jobs).toHaveLength(2);
    expect(epos.service.jobs.size).toBe(0);
  });

  test("only so many are remembered, the oldest is forgotten first", async () => {
    const epos = service();
    for (let n = 0; n <= EPOS_LIMITS.rememberedJobs; n++) await epos.answer(job(`J${n}`));
    expect(epos.service.jobs.size).toBe(EPOS_LIMITS.rememberedJobs);
    expect(await epos.answer(ask("J0"))).toMatchObject({ code: "JobNotFound" });
    expect(await epos.answer(ask("J1"))).toMatchObject({ success: "true" });
    epos.time += EPOS_LIMITS.resultMilliseconds + 1;
    await epos.answer(job("late"));
    expect(epos.service.jobs.size).toBe(1);
  });

  test("an id that is too long", async () => {
    const long = "x".repeat(EPOS_LIMITS.printJobIdCharacters + 1);
    expect(await service().answer(job(long))).toMatchObject({ code: "SchemaError" });
  });
});

test("over a socket, as a browser's fetch has it", async () => {
  const epos = service();
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      [EPOS_PATH]: async (request) => {
        const devid = new URL(request.url).searchParams.get("devid") ?? "";
        const body = await request.bytes();
        const answer = await answerEposPrint(
          { reservation: epos.printer.reserve(), body, devid, client: "127.0.0.1" },
          epos.service,
        );
        return answer === null
          ? new Response(null, { status: 500 })
          : new Response(answer, { headers: EPOS_HEADERS });
      },
    },
  });
  const response = await fetch(`${server.url.origin}${EPOS_PATH}?devid=local_printer&timeout=10000`, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' },
    body: HELLO,
  });
  expect(response.headers.get("Content-Type")).toBe("text/xml; charset=utf-8");
  expect(readAnswer(await response.text())).toMatchObject(ONLINE);
  expect(printed(epos)).toBe("Hello");
});
