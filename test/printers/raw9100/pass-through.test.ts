import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { PrinterSettings } from "../../../src/contract/printer-settings.ts";
import type { RawLimits } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { until } from "../../until.ts";
import { storageUnavailable } from "../fake-endpoint.ts";
import { type Behaviour, ScriptedPrinter } from "../../delivery/scripted-printer.ts";
import { type JoinedHost, JoinedPrinter } from "./joined-printer.ts";

let till: JoinedPrinter;

async function start(
  behaviour: Partial<Behaviour> = {},
  settings: Partial<PrinterSettings> = {},
  limits: Partial<RawLimits> = {},
): Promise<JoinedPrinter> {
  till = await JoinedPrinter.start(behaviour, settings, limits);
  return till;
}

afterEach(() => till.end());

const CUT = "\x1dVA\0";
const ASK_ID = "\x1d(H\x06\x0000abcd";
const ECHO = "37226162636400";
const HEALTHY = { 1: "\x10\x04\x01", 4: "\x10\x04\x04" } as const;

/** What our own answer to DLE EOT 1 is, where the drawer line is as the scripted printer's; its own is the same. */
const ONLINE = "16";

describe("a host that is joined to a Star printer", () => {
  const STAR = { model: "star-mc-print3" } as const;
  /** The automatic status, of so many ETB. */
  const counted = (count: number) => `23060000000000${(count << 1).toString(16).padStart(2, "0")}00`;
  const RECEIPT = "\x1b@\x1b\x1ea\x01\x17one\n\x1bd\x03\x17";

  /** Begins as receiptio does. @returns a host that certainly is joined, and what the printer has counted */
  async function begin(behaviour: Partial<Behaviour> = {}): Promise<[JoinedHost, number]> {
    await start({ isStar: true, ...behaviour }, STAR);
    // What we say of ourselves never tells that the head is too hot.
    const host = await till.connectJoined("\x1b\x06\x01", [0x23, 0x06, 0, 0x40, 0, 0, 0, 0, 0]);
    host.answers = "";
    host.send("\x1b\x06\x01");
    await till.parts.until(() => host.answers.length === 18, "the status");
    return [host, Number.parseInt(host.answers.slice(14, 16), 16) >> 1];
  }

  test("has its own answers, and by its count the job is known to be printed", async () => {
    const [host, before] = await begin();
    await host.ask(RECEIPT, counted(before + 1) + counted(before + 2));
    await till.parts.until(() => till.parts.states()[0] === "done", "the delivery");
    expect(till.parts.all()).toMatchObject([{ reason: expect.stringMatching(/straight through/) }]);
    expect(till.prints()).toMatchObject([{ text: expect.stringContaining(RECEIPT), isIncomplete: false }]);
    till.real.set({ trouble: "paper-end" });
    host.send("\x1b\x06\x01");
    await till.parts.until(() => till.ours.status.paper === "end", "the status of ours");
    expect(till.real.paper).toBe("\x1b@one\n|");
    expect(till.real.epsonsRequests).toEqual([]);
  });

  test("has its job printed, and hears of it, only when it is durable", async () => {
    const [host, before] = await begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    till.ours.gate = promise;
    host.answers = "";
    host.send(RECEIPT);
    await Bun.sleep(60);
    expect(host.answers).not.toContain(counted(before + 2));
    expect(till.real.paper).not.toContain("one");
    resolve();
    await till.parts.until(() => host.answers.endsWith(counted(before + 2)), "the answer");
    expect(till.real.paper).toBe("\x1b@one\n|");
    expect(till.prints()).toHaveLength(1);
  });

  test("that dies before it has counted the job leaves it to the policy", async () => {
    const [host] = await begin();
    till.real.set({ diesAfter: 4 });
    host.send(RECEIPT);
    await till.parts.until(() => till.parts.states()[0] === "held", "the delivery");
    expect(till.real.paper).toBe("\x1b@on");
  });
});

describe("a joined host", () => {
  test("has the real printer's own answers, byte for byte", async () => {
    await start();
    const host = await till.connect();
    // One that only it gives: ours would say 16.
    till.real.set({ trouble: "cover-open" });
    await host.ask(HEALTHY[1], "1e");
    till.real.set({ trouble: "none" });
    await host.ask(HEALTHY[1] + HEALTHY[4], "1612");
    await host.ask("\x1b@one\n\x1dr\x01", "00");
    await host.ask(`two\n${CUT}${ASK_ID}`, ECHO);
    host.answers = "";
    till.real.say([0x1c, 0, 0x0c, 0x0f]);
    await till.parts.until(() => host.answers === "1c000c0f", "the automatic status");
    await till.parts.until(() => till.ours.status.paper === "end", "the status of ours");
    expect(till.real.paper).toBe("\x1b@one\ntwo\n|");
    expect(till.prints()).toEqual([
      {
        text: `${HEALTHY[1]}${HEALTHY[1]}${HEALTHY[4]}\x1b@one\n\x1dr\x01two\n${CUT}${ASK_ID}`,
        isIncomplete: false,
      },
    ]);
    await till.parts.settled();
    expect(till.parts.all()).toMatchObject([
      { state: "done", reason: expect.stringMatching(/straight through/), possibleDuplicate: false },
    ]);
  });

  test.each([
    ["a process ID", `hello\n${CUT}${ASK_ID}`, ECHO, 1],
    ["a status in print order", `hello\n${CUT}\x1dr\x01`, "00", 0],
  ])(
    "does not hear %s, nor has any paper, before the print is durable",
    async (_name, job, answer, prints) => {
      await start();
      const host = await till.connect();
      const { promise, resolve } = Promise.withResolvers<void>();
      till.ours.gate = promise;
      host.send(job);
      await Bun.sleep(60);
      expect(host.answers).toBe("");
      expect(till.prints()).toEqual([]);
      expect(till.real.paper).toBe("");
      resolve();
      await till.parts.until(() => host.answers === answer, "the answer");
      expect(till.real.paper).toBe("hello\n|");
      expect(till.prints().length).toBe(prints);
      // Where the job goes on, the part is in the spool.
      const spooled = till.parts.database.query("SELECT 1 FROM spooled_part").all();
      expect(spooled.length).toBe(1 - prints);
      await till.parts.until(() => till.prints().length === 1, "the print");
    },
  );

  test("has no paper of what could not be stored, and is told that the printer is offline", async () => {
    await start();
    const host = await till.connect();
    till.ours.gate = Promise.reject(storageUnavailable());
    till.ours.gate.catch(() => {});
    host.send(`hello\n${CUT}${ASK_ID}`);
    await till.parts.until(() => {
      host.send(HEALTHY[1]);
      return host.answers.endsWith("1e");
    }, "our own answer");
    expect(host.answers).not.toContain(ECHO);
    expect(till.real.paper).toBe("");
    expect(till.prints()).toEqual([]);
    expect(till.parts.all()).toEqual([]);
  });

  test("that closes its side has ours closed when the job is durable and the printer has closed", async () => {
    await start();
    const host = await till.connect();
    const { promise, resolve } = Promise.withResolvers<void>();
    till.ours.gate = promise;
    host.send(`hello\n${CUT}`);
    host.socket.end();
    await Bun.sleep(60);
    expect(host.closing).toBeNull();
    resolve();
    await till.parts.until(() => host.closing === "end", "the close");
    await till.parts.settled();
    expect(till.parts.states()).toEqual(["done"]);
    expect(till.real.paper).toBe("hello\n|");
  });

  test("a printer that never closes its side does not keep the host waiting for ever", async () => {
    await start({ closesBack: false });
    const host = await till.connect();
    host.send(`hello\n${CUT}`);
    host.socket.end();
    await till.parts.until(() => host.closing === "end", "the close");
    expect(till.real.paper).toBe("hello\n|");
  });

  test("that breaks off in the middle: what came is stored, marked, and not printed again", async () => {
    await start();
    const host = await till.connect();
    host.send("half a rec");
    host.send("eipt\nand ");
    await till.parts.until(() => till.real.paper.startsWith("half a receipt"), "the paper");
    host.socket.resetAndDestroy();
    await till.parts.until(() => till.prints().length === 1, "the print");
    await till.parts.settled();
    expect(till.prints()).toEqual([{ text: "half a receipt\nand ", isIncomplete: true }]);
    expect(till.parts.states()).toEqual(["done"]);
    expect(till.real.paper).toBe("half a receipt\nand ");
  });

  test("waits while the printer takes nothing, and loses nothing", async () => {
    await start();
    const host = await till.connect();
    await host.beginAndStall("\x1b@", till.real);
    const line = `${"x".repeat(99)}\n`;
    const job = line.repeat(300_000 / line.length);
    // More than all buffers hold.
    const count = 100;
    for (let number = 0; number < count; number++) host.send(`${job}${CUT}${ASK_ID}`);
    await Bun.sleep(300);
    expect(host.socket.writableLength).toBeGreaterThan(job.length);
    till.real.set({ stallsAfter: null });
    await till.parts.until(() => host.answers === ECHO.repeat(count), "all answers");
    expect(till.real.paper === `\x1b@${`${job}|`.repeat(count)}`).toBe(true);
    expect(till.prints().length).toBe(count);
    await till.parts.settled();
    expect(new Set(till.parts.states())).toEqual(new Set(["done"]));
  });

  test("whose printer stops in the middle of a job for long has one job, and waits", async () => {
    await start();
    const host = await till.connect();
    await host.beginAndStall("\x1b@", till.real);
    const job = `${"x".repeat(99)}\n`.repeat(150_000);
    host.send(`${job}${CUT}${ASK_ID}`);
    // Much longer than any silence that ends a job, or any rest after which a printer is left.
    await Bun.sleep(1500);
    expect(till.prints()).toEqual([]);
    till.real.set({ stallsAfter: null });
    await till.parts.until(() => host.answers === ECHO, "the answer");
    expect(till.real.paper === `\x1b@${job}|`).toBe(true);
    expect(till.prints().length).toBe(1);
    await till.parts.settled();
    expect(till.parts.states()).toEqual(["done"]);
  });

  test("that is another protocol's client reaches no paper", async () => {
    await start();
    const host = await till.connect();
    host.send("GET / HT");
    await Bun.sleep(10);
    host.send("TP/1.1\r\nHost: till\r\n\r\n");
    await till.parts.until(() => host.closing !== null, "the close");
    expect(till.real.paper).toBe("");
    expect(till.prints()).toEqual([]);
  });

  test.each(["TOTAL 1.00", "TOTAL 1.00\n", "@", "\x1b"])(
    "what may begin another protocol is printed all the same: %j",
    async (beginning) => {
      await start();
      const host = await till.connect();
      host.send(beginning);
      await Bun.sleep(80);
      host.send(`@rest\n${CUT}${ASK_ID}`);
      await till.parts.until(() => host.answers === ECHO, "the answer");
      expect(till.real.paper).toBe(`${beginning}@rest\n|`);
      expect(till.parts.all().length).toBe(1);
    },
  );
});

describe("a host that cannot be joined", () => {
  test("the printer is out of reach: our own answers, and the job waits in the queue", async () => {
    await start();
    till.real.goAway();
    const { deliveries } = till.parts;
    await till.parts.until(
      () => deliveries.statusOf(till.ours.printer.id)?.isReachable === false,
      "the status",
    );
    const host = await till.connect();
    await host.ask(HEALTHY[1], ONLINE);
    host.send(`hello\n${CUT}`);
    await till.parts.until(() => till.parts.states()[0] === "queued", "the delivery");
    expect(till.prints()).toEqual([{ text: `${HEALTHY[1]}hello\n${CUT}`, isIncomplete: false }]);
    till.real.comeBack();
    await till.parts.settled();
    expect(till.real.paper).toBe("hello\n|");
    expect(till.parts.all()).toMatchObject([{ state: "done", possibleDuplicate: false }]);
    // The next job goes straight through again, once the queue knows of the last one what the database does.
    await till.parts.until(() => till.ours.canForward, "the free printer");
    await host.ask(`next\n${CUT}${ASK_ID}`, ECHO);
    await till.parts.settled();
    expect(till.parts.all()[1]).toMatchObject({ reason: expect.stringMatching(/straight/) });
  });

  test("the printer is known to be out of paper: the queue has it, and with it marks, age and backup", async () => {
    await start({ trouble: "paper-end" });
    const host = await till.connect();
    host.send(HEALTHY[1]);
    await till.parts.until(() => till.ours.status.paper === "end", "the status");
    host.socket.end();
    await till.parts.until(() => host.closing === "end", "the close");
    const next = await till.connect();
    next.send(`hello\n${CUT}`);
    next.socket.end();
    await till.parts.until(() => next.closing === "end", "the close of the next");
    await till.parts.until(() => /paper/.test(till.parts.all()[0]?.reason ?? ""), "why it waits");
    expect(till.parts.states()).toEqual(["queued"]);
    expect(till.real.paper).toBe("");
    till.real.set({ trouble: "none" });
    await till.parts.settled();
    expect(till.real.paper).toBe("hello\n|");
  });

  test("not yet known to be out of reach", async () => {
    await start({}, { target: "tcp://127.0.0.1:1" });
    const host = await till.connect();
    host.send(`hello\n${CUT}`);
    host.socket.end();
    await till.parts.until(() => host.closing === "end", "the close");
    expect(till.parts.states()).toEqual(["queued"]);
  });

  test.each([
    ["simulated to be offline", {}, "1e"],
    ["held", { held: true }, ONLINE],
  ] as const)("the printer is %s", async (_name, settings, status) => {
    await start({ trouble: "none" }, settings);
    if (status === "1e") till.ours.change({ ...till.ours.printer, simulate: "offline" });
    const host = await till.connect();
    await host.ask(HEALTHY[1], status);
    host.send(`hello\n${CUT}`);
    await till.parts.until(() => till.prints().length === 1, "the print");
    expect(till.parts.states().length).toBe(1);
    expect(till.parts.all()[0]?.reason ?? "").not.toMatch(/straight/);
  });

  test("a second host while the first has the printer: its job comes out after the first's", async () => {
    await start();
    const [first, second] = [await till.connect(), await till.connect()];
    first.send("first\n");
    await till.parts.until(() => till.real.paper === "first\n", "the passage");
    await second.ask(`second\n${CUT}${ASK_ID}`, ECHO);
    expect(till.prints()).toMatchObject([{ text: `second\n${CUT}${ASK_ID}` }]);
    await first.ask(`goes on\n${CUT}${ASK_ID}`, ECHO);
    expect(till.real.paper).toStartWith("first\ngoes on\n|");
    // The first stays connected; the printer is left to others.
    await till.parts.settled();
    expect(till.real.paper).toBe("first\ngoes on\n|second\n|");
    expect(first.closing).toBeNull();
    await first.ask(`again\n${CUT}${ASK_ID}`, ECHO);
    await till.parts.settled();
    expect(till.real.paper).toBe("first\ngoes on\n|second\n|again\n|");
    expect(till.parts.all().map(({ possibleDuplicate }) => possibleDuplicate)).toEqual([false, false, false]);
  });

  test("hosts right after one another all have the printer", async () => {
    await start();
    for (let number = 0; number < 8; number++) {
      const host = await till.connect();
      host.send(`${number}\n${CUT}${ASK_ID}`);
      host.socket.end();
      await till.parts.until(() => host.closing === "end", "the close");
      expect(host.answers).toBe(ECHO);
    }
    await till.parts.settled();
    expect(till.real.paper).toBe("0\n|1\n|2\n|3\n|4\n|5\n|6\n|7\n|");
    const reasons = new Set(till.parts.all().map(({ reason }) => reason));
    expect([...reasons]).toEqual([expect.stringMatching(/straight through/)]);
  });

  test("a host that prints all the time leaves the printer to another between its jobs", async () => {
    await start({}, {}, { passedRestMilliseconds: 60_000 });
    const [busy, other] = [await till.connectJoined(), await till.connect()];
    const over = new AbortController();
    const printing = (async () => {
      for (; !over.signal.aborted; await Bun.sleep(10)) await busy.ask(`busy\n${CUT}${ASK_ID}`, ECHO);
    })();
    await till.parts.until(() => till.real.paper.includes("busy\n|busy\n|"), "the busy one's prints");
    // A drawer kick alone, whose job does not end.
    other.send("\x1bp\0\x19\x78");
    await till.parts.until(() => till.real.received.includes("\x1bp\0\x19\x78"), "the drawer");
    over.abort();
    await printing;
  });

  test("a host that asks for the status again and again does not keep the printer", async () => {
    await start();
    const [watcher, other] = [await till.connect(), await till.connect()];
    const asking = setInterval(() => watcher.send(HEALTHY[1]), 30);
    await till.parts.until(() => watcher.answers.length > 4, "the watcher's answers");
    await other.ask(`hello\n${CUT}${ASK_ID}`, ECHO);
    await till.parts.until(() => till.real.paper === "hello\n|", "the paper");
    clearInterval(asking);
  });
});

describe("a job that has begun while the printer could not be had goes on to it before it ends", () => {
  test("when another host leaves the printer; the host is answered by us until it ends", async () => {
    await start({}, {}, { silenceMilliseconds: 60_000 });
    const [first, second] = [await till.connect(), await till.connect()];
    first.send("first\n");
    await till.parts.until(() => till.real.paper === "first\n", "the passage");
    await second.ask("second\n\x1dr\x01", "00");
    expect(till.real.paper).toBe("first\n");
    await first.ask(`${CUT}${ASK_ID}`, ECHO);
    await till.parts.until(() => till.real.paper === "first\n|second\n", "the second's beginning");
    expect(till.prints()).toHaveLength(1);
    // The printer's answer to what we have answered is not given once more.
    second.answers = "";
    await second.ask(`goes on\n${CUT}${ASK_ID}`, ECHO);
    await till.parts.settled();
    expect(till.real.paper).toBe("first\n|second\ngoes on\n|");
    expect(till.prints()).toMatchObject([{}, { text: `second\n\x1dr\x01goes on\n${CUT}${ASK_ID}` }]);
    expect(till.parts.all()).toMatchObject([
      { state: "done", possibleDuplicate: false },
      { state: "done", possibleDuplicate: false },
    ]);
  });

  test("when the printer is back", async () => {
    await start({}, {}, { silenceMilliseconds: 60_000 });
    const printerId = till.ours.printer.id;
    till.real.goAway();
    await till.parts.until(
      () => till.parts.deliveries.statusOf(printerId)?.isReachable === false,
      "the status",
    );
    const host = await till.connect();
    await host.ask("hello\n\x1dr\x01", "00");
    till.real.comeBack();
    await till.parts.until(() => till.real.paper === "hello\n", "the beginning");
    expect(till.prints()).toEqual([]);
    await host.ask(`${CUT}${ASK_ID}`, ECHO);
    await till.parts.settled();
    expect(till.real.paper).toBe("hello\n|");
    expect(till.parts.states()).toEqual(["done"]);
  });
});

test("a host that waits for an answer which does not come keeps the printer for a while, and not for ever", async () => {
  await start();
  const host = await till.connect();
  // The scripted printer does not know it, and prints it.
  host.send("\x1dIB");
  await till.parts.until(() => till.real.paper === "\x1dIB", "the request");
  const asked = performance.now();
  await till.parts.print(till.ours.printer, "other\n");
  await till.parts.settled();
  // Longer than the rest after which a printer is left otherwise.
  expect(performance.now() - asked).toBeGreaterThan(500);
  expect(till.real.paper).toBe("\x1dIBother\n");
});

test("the automatic status is asked for again when the host is joined again", async () => {
  await start();
  const host = await till.connect();
  host.send("\x1da\xff");
  await till.parts.until(() => till.real.paper !== "", "the request");
  // Another's print comes out only when the host has left the printer.
  await till.parts.print(till.ours.printer, "other\n");
  await till.parts.settled();
  // The scripted printer shows what it does not know.
  const requests = () => till.real.paper.split("\x1da\xff").length - 1;
  const isAskedAgain = async () => {
    await till.parts.until(() => till.ours.canForward, "the free printer");
    await host.ask(`hello\n${CUT}${ASK_ID}`, ECHO);
    return requests() === 2;
  };
  await until(isAskedAgain, "the host is joined again");
  await till.parts.until(() => till.real.paper.endsWith("hello\n|"), "its print");
});

describe("the printer dies in the middle of a job", () => {
  test.each([
    ["hold", "held", /^hel$/],
    ["resend", "done", /^hel[^]*COPY\?[^]*hello\nbye\n\|$/],
  ] as const)("with the policy %s", async (whenInterrupted, state, paper) => {
    await start({ diesAfter: 3 }, { whenInterrupted });
    const host = await till.connect();
    host.send("hello\n");
    await till.parts.until(() => till.real.paper === "hel", "the death");
    await Bun.sleep(20);
    till.real.set({ diesAfter: null });
    // From now on we answer, and the job is durable before we do.
    host.answers = "";
    host.send(`bye\n${CUT}${ASK_ID}`);
    await till.parts.until(() => till.prints().length === 1, "the print");
    expect(till.prints()).toEqual([{ text: `hello\nbye\n${CUT}${ASK_ID}`, isIncomplete: false }]);
    till.real.comeBack();
    await till.parts.until(() => host.answers === ECHO, "our answer");
    await till.parts.settled();
    expect(till.parts.all()).toMatchObject([{ state, possibleDuplicate: whenInterrupted === "resend" }]);
    expect(till.real.paper).toMatch(paper);
    const failures = till.parts.events().filter(({ kind }) => kind === "delivery.failed");
    expect(failures.length).toBe(whenInterrupted === "hold" ? 1 : 0);
  });

  test("after it has answered for one job, only the next is torn", async () => {
    await start({}, { whenInterrupted: "resend" });
    const host = await till.connect();
    await host.ask(`one\n${CUT}${ASK_ID}`, ECHO);
    till.real.set({ diesAfter: 8 });
    host.send(`two\n${CUT}${ASK_ID}`);
    await till.parts.until(() => till.prints().length === 2 && till.real.open.size === 0, "the death");
    till.real.set({ diesAfter: null });
    till.real.comeBack();
    await till.parts.settled();
    expect(till.parts.all()).toMatchObject([
      { state: "done", possibleDuplicate: false },
      { state: "done", possibleDuplicate: true },
    ]);
    expect(till.real.paper.endsWith("two\n|")).toBe(true);
  });

  test("two jobs at once: the answer to the first says nothing of the second", async () => {
    await start({ hangs: true }, { whenInterrupted: "resend" });
    const host = await till.connectJoined();
    host.send(`one\n${CUT}${ASK_ID}two\n${CUT}${ASK_ID}`);
    await till.parts.until(() => till.prints().length === 2, "the prints");
    // What is durable goes on; only what the printer has may be on paper.
    await till.parts.until(() => till.real.received.endsWith(`two\n${CUT}${ASK_ID}`), "the second there");
    expect(till.parts.states()).toEqual(["sending", "sending"]);
    till.real.say([0x37, 0x22, 0x61, 0x62, 0x63, 0x64, 0]);
    await till.parts.until(() => till.parts.states()[0] === "done", "the first's end");
    till.real.goAway();
    till.real.set({ hangs: false });
    till.real.comeBack();
    await till.parts.settled();
    expect(till.parts.all()).toMatchObject([{ possibleDuplicate: false }, { possibleDuplicate: true }]);
    expect(till.real.paper).toMatch(/COPY\?[^]*two\n\|$/);
  });
});

test("a stop in the middle keeps what came, and the printer has it too", async () => {
  await start();
  const host = await till.connect();
  host.send("half");
  host.send(" a receipt\n");
  await till.parts.until(() => till.real.paper === "half a receipt\n", "the paper");
  await till.stopListening();
  await till.parts.settled();
  expect(till.prints()).toEqual([{ text: "half a receipt\n", isIncomplete: true }]);
  expect(till.real.paper).toBe("half a receipt\n");
});

describe("a target that is changed while a host is joined", () => {
  let other: ScriptedPrinter;
  beforeEach(() => {
    other = ScriptedPrinter.start();
  });
  afterEach(() => other.goAway());

  /** A host keeps the printer for as long as the test lasts. */
  const LONG = { passedRestMilliseconds: 60_000 };

  test("before the first byte of a job: it goes to the new printer", async () => {
    await start({}, {}, LONG);
    const host = await till.connectJoined();
    await till.set({ target: other.target });
    host.send(`hello\n${CUT}`);
    await till.parts.until(() => other.paper === "hello\n|", "the paper of the new printer");
    expect(till.real.paper).toBe("");
  });

  test("between two jobs: the second goes to the new printer, when the first is answered", async () => {
    await start({}, {}, LONG);
    const host = await till.connectJoined();
    till.real.set({ hangs: true });
    host.send(`one\n${CUT}${ASK_ID}`);
    await till.parts.until(() => till.prints().length === 1, "the first print");
    await till.set({ target: other.target });
    host.send(`two\n${CUT}`);
    await Bun.sleep(50);
    till.real.set({ hangs: false });
    await till.parts.until(() => host.answers.endsWith(ECHO), "the answer of the old printer");
    await till.parts.until(() => other.paper === "two\n|", "the paper of the new printer");
    expect(till.real.paper).toBe("one\n|");
    await till.parts.until(() => till.parts.states().join() === "done,done", "both deliveries");
  });

  test("in the middle of a job: its rest goes where it began", async () => {
    await start({}, {}, LONG);
    const host = await till.connectJoined();
    host.send("one\n");
    await till.parts.until(() => till.real.paper === "one\n", "the beginning");
    await till.set({ target: other.target });
    host.send(`more\n${CUT}`);
    await till.parts.until(() => till.real.paper === "one\nmore\n|", "the rest");
    await till.parts.until(() => till.prints().length === 1, "the print");
    host.send(`two\n${CUT}`);
    await till.parts.until(() => other.paper === "two\n|", "the paper of the new printer");
    expect(till.real.paper).toBe("one\nmore\n|");
  });
});

test.each<[string, Partial<PrinterSettings>]>([
  ["is held", { held: true }],
  ["is to draw all prints", { translate: "always" }],
  ["is to hold repeated prints", { repeats: "hold" }],
])(
  "a printer that %s while a host is joined: the job that has begun goes on, the next waits",
  async (_, settings) => {
    await start({}, {}, { passedRestMilliseconds: 60_000 });
    const host = await till.connectJoined();
    host.send("one\n");
    await till.parts.until(() => till.real.paper === "one\n", "the beginning");
    await till.set(settings);
    host.send(`more\n${CUT}`);
    await till.parts.until(() => till.real.paper === "one\nmore\n|", "the rest");
    await till.parts.until(() => till.prints().length === 1, "the print");
    host.send(`two\n${CUT}`);
    await till.parts.until(() => till.prints().length === 2, "the second print");
    const states = settings.held === true ? "done,queued" : "done,done";
    await till.parts.until(() => till.parts.states().join() === states, states);
    const [, second] = till.parts.all();
    expect(second?.reason ?? "").not.toMatch(/went straight through/);
  },
);
