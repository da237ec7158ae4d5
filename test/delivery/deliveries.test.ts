import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import { UNCONFIRMED } from "../../src/delivery/raw/job-transfer.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { PATIENCE_MILLISECONDS } from "../until.ts";
import { RealParts, TEST_TIMES } from "./real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "./scripted-printer.ts";

let parts: RealParts;
const printers: ScriptedPrinter[] = [];

beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(async () => {
  await parts.end();
  for (const printer of printers.splice(0)) printer.goAway();
});

function scripted(behaviour: Partial<Behaviour> = {}): ScriptedPrinter {
  const printer = ScriptedPrinter.start(behaviour);
  printers.push(printer);
  return printer;
}

/** A receipt: its number, a line, a cut (shown as | on the scripted paper). */
const job = (number: number, body = "") => `${number}:${body}\n.\x1dVA\0`;

/** A printer of ours in front of a scripted one. */
function front(real: ScriptedPrinter, settings: object = {}) {
  return parts.addPrinter({ name: "kitchen", target: real.target, ...settings });
}

describe("every kind of printer gets every print, in order", () => {
  test.each<[string, Partial<Behaviour>, string | null]>([
    ["answers everything", {}, null],
    ["does not know process IDs", { processId: false }, null],
    ["answers only DLE EOT", { ordered: false, processId: false }, null],
    ["answers only what has an order", { realTime: false }, null],
    ["answers nothing", { realTime: false, ordered: false, processId: false }, UNCONFIRMED],
    [
      "answers nothing and does not close its side",
      { realTime: false, ordered: false, processId: false, closesBack: false },
      UNCONFIRMED,
    ],
    ["sends its status unasked", { isChatty: true }, null],
    [
      "sends its status unasked and nothing else",
      { isChatty: true, realTime: false, processId: false },
      null,
    ],
  ])("%s", async (_name, behaviour, note) => {
    const real = scripted(behaviour);
    const kitchen = await front(real);
    for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
    await parts.settled();
    const paper = real.paper.replaceAll("<garbage>", "");
    expect(paper).toBe("1:\n.|2:\n.|3:\n.|");
    expect(parts.all()).toMatchObject([1, 2, 3].map(() => ({ state: "done", attempts: 1, reason: note })));
    expect(parts.all().some(({ possibleDuplicate }) => possibleDuplicate)).toBe(false);
  });
});

test("a printer that answers nothing and keeps its side open has one print after the other on one connection", async () => {
  const real = scripted({ realTime: false, ordered: false, processId: false, closesBack: false });
  const kitchen = await front(real, { held: true });
  for (let number = 1; number <= 20; number++) await parts.print(kitchen, job(number));
  const before = real.connections;
  await parts.setPrinter(kitchen.id, { held: false });
  await parts.settled();
  expect(real.paper).toBe(Array.from({ length: 20 }, (_, index) => `${index + 1}:\n.|`).join(""));
  // One to learn that it does not close its side, and one for all others.
  expect(real.connections - before).toBeLessThan(10);
});

describe("trouble with the printer holds up all prints, says why, and passes", () => {
  test.each<[string, Partial<Behaviour>, RegExp, object]>([
    ["out of paper", { trouble: "paper-end" }, /out of paper/, { paper: "end" }],
    ["cover open", { trouble: "cover-open" }, /cover is open/, { isCoverOpen: true }],
    ["offline", { trouble: "offline" }, /offline/, { isReachable: false }],
  ])("%s", async (_name, behaviour, reason, status) => {
    const real = scripted(behaviour);
    const kitchen = await front(real);
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => reason.test(parts.all()[0]?.reason ?? ""), "the reason");
    expect(parts.states()).toEqual(["queued", "queued"]);
    expect(parts.deliveries.statusOf(kitchen.id)).toEqual({ ...HEALTHY, ...status });
    expect(real.paper).toBe("");
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe("1:\n.|2:\n.|");
    expect(parts.deliveries.statusOf(kitchen.id)).toEqual(HEALTHY);
  });

  test("switched off", async () => {
    const real = scripted();
    const kitchen = await front(real);
    real.goAway();
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => /refused the connection/.test(parts.all()[0]?.reason ?? ""), "the reason");
    await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isReachable === false, "the status");
    const [first] = parts.all();
    expect(first).toMatchObject({ state: "queued", attempts: 0 });
    expect(Math.abs((first?.nextAttemptAt ?? 0) - Date.now())).toBeLessThan(2000);
    real.comeBack();
    await parts.settled();
    expect(real.paper).toBe("1:\n.|2:\n.|");
    expect(parts.deliveries.statusOf(kitchen.id)).toEqual(HEALTHY);
  });

  test("paper that ends while a print comes out", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await parts.until(() => real.connections > 0, "a first look");
    await parts.until(() => parts.deliveries.statusOf(kitchen.id) !== null, "the status");
    real.set({ hangs: true });
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.states()[0] === "sending", "sending");
    real.set({ trouble: "paper-end", hangs: false });
    await parts.until(() => /out of paper/.test(parts.all()[0]?.reason ?? ""), "the reason");
    expect(parts.deliveries.statusOf(kitchen.id)?.paper).toBe("end");
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe("1:\n.|2:\n.|");
    expect(parts.all()).toMatchObject([
      { state: "done", reason: null },
      { state: "done", reason: null },
    ]);
  });

  test("one that stops reading in the middle of a long print", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await parts.print(kitchen, job(1));
    await parts.settled();
    real.set({ stallsAfter: 100_000 });
    // More than the buffers between us hold.
    const long = job(2, "x".repeat(9_000_000));
    await parts.print(kitchen, long);
    await parts.print(kitchen, job(3));
    await parts.until(() => /takes no more data/.test(parts.all()[1]?.reason ?? ""), "the reason");
    expect(parts.deliveries.statusOf(kitchen.id)?.isReachable).toBe(false);
    real.set({ stallsAfter: null });
    await parts.settled();
    expect(real.paper.length).toBe("1:\n.|3:\n.|".length + long.length - 3);
    expect(parts.all()).toMatchObject([1, 2, 3].map(() => ({ state: "done", reason: null })));
  });
});

/** The numbers of receipts that began on a paper, in order. */
const begun = (paper: string) => [...paper.matchAll(/(\d):/g)].map(([, number]) => Number(number));

describe("a printer that dies in the middle of a job and comes back", () => {
  test("with the policy hold, a person decides and the others go on", async () => {
    const real = scripted({ diesAfter: 8 });
    const kitchen = await front(real);
    const lines = "a\nb\nc\nd\ne\nf\n";
    const printId = await parts.print(kitchen, job(1, lines));
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.states()[0] === "held", "a held one");
    expect(parts.all()[0]).toMatchObject({
      attempts: 1,
      reason: expect.stringMatching(/connection/),
      possibleDuplicate: false,
    });
    expect(parts.all()[0]?.sentBytes).toBeGreaterThan(0);
    expect(parts.events("delivery.failed")).toMatchObject([{ printId }]);
    expect(JSON.parse(parts.events("delivery.failed")[0]?.data ?? "")).toMatchObject({
      deliveryId: 1,
      state: "held",
    });
    real.set({ diesAfter: null });
    real.comeBack();
    await parts.settled();
    expect(begun(real.paper)).toEqual([1, 2]);
    expect(parts.states()).toEqual(["held", "done"]);

    const released = await parts.deliveries.decide("release", 1, 1);
    expect(released.possibleDuplicate).toBe(true);
    await parts.settled();
    expect(begun(real.paper)).toEqual([1, 2, 1]);
    expect(real.paper).toContain("COPY?\n");
    expect(real.paper.endsWith(`1:${lines}\n.|`)).toBe(true);
    expect(parts.all()[0]).toMatchObject({
      state: "done",
      possibleDuplicate: true,
      attempts: 1,
      notes: [`It begins with the line "COPY?".`],
    });
  });

  test("with the policy resend, it is printed again before the others, and marked", async () => {
    const real = scripted({ diesAfter: 8 });
    const kitchen = await front(real, { whenInterrupted: "resend" });
    await parts.print(kitchen, job(1, "a\nb\nc\nd\ne\nf\n"));
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.all()[0]?.possibleDuplicate === true, "the mark");
    real.set({ diesAfter: null });
    real.comeBack();
    await parts.settled();
    expect(begun(real.paper)).toEqual([1, 1, 2]);
    expect(parts.all()).toMatchObject([
      { state: "done", possibleDuplicate: true, attempts: 2 },
      { state: "done", possibleDuplicate: false, attempts: 1 },
    ]);
    expect(parts.events("delivery.failed")).toEqual([]);
  });

  test("again and again: a person decides in the end", async () => {
    const real = scripted({ diesAfter: 3 });
    const kitchen = await front(real, { whenInterrupted: "resend" });
    await parts.print(kitchen, job(1, "abc\n"));
    await parts.until(() => {
      if (real.open.size === 0) real.comeBack();
      return parts.states()[0] === "held";
    }, "a held one");
    expect(parts.all()[0]).toMatchObject({ attempts: 3, possibleDuplicate: true });
  });

  test("goes offline, ends its paper, dies and comes back: everything comes out in order", async () => {
    const real = scripted();
    const kitchen = await front(real, { whenInterrupted: "resend" });
    let number = 0;
    const some = async (count: number) => {
      for (let each = 0; each < count; each++) await parts.print(kitchen, job(number++ % 10, "line\nline\n"));
    };
    await some(2);
    real.set({ trouble: "offline" });
    await some(2);
    await Bun.sleep(80);
    real.set({ trouble: "paper-end" });
    await Bun.sleep(80);
    real.set({ trouble: "none", diesAfter: 50 });
    await some(2);
    await parts.until(() => parts.all().some((each) => each.possibleDuplicate), "an interruption");
    real.set({ diesAfter: null });
    real.comeBack();
    await some(2);
    await parts.settled();
    expect(parts.states().every((state) => state === "done")).toBe(true);
    const order = begun(real.paper);
    expect([...new Set(order)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(order).toEqual(order.toSorted());
    const twice = order.filter((each, index) => order.indexOf(each) !== index);
    const marked = new Set(parts.all().flatMap((each, index) => (each.possibleDuplicate ? [index] : [])));
    // A mark says possibly: the connection may have broken before the paper showed anything.
    expect(twice.every((each) => marked.has(each))).toBe(true);
  });
});

describe("people", () => {
  test("hold a printer and release it", async () => {
    const real = scripted();
    const kitchen = await front(real, { held: true });
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => /is held/.test(parts.all()[0]?.reason ?? ""), "the reason");
    await Bun.sleep(100);
    expect(real.paper).toBe("");
    await parts.setPrinter(kitchen.id, { held: false });
    await parts.settled();
    expect(real.paper).toBe("1:\n.|2:\n.|");
  });

  test("cancel what waits", async () => {
    const real = scripted({ trouble: "paper-end" });
    const kitchen = await front(real);
    for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
    expect(await parts.deliveries.decide("cancel", 1, 2)).toMatchObject({ state: "cancelled", reason: null });
    expect((await parts.deliveries.decide("cancel", 1, 2)).state).toBe("cancelled");
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe("1:\n.|3:\n.|");
    expect(parts.deliveries.decide("cancel", 1, 1)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(parts.deliveries.decide("release", 1, 1)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(parts.deliveries.decide("cancel", 1, 99)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(parts.deliveries.decide("cancel", 2, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("cancel what is being sent to a printer that hangs, and the next goes on", async () => {
    const real = scripted({ hangs: true, ordered: false, processId: false });
    const kitchen = await front(real);
    real.set({ ordered: true, processId: true, hangs: false });
    await parts.print(kitchen, job(1));
    await parts.settled();
    real.set({ hangs: true });
    await parts.print(kitchen, job(2));
    await parts.print(kitchen, job(3));
    await parts.until(() => parts.states()[1] === "sending", "sending");
    const cancelled = await parts.deliveries.decide("cancel", 1, 2);
    expect(cancelled).toMatchObject({ state: "cancelled", reason: expect.stringMatching(/may be on paper/) });
    real.goAway();
    real.set({ hangs: false });
    real.comeBack();
    await parts.settled();
    expect(parts.states()).toEqual(["done", "cancelled", "done"]);
    expect(begun(real.paper)).toEqual([1, 3]);
  });

  test("have a printer tried at once that was switched off for long", async () => {
    await parts.end();
    // By itself it would be tried again when nobody waits for this test any more.
    const never = 10 * PATIENCE_MILLISECONDS;
    parts = await RealParts.start(undefined, { ...TEST_TIMES, firstBackOff: never, longestBackOff: never });
    const real = scripted();
    const kitchen = await front(real);
    real.goAway();
    await parts.print(kitchen, job(1));
    await parts.until(() => /refused the connection/.test(parts.all()[0]?.reason ?? ""), "the reason");
    real.comeBack();
    expect(await parts.deliveries.decideAll("release", 1, "kitchen", null)).toBe(0);
    await parts.settled();
    expect(real.paper).toBe("1:\n.|");
  });

  test("print any stored print again, on any printer", async () => {
    const [one, other] = [scripted(), scripted()];
    const kitchen = await front(one);
    await parts.addPrinter({ name: "bar", target: other.target });
    const printId = await parts.print(kitchen, job(1));
    await parts.settled();
    const delivery = await parts.deliveries.deliver(1, printId, "BAR");
    expect(delivery).toMatchObject({ printId, printer: "bar", state: "queued", possibleDuplicate: false });
    await parts.settled();
    expect([one.paper, other.paper]).toEqual(["1:\n.|", "1:\n.|"]);
    expect(parts.deliveries.deliver(1, 99, "bar")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(parts.deliveries.deliver(1, printId, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await parts.addPrinter({ name: "virtual" });
    expect(parts.deliveries.deliver(1, printId, "virtual")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("remove a printer: what waits for it is cancelled", async () => {
    const real = scripted({ trouble: "paper-end" });
    const kitchen = await front(real);
    await parts.print(kitchen, job(1));
    await parts.until(() => parts.all()[0]?.reason !== null, "the reason");
    await parts.removePrinter(kitchen.id);
    await parts.settled();
    expect(parts.all()[0]).toMatchObject({
      state: "cancelled",
      reason: "The printer was removed.",
      printer: null,
    });
    await parts.print(kitchen, job(2));
    await parts.settled();
    expect(parts.all()[1]).toMatchObject({ state: "cancelled", reason: "The printer was removed." });
  });

  test("remove a printer for which thousands wait: all of it is cancelled, in steps, and nothing more is printed", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await parts.setPrinter(kitchen.id, { held: true });
    const printId = await parts.print(kitchen, job(1));
    const queue = { do: "queue", workspaceId: 1, printId, printerId: kitchen.id } as const;
    await Promise.all(
      Array.from({ length: 2400 }, () => parts.writer.submit({ kind: "delivery", change: queue })),
    );
    const change = { do: "abandon", printerId: kitchen.id, reason: "" } as const;
    await parts.writer.submit({ kind: "delivery", change: { do: "begin", id: 2000, printerId: kitchen.id } });
    expect((await parts.writer.submit({ kind: "delivery", change })).id).toBe(1000);
    // What is being sent is among the first.
    expect(parts.deliveries.read(1, 2000).state).toBe("cancelled");
    await parts.removePrinter(kitchen.id);
    const waiting = (state: "queued" | "sending") =>
      parts.deliveries.list(1, { state, printer: null, printId: null, before: null, limit: 1 }).length;
    await parts.until(() => waiting("queued") + waiting("sending") === 0, "the last step");
    expect(real.paper).toBe("");
  });

  test("give a printer a target that cannot be used, and then one that can", async () => {
    const real = scripted({ trouble: "paper-end" });
    const kitchen = await front(real);
    await parts.print(kitchen, job(1));
    await parts.setPrinter(kitchen.id, { target: "nothing" });
    await parts.print(kitchen, job(2));
    await Bun.sleep(100);
    expect(parts.states()).toEqual(["queued", "queued"]);
    real.set({ trouble: "none" });
    await parts.setPrinter(kitchen.id, { target: real.target });
    await parts.settled();
    expect(real.paper).toBe("1:\n.|2:\n.|");
  });

  test("give a printer another target: what waits goes there", async () => {
    const [old, fresh] = [scripted({ trouble: "paper-end" }), scripted()];
    const kitchen = await front(old);
    await parts.print(kitchen, job(1));
    await parts.until(() => parts.all()[0]?.reason !== null, "the reason");
    await parts.setPrinter(kitchen.id, { target: fresh.target });
    await parts.settled();
    expect([old.paper, fresh.paper]).toEqual(["", "1:\n.|"]);
  });
});

test("prints whose bytes are damaged fail, are told of, and do not stop the others", async () => {
  const real = scripted({ trouble: "paper-end" });
  const kitchen = await front(real);
  await parts.print(kitchen, job(1));
  await parts.print(kitchen, job(2));
  await parts.stop();
  {
    using database = openForWriting(databasePath(parts.folder));
    database.run("UPDATE print_data SET content = x'00' WHERE print_id = 1");
  }
  real.set({ trouble: "none" });
  parts = await RealParts.start(parts.folder);
  await parts.settled();
  expect(parts.all()).toMatchObject([
    { state: "failed", reason: expect.stringMatching(/damaged/) },
    { state: "done" },
  ]);
  expect(real.paper).toBe("2:\n.|");
  expect(parts.events("delivery.failed")).toMatchObject([{ printId: 1 }]);
  await parts.deliveries.decide("retry", 1, 1);
  await parts.settled();
  expect(parts.states()[0]).toBe("failed");
});

test("a stop leaves what it could not send to the next start, in order", async () => {
  const real = scripted({ trouble: "paper-end" });
  const kitchen = await front(real);
  for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
  await parts.stop();
  parts = await RealParts.start(parts.folder);
  expect(parts.states()).toEqual(["queued", "queued", "queued"]);
  real.set({ trouble: "none" });
  await parts.settled();
  expect(real.paper).toBe("1:\n.|2:\n.|3:\n.|");
});

test("a stop in the middle of a job is an interruption with a reason", async () => {
  const real = scripted();
  const kitchen = await front(real);
  await parts.print(kitchen, job(1));
  await parts.settled();
  real.set({ hangs: true });
  await parts.print(kitchen, job(2));
  await parts.until(() => parts.states()[1] === "sending", "sending");
  await Bun.sleep(50);
  await parts.stop();
  parts = await RealParts.start(parts.folder);
  expect(parts.all()[1]).toMatchObject({ state: "held", reason: "The service was stopped." });
});

test("the connection is not kept from others while nothing is printed", async () => {
  const real = scripted();
  const kitchen = await front(real);
  for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
  await parts.settled();
  await parts.until(() => real.open.size === 0, "a closed connection");
  expect(kitchen.id).toBe(1);
});

test("status changes are told, and a host that asks has the printer asked more often", async () => {
  const real = scripted();
  const kitchen = await front(real);
  const told: number[] = [];
  const end = parts.deliveries.onStatusChange((id) => told.push(id));
  parts.deliveries.notice(kitchen.id);
  await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isReachable === true, "the status");
  real.set({ trouble: "cover-open" });
  await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isCoverOpen === true, "the change");
  expect(told.length).toBeGreaterThanOrEqual(1);
  end();
  expect(parts.deliveries.statusOf(99)).toBeNull();
});
