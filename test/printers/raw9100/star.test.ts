import { afterEach, describe, expect, test } from "bun:test";
import { decode } from "../../../src/escpos/escpos.ts";
import type { PrinterLanguage } from "../../../src/escpos/language.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes, ConnectionDriver, hex } from "./connection-driver.ts";
import { TestListener } from "./raw-host.ts";

function port(language: PrinterLanguage): FakeEndpoint {
  const endpoint = new FakeEndpoint();
  endpoint.language = language;
  return endpoint;
}

const latin1 = (hexadecimal: string) => Buffer.from(bytes(hexadecimal)).toString("latin1");

/** A receipt of Star Line Mode, and one of raster mode. */
const LINES = `1B 40 1B 1D 61 01 1B 45 "Total 1.00" 1B 46 0A 1B 64 03`;
const ROWS = `1B 2A 72 41 62 02 00 04 05 62 02 00 1C 17 1B 2A 72 42`;

/** Whatever the port speaks, the job tells what it is. */
describe.each<PrinterLanguage>(["star-line", "escpos"])(
  "a job of Star's on a port that speaks %s",
  (language) => {
    const driver = () => new ConnectionDriver(port(language));

    test.each([
      ["a cut of line mode", LINES],
      ["rows, and the end of raster mode", ROWS],
      ["rows, and the end of a page", "1B 2A 72 41 62 01 00 FF 1B 0C 04"],
      ["characters twice as high are no cut", `1B 1D 61 00 1B 69 01 01 "Total" 0A 1B 64 02`],
    ])("%s ends it after 1.5 s", (_, job) => {
      const host = driver().send(job).wait(1400);
      expect(host.jobs).toEqual([]);
      host.wait(100);
      expect(host.jobs).toEqual([latin1(job)]);
      expect(host.stores[0]?.isIncomplete).toBe(false);
    });

    test.each([
      ["what is cut no more", `1B 1D 61 00 "Total" 1B 64 02 "more"`],
      ["a size of Star's, which is a cut of Epson's", `1B 1D 61 00 "Total" 0A 1B 69 00 00`],
      ["rows that are followed by nothing", "1B 2A 72 41 62 02 00 04 05"],
    ])("%s waits for 10 s", (_, job) => {
      const host = driver().send(job).wait(9900);
      expect(host.jobs).toEqual([]);
      expect(host.wait(100).jobs).toEqual([latin1(job)]);
    });

    test.each([
      ["marks, requests and padding", "1B 1D 03 01 00 00 04 1B 06 01 00 00 00 00"],
      ["a flush of page mode", "1B 1D 50 30 1B 1D 50 31"],
      ["raster mode with nothing in it", "1B 2A 72 41 1B 2A 72 59 32 34 00 1B 0C 00 1B 2A 72 42"],
    ])("%s behind the cut make no second receipt", (_, trailing) => {
      const host = driver().send(LINES).wait(1500).send(trailing).wait(10_000).end();
      expect(host.jobs).toHaveLength(1);
    });

    test("byte by byte it is the same", () => {
      for (const job of [LINES, ROWS]) {
        const host = driver();
        for (const byte of bytes(job)) host.send(Uint8Array.of(byte));
        expect(host.wait(1500).jobs).toEqual([latin1(job)]);
      }
    });

    test.each([
      ["the drawer", "1B 07 14 14 07"],
      ["a logo", "1B 1C 71 01 01 00 01 00 01 02 03 04 05 06 07 08"],
    ])("%s alone is a job", (_, job) => {
      expect(driver().send(job).end().jobs).toEqual([latin1(job)]);
    });

    test.each([
      ["requests", "1B 06 01 05 04 17 1B 1E 61 01"],
      ["settings", "1B 40 18 1B 1D 61 01 1B 45"],
      ["pulse times of the drawer", "1B 07 14 14"],
      ["raster mode with nothing in it", "1B 2A 72 41 1B 2A 72 42"],
    ])("%s alone are none", (_, sent) => {
      expect(driver().send(sent).end().jobs).toEqual([]);
    });

    test("one that breaks behind its cut is whole, one before it is not", () => {
      expect(driver().send(LINES).break().stores).toMatchObject([{ isIncomplete: false }]);
      expect(driver().send(ROWS).break().stores).toMatchObject([{ isIncomplete: false }]);
      expect(driver().send(`1B 1D 61 00 "Total"`).break().stores).toMatchObject([{ isIncomplete: true }]);
    });

    test("two receipts over one connection", () => {
      const host = driver().send(LINES).wait(1500).send(ROWS).wait(1500);
      expect(host.jobs).toEqual([LINES, ROWS].map(latin1));
    });
  },
);

describe("a port that speaks another language than its job", () => {
  test("it answers in its own, and in no other", () => {
    const host = new ConnectionDriver(port("escpos")).send(`${LINES} 1B 06 01 05`);
    expect(host.said).toBe("");
    expect(host.send("10 04 02").said).toBe("12");
    const star = new ConnectionDriver(port("star-line")).send(`1B 40 1B 61 01 "Total" 0A 1D 56 00 1D 72 01`);
    expect(star.said).toBe("");
    expect(star.send("05").said).toBe("20");
  });

  test("a cut of Epson's ends its job on a Star port", () => {
    const host = new ConnectionDriver(port("star-line")).send(`1B 21 00 "Total" 0A 1D 56 00`).wait(1400);
    expect(host.jobs).toEqual([]);
    expect(host.wait(100).jobs).toHaveLength(1);
  });

  test("bytes that only look like Star's are judged by the port's commands", () => {
    // ESC 4 and ESC 5 are italics of clones; Star has no ESC c 5. GS V 0 is a cut.
    const job = `1B 34 "Total" 1B 35 0A 1B 63 35 00 1D 56 00`;
    expect(new ConnectionDriver(port("escpos")).send(job).wait(1500).jobs).toEqual([latin1(job)]);
  });
});

test("a host that is joined to the real printer has asked that one to watch, in its language", () => {
  const { connection, now } = new ConnectionDriver(port("star-line")).send("1B 1E 61 01");
  connection.joined(now);
  const passed = connection.takeEffects().filter(({ kind }) => kind === "pass");
  expect(passed).toEqual([{ kind: "pass", bytes: bytes("1B 1E 61 01") }]);
});

describe("receiptio", () => {
  const listeners: TestListener[] = [];

  afterEach(async () => {
    for (const { listener } of listeners.splice(0)) await listener.stop();
  });

  /** Bytes of an automatic status as its first two tell it. */
  const lengthOf = ([first = 0, second = 0]: Uint8Array): number =>
    (((first >> 2) & 0x18) | ((first >> 1) & 0x07)) + ((second >> 6) & 0x02);

  test("asks what the printer speaks, prints, and is told when it is printed", async () => {
    const endpoint = port("star-prnt");
    const durable = Promise.withResolvers<void>();
    endpoint.beforeStoring = () => durable.promise;
    const listener = new TestListener(endpoint);
    listeners.push(listener);
    const host = await listener.connect();

    host.send(bytes("10 04 02 1B 06 01 1B 40"));
    const hello = await host.read(9);
    expect((hello[0] ?? 0) & 0x91).toBe(0x01);
    expect(lengthOf(hello)).toBe(9);

    host.send(bytes(`1B 40 1B 1E 61 01 17 1B 1D 74 01 "Total 1.00" 0A 1B 64 33 17`));
    const first = await host.read(9);
    expect((first[0] ?? 0) & 0xf1).toBe(0x21);
    await host.until(() => endpoint.events.length > 0);
    expect(host.unread).toHaveLength(0);
    durable.resolve();
    const second = await host.read(9);
    expect(hex(second)).toBe("23 06 02 00 00 00 00 04 00");
    host.reset();
    await host.until(() => listener.listener.connections === 0);
    expect(host.unread).toHaveLength(0);

    // Its probe is part of the job, which is Star's all the same.
    const [job] = endpoint.jobs;
    expect(endpoint.jobs).toHaveLength(1);
    const { pieces, notes } = decode(job?.raw ?? new Uint8Array(), {});
    expect(pieces).toMatchObject([{ text: "Total 1.00" }, { kind: "cut", cut: "partial" }]);
    expect(notes).toEqual([]);
  });
});
