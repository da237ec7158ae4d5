import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { PrinterSettings } from "../../src/contract/printer-settings.ts";
import { RealParts } from "./real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "./scripted-printer.ts";

const MINUTES = 60_000;
const RECEIPT = "\x1b@Order 77\n\x1dV\0\x1bp\0\x19\xfa";
const KICK = "\x1b@\x1bp\0\x19\xfa";

let parts: RealParts;
/** How much more time has passed for the service: what waits has waited for so much longer. */
let ahead = 0;
const reals: ScriptedPrinter[] = [];
beforeEach(async () => {
  ahead = 0;
  parts = await RealParts.start(undefined, undefined, { monotonic: () => performance.now() + ahead });
});
afterEach(async () => {
  await parts.end();
  for (const real of reals.splice(0)) real.goAway();
});

function scripted(behaviour: Partial<Behaviour> = {}): ScriptedPrinter {
  const real = ScriptedPrinter.start(behaviour);
  reals.push(real);
  return real;
}

const front = (real: ScriptedPrinter, settings: Partial<PrinterSettings> = {}) =>
  parts.addPrinter({ name: "kitchen", target: real.target, ...settings });

/** An outage: the printer is away while prints come, and back when they are so old. */
async function outage(
  real: ScriptedPrinter,
  milliseconds: number,
  print: () => Promise<unknown>,
): Promise<void> {
  real.goAway();
  await print();
  await parts.until(() => parts.all()[0]?.reason?.includes("cannot be reached") === true, "the outage");
  ahead += milliseconds;
  real.comeBack();
}

describe("after an outage", () => {
  test("no drawer kick older than its lifetime reaches the printer, and the delivery says so", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await outage(real, 11_000, async () => {
      await parts.print(kitchen, RECEIPT);
      await parts.print(kitchen, KICK);
    });
    await parts.settled();
    expect(real.paper).toContain("Order 77\n");
    expect(real.received).not.toContain("\x1bp");
    expect(parts.all()).toMatchObject([
      { state: "done", notes: [expect.stringMatching(/^A drawer kick was left out: it was 1\d s old\.$/)] },
      { state: "done", notes: [expect.stringMatching(/^A drawer kick was left out: it was 1\d s old\.$/)] },
    ]);
    // One of this moment goes.
    await parts.print(kitchen, KICK);
    await parts.settled();
    expect(real.received).toContain("\x1bp\0\x19\xfa");
    expect(parts.all()[2]).toMatchObject({ state: "done", notes: [] });
  });

  test("a print that waited for minutes says so on paper", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await outage(real, 14 * MINUTES, () => parts.print(kitchen, RECEIPT));
    await parts.settled();
    expect(real.paper).toMatch(/LATE 14 min \xfa \d\d:\d\d\n.*Order 77\n/s);
    expect(parts.all()[0]?.notes).toHaveLength(2);
  });

  test("those that waited for an hour wait for a person, who prints all of them, in order, or none", async () => {
    const real = scripted();
    const kitchen = await front(real, { marks: false });
    await outage(real, 61 * MINUTES, async () => {
      for (const number of [1, 2, 3]) await parts.print(kitchen, `\x1b@${number}:\n\x1dV\0`);
      await parts.print(kitchen, KICK);
    });
    await parts.print(kitchen, "\x1b@4:\n\x1dV\0");
    await parts.settled();
    expect(real.paper.replaceAll(/[^\d]/g, "")).toBe("4");
    const late = { state: "held", cause: "late", possibleDuplicate: false };
    // Of a kick nothing is left: nobody has to decide about it.
    expect(parts.all()).toMatchObject([late, late, late, { state: "done" }, { state: "done" }]);
    expect(parts.all()[0]?.reason).toBe("It waited for 1 h: a person decides whether it is still printed.");
    expect(parts.events("delivery.failed")).toHaveLength(3);

    expect(await parts.deliveries.decideAll("release", 1, "Kitchen", "repeated")).toBe(0);
    expect(await parts.deliveries.decideAll("release", 1, "Kitchen", "late")).toBe(3);
    await parts.settled();
    expect(real.paper.replaceAll(/[^\d]/g, "")).toBe("4123");
    const printed = { state: "done", cause: null, possibleDuplicate: false };
    expect(parts.all().slice(0, 3)).toMatchObject([printed, printed, printed]);
  });

  test("none of them is printed where a person says so", async () => {
    const real = scripted();
    const kitchen = await front(real);
    await outage(real, 61 * MINUTES, () => parts.print(kitchen, RECEIPT));
    await parts.settled();
    expect(await parts.deliveries.decideAll("cancel", 1, "kitchen", null)).toBe(1);
    expect(parts.all()).toMatchObject([{ state: "cancelled", cause: null }]);
    expect(real.paper).not.toContain("Order");
  });

  test("what is released, and waits for an hour again, waits for a person again", async () => {
    const real = scripted();
    const kitchen = await front(real, { holdAfter: 1 });
    real.goAway();
    await parts.print(kitchen, RECEIPT);
    await parts.until(() => parts.states()[0] === "held", "a held one");
    await parts.deliveries.decide("release", 1, 1);
    await parts.until(() => parts.all()[0]?.reason?.includes("cannot be reached") === true, "the outage");
    await parts.until(() => parts.states()[0] === "held", "a held one");
    expect(parts.all()).toMatchObject([{ cause: "late", possibleDuplicate: false }]);
  });

  test("an expired print is kept, and never printed by itself, but by a person", async () => {
    const real = scripted();
    const kitchen = await front(real, { expireAfter: 15 });
    await outage(real, 16_000, () => parts.print(kitchen, RECEIPT));
    await parts.print(kitchen, "\x1b@later\n\x1dV\0");
    await parts.settled();
    expect(parts.all()).toMatchObject([{ state: "kept", cause: "expired" }, { state: "done" }]);
    expect(real.paper).not.toContain("Order 77");
    await parts.deliveries.decide("release", 1, 1);
    ahead += 20_000;
    await parts.settled();
    expect(real.paper).toContain("Order 77");
  });

  test("a print expires at its time while the printer is away", async () => {
    const real = scripted();
    const kitchen = await front(real, { expireAfter: 1 });
    real.goAway();
    await parts.print(kitchen, RECEIPT);
    await parts.until(() => parts.states()[0] === "kept", "its end");
  });

  test("a print that a person has printed anew is not late", async () => {
    const real = scripted();
    const kitchen = await front(real);
    const printId = await parts.print(kitchen, "Order 77\n\x1dV\0");
    await parts.settled();
    ahead += 14 * MINUTES;
    await parts.deliveries.deliver(1, printId, "kitchen");
    await parts.settled();
    expect(parts.all().map(({ notes }) => notes)).toEqual([[], []]);
  });

  test("a print that a person has printed anew does not expire", async () => {
    const real = scripted();
    const kitchen = await front(real, { held: true, expireAfter: 15 });
    const printId = await parts.print(kitchen, RECEIPT);
    await parts.deliveries.deliver(1, printId, "kitchen");
    ahead += 16_000;
    await parts.setPrinter(kitchen.id, { held: false });
    await parts.settled();
    expect(parts.states()).toEqual(["kept", "done"]);
    // Whoever prints an old receipt again does not want the drawer.
    expect(parts.all()[1]?.notes).toEqual(["A drawer kick was left out: it was 16 s old."]);
  });
});

test("the state is that of the next start: what was held stays, what lapsed has lapsed", async () => {
  const real = scripted();
  const kitchen = await front(real);
  real.goAway();
  await parts.print(kitchen, RECEIPT);
  await parts.stop();
  real.comeBack();
  // This run knows nothing but the stored time.
  parts = await RealParts.start(parts.folder, undefined, { clock: () => Date.now() + 6 * MINUTES });
  await parts.settled();
  expect(real.received).not.toContain("\x1bp");
  expect(real.paper).toContain("LATE 6 min");
});
