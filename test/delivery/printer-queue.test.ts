import { afterEach, beforeEach, expect, test } from "bun:test";
import { PrinterQueue } from "../../src/delivery/printer-queue.ts";
import { Turns } from "../../src/delivery/turns.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { PRINTER_DEFAULTS } from "../../src/domain/printer.ts";
import type { DeliveryChange } from "../../src/storage/delivery-store.ts";
import { TEST_TIMES } from "./real-parts.ts";
import { ScriptedPrinter } from "./scripted-printer.ts";

const QUEUED: Delivery = {
  id: 1,
  workspaceId: 1,
  printId: 1,
  printerId: 1,
  state: "queued",
  attempts: 0,
  nextAttemptAt: null,
  sentBytes: 0,
  reason: null,
  possibleDuplicate: false,
  createdAt: 0,
  updatedAt: 0,
};

let real: ScriptedPrinter;
beforeEach(() => {
  real = ScriptedPrinter.start();
});
afterEach(() => real.goAway());

test("a stop does not wait for prints that cannot be read", async () => {
  const reading = Promise.withResolvers<void>();
  const changes: DeliveryChange["do"][] = [];
  const printer = {
    ...PRINTER_DEFAULTS,
    id: 1,
    workspaceId: 1,
    userId: 1,
    name: "kitchen",
    target: real.target,
    createdAt: 0,
    updatedAt: 0,
  };
  const queue = new PrinterQueue(printer, {
    times: TEST_TIMES,
    random: Math.random,
    log: { write() {} },
    clock: Date.now,
    sends: new Turns(1),
    polls: new Turns(1),
    first: () => QUEUED,
    readRaw() {
      reading.resolve();
      throw new Error("disk I/O error");
    },
    async record(change) {
      changes.push(change.do);
      return 1;
    },
    onStatusChange() {},
  });
  await reading.promise;
  expect(await Promise.race([queue.close(0).then(() => "stopped"), Bun.sleep(3000)])).toBe("stopped");
  // It was begun, and the next start must not take it for interrupted.
  expect(changes).toEqual(["begin", "requeue"]);
});
