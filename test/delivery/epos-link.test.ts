import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import { eposRequest, readEposAnswer } from "../../src/delivery/epos/epos-message.ts";
import { RealParts } from "./real-parts.ts";

/** What the scripted service answers: to a poll, and to a job. `drop` cuts the connection. */
interface Script {
  poll: string | number;
  job: string | number | "drop";
}

const answer = (success: boolean, code: string, status: number) =>
  '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soapenv:Body><response success="${success}" code="${code}" status="${status}" battery="0" ` +
  'xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/></soapenv:Body></soapenv:Envelope>';

const READY = answer(true, "", 0x6);

let script: Script;
let paper: string;
let asked: URL[];
let server: Bun.Server<undefined>;
let parts: RealParts;

beforeEach(async () => {
  script = { poll: READY, job: READY };
  paper = "";
  asked = [];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      asked.push(new URL(request.url));
      const command = /<command>([0-9a-f]*)<\/command>/.exec(await request.text())?.[1];
      const reply = command === undefined ? script.poll : script.job;
      if (command !== undefined && reply === READY) paper += Buffer.from(command, "hex").toString("latin1");
      if (reply === "drop") {
        await Bun.sleep(5000);
        return new Response("");
      }
      return typeof reply === "number"
        ? new Response("nothing here", { status: reply })
        : new Response(reply, { headers: { "Content-Type": "text/xml" } });
    },
  });
  parts = await RealParts.start();
});
afterEach(async () => {
  await parts.end();
  await server.stop(true);
});

const front = (settings: object = {}) =>
  parts.addPrinter({ name: "kitchen", target: `epos://127.0.0.1:${server.port}`, ...settings });

test("prints come out in order, as they are", async () => {
  const kitchen = await front();
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await parts.print(kitchen, new Uint8Array(bytes));
  await parts.print(kitchen, "second\n");
  await parts.settled();
  expect(paper).toBe(`${Buffer.from(bytes).toString("latin1")}second\n`);
  expect(parts.all()).toMatchObject([{ state: "done" }, { state: "done" }]);
  expect(asked[0]?.pathname).toBe("/cgi-bin/epos/service.cgi");
  expect(asked[0]?.searchParams.get("devid")).toBe("local_printer");
});

test("out of paper the queue waits and says why", async () => {
  script.poll = answer(false, "EPTR_REC_EMPTY", 0x80000 | 0x8 | 0x4);
  const kitchen = await front();
  await parts.print(kitchen, "first\n");
  await parts.until(() => parts.all()[0]?.reason === "The printer is out of paper.", "the reason");
  expect(parts.deliveries.statusOf(kitchen.id)).toEqual({ ...HEALTHY, paper: "end" });
  script.poll = READY;
  await parts.settled();
  expect(paper).toBe("first\n");
});

describe("what the answer to a job means", () => {
  test.each<[string, Script["job"], string, RegExp]>([
    ["paper that ended in the middle", answer(false, "EPTR_REC_EMPTY", 0x80008), "held", /EPTR_REC_EMPTY/],
    ["no reason", answer(false, "", 0x2), "held", /a failure/],
    ["out of time", answer(false, "EX_TIMEOUT", 0), "held", /EX_TIMEOUT/],
    ["not understood", answer(false, "SchemaError", 0), "failed", /SchemaError/],
    ["too large", 413, "failed", /HTTP 413/],
    ["a broken service", 500, "held", /HTTP 500/],
    ["no ePOS-Print", "<html></html>", "held", /not one of ePOS-Print/],
    ["none at all", "drop", "held", /did not answer in time/],
  ])("%s", async (_name, job, state, reason) => {
    script.job = job;
    const kitchen = await front();
    await parts.print(kitchen, "first\n");
    await parts.settled();
    expect(parts.all()[0]).toMatchObject({ state, reason: expect.stringMatching(reason) });
    script.job = READY;
    await parts.print(kitchen, "second\n");
    await parts.settled();
    expect(paper).toBe("second\n");
  });

  test("a busy one is asked again, and nothing is marked", async () => {
    script.job = answer(false, "DEVICE_BUSY", 0);
    const kitchen = await front();
    await parts.print(kitchen, "first\n");
    await parts.until(() => (parts.all()[0]?.attempts ?? 0) > 6, "some attempts");
    script.job = READY;
    await parts.settled();
    expect(parts.all()[0]).toMatchObject({ state: "done", possibleDuplicate: false });
    expect(paper).toBe("first\n");
  });
});

test("a service that is not there is waited for", async () => {
  script.poll = 404;
  const kitchen = await front();
  await parts.print(kitchen, "first\n");
  await parts.until(() => /HTTP 404/.test(parts.all()[0]?.reason ?? ""), "the reason");
  await parts.setPrinter(kitchen.id, { target: "epos://127.0.0.1:1" });
  await parts.until(() => /refused the connection/.test(parts.all()[0]?.reason ?? ""), "the reason");
  script.poll = READY;
  await parts.setPrinter(kitchen.id, { target: `http://127.0.0.1:${server.port}` });
  await parts.settled();
  expect(paper).toBe("first\n");
});

test("what a service says that is no answer is not read: it may never end", async () => {
  let open = 0;
  let mostOpen = 0;
  const endless = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      mostOpen = Math.max(mostOpen, ++open);
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await Bun.sleep(5);
          controller.enqueue(new Uint8Array(1000));
        },
        cancel: () => void open--,
      });
      return new Response(body, { status: 503 });
    },
  });
  try {
    const kitchen = await parts.addPrinter({ name: "kitchen", target: `epos://127.0.0.1:${endless.port}` });
    await parts.print(kitchen, "first\n");
    // Less than it takes for a question to run out of time.
    await Bun.sleep(450);
    expect(mostOpen).toBeLessThan(4);
  } finally {
    await endless.stop(true);
  }
});

describe("messages", () => {
  test("a poll is an empty print", () => {
    expect(eposRequest(null)).toContain('print"></epos-print>');
    expect(Bun.XML.parse(eposRequest(new Uint8Array([0, 255])))).toHaveProperty(
      ["s:Envelope", "s:Body", "epos-print", "command"],
      "00ff",
    );
  });

  test.each([
    ['<response success="1" code="" status="6"/>', { isSuccess: true, code: "", status: HEALTHY }],
    [
      '<response success="false" code="EPTR_COVER_OPEN" status="44"/>',
      { isSuccess: false, code: "EPTR_COVER_OPEN", status: { ...HEALTHY, isCoverOpen: true } },
    ],
    [
      '<e:response xmlns:e="x" success="false" code="EPTR_CUTTER" status="2060"/>',
      { isSuccess: false, code: "EPTR_CUTTER", status: { ...HEALTHY, hasCutterError: true } },
    ],
    [
      '<a><response success="true" code="" status="131072"/></a>',
      { isSuccess: true, code: "", status: { ...HEALTHY, paper: "near-end", isDrawerPinHigh: false } },
    ],
    ['<response success="true" code="" status="x"/>', null],
    ['<response success="true" code=""/>', null],
    ["<other/>", null],
    ["<response", null],
    ["", null],
  ])("%s", (xml, expected) => {
    expect(readEposAnswer(xml)).toEqual(expected as ReturnType<typeof readEposAnswer>);
  });
});
