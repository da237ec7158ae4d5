import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import { UNCONFIRMED } from "../../src/delivery/raw/job-transfer.ts";
import { StarAbilities } from "../../src/delivery/raw/star-abilities.ts";
import { StarAnswerReader } from "../../src/delivery/raw/star-answer-reader.ts";
import { Line } from "./line.ts";

const STATUS = "1b0601";
const WATCH = "1b1e6101";

/** The automatic status of nine bytes. @param count of ETB @param printer byte 3 @param paper byte 6 */
function block(count: number, printer = 0, paper = 0): string {
  const counted = ((count & 0x18) << 2) | ((count & 0x07) << 1);
  return Buffer.from([0x23, 0x06, printer, 0, 0, paper, 0, counted, 0]).toString("hex");
}

/** Of a printer that does not count: seven bytes. */
const SHORT = "0f 02 00 00 00 00 00";
const PAPER_END = [0x08, 0x0c] as const;

const starLine = () => new Line(new StarAbilities(), () => new StarAnswerReader());

const kinds = (line: Line) =>
  line
    .told()
    .map((each) => (each as { kind?: string } | null)?.kind ?? (typeof each === "string" ? each : "status"));

/** A line to a printer that tells and counts, and has counted so far. */
function able(count = 1): Line {
  const line = starLine()
    .ask()
    .hear(block(count - 1), block(count));
  expect(kinds(line)).toEqual(["status", "status", "ready"]);
  // What an earlier service may have left behind is behind it.
  line.send("first").hear(block(count + 1), block(count + 2));
  expect(kinds(line)).toContain("printed");
  line.ask().hear(block(count + 2));
  line.told();
  line.wrote();
  return line;
}

describe("asking a Star printer how it is", () => {
  test("by ESC ACK SOH, and then whether it counts ETB", () => {
    const line = starLine().ask();
    expect(line.wrote()).toEqual([STATUS]);
    line.hear(block(30));
    expect(line.wrote()).toEqual([`${WATCH}17`]);
    // One that comes because it watches now counts nothing.
    line.hear(block(30));
    expect(kinds(line)).toEqual(["status", "status"]);
    line.hear(block(31));
    expect(kinds(line)).toEqual(["status", "ready"]);
    line.ask().hear(block(31));
    expect([line.wrote(), kinds(line)]).toEqual([[STATUS], ["status", "ready"]]);
  });

  test.each([
    ["out of paper", block(0, ...PAPER_END), { paper: "end" }, "The printer is out of paper."],
    ["cover open", block(0, 0x28), { isCoverOpen: true }, "The printer's cover is open."],
    ["off line", block(0, 0x08), { isReachable: false }, "The printer is offline."],
    ["switched off line", block(0, 0x40), { isReachable: false }, "The printer is offline."],
  ])("%s it waits, and says why", (_name, hex, facts, reason) => {
    const line = starLine().ask().hear(hex);
    const status = expect.objectContaining(facts);
    expect(line.told()).toEqual([status, { kind: "waiting", status, reason }]);
    expect(line.wrote()).toEqual([STATUS]);
  });

  test("one that answers nothing is waited for once, and nothing else is tried on it", () => {
    const line = starLine().ask().pass(DELIVERY_TIMES.answer);
    const ready = { kind: "ready", status: null };
    expect([line.wrote(), line.told()]).toEqual([[STATUS], [ready]]);
    expect([line.ask().wrote(), line.told()]).toEqual([[], [ready]]);
    line.abilities.age(line.now, DELIVERY_TIMES.relearn);
    line.abilities.age(line.now + DELIVERY_TIMES.relearn, DELIVERY_TIMES.relearn);
    expect(line.ask().wrote()).toEqual([STATUS]);
  });

  test("one that answered before and does not now is not sent anything", () => {
    const line = able().ask().pass(DELIVERY_TIMES.answer);
    expect(line.told()).toEqual([
      { kind: "unreachable", reason: "The printer does not answer when asked for its status." },
      "terminate",
    ]);
  });
});

describe("sending to a Star printer", () => {
  const hello = Buffer.from("hello").toString("hex");

  test("ETB behind the job confirms it, and no count before", () => {
    const line = able().send("hello");
    expect(line.wrote()).toEqual([WATCH, hello, `${WATCH}17`]);
    line.hear(block(3));
    expect(kinds(line)).toEqual(["status"]);
    line.hear(block(4));
    expect(kinds(line)).toEqual(["status", "printed"]);
    expect(line.session.isFree).toBe(true);
  });

  test.each([
    ["the job counts itself", "\x1b\x1ea\x01\x17hello\x17", [3, 4, 5], 6],
    ["the count goes round", "\x17".repeat(28), [3, 31], 0],
    ["the job ends the watching, and it is asked", "hello\x1b\x1ea\0", [3], 4],
  ])("%s", (_name, job, before, after) => {
    const line = able().send(job);
    for (const count of before) line.hear(block(count));
    expect(kinds(line)).not.toContain("printed");
    expect(kinds(line.hear(block(after)))).toContain("printed");
  });

  test.each([
    ["CAN", "\x1b@\x18hello"],
    ["ESC RS E", "\x1b\x1eE\0hello"],
  ])("%s may begin the count anew or not: either is understood", (_name, job) => {
    for (const isAnew of [true, false]) {
      for (let before = 3; before < 34; before++) {
        const line = able(before - 2).send(job);
        const trailing = (line.wrote().at(-1)?.length ?? 0) / 2 - 4;
        // As it was, and what the job has made of it.
        const start = isAnew ? 0 : before;
        line.hear(block(before % 32), block(start % 32));
        expect(kinds(line)).not.toContain("printed");
        for (let count = 1; count <= trailing; count++) line.hear(block((start + count) % 32));
        expect(kinds(line)).toContain("printed");
      }
    }
  });

  test("what an interrupted job left behind does not confirm the next", () => {
    const line = able()
      .send("lost")
      .do((session) => session.abort("It was cancelled."));
    line.session = line.connect();
    line.ask().hear(block(3));
    line.told();
    line.wrote();
    line.send("hello");
    expect(line.wrote()).toEqual([WATCH, hello, `${WATCH}1717`]);
    line.hear(block(4));
    expect(kinds(line)).not.toContain("printed");
    expect(kinds(line.hear(block(5)))).toContain("printed");
  });

  test("paper that ends in the middle is told, and waited for", () => {
    const line = able()
      .send("hello")
      .hear(block(3, ...PAPER_END));
    expect(line.told()).toEqual([expect.objectContaining({ paper: "end" }), "The printer is out of paper."]);
    line.pass(DELIVERY_TIMES.confirmPoll).hear(block(3, ...PAPER_END));
    line.pass(3_600_000);
    expect(kinds(line)).not.toContain("printed");
    line.hear(block(3)).hear(block(4));
    expect(kinds(line)).toContain("printed");
  });

  test("a printer that is ready but never confirms has printed it, as far as can be known", () => {
    const line = able().send("\x1bK\xff\xfftruncated");
    for (let second = 0; second < 70; second++) line.pass(DELIVERY_TIMES.confirmPoll).hear(block(3)).pass(0);
    expect(line.told()).toContainEqual({ kind: "printed", note: UNCONFIRMED });
  });

  test.each([
    ["a short status", SHORT],
    ["a count that stands still", block(7)],
  ])("one that tells its status but %s has printed when it is ready again", (_name, status) => {
    const line = starLine().ask().hear(status).pass(DELIVERY_TIMES.answer);
    expect(kinds(line)).toContain("ready");
    line.wrote();
    line.send("hello");
    expect(line.wrote()).toEqual([WATCH, hello]);
    for (let polls = 0; polls < 2; polls++) line.pass(DELIVERY_TIMES.confirmPoll).hear(status).pass(0);
    expect(line.told().at(-1)).toEqual({ kind: "printed", note: null });
  });

  test("to one that answers nothing, nothing but the job, and our side is closed", () => {
    const line = starLine().ask().pass(DELIVERY_TIMES.answer);
    line.told();
    line.wrote();
    line.send("hello");
    expect([line.wrote(), line.told()]).toEqual([[hello], ["shutdown"]]);
    line.do((session) => session.end(null));
    expect(line.told()).toEqual([{ kind: "printed", note: UNCONFIRMED }, "close"]);
  });

  test("a connection that ends before the confirmation is an interruption of so many bytes of the job", () => {
    const line = able();
    line.takes = false;
    line.send("hello").do((session) => session.tookBytes(4 + 3, line.now));
    line.do((session) => session.end("it reset the connection"));
    expect(line.told()[0]).toMatchObject({ kind: "interrupted", sentBytes: 3 });
  });
});

test("whatever a Star printer sends, one outcome comes for each job and nothing is thrown", () => {
  const step = fc.oneof(
    fc.record({ hear: fc.uint8Array({ maxLength: 30 }) }),
    fc.record({ pass: fc.constantFrom(0, 10, 1000, 15_000, 100_000) }),
    fc.record({ answer: fc.constantFrom(block(3), block(4), block(4, ...PAPER_END), SHORT, "23 06") }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, ends) => {
      const line = able().send("hello\x17");
      for (const each of steps) {
        if ("hear" in each) line.do((session) => session.receive(each.hear, line.now));
        else if ("pass" in each) line.pass(each.pass);
        else line.hear(each.answer);
      }
      if (ends) line.do((session) => session.end(null));
      const finished = line.results.filter((output) => output.do === "finish");
      expect(finished.length).toBeLessThanOrEqual(1);
      if (ends) expect(finished.length).toBe(1);
    }),
    { numRuns: 300 },
  );
});
