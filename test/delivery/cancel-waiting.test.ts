import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import type { Printer } from "../../src/domain/printer.ts";
import { RealParts } from "./real-parts.ts";
import { ScriptedPrinter } from "./scripted-printer.ts";

/* All that waits for a printer is cancelled in steps: here something comes between two of them. */

let parts: RealParts;
let real: ScriptedPrinter;
let kitchen: Printer;
beforeEach(async () => {
  parts = await RealParts.start();
  real = ScriptedPrinter.start();
  kitchen = await parts.addPrinter({ name: "kitchen", target: real.target });
});
afterEach(async () => {
  await parts.end();
  real.goAway();
});

const cancelWaiting = () => parts.deliveries.cancelWaiting(1, "kitchen");

/** One print is being sent to a printer that hangs, one waits. */
async function hang(): Promise<void> {
  await parts.print(kitchen, "learnt\n");
  await parts.settled();
  real.set({ hangs: true });
  await parts.print(kitchen, "first\n");
  await parts.until(() => real.received.includes("first"), "what is being sent");
  await parts.print(kitchen, "second\n");
  expect(parts.states()).toEqual(["done", "sending", "queued"]);
}

test("what is printed in that moment is not cancelled, which is no failure", async () => {
  await hang();
  const { submit } = parts.writer;
  using _spy = spyOn(parts.writer, "submit").mockImplementation((operation, client) => {
    if (operation.kind === "delivery" && operation.change.do === "cancel") {
      const finish = { do: "finish", id: 2, reason: null } as const;
      void submit.call(parts.writer, { kind: "delivery", change: finish });
    }
    return submit.call(parts.writer, operation, client);
  });
  expect(await cancelWaiting()).toBe(1);
  expect(parts.states()).toEqual(["done", "done", "cancelled"]);
});

test("what goes back into the queue in that moment is cancelled", async () => {
  await hang();
  const { submit } = parts.writer;
  using _spy = spyOn(parts.writer, "submit").mockImplementation(async (operation, client) => {
    const answer = await submit.call(parts.writer, operation, client);
    if (operation.kind === "delivery" && operation.change.do === "cancelQueued" && answer.id === 0) {
      const requeue = { do: "requeue", id: 2, reason: "", nextAttemptAt: null } as const;
      await submit.call(parts.writer, { kind: "delivery", change: requeue });
    }
    return answer;
  });
  expect(await cancelWaiting()).toBe(2);
  expect(parts.states()).toEqual(["done", "cancelled", "cancelled"]);
});

test("what comes while it goes on is not cancelled", async () => {
  await parts.setPrinter(kitchen.id, { held: true });
  await parts.print(kitchen, "first\n");
  const cancelling = cancelWaiting();
  // Stored before the step that cancels what is queued, which waits for the one before.
  await parts.print(kitchen, "second\n");
  expect(await cancelling).toBe(1);
  expect(parts.states()).toEqual(["cancelled", "queued"]);
  await parts.setPrinter(kitchen.id, { held: false });
  await parts.settled();
  expect(real.paper).toBe("second\n");
});
