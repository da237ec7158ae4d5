import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { PrinterSettings } from "../../src/contract/printer-settings.ts";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import { UNCONFIRMED } from "../../src/delivery/raw/job-transfer.ts";
import type { ModelId } from "../../src/escpos/models/models.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { FakeEndpoint } from "../printers/fake-endpoint.ts";
import { TestListener } from "../printers/raw9100/raw-host.ts";
import { RealParts } from "./real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "./scripted-printer.ts";

/* Prints passed on to a real Star printer. What hangs on no language is tested in deliveries.test.ts. */

let parts: RealParts;
let real: ScriptedPrinter;

beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(async () => {
  await parts.end();
  real.goAway();
});

/** A receipt: its number, a line, a cut (shown as | on the scripted paper). */
const job = (number: number, body = "") => `\x1b@${number}:${body}\n.\x1bd\x02`;
const shown = (...numbers: number[]) => numbers.map((number) => `\x1b@${number}:\n.|`).join("");

function front(
  behaviour: Partial<Behaviour>,
  settings: Partial<Pick<PrinterSettings, "model" | "whenInterrupted" | "translate">> = {},
) {
  real = ScriptedPrinter.start({ isStar: true, ...behaviour });
  return parts.addPrinter({ name: "kitchen", target: real.target, model: "star-tsp650ii", ...settings });
}

describe("every kind of Star printer gets every print, with Star's requests around it and none of Epson's", () => {
  test.each<[string, Partial<Behaviour>, string | null]>([
    ["answers everything", {}, null],
    ["does not count", { ordered: false }, null],
    ["answers nothing", { realTime: false, ordered: false }, UNCONFIRMED],
    [
      "answers nothing and does not close its side",
      { realTime: false, ordered: false, closesBack: false },
      UNCONFIRMED,
    ],
    ["sends its status unasked", { isChatty: true }, null],
  ])("%s", async (_name, behaviour, note) => {
    const kitchen = await front(behaviour);
    for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
    await parts.settled();
    expect(real.paper).toBe(shown(1, 2, 3));
    expect(parts.all()).toMatchObject([1, 2, 3].map(() => ({ state: "done", attempts: 1, reason: note })));
    expect(real.epsonsRequests).toEqual([]);
    expect(real.received).toContain("\x1b\x06\x01");
    expect(real.receivedJobs).toBe(job(1) + job(2) + job(3));
  });

  test.each<ModelId>(["star-mc-print3", "star-tsp100iii", "star-sp700"])("a %s", async (model) => {
    // A TSP100 prints no text, so that it would be drawn.
    const kitchen = await front({}, { model, translate: "never" });
    await parts.print(kitchen, job(1));
    await parts.settled();
    const [before = "", after = ""] = real.received.split(job(1));
    expect(before).toEndWith("\x1b\x1ea\x01");
    expect(after).toStartWith("\x1b\x1ea\x01\x17");
    expect(real.receivedJobs).toBe(job(1));
    expect(real.epsonsRequests).toEqual([]);
    expect(parts.all()).toMatchObject([{ state: "done", reason: null }]);
  });

  test("one that is set to ESC/POS is asked as Epson's are", async () => {
    const kitchen = await front({ isStar: false }, { model: "star-escpos" });
    await parts.print(kitchen, "hello\n\x1dVA\0");
    await parts.settled();
    expect(real.received).toStartWith("\x10\x04\x01");
    expect(real.receivedJobs).toBe(real.received);
  });
});

describe("trouble with a Star printer holds up all prints, says why, and passes", () => {
  test.each<[string, Partial<Behaviour>, RegExp, object]>([
    ["out of paper", { trouble: "paper-end" }, /out of paper/, { paper: "end" }],
    ["cover open", { trouble: "cover-open" }, /cover is open/, { isCoverOpen: true }],
    ["offline", { trouble: "offline" }, /offline/, { isReachable: false }],
  ])("%s", async (_name, behaviour, reason, status) => {
    const kitchen = await front(behaviour);
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => reason.test(parts.all()[0]?.reason ?? ""), "the reason");
    expect(parts.states()).toEqual(["queued", "queued"]);
    expect(parts.deliveries.statusOf(kitchen.id)).toEqual({ ...HEALTHY, ...status });
    expect(real.paper).toBe("");
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe(shown(1, 2));
    expect(parts.deliveries.statusOf(kitchen.id)).toEqual(HEALTHY);
  });

  test("paper that ends while a print comes out", async () => {
    const kitchen = await front({});
    await parts.until(() => parts.deliveries.statusOf(kitchen.id) !== null, "the status");
    real.set({ hangs: true });
    await parts.print(kitchen, job(1));
    await parts.print(kitchen, job(2));
    await parts.until(() => parts.states()[0] === "sending", "sending");
    real.set({ trouble: "paper-end", hangs: false });
    await parts.until(() => /out of paper/.test(parts.all()[0]?.reason ?? ""), "the reason");
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe(shown(1, 2));
    expect(parts.all()).toMatchObject([
      { state: "done", reason: null },
      { state: "done", reason: null },
    ]);
  });
});

test.each([
  ["hold", ["held", "done"], [1, 2]],
  ["resend", ["done", "done"], [1, 1, 2]],
] as const)(
  "one that dies in the middle and comes back: the policy %s decides",
  async (whenInterrupted, states, numbers) => {
    const kitchen = await front({ diesAfter: 8 }, { whenInterrupted });
    await parts.print(kitchen, job(1, "a\nb\nc\nd\n"));
    await parts.print(kitchen, job(2));
    await parts.until(() => real.paper !== "" && real.open.size === 0, "the end of the printer");
    real.set({ diesAfter: null });
    real.comeBack();
    await parts.settled();
    expect(parts.states()).toEqual([...states]);
    expect([...real.paper.matchAll(/(\d):/g)].map(([, number]) => Number(number))).toEqual([...numbers]);
    expect(parts.all()[0]?.possibleDuplicate).toBe(whenInterrupted === "resend");
  },
);

test("another model counts from the next job on, be it the workspace's", async () => {
  const kitchen = await front({ isStar: false }, { model: null });
  await parts.print(kitchen, "one\n\x1dVA\0");
  await parts.settled();
  expect(real.epsonsRequests).not.toEqual([]);
  expect(real.paper).toBe("one\n|");

  // The printer changes first: one that is asked in another language than its own would be known as one that is silent.
  await parts.until(() => real.open.size === 0, "the end of the connection");
  real.set({ isStar: true });
  {
    using database = openForWriting(databasePath(parts.folder));
    new WorkspaceStore(database).update("default", { model: "star-tsp650ii" });
  }
  await parts.print(kitchen, job(2));
  await parts.settled();
  expect(real.received).toContain(`\x1b\x1ea\x01${job(2)}\x1b\x1ea\x01\x17`);

  await parts.until(() => real.open.size === 0, "the end of the connection");
  real.set({ isStar: false });
  await parts.setPrinter(kitchen.id, { model: "epson-tm-t88v" });
  real.received = "";
  await parts.print(kitchen, "three\n");
  await parts.settled();
  expect(real.received).toContain("\x10\x04\x01");
  expect(real.received).toContain("three\n\x1d(H");
});

test("a raw port of ours that answers as a Star printer confirms what it has stored", async () => {
  const endpoint = new FakeEndpoint();
  endpoint.language = "star-line";
  const { listener } = new TestListener(endpoint);
  real = ScriptedPrinter.start();
  const target = `tcp://127.0.0.1:${listener.port}`;
  const kitchen = await parts.addPrinter({ name: "kitchen", target, model: "star-tsp650ii" });
  for (let number = 1; number <= 3; number++) await parts.print(kitchen, job(number));
  await parts.settled();
  expect(parts.all()).toMatchObject([1, 2, 3].map(() => ({ state: "done", attempts: 1, reason: null })));
  expect(endpoint.jobs.map(({ raw }) => Buffer.from(raw).toString("latin1"))).toEqual(
    [1, 2, 3].map((number) => expect.stringContaining(job(number))),
  );
  await listener.stop();
});
