import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { answerCloudPrnt, type DrawJob } from "../../../src/delivery/polled/cloudprnt-server.ts";
import { answerDirectPrint } from "../../../src/delivery/polled/direct-print-server.ts";
import type { PolledAnswer, PolledRequest } from "../../../src/delivery/polled/polled-exchange.ts";
import { receiptPicture } from "../../../src/documents/receipt-picture.ts";
import type { Printer } from "../../../src/domain/printer.ts";
import { until } from "../../until.ts";
import { RealParts } from "../real-parts.ts";
import { EpsonCloudPrinter } from "./epson-cloud-printer.ts";
import { type Exchange, StarCloudPrinter } from "./star-cloud-printer.ts";

type Protocol = typeof answerCloudPrnt;

let parts: RealParts;

beforeEach(async () => {
  parts = await RealParts.start();
});

afterEach(() => parts.end());

/** A way to the server without a network. */
function exchangeWith(protocol: Protocol, printer: Printer): Exchange {
  return async (method, query, body) => {
    const request: PolledRequest = {
      method,
      parameter: (name) => query[name] ?? null,
      body: () => Promise.resolve(Buffer.from(body)),
    };
    const draw: DrawJob = ({ bytes }) => Promise.resolve(receiptPicture(bytes, {}));
    const answer: PolledAnswer = await protocol(request, parts.deliveries.polled.of(printer.id), draw);
    return { status: answer.status, bytes: Buffer.from(answer.body) };
  };
}

async function starPrinter(name = "kitchen", settings = {}) {
  const printer = await parts.addPrinter({
    name,
    target: "cloudprnt:",
    model: "star-mc-print3",
    ...settings,
  });
  return { printer, real: new StarCloudPrinter(exchangeWith(answerCloudPrnt, printer)) };
}

async function epsonPrinter() {
  const printer = await parts.addPrinter({ name: "bar", target: "sdp:" });
  return { printer, real: new EpsonCloudPrinter(exchangeWith(answerDirectPrint, printer)) };
}

/** Has a printer come until nothing is left for it. */
async function comeUntilSettled(real: { turn(): Promise<boolean> }): Promise<void> {
  const isOpen = () => parts.states().some((state) => state === "queued" || state === "sending");
  await until(async () => {
    await real.turn();
    return !isOpen();
  }, "rest");
}

describe("CloudPRNT", () => {
  test("each print is fetched once, in order", async () => {
    const { printer, real } = await starPrinter();
    for (const text of ["one", "two", "three"]) await parts.print(printer, text);
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["one", "two", "three"]);
    expect(parts.states()).toEqual(["done", "done", "done"]);
    expect(await real.turn()).toBe(false);
  });

  test("a print waits in the queue, not on its way, until the printer comes", async () => {
    const { printer, real } = await starPrinter();
    expect(await real.turn()).toBe(false);
    await parts.print(printer, "later");
    await parts.until(() => (parts.deliveries.waitingFor(printer.id).reason ?? "").includes("next time"));
    expect(parts.states()).toEqual(["queued"]);
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["later"]);
  });

  test("a printer that never came is told of", async () => {
    const { printer } = await starPrinter();
    await parts.print(printer, "x");
    await parts.until(() => (parts.deliveries.waitingFor(printer.id).reason ?? "").includes("not asked"));
  });

  const TROUBLES = [
    ["410 Out of paper", { paper: "end" }],
    ["420%20Cover%20open", { isCoverOpen: true }],
    ["400 Printer error", { isReachable: false }],
  ] as const;

  test.each(TROUBLES)("%p is the printer's status, and holds prints back", async (code, status) => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    real.statusCode = code;
    expect(await real.turn()).toBe(false);
    expect(parts.deliveries.statusOf(printer.id)).toMatchObject(status);
    expect(parts.states()).toEqual(["queued"]);
    real.statusCode = "200 OK";
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["x"]);
    expect(parts.deliveries.statusOf(printer.id)).toMatchObject({ isReachable: true, paper: "present" });
  });

  const FATES = [
    ["OK", "done"],
    ["511 Media decoding error", "failed"],
    ["410 Out of paper", "held"],
  ] as const;

  test.each(FATES)("told %p, a delivery is %s", async (code, state) => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    const fate = { turn: () => real.turn({ code }) };
    await comeUntilSettled(fate);
    expect(parts.states()).toEqual([state]);
  });

  test("a job that was not downloaded is offered again", async () => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    await until(() => real.turn({ code: "520 Timeout" }));
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["x"]);
  });

  test("a job of which nothing is heard any more is held, and not printed twice", async () => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    await until(() => real.turn("forgets"));
    await until(async () => {
      expect(await real.turn()).toBe(false);
      return parts.states()[0] === "held";
    });
    expect(real.printed).toEqual([]);
  });

  test("a job that was given up is done when its printer tells so later, of no other printer", async () => {
    const { printer, real } = await starPrinter();
    const { printer: other } = await starPrinter("other");
    await parts.print(printer, "x");
    let token = "";
    await until(async () => (token = (await real.poll()).jobToken ?? "") !== "");
    const exchange = exchangeWith(answerCloudPrnt, printer);
    await exchange("GET", { mac: "00:11:62:00:00:01", token }, "");
    await real.poll();
    await real.poll();
    await parts.settled();
    expect(parts.states()).toEqual(["held"]);
    await exchangeWith(answerCloudPrnt, other)("DELETE", { token, code: "200 OK" }, "");
    await exchange("DELETE", { token, code: "410 Out of paper" }, "");
    await exchange("DELETE", { token: "99-x", code: "200 OK" }, "");
    expect(parts.states()).toEqual(["held"]);
    await exchange("DELETE", { token, code: "200 OK" }, "");
    await parts.until(() => parts.states()[0] === "done");
    expect(parts.all()[0]?.reason).toContain("told later");
  });

  test("an error while it prints interrupts the job", async () => {
    const { printer, real } = await starPrinter("kitchen", { whenInterrupted: "resend" });
    await parts.print(printer, "x");
    await until(() => real.turn("forgets"));
    real.statusCode = "410 Out of paper";
    await real.poll();
    real.statusCode = "200 OK";
    await comeUntilSettled(real);
    expect(real.printed).toHaveLength(1);
    expect(real.printed[0]).toContain("COPY?");
    expect(parts.all()[0]).toMatchObject({ state: "done", possibleDuplicate: true });
  });

  test("while it prints it is given nothing, and the job stays on its way", async () => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    await until(() => real.turn("forgets"));
    real.isPrinting = true;
    for (let poll = 0; poll < 5; poll++) expect(await real.turn()).toBe(false);
    expect(parts.states()).toEqual(["sending"]);
  });

  test("a job is the printer's language, or a picture of it, for one printer", async () => {
    const { printer, real } = await starPrinter();
    await parts.print(printer, "x");
    let answer = await real.poll();
    await until(async () => (answer = await real.poll()).jobReady);
    expect(answer.mediaTypes).toEqual(["application/vnd.star.starprnt", "image/png"]);
    const exchange = exchangeWith(answerCloudPrnt, printer);
    const token = answer.jobToken ?? "";
    expect((await exchange("GET", { token, type: "text/plain" }, "")).status).toBe(415);
    expect((await exchange("GET", { token: "another" }, "")).status).toBe(404);
    expect((await exchange("POST", {}, "no JSON")).status).toBe(400);
    const picture = await exchange("GET", { token, mac: "one", type: "image/png" }, "");
    expect(Buffer.from(picture.bytes).toString("latin1")).toStartWith("\x89PNG");
    expect((await exchange("GET", { token, mac: "one" }, "")).status).toBe(200);
    // Another printer that was given the same address.
    expect((await exchange("GET", { token, mac: "two" }, "")).status).toBe(404);
    expect((await exchange("DELETE", { token, mac: "two", code: "520 Timeout" }, "")).status).toBe(200);
    expect(parts.states()).toEqual(["sending"]);
    const told = { token, mac: "one", code: "200 OK" };
    expect((await exchange("DELETE", told, "")).status).toBe(200);
    expect((await exchange("DELETE", { ...told, retry: "1" }, "")).status).toBe(200);
    await parts.settled();
    expect(parts.states()).toEqual(["done"]);
  });

  test("a held or cancelled print is not given", async () => {
    const { printer, real } = await starPrinter();
    await parts.setPrinter(printer.id, { held: true });
    const id = await parts.print(printer, "x");
    await parts.print(printer, "y");
    expect(await real.turn()).toBe(false);
    const [first] = parts.all();
    expect(first?.printId).toBe(id);
    await parts.deliveries.decide("cancel", 1, first?.id ?? 0);
    await parts.setPrinter(printer.id, { held: false });
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["y"]);
  });
});

describe("Server Direct Print", () => {
  test("each print goes with an answer, once, in order", async () => {
    const { printer, real } = await epsonPrinter();
    for (const text of ["one", "two"]) await parts.print(printer, text);
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["one", "two"]);
    expect(parts.states()).toEqual(["done", "done"]);
    expect(await real.turn()).toBe(false);
  });

  test.each([
    ["EPTR_REC_EMPTY", "held"],
    ["SchemaError", "failed"],
  ] as const)("told %p, a delivery is %s", async (code, state) => {
    const { printer, real } = await epsonPrinter();
    await parts.print(printer, "x");
    await comeUntilSettled({ turn: () => real.turn(code) });
    expect(parts.states()).toEqual([state]);
  });

  test("its status is the printer's", async () => {
    const { printer, real } = await epsonPrinter();
    await parts.print(printer, "x");
    await real.tellStatus(0x0f000034);
    await parts.until(() => parts.deliveries.statusOf(printer.id)?.isCoverOpen === true);
    await comeUntilSettled(real);
    expect(real.printed).toEqual(["x"]);
  });

  test.each([
    ["two printers with one address", ["one", "two"]],
    ["two requests with one ID", ["", ""]],
  ])("a job for which %s wait goes with one answer", async (_name, ids) => {
    const { printer } = await epsonPrinter();
    await parts.print(printer, "x");
    await parts.until(() => (parts.deliveries.waitingFor(printer.id).reason ?? "").includes("not asked"));
    const exchange = exchangeWith(answerDirectPrint, printer);
    const ask = (id: string) => exchange("POST", {}, `ConnectionType=GetRequest&ID=${id}`);
    const answers = await Promise.all(ids.map(ask));
    expect(answers.map(({ bytes }) => Buffer.from(bytes).includes("<printjobid>"))).toEqual([true, false]);
    expect(parts.states()).toEqual(["sending"]);
  });

  test("a request without anything, as before digest authentication, is answered", async () => {
    const { printer } = await epsonPrinter();
    const exchange = exchangeWith(answerDirectPrint, printer);
    expect((await exchange("POST", {}, "")).status).toBe(200);
    expect((await exchange("POST", {}, "ConnectionType=Other")).status).toBe(400);
  });
});
