import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { PassThrough, type PassThroughEvents } from "../../src/delivery/pass-through.ts";
import type { Printer } from "../../src/domain/printer.ts";
import { createOperation } from "../create-operation.ts";
import { PATIENCE_MILLISECONDS, until } from "../until.ts";
import { RealParts, TEST_TIMES } from "./real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "./scripted-printer.ts";

let parts: RealParts;
let real: ScriptedPrinter;
let kitchen: Printer;

beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(async () => {
  await parts.end();
  real.goAway();
});

async function front(behaviour: Partial<Behaviour> = {}, settings: object = {}): Promise<void> {
  real = ScriptedPrinter.start(behaviour);
  kitchen = await parts.addPrinter({
    name: "kitchen",
    target: real.target,
    ...settings,
  });
}

/** A host: what it was answered, as hex, and what ended it. */
class Host implements PassThroughEvents {
  answers = "";
  drains = 0;
  ended: string | null = null;
  onAnswer = (bytes: Uint8Array) => {
    this.answers += Buffer.from(bytes).toString("hex");
  };
  onDrain = () => {
    this.drains++;
  };
  onEnd = (reason: string) => {
    this.ended = reason;
  };
  isOutdated = false;
  onOutdated = () => {
    this.isOutdated = true;
  };
  isWanted = false;
  onWanted = () => {
    this.isWanted = true;
  };
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

async function join(host: Host): Promise<PassThrough> {
  // On a busy machine it may just be asked how it is, or look whether anything waits.
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const passThrough = await parts.deliveries.passThrough(kitchen.id, host);
    if (typeof passThrough !== "string") return passThrough;
    if (performance.now() > deadline) throw new Error("not joined");
    await Bun.sleep(2);
  }
}

/** Stores a job as one that is passing. */
async function store(text: string): Promise<number> {
  await parts.setPrinter(kitchen.id, { held: false });
  const operation = createOperation({ raw: bytes(text), printerId: kitchen.id });
  const { id } = await parts.writer.submit(operation);
  const change = {
    do: "queue",
    workspaceId: 1,
    printId: id,
    printerId: kitchen.id,
    isPassing: true,
  } as const;
  await parts.writer.submit({ kind: "delivery", change });
  return id;
}

const JOB = "hello\n\x1dVA\0";
const ASK = "\x1d(H\x06\x0000abcd";
const ECHO = "37226162636400";

describe("a printer that answers is asked whether a job is printed of which the host has not asked", () => {
  /** A job is with the printer, which prints nothing of it for now, and its host has gone. */
  async function leave(): Promise<Host> {
    await front();
    await parts.until(() => real.received.includes("\x1dr\x01"), "what the printer answers is found out");
    const host = new Host();
    const through = await join(host);
    real.set({ hangs: true });
    const printId = await store(JOB);
    through.write(bytes(JOB));
    through.endJob(JOB.length, false, printId);
    through.finish();
    await parts.until(() => host.ended !== null, "the host is let go");
    await parts.until(() => real.received.endsWith(`${JOB}\x1dr\x01`), "the question");
    expect(parts.states()).toEqual(["sending"]);
    return host;
  }

  test("it is done when it is printed; the host gets no answer that it has not asked for", async () => {
    const host = await leave();
    real.set({ hangs: false });
    await parts.settled();
    expect(real.paper).toBe("hello\n|");
    expect(parts.all()).toMatchObject([{ state: "done", reason: expect.stringMatching(/straight/) }]);
    expect(host.answers).toBe("");
  });

  test("that it takes long is told once, and once that it is over", async () => {
    real = ScriptedPrinter.start({ hangs: true });
    const told: (string | null)[] = [];
    const over = Promise.withResolvers<void>();
    const through = await PassThrough.open(
      {
        printerId: 1,
        target: { kind: "tcp", host: "127.0.0.1", port: real.port },
        language: "escpos",
        times: { ...TEST_TIMES, unconfirmed: 60_000 },
        habits: { closesBack: null, orderedRequest: Uint8Array.of(0x1d, 0x72, 1) },
        whenInterrupted: () => "hold",
        record: () => Promise.resolve(),
        onStatus() {},
        onTrouble: (reason) => void told.push(reason),
        onOver: over.resolve,
      },
      new Host(),
    );
    through.write(bytes(JOB));
    through.endJob(JOB.length, false, 1);
    through.finish();
    await until(() => told.length > 0, "that it takes long");
    // It is looked again several times.
    await Bun.sleep(5 * TEST_TIMES.settle);
    real.set({ hangs: false });
    await over.promise;
    expect(told).toEqual([expect.stringContaining("has not printed it yet"), null]);
  });

  test("one that is switched off before may not have printed it: a person decides", async () => {
    await leave();
    // However long it has had it.
    await Bun.sleep(TEST_TIMES.stall + TEST_TIMES.settle);
    expect(parts.states()).toEqual(["sending"]);
    real.goAway();
    await parts.until(() => parts.states()[0] === "held", "it is held");
    expect(real.paper).toBe("");
  });
});

test("the host has the real printer's own answers, and by them its job is known to be printed", async () => {
  await front();
  const host = new Host();
  const through = await join(host);
  through.write(bytes("\x10\x04\x01"));
  await parts.until(() => host.answers === "16", "the status");
  const printId = await store(JOB + ASK);
  through.write(bytes(JOB));
  through.ask(false);
  through.write(bytes(ASK));
  through.endJob(`\x10\x04\x01${JOB}${ASK}`.length, true, printId);
  await parts.until(() => host.answers === `16${ECHO}`, "the answer");
  await parts.settled();
  expect(parts.all()).toMatchObject([{ printId, state: "done", reason: expect.stringMatching(/straight/) }]);
  through.finish();
  await parts.until(() => real.open.size === 0, "the end");
  expect(real.paper).toBe("hello\n|");
});

test("a job that nothing confirms is done when the connection lasts, or ends cleanly", async () => {
  await front({ realTime: false, ordered: false, processId: false });
  const through = await join(new Host());
  through.write(bytes(JOB));
  through.endJob(JOB.length, false, await store(JOB));
  expect(parts.states()).toEqual(["sending"]);
  await parts.settled();
  through.write(bytes(JOB));
  through.endJob(JOB.length, false, await store(JOB));
  through.finish();
  await parts.settled();
  expect(parts.states()).toEqual(["done", "done"]);
  expect(real.paper).toBe("hello\n|hello\n|");
});

describe("the printer dies in the middle of a job", () => {
  test.each([
    ["hold", "held"],
    ["resend", "done"],
  ] as const)("with the policy %s", async (whenInterrupted, state) => {
    await front({ diesAfter: 3 }, { whenInterrupted });
    const host = new Host();
    const through = await join(host);
    through.write(bytes(JOB + ASK));
    await parts.until(() => host.ended !== null, "the end");
    expect(host.ended).toMatch(/^The connection to the printer has ended: /);
    expect(through.isPassing).toBe(false);
    through.endJob((JOB + ASK).length, false, await store(JOB + ASK));
    through.close();
    real.set({ diesAfter: null });
    real.comeBack();
    await parts.settled();
    expect(parts.all()).toMatchObject([{ state, possibleDuplicate: whenInterrupted === "resend" }]);
    // What is sent again says so on paper.
    if (state === "held") expect(real.paper).toBe("hel");
    else expect(real.paper).toMatch(/^hel.*COPY\?\n.*hello\n\|$/s);
  });
});

test("prints that wait go first: the host is answered by us meanwhile", async () => {
  await front({ trouble: "paper-end" });
  await parts.print(kitchen, JOB);
  expect(await parts.deliveries.passThrough(kitchen.id, new Host())).toBe("busy");
  real.set({ trouble: "none" });
  await parts.settled();
  const host = new Host();
  const through = await join(host);
  // What is stored meanwhile by another way waits until the host has gone, which is told.
  await parts.print(kitchen, "later\n");
  expect(host.isWanted).toBe(true);
  await Bun.sleep(100);
  expect(real.paper).toBe("hello\n|");
  expect(await parts.deliveries.passThrough(kitchen.id, new Host())).toBe("busy");
  through.close();
  await parts.settled();
  expect(real.paper).toBe("hello\n|later\n");
});

test("prints that wait while the printer is being called: the host is told when it is joined", async () => {
  await front();
  await until(async () => {
    const host = new Host();
    const joining = parts.deliveries.passThrough(kitchen.id, host);
    // It is leased by now, where it was at rest, and the connection is not there yet.
    parts.deliveries.wake(1, [kitchen.id]);
    const through = await joining;
    if (typeof through === "string") return false;
    through.close();
    return through.isWanted && host.isWanted;
  }, "that it is wanted");
});

test.each([
  ["out of reach", { target: "tcp://127.0.0.1:1" }, "away"],
  ["held", { held: true }, "busy"],
  ["that takes whole jobs only", { target: "epos://127.0.0.1:1" }, "busy"],
] as const)("a printer %s cannot be joined", async (_name, settings, refusal) => {
  await front({}, settings);
  expect(await parts.deliveries.passThrough(kitchen.id, new Host())).toBe(refusal);
});

test("a printer that does not read makes the host wait", async () => {
  await front({ stallsAfter: 1 });
  const host = new Host();
  const through = await join(host);
  through.write(new Uint8Array(12_000_000));
  expect(through.isFull).toBe(true);
  through.endJob(12_000_000, false, null);
  real.set({ stallsAfter: null });
  await parts.until(() => host.drains > 0, "the drain");
  through.close();
});

test("a host that goes while the printer does not read: the printer has it all the same, before others use it", async () => {
  await front({ stallsAfter: 1 });
  const through = await join(new Host());
  const job = `${"x".repeat(99)}\n`.repeat(120_000);
  through.write(bytes(job));
  expect(through.isFull).toBe(true);
  through.endJob(job.length, false, await store(job));
  through.close();
  await parts.print(kitchen, "later\n");
  await Bun.sleep(300);
  expect(parts.states()).toEqual(["sending", "queued"]);
  real.set({ stallsAfter: null });
  await parts.settled();
  expect(real.paper === `${job}later\n`).toBe(true);
  expect(parts.all()).toMatchObject([
    { state: "done", possibleDuplicate: false },
    { state: "done", possibleDuplicate: false },
  ]);
});

describe("a job that hangs because the printer does not read", () => {
  const HUGE = `${"x".repeat(99)}\n`.repeat(120_000);
  let other: ScriptedPrinter;
  beforeEach(() => {
    other = ScriptedPrinter.start();
  });
  afterEach(() => other.goAway());

  /** The host has gone, and nobody waits. */
  async function hangUnseen(settings: object): Promise<void> {
    await front({ stallsAfter: 1 }, settings);
    const through = await join(new Host());
    through.write(bytes(HUGE));
    through.endJob(HUGE.length, false, await store(HUGE));
    through.close();
  }

  async function hang(settings: object): Promise<void> {
    await hangUnseen(settings);
    await parts.print(kitchen, "later\n");
  }

  test("what waits behind it goes to the backup, and the printer counts as out of reach", async () => {
    const bar = await parts.addPrinter({ name: "bar", target: other.target });
    await hang({ backup: "bar", backupAfter: 1 });
    await parts.until(() => parts.states()[1] === "done", "the backup");
    expect(parts.all()[1]).toMatchObject({ printerId: bar.id, forPrinterId: kitchen.id });
    expect(other.paper).toMatch(/for kitchen.*later/s);
    expect(parts.deliveries.statusOf(kitchen.id)?.isReachable).toBe(false);
    expect(parts.states()[0]).toBe("sending");
    real.set({ stallsAfter: null });
    await parts.settled();
    expect(real.paper === HUGE).toBe(true);
    await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isReachable === true, "its return");
  });

  test("another target ends it; what waits goes there", async () => {
    await hang({ whenInterrupted: "hold" });
    await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isReachable === false, "the trouble");
    await parts.setPrinter(kitchen.id, { target: other.target });
    await parts.until(() => parts.states().join() === "held,done", "the new printer");
    expect(other.paper).toBe("later\n");
    expect(parts.all()[0]).toMatchObject({ cause: "interrupted" });
  });

  test("another target ends it where nobody has seen yet that it hangs, too", async () => {
    await hangUnseen({ whenInterrupted: "hold" });
    await parts.setPrinter(kitchen.id, { target: other.target });
    await parts.until(() => parts.states().join() === "held", "the end of it");
    await parts.print(kitchen, "later\n");
    await parts.until(() => parts.states().join() === "held,done", "the new printer");
    expect(other.paper).toBe("later\n");
  });

  test("another target ends it while it is not known yet whether it hangs; nothing of it is told of the new one", async () => {
    await parts.end();
    parts = await RealParts.start(undefined, { ...TEST_TIMES, stall: 1000 });
    await hang({ whenInterrupted: "hold" });
    await parts.setPrinter(kitchen.id, { target: other.target });
    const told: (boolean | undefined)[] = [];
    parts.deliveries.onStatusChange((id) => told.push(parts.deliveries.statusOf(id)?.isReachable));
    await parts.until(() => parts.states().join() === "held,done", "the new printer");
    expect(other.paper).toBe("later\n");
    expect(told).not.toContain(false);
  });

  test("another target ends one that we send while it is not known yet whether it hangs", async () => {
    await parts.end();
    parts = await RealParts.start(undefined, { ...TEST_TIMES, stall: 1000 });
    await front({ stallsAfter: 1000 }, { whenInterrupted: "hold" });
    await parts.print(kitchen, HUGE);
    await parts.until(() => real.received.includes("xxx"), "the job");
    await parts.setPrinter(kitchen.id, { target: other.target });
    await parts.print(kitchen, "later\n");
    await parts.until(() => parts.states().join() === "held,done", "the new printer");
    expect(other.paper).toBe("later\n");
    expect(parts.all()[0]).toMatchObject({
      cause: "interrupted",
      reason: expect.stringContaining("target was changed"),
    });
  });
});

test("a printer that closes by itself before it has answered may have been switched off", async () => {
  await front({ hangs: true });
  const host = new Host();
  const through = await join(host);
  through.ask(false);
  through.write(bytes(JOB + ASK));
  through.endJob((JOB + ASK).length, true, await store(JOB + ASK));
  await parts.until(() => real.open.size === 1, "the connection");
  for (const socket of real.open) socket.end();
  await parts.until(() => host.ended !== null, "the end");
  through.close();
  await parts.settled();
  expect(parts.states()).toEqual(["held"]);
});

test("a web server has printed nothing: the job waits for the right address", async () => {
  await front();
  using server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket) => {
        socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      },
    },
  });
  await parts.setPrinter(kitchen.id, { target: `tcp://127.0.0.1:${server.port}` });
  const host = new Host();
  const through = await join(host);
  through.write(bytes(JOB));
  through.endJob(JOB.length, true, await store(JOB));
  through.finish();
  await parts.until(() => host.ended !== null, "the end");
  expect(host).toMatchObject({
    answers: "",
    ended: expect.stringContaining("is a web server, and no printer"),
  });
  through.close();
  await parts.until(() => parts.states()[0] === "queued", "the job");
  expect(parts.all()).toMatchObject([{ sentBytes: 0, reason: expect.stringContaining("is a web server") }]);
  await parts.setPrinter(kitchen.id, { target: real.target });
  await parts.settled();
  expect(real.paper).toBe("hello\n|");
});

test("a printer's own status is ours too", async () => {
  await front({ isChatty: true });
  const through = await join(new Host());
  real.set({ trouble: "cover-open" });
  await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isCoverOpen === true, "the status");
  through.close();
});

test("a service that ends before it knows what became of a job counts it as interrupted", async () => {
  await front({ hangs: true });
  const through = await join(new Host());
  through.write(bytes(JOB));
  await store(JOB);
  await parts.stop();
  parts = await RealParts.start(parts.folder);
  await parts.settled();
  expect(parts.all()).toMatchObject([{ state: "held", reason: expect.stringMatching(/service ended/) }]);
});

test("a service that stops waits for a moment for what the printer is taking: it is no interrupted job", async () => {
  await parts.end();
  parts = await RealParts.start(undefined, { ...TEST_TIMES, stop: PATIENCE_MILLISECONDS });
  await front({ stallsAfter: 1 });
  const through = await join(new Host());
  const job = `${"x".repeat(99)}\n`.repeat(120_000);
  through.write(bytes(job));
  through.endJob(job.length, false, await store(job));
  const stopped = parts.stop();
  real.set({ stallsAfter: null });
  await stopped;
  parts = await RealParts.start(parts.folder);
  expect(parts.all()).toMatchObject([{ state: "done", possibleDuplicate: false }]);
  expect(real.paper === job).toBe(true);
});

test("a host is joined to the printer that is meant when it is joined, not when it asked", async () => {
  await parts.end();
  parts = await RealParts.start(undefined, { ...TEST_TIMES, answer: 300 });
  // It is asked for twice the time that a host waits: in the second half the host's patience is longer.
  await front({ realTime: false, ordered: false });
  const other = ScriptedPrinter.start();
  try {
    await parts.until(() => real.connections === 1, "the first question");
    await Bun.sleep(400);
    const host = new Host();
    const joining = parts.deliveries.passThrough(kitchen.id, host);
    let joined: unknown = null;
    void joining.then((through) => (joined = through));
    await parts.setPrinter(kitchen.id, { target: other.target });
    // A machine that was busy for so long has joined it to the printer that was meant then.
    const meant = joined === null || typeof joined === "string" ? other : real;
    const first = await joining;
    const through = typeof first === "string" ? await join(host) : first;
    through.write(bytes("hello\n"));
    await parts.until(() => other.paper + real.paper === "hello\n", "the paper");
    through.close();
    expect(meant.paper).toBe("hello\n");
  } finally {
    other.goAway();
  }
});

test("a host is not joined to a printer that is not meant any more, whenever the target changes", async () => {
  await front();
  const other = ScriptedPrinter.start();
  const settings = (target: string) => [{ ...kitchen, target }];
  try {
    for (let turns = 0; turns < 25; turns++) {
      parts.deliveries.update(settings(real.target));
      const host = new Host();
      await (await join(new Host())).close();
      await parts.until(() => real.open.size === 0, "the end of the passage before");
      const joining = parts.deliveries.passThrough(kitchen.id, host);
      for (let turn = 0; turn < turns; turn++) await (turn < 20 ? Promise.resolve() : Bun.sleep(0));
      parts.deliveries.update(settings(other.target));
      const through = await joining;
      if (typeof through === "string") continue;
      if (!host.isOutdated) through.write(bytes(JOB));
      through.endJob(JOB.length, false, null);
      through.close();
    }
    expect(real.paper).toBe("");
  } finally {
    other.goAway();
  }
});

test.each([
  ["of the same language", "epson-tm-t20ii", false],
  ["of another language", "star-tsp650ii", true],
] as const)("a host that is joined when the model becomes one %s", async (_name, model, isOutdated) => {
  await front();
  const host = new Host();
  const through = await join(host);
  await parts.setPrinter(kitchen.id, { model });
  expect(host.isOutdated).toBe(isOutdated);
  through.close();
});
