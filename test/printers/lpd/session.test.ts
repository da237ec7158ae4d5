import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LPD_LIMITS } from "../../../src/printers/lpd/lpd-limits.ts";
import { type Circumstances, runSession, cutAt, file, latin1 } from "./run-session.ts";

const CONTROL = "Hhost\nPanna\nJOrder 17\nldfA001host\nUdfA001host\nNorder.bin\n";
const TWO_FILES = "Hhost\nPanna\nJOrder 18\nldfA001host\nldfB001host\n";

/** A session with the whole text in one piece, its prints as text with label and marks. */
function told(text: string, circumstances: Circumstances = {}) {
  const { stored, ...rest } = runSession([latin1(text)], circumstances);
  const prints = stored.map(({ raw, control, isIncomplete, spoolKey }) => {
    const marks = `${isIncomplete ? " incomplete" : ""}${spoolKey === null ? "" : " spooled"}`;
    return `${control.label}: ${String.fromCharCode(...raw)}${marks}`;
  });
  return { ...rest, prints };
}

describe("a job is received", () => {
  test.each([
    [
      "control file first",
      `\x02till\n${file(2, CONTROL, "cfA001host")}${file(3, "hello", "dfA001host")}`,
      "0000000000",
    ],
    ["without a file's name", `\x02till\n${file(2, CONTROL, "cfA001host")}\x035\nhello\0`, "0000000000"],
    [
      "the octet behind the file missing, at the end",
      `\x02till\n${file(2, CONTROL, "cf")}\x035 df\nhello`,
      "0000000000",
    ],
    ["from a pipe, 0", `\x02till\n${file(2, CONTROL, "cf")}\x030 df\nhello`, "0000000000"],
    ["from a pipe, 2147483647", `\x02till\n${file(2, CONTROL, "cf")}\x032147483647 df\nhello`, "0000000000"],
    [
      "from a pipe, 999999999999",
      `\x02till\n${file(2, CONTROL, "cf")}\x03999999999999 df\nhello`,
      "0000000000",
    ],
    [
      "from a pipe, 2^63-1",
      `\x02till\n${file(2, CONTROL, "cf")}\x039223372036854775807 df\nhello`,
      "0000000000",
    ],
    ["from a pipe, -1", `\x02till\n${file(2, CONTROL, "cf")}\x03-1 df\nhello`, "0000000000"],
  ])("%s", (_name, text, sent) => {
    const outcome = told(text);
    expect(outcome.prints).toEqual(["Order 17: hello"]);
    expect(outcome).toMatchObject({ sent, spooled: 0, reports: [] });
  });

  test("data file first: it is spooled, and gets its label from the control file", () => {
    const outcome = told(`\x02till\n${file(3, "hello", "dfA001host")}${file(2, CONTROL, "cfA001host")}`);
    expect(outcome).toMatchObject({ prints: ["Order 17: hello spooled"], sent: "0000000000", spooled: 1 });
  });

  test("a data file whose control file never comes is a print without a label", () => {
    const outcome = told(`\x02till\n${file(3, "hello", "dfA001host")}`);
    expect(outcome).toMatchObject({ prints: ["null: hello spooled"], sent: "000000", spooled: 1 });
  });

  test.each([
    [
      "before",
      file(2, TWO_FILES, "cf") + file(3, "one", "dfA001host") + file(3, "two", "dfB001host"),
      ["Order 18: one", "Order 18: two"],
    ],
    [
      "between",
      file(3, "one", "dfA001host") + file(2, TWO_FILES, "cf") + file(3, "two", "dfB001host"),
      ["Order 18: one spooled", "Order 18: two"],
    ],
    [
      "after",
      file(3, "one", "dfA001host") + file(3, "two", "dfB001host") + file(2, TWO_FILES, "cf"),
      ["Order 18: one spooled", "Order 18: two spooled"],
    ],
  ])("two data files, the control file %s: two prints", (_name, files, prints) => {
    expect(told(`\x02till\n${files}`)).toMatchObject({ prints, sent: "00".repeat(7) });
  });

  test("several jobs of one connection keep their own labels", () => {
    const first = file(3, "one", "dfA001host") + file(2, CONTROL, "cf");
    const second = file(3, "two", "dfA002host") + file(2, CONTROL.replace("17", "18"), "cf");
    expect(told(`\x02till\n${first}${second}`).prints).toEqual([
      "Order 17: one spooled",
      "Order 18: two spooled",
    ]);
  });

  test("a file of 0 bytes is acknowledged, and is no print", () => {
    const text = `\x02till\n${file(2, CONTROL, "cf")}${file(3, "", "df")}`;
    expect(told(text)).toMatchObject({ prints: [], sent: "0000000000" });
    expect(told(text, { ending: "timeout" })).toMatchObject({ prints: [], sent: "0000000000" });
  });

  test("bytes like those of the protocol are the file's", () => {
    const content = "\x02till\n\0\x035 df\n\0\n\x01\n";
    expect(told(`\x02till\n${file(2, CONTROL, "cf")}${file(3, content, "df")}`).prints).toEqual([
      `Order 17: ${content}`,
    ]);
  });
});

describe("a job is refused", () => {
  const head = `\x02till\n${file(2, CONTROL, "cf")}`;
  test.each([
    ["an unknown queue", "\x02bar\n", {}, "01", []],
    ["no memory", `${head}\x035 df\n`, { isAdmitted: false }, "00000002", []],
    ["no room for all of it", `${head}${file(3, "hello", "df")}`, { room: 4 }, "0000000002", []],
    ["larger than the limit, from a pipe", `${head}\x030 df\n${"x".repeat(1001)}`, {}, "0000000001", []],
    ["storage unavailable", `${head}${file(3, "hello", "df")}`, { octet: 2 }, "0000000002", []],
    [
      "storage unavailable, data file first",
      `\x02till\n${file(3, "hello", "df")}`,
      { octet: 2 },
      "000002",
      [],
    ],
    ["an unknown subcommand", `\x02till\n\x04x\n`, {}, "0001", []],
    ["a count that is no number", `\x02till\n\x03many df\n`, {}, "0001", []],
    ["a control file too large", `\x02till\n\x02999999 cf\n`, {}, "0001", []],
    [
      "broken inside the data",
      `${head}\x0310 df\nhello`,
      { ending: "broken" },
      "0000000001",
      ["Order 17: hello incomplete"],
    ],
    ["closed inside the data", `${head}\x0310 df\nhello`, {}, "0000000001", ["Order 17: hello incomplete"]],
    [
      "silent inside the data",
      `${head}\x0310 df\nhello`,
      { ending: "timeout" },
      "0000000001",
      ["Order 17: hello incomplete"],
    ],
    [
      "broken, from a pipe",
      `${head}\x030 df\nhello`,
      { ending: "broken" },
      "0000000001",
      ["Order 17: hello incomplete"],
    ],
    [
      "not good, says its host",
      `${head}\x035 df\nhello\x01`,
      {},
      "0000000001",
      ["Order 17: hello incomplete"],
    ],
    ["broken before any data", `${head}\x0310 df\n`, { ending: "broken" }, "0000000001", []],
  ] as [string, string, Circumstances, string, string[]][])(
    "%s",
    (_name, text, circumstances, sent, prints) => {
      const outcome = told(text, circumstances);
      expect(outcome).toMatchObject({ sent, prints });
      expect(outcome.reports.length + (circumstances.octet ?? 0)).toBeGreaterThan(0);
    },
  );

  test("an aborted job is forgotten, and the next one is received", () => {
    const text = `${head}\x01\n${file(2, CONTROL.replace("17", "18"), "cf")}${file(3, "hello", "df")}`;
    expect(told(text)).toMatchObject({ prints: ["Order 18: hello"], sent: "00".repeat(8) });
  });

  test("an aborted job's acknowledged files are forgotten, and the next job is received", () => {
    const text = `\x02till\n${file(3, "one", "df")}${file(3, "two", "df")}\x01\n`;
    expect(told(text)).toMatchObject({ prints: [], discarded: ["key 1", "key 2"], sent: "00".repeat(6) });
    const next = `${text}${file(2, CONTROL, "cf")}${file(3, "hello", "df")}`;
    expect(told(next)).toMatchObject({ prints: ["Order 17: hello"], sent: "00".repeat(10) });
  });

  test("one that cannot be forgotten is kept, and the host is told", () => {
    const outcome = told(`\x02till\n${file(3, "hello", "df")}\x01\n`, { discards: false });
    expect(outcome).toMatchObject({ prints: ["null: hello spooled"], sent: "00000002" });
  });

  test("the fault `drop` takes half of the file and breaks", () => {
    const outcome = told(`${head}${file(3, "0123456789", "df")}`, { breaksOff: true });
    expect(outcome).toMatchObject({
      prints: ["Order 17: 01234 incomplete"],
      sent: "00000000",
      hasBroken: true,
    });
  });
});

describe("data files first, which cannot be stored when their control file comes", () => {
  const one = `\x02till\n${file(3, "one", "dfA001host")}`;
  const two = `${one}${file(3, "two", "dfB001host")}`;
  const control = (files: string) => file(2, files, "cfA001host");
  test.each([
    ["forgotten before they are refused", one, CONTROL, { octets: [2] }, "02", [], 1],
    ["refused for good", one, CONTROL, { octets: [1] }, "01", [], 1],
    [
      "what can be neither stored nor forgotten is tried again",
      one,
      CONTROL,
      { octets: [2, 2], discards: false },
      "00",
      ["Order 17: one spooled"],
      0,
    ],
    [
      "and is acknowledged in the end, because it stays in the spool",
      one,
      CONTROL,
      { octets: [2, 2, 2], discards: false, rests: 2 },
      "00",
      [],
      0,
    ],
    ["the first of two: both are forgotten", two, TWO_FILES, { octets: [2] }, "02", [], 2],
    [
      "the second of two: it is tried again, since the first is a print",
      two,
      TWO_FILES,
      { octets: [0, 2, 2] },
      "00",
      ["Order 18: one spooled", "Order 18: two spooled"],
      0,
    ],
    [
      "the second of two, and never: it stays in the spool",
      two,
      TWO_FILES,
      { octets: [0, 2, 2], rests: 1 },
      "00",
      ["Order 18: one spooled"],
      0,
    ],
  ] as [string, string, string, Circumstances, string, string[], number][])(
    "%s",
    (_name, files, names, circumstances, answered, prints, forgotten) => {
      const outcome = told(files + control(names), circumstances);
      expect(outcome.prints).toEqual(prints);
      expect(outcome.discarded).toHaveLength(forgotten);
      expect(outcome.sent).toEndWith(`00${answered}`);
    },
  );

  test("without a control file they are kept, and nothing is forgotten", () => {
    for (const octets of [[2], [1]]) {
      const outcome = told(one, { octets, rests: 0 });
      expect(outcome).toMatchObject({ prints: [], discarded: [], sent: "000000" });
    }
  });
});

describe("other commands", () => {
  test.each([
    ["\x01till\n", "00"],
    ["\x01bar\n", "01"],
    ["\x03till \n", Buffer.from("state false\n").toString("hex")],
    ["\x04till anna 12\n", Buffer.from("state true\n").toString("hex")],
    ["\x03till\r\n", Buffer.from("state false\n").toString("hex")],
    ["", ""],
  ])("%j", (text, sent) => expect(told(text)).toMatchObject({ sent, prints: [] }));

  test("removing jobs is answered in words", () => {
    const { sent } = told("\x05till anna 12\n");
    expect(Buffer.from(sent, "hex").toString()).toStartWith("There is nothing to remove");
  });

  test.each(["GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00", "\x1b@hello", "\x06till\n", "\0", "\xff"])(
    "%j is a probe: nothing is answered, it is logged",
    (text) => {
      const outcome = told(text);
      expect(outcome).toMatchObject({ sent: "", prints: [] });
      expect(outcome.reports).toHaveLength(1);
    },
  );

  test("a line without an end is not waited for", () => {
    expect(told(`\x02${"t".repeat(LPD_LIMITS.lineBytes + 1)}`)).toMatchObject({ sent: "", prints: [] });
    expect(told("\x02til", { ending: "timeout" }).reports).toHaveLength(1);
  });
});

/** Streams that hosts may send, and some that they may not. */
const line = fc.oneof(
  fc.constantFrom("\x01\n", file(2, CONTROL, "cf"), file(2, TWO_FILES, "cf"), "\x030 df\n", "\x05\n", "\n"),
  fc
    .tuple(fc.string({ unit: "binary-ascii", maxLength: 40 }), fc.integer({ min: -3, max: 3 }))
    .map(([content, wrong]) => file(3, content, "df", content.length + wrong)),
  fc.tuple(fc.string({ unit: "binary-ascii", maxLength: 40 })).map(([content]) => file(3, content, "df")),
);
const stream = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(line, { maxLength: 6 }).map((lines) => latin1(`\x02till\n${lines.join("")}`)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);
const circumstances = fc.record(
  {
    ending: fc.constantFrom("end", "broken", "timeout"),
    maximumJobBytes: fc.constantFrom(10, 1000),
    breaksOff: fc.boolean(),
    room: fc.integer({ min: 0, max: 200 }),
    octet: fc.constantFrom(0, 0, 0, 2),
  },
  { requiredKeys: [] },
);

test("in whatever pieces the bytes come, the outcome is the same", () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), circumstances, (bytes, places, given) => {
      // Room is taken as bytes come: how far it reaches may differ, what is refused may not.
      const { room, ...rest } = given as Circumstances;
      const whole = runSession([bytes], rest);
      expect(runSession(cutAt(bytes, places), rest)).toEqual(whole);
      expect(
        runSession(
          [...bytes].map((octet) => Uint8Array.of(octet)),
          rest,
        ),
      ).toEqual(whole);
      expect(() => runSession(cutAt(bytes, places), { ...rest, room: room ?? 0 })).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
