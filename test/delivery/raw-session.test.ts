import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import { UNCONFIRMED } from "../../src/delivery/raw/job-transfer.ts";
import { Line } from "./line.ts";

/** GS ( H function 48 with the process ID that a `random` of one half makes. */
const PROCESS_ID = "1d28480600303050505050";
const ECHO = "37 22 50 50 50 50 00";
const READY = { kind: "ready", status: expect.objectContaining({ isReachable: true, paper: "present" }) };

/** A line to a printer that answers everything. */
function able(): Line {
  const line = new Line().ask().hear("16", "12", "12", "12", "00", ECHO);
  expect(line.told()).toEqual([READY]);
  line.wrote();
  return line;
}

describe("asking a printer how it is", () => {
  test("one question at a time, then what else it answers, the harmless first", () => {
    const line = new Line().ask();
    expect(line.wrote()).toEqual(["100401"]);
    line.hear("16");
    expect(line.wrote()).toEqual(["100402"]);
    line.hear("12", "12", "12");
    expect(line.wrote()).toEqual(["100403", "100404", "1d7201"]);
    line.hear("00");
    expect(line.wrote()).toEqual([PROCESS_ID]);
    expect(line.told()).toEqual([]);
    line.hear(ECHO);
    expect(line.told()).toEqual([READY]);
    line.ask().hear("16", "12", "12", "12");
    expect(line.told()).toEqual([READY]);
    expect(line.wrote()).toEqual(["100401", "100402", "100403", "100404"]);
  });

  test("a printer that answers nothing is waited for once", () => {
    const line = new Line().ask().pass(DELIVERY_TIMES.answer - 1);
    expect(line.told()).toEqual([]);
    line.pass(1);
    expect(line.wrote()).toEqual(["100401", "1d7201"]);
    line.pass(DELIVERY_TIMES.answer);
    const ready = { kind: "ready", status: null };
    expect(line.told()).toEqual([ready]);
    line.ask();
    expect([line.wrote(), line.told()]).toEqual([[], [ready]]);
  });

  test("a printer that does not know process IDs is not asked again", () => {
    const line = new Line().ask().hear("16", "12", "12", "12", "00").pass(DELIVERY_TIMES.answer);
    expect(line.told()).toEqual([READY]);
    line.abilities.forget();
    line.wrote();
    line.ask().hear("16", "12", "12", "12", "00");
    expect(line.told()).toEqual([READY]);
    expect(line.wrote()).not.toContain(PROCESS_ID);
  });

  test("one that answered before and does not now is not sent anything", () => {
    const line = able().ask().hear("16").pass(DELIVERY_TIMES.answer);
    expect(line.told()).toEqual([
      { kind: "unreachable", reason: "The printer does not answer when asked for its status." },
      "terminate",
    ]);
  });

  test("an automatic status is not taken for an answer", () => {
    const line = new Line().ask().hear("14 00 00 0f", "16", "14 00 0c 0f", "12 12", "14 00 00 0f", "12");
    expect(line.wrote().slice(0, 5)).toEqual(["100401", "100402", "100403", "100404", "1d7201"]);
    line.hear("14 00 00 0f");
    expect(line.wrote()).toEqual([]);
    line.hear("00");
    expect(line.wrote()).toEqual([PROCESS_ID]);
  });

  test("out of paper it waits, and says why", () => {
    const line = able().ask().hear("1e", "32", "12", "7e");
    expect(line.told()).toEqual([
      {
        kind: "waiting",
        status: expect.objectContaining({ paper: "end" }),
        reason: "The printer is out of paper.",
      },
    ]);
  });
});

describe("sending", () => {
  test("the echo of our process ID confirms it, and the connection stays", () => {
    const line = able().send("hello\n");
    expect(line.wrote()).toEqual([Buffer.from("hello\n").toString("hex"), PROCESS_ID]);
    line.hear("37 22 41 41 41 41 00", "16", "00");
    expect(line.told()).toEqual([]);
    line.hear(ECHO);
    expect(line.told()).toEqual([{ kind: "printed", note: null }]);
    expect(line.session.isFree).toBe(true);
  });

  test("where GS r must do, the answers that the print asks for itself are counted off", () => {
    const line = new Line().ask().hear("16", "12", "12", "12", "00").pass(DELIVERY_TIMES.answer);
    line.told();
    line.send("hello\n\x1dr\x01\x1bv\x1dI\x01");
    line.hear("00", "14 00 00 0f", "0c", "20");
    expect(line.told().filter((each) => (each as { kind?: string }).kind === "printed")).toEqual([]);
    line.hear("00");
    expect(line.told()).toEqual([{ kind: "printed", note: null }]);
  });

  test("paper that ends in the middle is told, and waited for", () => {
    const line = able().send("hello\n").pass(DELIVERY_TIMES.confirmPoll).hear("16", "12", "12", "12");
    line.pass(DELIVERY_TIMES.confirmPoll).hear("1e", "32", "12", "7e").pass(0);
    expect(line.told()).toEqual([expect.objectContaining({ paper: "end" }), "The printer is out of paper."]);
    line.pass(3_600_000).hear("16", "12", "12", "12").pass(0);
    expect(line.told()).toEqual([expect.objectContaining({ paper: "present" }), null]);
    line.hear(ECHO);
    expect(line.told()).toEqual([{ kind: "printed", note: null }]);
  });

  test("a printer that has all of it and says nothing is told of, and waited for", () => {
    const line = able().send("hello\n").pass(3_600_000);
    expect(line.told()).toEqual([
      expect.objectContaining({ isReachable: false }),
      "The printer has all of it, but does not answer.",
    ]);
    line.hear(ECHO);
    // The answer that is still to come would be taken for that to the next question.
    expect(line.told()).toEqual([{ kind: "printed", note: null }, "close"]);
  });

  test("a printer that is ready but never confirms has printed it, as far as can be known", () => {
    const line = able().send("\x1dv0\0\xff\0\xff\0truncated");
    for (let second = 0; second < 70; second++) {
      line.pass(DELIVERY_TIMES.confirmPoll).hear("16", "12", "12", "12").pass(0);
    }
    expect(line.told().at(-1)).toEqual({ kind: "printed", note: UNCONFIRMED });
  });

  test.each([
    ["closed", null, "The printer closed the connection."],
    ["broken", "it reset the connection", "The connection to the printer broke: it reset the connection."],
  ])("a connection %s before the confirmation is an interruption", (_name, cause, reason) => {
    const line = able()
      .send("hello\n")
      .do((session) => session.end(cause));
    expect(line.told()).toEqual([{ kind: "interrupted", sentBytes: 6, reason }, "close"]);
  });

  test("interrupted before a byte went, nothing has happened", () => {
    const line = able();
    line.takes = false;
    line.send("hello\n").do((session) => session.end("it reset the connection"));
    expect(line.told()[0]).toMatchObject({ kind: "untouched" });
  });

  test("interrupted in the middle, the bytes that went are known", () => {
    const line = able();
    line.takes = false;
    line.send("hello\n").do((session) => session.tookBytes(4, line.now));
    line.do((session) => session.abort("It was cancelled."));
    expect(line.told()).toEqual([
      { kind: "interrupted", sentBytes: 4, reason: "It was cancelled." },
      "terminate",
    ]);
  });

  test("a printer that takes no more is told of, and may go on after hours", () => {
    const line = able();
    line.takes = false;
    line.send("hello\n").do((session) => session.tookBytes(4, line.now));
    line.pass(DELIVERY_TIMES.stall);
    const [status, reason] = line.told();
    expect([status, reason]).toEqual([
      expect.objectContaining({ isReachable: false }),
      expect.stringContaining("takes no more data"),
    ]);
    line.pass(3_600_000).do((session) => session.tookBytes(2 + 11, line.now));
    expect(line.told()).toEqual([null]);
    line.hear(ECHO);
    expect(line.told()).toEqual([{ kind: "printed", note: null }]);
  });
});

describe("sending to a printer that answers nothing", () => {
  const silent = () => {
    const line = new Line().ask().pass(2 * DELIVERY_TIMES.answer);
    line.told();
    line.wrote();
    return line;
  };

  test("our side is closed, and a clean end of theirs counts", () => {
    const line = silent().send("hello\n");
    expect([line.wrote(), line.told()]).toEqual([[Buffer.from("hello\n").toString("hex")], ["shutdown"]]);
    line.do((session) => session.end(null));
    expect(line.told()).toEqual([{ kind: "printed", note: UNCONFIRMED }, "close"]);
    expect(line.abilities.closesBack).toBe(true);
  });

  test("a broken end is an interruption", () => {
    const line = silent()
      .send("hello\n")
      .do((session) => session.end("it reset the connection"));
    expect(line.told()[1]).toMatchObject({ kind: "interrupted", sentBytes: 6 });
  });

  test("one that does not close its side is waited for once; then it has the next job when this one has arrived", () => {
    const line = silent().send("hello\n").pass(DELIVERY_TIMES.firstClose);
    expect(line.told()).toEqual(["shutdown", { kind: "printed", note: UNCONFIRMED }, "close"]);
    line.session = line.connect();
    line.ask().send("more\n").pass(DELIVERY_TIMES.settle).ask().send("and more\n");
    expect(line.told()).toEqual([
      expect.objectContaining({ kind: "ready" }),
      { kind: "printed", note: UNCONFIRMED },
      expect.objectContaining({ kind: "ready" }),
    ]);
    line.unacknowledged = 4;
    line.pass(DELIVERY_TIMES.stall / 2);
    expect(line.told()).toEqual([]);
    line.unacknowledged = 2;
    line.pass(DELIVERY_TIMES.stall + DELIVERY_TIMES.settle);
    expect(line.told()).toEqual([
      expect.objectContaining({ isReachable: false }),
      expect.stringContaining("takes no more data"),
    ]);
    line.unacknowledged = 0;
    line.pass(DELIVERY_TIMES.settle);
    expect(line.told()).toEqual([null, { kind: "printed", note: UNCONFIRMED }]);
  });

  test("one that keeps its connection and breaks it before all has arrived has not printed", () => {
    const line = silent();
    line.abilities.closesBack = false;
    line.unacknowledged = 6;
    line.send("hello\n").pass(DELIVERY_TIMES.settle);
    line.do((session) => session.end("it reset the connection"));
    expect(line.told()).toEqual([expect.objectContaining({ kind: "interrupted" }), "close"]);
  });

  test("one is not waited for to close its side before all has arrived there", () => {
    const line = silent();
    line.unacknowledged = 6;
    line.send("hello\n").pass(DELIVERY_TIMES.firstClose * 2);
    expect(line.told()).toEqual(["shutdown"]);
    line.unacknowledged = 0;
    line.pass(DELIVERY_TIMES.confirmPoll + DELIVERY_TIMES.firstClose);
    expect(line.told()).toContainEqual({ kind: "printed", note: UNCONFIRMED });
  });

  test("one that is known to close its side is waited for until it does", () => {
    const line = silent();
    line.abilities.closesBack = true;
    line.send("hello\n").pass(3_600_000);
    expect(line.told()).toEqual([
      "shutdown",
      expect.objectContaining({ isReachable: false }),
      expect.stringContaining("has not taken all of it"),
    ]);
    line.do((session) => session.end(null));
    expect(line.told()).toEqual([{ kind: "printed", note: UNCONFIRMED }, "close"]);
  });
});

describe("a target that is no printer is named", () => {
  const services: readonly (readonly [string, string])[] = [
    ["HTTP/1.1 400 Bad Request\r\n", "a web server"],
    ["<!DOCTYPE html><p>no", "a web server"],
    ["\x15\x03\x03\x00\x02\x02\x46", "a server that wants TLS"],
    ["SSH-2.0-OpenSSH_9.2\r\n", "an SSH server"],
    ["220 mail.example ESMTP\r\n", "a mail or FTP server"],
    ["RFB 003.008\n", "a remote desktop (VNC)"],
  ];
  const hear = (line: Line, said: string) =>
    line.do((session) => session.receive(Buffer.from(said, "latin1"), line.now));

  test.each(services)("%j", (said, name) => {
    const line = hear(new Line().ask(), said);
    expect(line.told()).toEqual([
      { kind: "unreachable", reason: expect.stringContaining(`is ${name}, and no printer`) },
      "terminate",
    ]);
  });

  test("also when it says so only after a job, which is on no paper", () => {
    const line = new Line().ask().pass(2 * DELIVERY_TIMES.answer);
    line.told();
    hear(line.send("hello\n"), "HTTP/1.1 400 Bad Request\r\n");
    expect(line.told()).toEqual([
      "shutdown",
      { kind: "untouched", reason: expect.stringContaining("no printer") },
      "terminate",
    ]);
  });

  test("one that takes nothing and never answered is not called out of paper", () => {
    const line = new Line().ask().pass(2 * DELIVERY_TIMES.answer);
    line.told();
    line.takes = false;
    line.send("hello\n").pass(DELIVERY_TIMES.stall);
    expect(line.told()).toContainEqual(expect.stringContaining("there may be no printer at its address"));
  });
});

test("whatever a printer sends, one outcome comes for each job and nothing is thrown", () => {
  const step = fc.oneof(
    fc.record({ hear: fc.uint8Array({ maxLength: 30 }) }),
    fc.record({ pass: fc.constantFrom(0, 10, 1000, 15_000, 100_000) }),
    fc.record({
      answer: fc.constantFrom("16", "12", "7e", "00", "14 00 00 0f", ECHO, "37 22", "5f"),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, ends) => {
      const line = able().send("hello\n\x1dr\x01");
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
    { numRuns: 1000 },
  );
});
