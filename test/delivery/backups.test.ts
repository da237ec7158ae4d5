import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { PrinterSettings } from "../../src/contract/printer-settings.ts";
import type { Printer } from "../../src/domain/printer.ts";
import { RealParts, TEST_TIMES } from "./real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "./scripted-printer.ts";

let parts: RealParts;
const reals: ScriptedPrinter[] = [];
beforeEach(async () => {
  parts = await RealParts.start();
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

const job = (number: number) => `\x1b@${number}:\n\x1dV\0`;

/** The numbers of receipts on a paper, in order. */
const begun = (paper: string) => [...paper.matchAll(/(\d):/g)].map(([, number]) => Number(number));

const moves = () =>
  parts
    .events()
    .filter(({ kind }) => kind.startsWith("printer."))
    .map(({ kind, data }) => ({ kind, ...(JSON.parse(data) as object) }));

describe("a printer with a backup", () => {
  let [own, other]: ScriptedPrinter[] = [];
  let kitchen: Printer;
  let bar: Printer;

  async function pair(behaviour: Partial<Behaviour>, settings: Partial<PrinterSettings> = {}): Promise<void> {
    own = scripted(behaviour);
    other = scripted();
    bar = await parts.addPrinter({ name: "bar", target: other.target });
    kitchen = await parts.addPrinter({
      name: "kitchen",
      target: own.target,
      backup: "Bar",
      backupAfter: 1,
      ...settings,
    });
  }

  test.each([
    ["out of paper", { trouble: "paper-end" }, /out of paper/],
    ["out of reach", null, /cannot be reached/],
  ] as const)(
    "that is %s has it print, marked, and has its prints back when it is well",
    async (_name, trouble, reason) => {
      await pair(trouble ?? {});
      if (trouble === null) own?.goAway();
      await parts.print(bar, job(7));
      await parts.settled();
      await parts.print(kitchen, job(1));
      await parts.print(kitchen, job(2));
      await parts.settled();
      expect(begun(other?.paper ?? "")).toEqual([7, 1, 2]);
      expect(other?.paper).toMatch(/for kitchen \xfa \d+ s\n.*1:/s);
      expect(parts.all().slice(1)).toMatchObject(
        [1, 2].map(() => ({
          state: "done",
          printer: "bar",
          forPrinter: "kitchen",
          forPrinterId: kitchen.id,
        })),
      );
      expect(moves()).toMatchObject([
        {
          kind: "printer.diverted",
          printer: "kitchen",
          backupId: bar.id,
          reason: expect.stringMatching(reason),
        },
      ]);
      expect(parts.deliveries.waitingFor(kitchen.id)).toMatchObject({ waiting: 0, divertedTo: "bar" });

      // What comes now does not wait for as long again.
      await parts.print(kitchen, job(3));
      await parts.settled();
      expect(begun(other?.paper ?? "")).toEqual([7, 1, 2, 3]);
      expect(moves()).toHaveLength(1);

      if (trouble === null) own?.comeBack();
      else own?.set({ trouble: "none" });
      await parts.until(() => moves().length === 2, "the printer's return");
      expect(moves()[1]).toMatchObject({ kind: "printer.restored", printer: "kitchen" });
      await parts.print(kitchen, job(4));
      await parts.settled();
      expect(begun(own?.paper ?? "")).toEqual([4]);
      expect(own?.paper).not.toContain("for kitchen");
      expect(parts.deliveries.waitingFor(kitchen.id).divertedTo).toBeNull();
    },
  );

  test("has back what the backup has not begun, and nothing comes out at both", async () => {
    await pair({ trouble: "paper-end" });
    await parts.setPrinter(bar.id, { held: true });
    for (const number of [1, 2, 3]) await parts.print(kitchen, job(number));
    await parts.until(() => parts.all().every(({ printer }) => printer === "bar"), "the backup");
    own?.set({ trouble: "none" });
    await parts.settled();
    await parts.setPrinter(bar.id, { held: false });
    await parts.print(bar, job(8));
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1, 2, 3]);
    expect(begun(other?.paper ?? "")).toEqual([8]);
    expect(parts.all().slice(0, 3)).toMatchObject(
      [1, 2, 3].map(() => ({ state: "done", printer: "kitchen", forPrinter: null })),
    );
  });

  /** The step by which what waits goes to the backup. */
  const divertAll = () =>
    ({ do: "divert", printerId: kitchen.id, backupId: bar.id, reason: "", isTold: false }) as const;

  /** The first job is with the printer, and a part of it may be on its paper. */
  async function hang(settings: Partial<PrinterSettings> = {}): Promise<void> {
    await pair({ hangs: true, realTime: true }, settings);
    await parts.print(kitchen, job(1));
    await parts.until(
      () => parts.states()[0] === "sending" && own !== undefined && own.received.includes("1:"),
      "it",
    );
    own?.set({ trouble: "paper-end" });
    await parts.until(() => parts.all()[0]?.reason?.includes("paper") === true, "the trouble");
  }

  test("keeps a job of which a part may be on its paper; what waits behind it goes", async () => {
    await hang();
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.states()[1] === "done", "the backup");
    expect(begun(other?.paper ?? "")).toEqual([2]);
    expect(parts.states()).toEqual(["sending", "done"]);
    own?.set({ trouble: "none", hangs: false });
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1]);
  });

  test("sends what waits behind a job that hangs to a backup that is set meanwhile", async () => {
    await hang({ backup: null });
    await parts.print(kitchen, job(2));
    await parts.setPrinter(kitchen.id, { backup: "bar" });
    await parts.until(() => parts.states()[1] === "done", "the backup");
    expect(begun(other?.paper ?? "")).toEqual([2]);
  });

  test("passes nothing on to it while it is held, though a job hangs", async () => {
    await hang();
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.states()[1] === "done", "the backup");
    await parts.setPrinter(kitchen.id, { held: true });
    await parts.print(kitchen, job(3));
    // When this one is printed, the backup would have had the one before.
    await parts.print(bar, job(7));
    await parts.until(() => parts.states()[3] === "done", "its own print");
    expect(parts.all()[2]).toMatchObject({ state: "queued", printer: "kitchen" });
    await parts.setPrinter(kitchen.id, { held: false });
    await parts.until(() => parts.states()[2] === "done", "the backup");
    expect(begun(other?.paper ?? "")).toEqual([2, 7, 3]);
  });

  test("has them back after a restart, too", async () => {
    await pair({ trouble: "paper-end" });
    await parts.setPrinter(bar.id, { held: true });
    await parts.print(kitchen, job(1));
    await parts.until(() => parts.all().every(({ printer }) => printer === "bar"), "the backup");
    await parts.stop();
    own?.set({ trouble: "none" });
    parts = await RealParts.start(parts.folder);
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1]);
  });

  test("has them back when the backup is removed", async () => {
    await pair({ trouble: "paper-end" });
    await parts.setPrinter(bar.id, { held: true });
    await parts.print(kitchen, job(1));
    await parts.until(() => parts.all().every(({ printer }) => printer === "bar"), "the backup");
    await parts.removePrinter(bar.id);
    await parts.until(() => parts.all().every(({ printer }) => printer === "kitchen"), "the return");
    own?.set({ trouble: "none" });
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1]);
    expect(parts.all()).toMatchObject([{ state: "done", forPrinterId: null }]);
  });

  test("has back what breaks off at the backup later, when all else is back", async () => {
    await pair({ trouble: "paper-end" });
    await parts.setPrinter(bar.id, { whenInterrupted: "resend" });
    const begins = Promise.withResolvers<void>();
    if (other === undefined) throw new Error("no backup");
    other.onReceived = (text) => {
      if (!text.includes("@1:")) return;
      // Before it has printed any of it.
      other?.set({ trouble: "paper-end" });
      begins.resolve();
    };
    await parts.print(kitchen, job(1));
    await begins.promise;
    own?.set({ trouble: "none" });
    await parts.until(() => moves().length === 2, "the printer's return");
    other.goAway();
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1]);
    expect(parts.all()).toMatchObject([
      { state: "done", printer: "kitchen", forPrinter: null, possibleDuplicate: true },
    ]);
    // That it is well again was told.
    expect(moves()).toHaveLength(2);
  });

  test("prints what it has back from a backup that is removed without being asked before", async () => {
    await parts.end();
    const never = { troublePoll: 600_000, idlePoll: 600_000 };
    parts = await RealParts.start(undefined, { ...TEST_TIMES, ...never });
    await pair({ trouble: "paper-end" });
    await parts.setPrinter(bar.id, { held: true });
    await parts.print(kitchen, job(1));
    await parts.until(() => parts.all()[0]?.printer === "bar", "the backup");
    own?.set({ trouble: "none" });
    await parts.removePrinter(bar.id);
    await parts.settled();
    expect(begun(own?.paper ?? "")).toEqual([1]);
  });

  test.each([
    ["has been removed", () => parts.removePrinter(bar.id)],
    ["has no target any more", () => parts.setPrinter(bar.id, { target: null })],
  ])("gives nothing to a backup that %s, though it had begun to", async (_name, change) => {
    await pair({ trouble: "paper-end" }, { backupAfter: 3600 });
    await parts.print(kitchen, job(1));
    await change();
    expect((await parts.writer.submit({ kind: "delivery", change: divertAll() })).id).toBe(0);
    expect(parts.all()).toMatchObject([{ printer: "kitchen", forPrinterId: null }]);
  });

  describe.each([
    ["has been removed", () => parts.removePrinter(kitchen.id)],
    ["has no target any more", () => parts.setPrinter(kitchen.id, { target: null })],
  ])("that %s", (_name, change) => {
    beforeEach(async () => {
      await pair({ trouble: "paper-end" });
      await parts.setPrinter(bar.id, { held: true });
      await parts.print(kitchen, job(1));
      await parts.until(() => parts.all().every(({ printer }) => printer === "bar"), "the backup");
      await change();
    });

    test("has nothing back, though it had begun to: the backup prints it", async () => {
      const giveBack = { do: "giveBack", printerId: kitchen.id, isTold: false } as const;
      expect((await parts.writer.submit({ kind: "delivery", change: giveBack })).id).toBe(0);
      await parts.setPrinter(bar.id, { held: false });
      await parts.settled();
      expect(begun(other?.paper ?? "")).toEqual([1]);
    });

    test("has nothing back from a backup that is removed later: it is cancelled", async () => {
      await parts.removePrinter(bar.id);
      await parts.settled();
      expect(parts.all()).toMatchObject([{ state: "cancelled", reason: "The printer was removed." }]);
    });
  });

  test("sends nothing that its backup has by now, whatever it knew of it", async () => {
    await pair({});
    await parts.setPrinter(kitchen.id, { held: true });
    await parts.print(kitchen, job(1));
    const begin = { do: "begin", id: 1, printerId: kitchen.id } as const;
    expect((await parts.writer.submit({ kind: "delivery", change: divertAll() })).id).toBe(1);
    expect((await parts.writer.submit({ kind: "delivery", change: begin })).id).toBe(0);
  });
});

describe("copies for another printer", () => {
  test("are deliveries of their own, in order, without the drawer", async () => {
    const [first, second] = [scripted(), scripted({ trouble: "paper-end" })];
    await parts.addPrinter({ name: "bar", target: second.target });
    const kitchen = await parts.addPrinter({ name: "kitchen", target: first.target, also: ["BAR"] });
    for (const number of [1, 2]) await parts.print(kitchen, `${job(number)}\x1bp\0\x19\xfa`);
    await parts.until(() => parts.states().filter((state) => state === "done").length === 2, "its own");
    expect(begun(first.paper)).toEqual([1, 2]);
    expect(first.received).toContain("\x1bp\0\x19\xfa");
    second.set({ trouble: "none" });
    await parts.settled();
    expect(begun(second.paper)).toEqual([1, 2]);
    expect(second.received).not.toContain("\x1bp");
    const ofPrinter = (printer: string) => parts.all().filter((each) => each.printer === printer);
    expect(ofPrinter("kitchen")).toMatchObject([{ isCopy: false }, { isCopy: false }]);
    expect(ofPrinter("bar")).toMatchObject(
      [1, 2].map((printId) => ({ printId, isCopy: true, state: "done" })),
    );
  });
});
