import { describe, expect, test } from "bun:test";
import type { Printer } from "../../../src/domain/printer.ts";
import { ESCPOS } from "../../../src/escpos/commands/escpos-dialect.ts";
import { VERSION } from "../../../src/version.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { ConnectionDriver, hex, text } from "../raw9100/connection-driver.ts";

const informationB = (words: string) => hex(text(`_${words}\u0000`));

function answer(sent: string, settings: Partial<Printer> = {}): string {
  return new ConnectionDriver(new FakeEndpoint(settings)).send(sent).said;
}

describe("GS I", () => {
  test.each([
    ["1", "20"],
    ["31", "20"],
    ["2", "02"],
    ["32", "02"],
    ["3", "01"],
    ["33", "01"],
    ["21", "3D 21 42 40 00"],
    ["23", "3D 23 00"],
    ["24", "3D 24 00"],
    ["60", "3D 60 00"],
    ["6E", "3D 6E 00"],
    ["41", informationB(VERSION)],
    ["42", informationB("EPSON")],
    ["43", informationB("TM-T88V")],
    ["44", informationB("TR00000007")],
    ["45", informationB("")],
    ["6F", informationB("")],
    ["70", informationB("")],
    ["0", ""],
    ["FF", ""],
  ])("%s", (n, said) => {
    expect(answer(`1D 49 ${n.padStart(2, "0")}`)).toBe(said);
  });

  test("maker, model and double-byte characters are the printer's", () => {
    const printer = { profile: "star", reportedModel: "TM-T20II", charset: "japan" } as const;
    expect(answer("1D 49 42", printer)).toBe(informationB("Star"));
    expect(answer("1D 49 42", { profile: "citizen" })).toBe(informationB("CITIZEN"));
    expect(answer("1D 49 01", printer)).toBe("63");
    expect(answer("1D 49 02", printer)).toBe("03");
    expect(answer("1D 49 45", printer)).toBe(informationB("KANJI JAPANESE"));
  });

  test("a name that is not ASCII cannot break the block", () => {
    expect(answer("1D 49 43", { reportedModel: "a\u0000é€" })).toBe(informationB("a???"));
    expect(answer("1D 49 43", { reportedModel: "x".repeat(100) })).toBe(informationB("x".repeat(80)));
  });
});

describe("status requests", () => {
  test.each([
    ["10 04 01", "16"],
    ["10 04 02", "12"],
    ["10 04 03", "12"],
    ["10 04 04", "12"],
    ["10 04 07 01", "12"],
    ["10 04 08 03", "12"],
    ["10 04 12 01", "12"],
    ["10 04 05", ""],
    ["1D 72 01", "00"],
    ["1D 72 31", "00"],
    ["1D 72 02", "01"],
    ["1D 72 32", "01"],
    ["1D 72 04", "00"],
    ["1D 72 03", ""],
    ["1B 76", "00"],
    ["1B 75 00", "01"],
    ["1D 61 FF", "14 00 00 0F"],
    ["1D 61 00", ""],
    ["1D 6A 03", "35 40 40 00"],
    ["1D 6A 00", ""],
    ["1C 28 65 02 00 33 08", "39 00 40 00"],
    ["1C 28 65 02 00 33 00", ""],
    ["10 14 07 01", "14 00 00 0F"],
    ["10 14 07 02", "39 00 40 00"],
    ["10 14 07 04", "37 23 00"],
    ["10 14 07 05", ""],
    ["10 14 08 01 03 14 01 06 02 08", "37 25 00"],
    ["10 14 08 01 03 14 01 06 02 09", ""],
    ["10 14 02 01 08", "3B 30 00"],
    ["10 14 02 00 00", ""],
    ["10 05 02", ""],
    ["1D 28 48 06 00 30 30 01 02 03 04", "37 22 01 02 03 04 00"],
    ["1D 67 32 00 14 00", "5F 30 00"],
    ["1D 67 32 00 0B 00", ""],
  ])("%s is answered %s", (sent, said) => {
    expect(answer(sent)).toBe(said);
  });

  test("the drawer's pin", () => {
    const endpoint = new FakeEndpoint();
    endpoint.setStatus({ isDrawerPinHigh: false });
    const host = new ConnectionDriver(endpoint).send("10 04 01 1D 72 02 1B 75 30 1D 61 FF");
    expect(host.said).toBe("12 | 00 | 00 | 10 00 00 0F");
  });

  test("Bematech's drawer kick is no paper request", () => {
    expect(answer("1D F9 35 00 1B 76 64")).toBe("");
  });

  test("a status is the one at the time of the answer", () => {
    const endpoint = new FakeEndpoint();
    const host = new ConnectionDriver(endpoint, false).send(`"x" 1D 72 01`);
    endpoint.simulate("near-end");
    expect(host.complete().said).toBe("03");
  });

  test("what stays unanswered is listed with its reason", () => {
    const reasons = ESCPOS.forms.flatMap(({ record }) => record.unanswered ?? []);
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons).not.toContain("");
  });
});

describe("user settings", () => {
  const IN = "1D 28 45 03 00 01 49 4E";
  const OUT = "1D 28 45 04 00 02 4F 55 54";

  test("the setting mode is entered, and left with a reset", () => {
    const endpoint = new FakeEndpoint();
    const host = new ConnectionDriver(endpoint).send(`1D 61 FF ${IN} ${OUT}`);
    expect(host.said).toBe("14 00 00 0F | 37 20 00");
    endpoint.simulate("cover-open");
    expect(host.replies).toHaveLength(2);
  });

  test("memory switches: set in the setting mode only, 2 leaves one as it is", () => {
    const set = (bits: string) => `1D 28 45 0A 00 03 02 ${bits}`;
    const get = "1D 28 45 02 00 04 02";
    expect(answer(get)).toBe(hex(text("7!00000000\u0000")));
    expect(answer(`${set("31 31 31 31 31 31 31 31")} ${get}`)).toBe(hex(text("7!00000000\u0000")));
    const host = new ConnectionDriver().send(`${IN} ${set("31 32 32 32 32 32 32 31")} ${OUT} ${get}`);
    expect(host.said).toBe(`37 20 00 | ${hex(text("7!10000001\u0000"))}`);
    host.send(`${IN} ${set("32 31 32 32 32 32 32 30")} ${get}`);
    expect(hex(host.replies.at(-1) ?? new Uint8Array())).toBe(hex(text("7!11000000\u0000")));
  });

  test("customised values: known ones as delivered, others once they are set", () => {
    expect(answer("1D 28 45 02 00 06 03")).toBe(hex(text("7'3\u001f6\u0000")));
    expect(answer("1D 28 45 02 00 06 74")).toBe("");
    const host = new ConnectionDriver().send(`${IN} 1D 28 45 07 00 05 74 2C 01 03 02 00`);
    host.send("1D 28 45 02 00 06 74 1D 28 45 02 00 06 03");
    expect(host.said).toBe(
      `37 20 00 | ${hex(text("7'116\u001f300\u0000"))} | ${hex(text("7'3\u001f2\u0000"))}`,
    );
  });

  test("the serial interface", () => {
    expect(answer("1D 28 45 02 00 0C 01")).toBe("");
    const host = new ConnectionDriver().send(`${IN} 1D 28 45 06 00 0B 01 "9600" 1D 28 45 02 00 0C 01`);
    expect(host.said).toBe(`37 20 00 | ${hex(text("731\u001f9600\u0000"))}`);
  });
});

describe("what hosts store in a printer", () => {
  const list = "1D 28 4C 04 00 30 40 4B 43";
  const define = (key: string) => `1D 28 4C 0C 00 30 43 30 "${key}" 01 08 00 01 00 31 FF`;

  test("capacities", () => {
    expect(answer("1D 28 4C 02 00 30 00")).toBe(hex(text("70262144\u0000")));
    expect(answer("1D 28 4C 02 00 30 33")).toBe(hex(text("71262144\u0000")));
    expect(answer("1D 28 4C 02 00 30 04")).toBe(hex(text("7212288\u0000")));
    expect(answer("1D 28 43 03 00 00 03 00")).toBe(hex(text("7(0\u0000")));
    expect(answer("1D 28 43 03 00 00 34 00")).toBe(hex(text("7)1024\u0000")));
  });

  test("key codes of graphics, deleted one by one and all at once", () => {
    expect(answer(list)).toBe(hex(text("7r@\u0000")));
    const host = new ConnectionDriver().send(`${define("G1")} ${define("G2")} ${list} 06`);
    host.send(`1D 28 4C 04 00 30 42 "G1" ${list} 06 1D 28 4C 05 00 30 41 "CLR" ${list} 06`);
    expect(host.said).toBe(
      ["7r@G1G2\u0000", "7r@G2\u0000", "7r@\u0000"].map((said) => hex(text(said))).join(" | "),
    );
  });

  test("initialising forgets downloaded graphics", () => {
    const download = `1D 28 4C 0C 00 30 53 30 "D1" 01 08 00 01 00 31 FF`;
    const ask = "1D 28 4C 04 00 30 50 4B 43";
    expect(answer(`${download} ${ask}`)).toBe(hex(text("7s@D1\u0000")));
    expect(answer(`${download} 1B 40 ${ask}`)).toBe(hex(text("7s@\u0000")));
  });

  test("records of the user memory", () => {
    const write = `1D 28 43 0A 00 00 01 00 "AB" "hello"`;
    const read = `1D 28 43 05 00 00 02 00 "AB"`;
    expect(answer(read)).toBe(hex(text("7p@\u0000")));
    expect(answer(`${write} ${read}`)).toBe(hex(text("7p@hello\u0000")));
    expect(answer(`${write} 1D 28 43 03 00 00 03 00`)).toBe(hex(text("7(8\u0000")));
    expect(answer(`${write} 1D 28 43 03 00 00 05 00`)).toBe(hex(text("7q@AB\u0000")));
    expect(answer(`${write} 1D 28 43 05 00 00 30 00 "AB" ${read}`)).toBe(hex(text("7p@\u0000")));
    expect(answer(`${write} 1D 28 43 06 00 00 06 00 "CLR" ${read}`)).toBe(hex(text("7p@\u0000")));
  });

  test.each([[true], [false]])(
    "a list in blocks: ACK goes on, NAK repeats, CAN ends; byte by byte %p",
    (isSplit) => {
      const host = new ConnectionDriver();
      const send = (sent: string) => {
        if (isSplit) for (const byte of sent.match(/"[^"]*"|\S+/g) ?? []) host.send(byte);
        else host.send(sent);
      };
      const keys = Array.from({ length: 90 }, (_, index) => String(10 + index));
      for (const key of keys) send(define(key));
      const blocks = [
        `7rA${keys.slice(0, 40).join("")}\u0000`,
        `7rA${keys.slice(40, 80).join("")}\u0000`,
        `7r@${keys.slice(80).join("")}\u0000`,
      ].map((block) => hex(text(block)));
      send(list);
      expect(host.said).toBe(blocks[0] as string);
      send("06");
      send("15");
      send("06");
      send("06");
      // The transfer is over: control codes mean nothing again.
      send("06");
      const said = [blocks[0], blocks[1], blocks[1], blocks[2]];
      expect(host.said).toBe(said.join(" | "));
      send(list);
      send("18");
      send("06");
      send(`${list} 1B 40 06`);
      expect(host.said).toBe([...said, blocks[0], blocks[0]].join(" | "));
    },
  );
});
