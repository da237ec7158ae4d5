import { describe, expect, test } from "bun:test";
import type { PrinterStatus } from "../../../src/domain/printer-status.ts";
import { STAR } from "../../../src/escpos/star/star-dialect.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { ConnectionDriver } from "../raw9100/connection-driver.ts";

/** The port of a Star printer. */
function starPort(status: Partial<PrinterStatus> = {}): FakeEndpoint {
  const endpoint = new FakeEndpoint();
  endpoint.language = "star-line";
  endpoint.setStatus(status);
  return endpoint;
}

const answer = (sent: string, status: Partial<PrinterStatus> = {}): string =>
  new ConnectionDriver(starPort(status)).send(sent).wait(100).said;

const HEALTHY = "23 06 00 00 00 00 00 00 00";

describe("status requests", () => {
  test.each([
    ["ENQ", "05", "20"],
    ["EOT", "04", "10"],
    ["ESC ACK SOH", "1B 06 01", HEALTHY],
    ["ESC ACK CAN", "1B 06 18", ""],
    ["ESC RS a 0", "1B 1E 61 00", ""],
    ["ESC RS a 1", "1B 1E 61 01", HEALTHY],
    ["ESC RS a '1'", "1B 1E 61 31", HEALTHY],
    ["ETB while nothing is watched", "17", ""],
    ["all at once, in order", "05 04 1B 06 01", `20 | 10 | ${HEALTHY}`],
    ["after an open line", `"Total" 05`, "20"],
    ["the probe for either make has one answer, a Star's", "10 04 02 1B 06 01 1B 40", HEALTHY],
    ["and so has that of the drawer", "10 04 01 1B 06 01 1B 40", HEALTHY],
  ])("%s", (_, sent, said) => {
    expect(answer(sent)).toBe(said);
  });

  test.each([
    ["GS I 67", "1D 49 43"],
    ["GS r 1", "1D 72 01"],
    ["GS a FF", "1D 61 FF"],
    ["GS ( H", "1D 28 48 06 00 30 30 61 62 63 64"],
    ["DLE EOT 2", "10 04 02"],
    ["ESC v", "1B 76"],
  ])("%s of Epson has no answer", (_, sent) => {
    expect(answer(sent)).toBe("");
  });

  test.each<[string, Partial<PrinterStatus>, string, string, string]>([
    ["paper low", { paper: "near-end" }, "20", "14", "23 06 00 00 00 06 00 00 00"],
    ["no paper", { paper: "end" }, "28", "1C", "23 06 08 00 00 0E 00 00 00"],
    ["cover open", { isCoverOpen: true }, "20", "10", "23 06 28 00 00 00 00 00 00"],
    ["cutter", { hasCutterError: true }, "24", "10", "23 06 08 08 00 00 00 00 00"],
    ["broken", { hasUnrecoverableError: true }, "24", "10", "23 06 08 20 00 00 00 00 00"],
    ["drawer open", { isDrawerPinHigh: false }, "A0", "10", "23 06 04 00 00 00 00 00 00"],
  ])("%s", (_, status, enquiry, end, block) => {
    expect(answer("05 04 1B 06 01", status)).toBe(`${enquiry} | ${end} | ${block}`);
  });

  test("what looks like one inside a picture is a picture", () => {
    const row = "62 03 00 04 05 17";
    expect(answer(`1B 2A 72 41 ${row} ${row}`)).toBe("");
    expect(answer("1B 1D 53 01 02 00 02 00 00 04 05 1C 17")).toBe("");
    expect(answer("1B 58 01 00 04 05 04 05")).toBe("20");
  });

  test("a host that watches hears of changes, and of no more when it ends that", () => {
    const endpoint = starPort();
    const host = new ConnectionDriver(endpoint).send("1B 1E 61 01").wait(100);
    endpoint.setStatus({ isCoverOpen: true });
    endpoint.setStatus({});
    host.send("1B 1E 61 00");
    endpoint.setStatus({ isCoverOpen: true });
    expect(host.said).toBe(`${HEALTHY} | 23 06 28 00 00 00 00 00 00 | ${HEALTHY}`);
  });

  test("a printer that is switched off takes in no command to watch", () => {
    const endpoint = starPort({ isReachable: false });
    const host = new ConnectionDriver(endpoint).send("1B 1E 61 01");
    expect(host.said).toBe("");
    endpoint.setStatus({});
    expect(host.said).toBe(HEALTHY);
  });
});

describe("ETB", () => {
  /** The block after so many. */
  const counted = (bits: string): string => `23 06 02 00 00 00 00 ${bits} 00`;

  test("a host that watches has one answer to each, and none for having begun to watch", () => {
    const host = new ConnectionDriver(starPort()).send("1B 1E 61 01").send("17").wait(1000);
    expect(host.said).toBe(counted("02"));
  });

  test("it counts, five bits in bits 6, 5, 3, 2 and 1", () => {
    const host = new ConnectionDriver(starPort()).send("1B 1E 61 01 17 17 17");
    expect(host.said).toBe(["02", "04", "06"].map(counted).join(" | "));
    const others = new ConnectionDriver(starPort()).send(`${"17 ".repeat(9)} 1B 06 01`);
    expect(others.said).toBe(counted("22"));
    expect(others.send(`${"17 ".repeat(23)} 1B 06 01`).said).toEndWith(counted("00"));
  });

  test.each([
    ["ESC RS E", "1B 1E 45 00"],
    ["CAN", "18"],
  ])("%s clears the counter, and tells nothing", (_, clear) => {
    expect(answer(`17 17 ${clear} 1B 06 01`)).toBe(HEALTHY);
  });

  test("ESC @ does not", () => {
    expect(answer("17 1B 40 1B 06 01")).toBe(counted("02"));
  });

  test("it is told when everything before is durable, and makes that a job", () => {
    const host = new ConnectionDriver(starPort(), false).send(`1B 1E 61 01 17 "Total" 0A 17`);
    expect(host.said).toBe(counted("02"));
    expect(host.order).toEqual(["send", "store"]);
    expect(host.complete().said).toBe(`${counted("02")} | ${counted("04")}`);
    expect(host.jobs).toEqual(["\x1b\x1ea\x01\x17Total\n\x17"]);
  });

  test("a host that does not watch has its job in one piece", () => {
    const host = new ConnectionDriver(starPort()).send(`"one" 0A 17 "two" 0A 17`).end();
    expect(host.jobs).toEqual(["one\n\x17two\n\x17"]);
  });

  test("it is told when the printer is online again", () => {
    const endpoint = starPort();
    const host = new ConnectionDriver(endpoint).send(`1B 1E 61 01 17`);
    endpoint.setStatus({ paper: "end" });
    host.send(`"Total" 0A 17`);
    expect(host.replies).toHaveLength(2);
    endpoint.setStatus({});
    expect(host.said).toEndWith(`${counted("02")} | ${counted("04")}`);
  });
});

describe("document marks", () => {
  test.each([
    ["01", "1B 1D 03 01 00 00"],
    ["00", "1B 1D 03 00 05 06"],
    ["03", ""],
    ["04", ""],
  ])("ESC GS ETX %s", (s, said) => {
    const sent = s === "00" ? "1B 1D 03 00 05 06" : `1B 1D 03 ${s} 00 00`;
    expect(answer(sent)).toBe(said);
  });

  test("one is told when what is before it is durable", () => {
    const host = new ConnectionDriver(starPort(), false).send(`"Total" 0A 1B 64 03 1B 1D 03 01 00 00 04`);
    expect(host.said).toBe("10");
    expect(host.complete().said).toBe("10 | 1B 1D 03 01 00 00");
    expect(host.end().jobs).toHaveLength(1);
  });
});

describe("the size of symbols", () => {
  const QR = `1B 1D 79 44 31 00 05 00 "hello"`;
  const PDF417 = `1B 1D 78 53 30 01 08 04 1B 1D 78 44 05 00 "hello"`;

  test.each([
    ["a QR code: 21 cells of 3 dots", `${QR} 1B 1D 79 49`, "1B 1D 79 49 3F 00"],
    ["as it is set", `1B 1D 79 53 32 08 ${QR} 1B 1D 79 49`, "1B 1D 79 49 A8 00"],
    ["PDF417: (69 + 4 × 17) modules of 2 dots", `${PDF417} 1B 1D 78 49`, "1B 1D 78 49 12 01"],
    ["none is kept", "1B 1D 79 49", "1B 1D 79 49 00 00"],
    ["none after ESC @", `${QR} 1B 40 1B 1D 79 49`, "1B 1D 79 49 00 00"],
    [
      "it is wider than the paper",
      `1B 1D 79 53 32 08 1B 1D 79 44 31 00 20 03 "${"x".repeat(800)}" 1B 1D 79 49`,
      "1B 1D 79 49 00 00",
    ],
  ])("%s", (_, sent, said) => {
    expect(answer(sent)).toBe(said);
  });

  test("it is told as often as it is asked, whatever else was measured", () => {
    const host = new ConnectionDriver(starPort());
    for (let at = 0; at < 50; at++) host.send(`${QR} 1B 1D 79 49 ${PDF417} 1B 1D 78 49`);
    expect([...new Set(host.said.split(" | "))]).toEqual(["1B 1D 79 49 3F 00", "1B 1D 78 49 12 01"]);
    expect(host.replies).toHaveLength(100);
  });
});

test("only Star's commands ask Star's questions", () => {
  const answered = STAR.forms.filter(({ record }) => record.answer !== undefined).map(({ name }) => name);
  expect(answered).toContain("ENQ");
  expect(answered).not.toContain("GS I");
});
