import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { PrinterQueue } from "../../src/delivery/printer-queue.ts";
import { PreparationError } from "../../src/delivery/preparation/preparation-error.ts";
import { Semaphore } from "../../src/platform/semaphore.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { type Printer } from "../../src/domain/printer.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { tokenize } from "../../src/escpos/tokenizer.ts";
import type { DeliveryChange } from "../../src/storage/delivery-store.ts";
import { TEST_TIMES } from "./real-parts.ts";
import { PolledPrinters } from "../../src/delivery/polled/polled-printers.ts";
import { temporaryFolder } from "../temporary-folder.ts";
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
  cause: null,
  notes: [],
  isCopy: false,
  forPrinterId: null,
  releasedAt: null,
  possibleDuplicate: false,
  createdAt: 0,
  updatedAt: 0,
};

const PRINTER: Printer = {
  ...PRINTER_DEFAULTS,
  id: 1,
  workspaceId: 1,
  userId: 1,
  name: "kitchen",
  pairingUntil: null,
  createdAt: 0,
  updatedAt: 0,
};

/** What a queue needs of the service, but for the deliveries. */
const services = () => ({
  times: TEST_TIMES,
  random: Math.random,
  log: { write() {} },
  clock: Date.now,
  sends: new Semaphore(1),
  polls: new Semaphore(1),
  languageOf: () => "escpos" as const,
  waited: () => 0,
  backupOf: () => null,
  hasDiverted: () => false,
  polled: new PolledPrinters(() => {}),
  onStatusChange() {},
});

let real: ScriptedPrinter;
beforeEach(() => {
  real = ScriptedPrinter.start();
});
afterEach(() => real.goAway());

test("a stop does not wait for prints that cannot be read", async () => {
  const reading = Promise.withResolvers<void>();
  const changes: DeliveryChange["do"][] = [];
  const queue = new PrinterQueue(
    { ...PRINTER, target: real.target },
    {
      ...services(),
      first: () => QUEUED,
      preparedFor() {
        reading.resolve();
        throw new Error("disk I/O error");
      },
      async record(change) {
        changes.push(change.do);
        return 1;
      },
    },
  );
  await reading.promise;
  expect(await Promise.race([queue.close(0).then(() => "stopped"), Bun.sleep(3000)])).toBe("stopped");
  // It was begun, and the next start must not take it for interrupted.
  expect(changes).toEqual(["begin", "requeue"]);
});

test("a print that cannot be made ready for its printer fails, and does not stop the others", async () => {
  const done = Promise.withResolvers<void>();
  const changes: DeliveryChange[] = [];
  const rows: Delivery[] = [QUEUED, { ...QUEUED, id: 2, printId: 2 }];
  const queue = new PrinterQueue(
    { ...PRINTER, target: real.target },
    {
      ...services(),
      first: () => rows[0] ?? null,
      async preparedFor({ id }) {
        if (id === 1) throw new PreparationError("it has no dots");
        return { bytes: Buffer.from("second\n\x1dVA\0", "latin1"), notes: [] };
      },
      async record(change) {
        changes.push(change);
        if (change.do === "fail" || change.do === "finish") rows.shift();
        if (rows.length === 0) done.resolve();
        return 1;
      },
    },
  );
  await done.promise;
  expect(changes.map((change) => change.do)).toEqual(["begin", "fail", "begin", "finish"]);
  expect(changes[1]).toMatchObject({ id: 1, reason: "it has no dots" });
  expect(real.paper).toContain("second\n");
  await queue.close(0);
});

test("a print that is cancelled before its first byte is not sent, though another one is cancelled after it", async () => {
  const folder = temporaryFolder();
  const reading = Promise.withResolvers<void>();
  const mayRead = Promise.withResolvers<void>();
  const over = Promise.withResolvers<DeliveryChange["do"]>();
  let first: Delivery | null = QUEUED;
  const queue = new PrinterQueue(
    { ...PRINTER, target: `file://${folder}` },
    {
      ...services(),
      first: () => first,
      async preparedFor() {
        reading.resolve();
        await mayRead.promise;
        return { bytes: Buffer.from("first\n"), notes: [] };
      },
      async record(change) {
        if (change.do === "begin") return 1;
        first = null;
        over.resolve(change.do);
        return 0;
      },
    },
  );
  await reading.promise;
  for (const id of [1, 2]) queue.cancel(id);
  mayRead.resolve();
  expect(await over.promise).toBe("requeue");
  expect(readdirSync(folder)).toEqual([]);
  await queue.close(0);
  rmSync(folder, { recursive: true });
});

describe("a target that is changed before the first byte of a print: it goes to the new printer", () => {
  const JOB = Buffer.from("hello\n\x1dVA\0", "latin1");
  let meant: ScriptedPrinter;
  beforeEach(() => {
    meant = ScriptedPrinter.start();
  });
  afterEach(() => meant.goAway());

  /** A queue with one delivery, whose steps a test can stop. @returns what became of the delivery */
  function passOn(target: string, sends: Semaphore, onBegin: () => Promise<void>) {
    const done = Promise.withResolvers<DeliveryChange["do"][]>();
    const changes: DeliveryChange["do"][] = [];
    let delivery: Delivery | null = QUEUED;
    const queue = new PrinterQueue(
      { ...PRINTER, target },
      {
        ...services(),
        sends,
        first: () => delivery,
        preparedFor: async () => ({ bytes: JOB, notes: [] }),
        async record(change) {
          changes.push(change.do);
          if (change.do === "begin" && changes.filter((kind) => kind === "begin").length === 1)
            await onBegin();
          if (change.do !== "finish") return 1;
          delivery = null;
          done.resolve(changes);
          return 1;
        },
      },
    );
    return { queue, done: done.promise };
  }

  const retarget = (queue: PrinterQueue) => queue.update({ ...PRINTER, target: meant.target });

  test("while its beginning is made durable", async () => {
    const isBegun = Promise.withResolvers<void>();
    const isDurable = Promise.withResolvers<void>();
    const { queue, done } = passOn(real.target, new Semaphore(1), () => {
      isBegun.resolve();
      return isDurable.promise;
    });
    await isBegun.promise;
    retarget(queue);
    isDurable.resolve();
    expect(await done).toEqual(["begin", "requeue", "begin", "finish"]);
    expect([real.paper, meant.paper]).toEqual(["", "hello\n|"]);
    await queue.close(0);
  });

  test("while it waits for its turn among all printers", async () => {
    const sends = new Semaphore(1);
    const release = await sends.acquire();
    const isBegun = Promise.withResolvers<void>();
    const { queue, done } = passOn(real.target, sends, async () => isBegun.resolve());
    await isBegun.promise;
    await Bun.sleep(0);
    retarget(queue);
    release();
    await done;
    expect([real.paper, meant.paper]).toEqual(["", "hello\n|"]);
    await queue.close(0);
  });

  test("while the old printer has still to say how it is", async () => {
    const isAsked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    let received = "";
    const late = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        async data(socket, bytes) {
          isAsked.resolve();
          await mayAnswer.promise;
          for (const { name, bytes: request } of tokenize(bytes))
            if (name === "DLE EOT") socket.write(Uint8Array.of(request[2] === 1 ? 0x16 : 0x12));
          received += bytes.toString("latin1");
        },
      },
    });
    const { queue, done } = passOn(`tcp://127.0.0.1:${late.port}`, new Semaphore(1), async () => {});
    await isAsked.promise;
    retarget(queue);
    mayAnswer.resolve();
    expect(await done).toEqual(["begin", "finish"]);
    expect(received).not.toContain("hello");
    expect(meant.paper).toBe("hello\n|");
    await queue.close(0);
    late.stop(true);
  });
});
