import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import { DeliveryReader } from "../../src/delivery/delivery-reader.ts";
import { Diversion } from "../../src/delivery/diversion.ts";
import type { Readiness, SendOutcome } from "../../src/delivery/link.ts";
import { QueueMachine } from "../../src/delivery/queue-machine.ts";
import type { QueueSettings } from "../../src/delivery/queue-step.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import { DeliveryStore } from "../../src/storage/delivery-store.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { migrate } from "../../src/storage/migrate.ts";

/*
 * A printer and its backup over one real database: both queues take their steps in any order, the printers fail, and the
 * service is killed between any two steps.
 */

const MINUTE = 60_000;
const WELL: Readiness = { kind: "ready", status: HEALTHY };

/** What happens next. */
type Turn =
  | { readonly do: "queue" | "turn"; readonly printerId: number }
  /** A queue takes so many steps. */
  | { readonly do: "steps"; readonly printerId: number; readonly count: number }
  | { readonly do: "pause"; readonly milliseconds: number }
  /** The next job breaks off. */
  | { readonly do: "interrupt" }
  /** The service ends, and starts again. */
  | { readonly do: "kill" };

/** What comes out of which printer. */
interface Paper {
  readonly printerId: number;
  readonly printId: number;
}

/** One for all runs: to make the tables takes longer than a run. */
const database = new Database(":memory:");
migrate(database);
database.run("PRAGMA foreign_keys = OFF");
const owner = { workspaceId: 1, userId: 1 };
const [KITCHEN, BAR] = ["kitchen", "bar"].map(
  (name) =>
    new PrinterStore(database).create({ ...PRINTER_DEFAULTS, name, target: `tcp://${name}` }, owner, 0).id,
) as [number, number];
afterAll(() => database.close());

class World {
  readonly paper: Paper[] = [];
  prints = 0;
  now = 0;
  /** Printers that are switched off. */
  private readonly away = new Set<number>();
  private isBreaking = false;
  private readonly store = new DeliveryStore(database);
  private readonly reader = new DeliveryReader(database);
  private machines: Map<number, QueueMachine>;

  constructor(private readonly settings: QueueSettings) {
    database.run("DELETE FROM delivery");
    database.run("DELETE FROM event");
    database.run("DELETE FROM sqlite_sequence WHERE name = 'delivery'");
    this.machines = this.newMachines();
  }

  private newMachines(): Map<number, QueueMachine> {
    return new Map([KITCHEN, BAR].map((printerId) => [printerId, this.newMachine(printerId)]));
  }

  private newMachine(printerId: number): QueueMachine {
    const backup = printerId === KITCHEN ? { printerId: BAR, after: 30_000 } : null;
    return new QueueMachine({
      settings: { ...this.settings, backup },
      times: DELIVERY_TIMES,
      random: () => 0.5,
      firstPollAt: this.now,
      diversion: new Diversion(printerId, this.reader.hasDiverted(printerId)),
    });
  }

  private machine(printerId: number): QueueMachine {
    const machine = this.machines.get(printerId);
    if (machine === undefined) throw new Error("no such printer");
    return machine;
  }

  take(turn: Turn): void {
    switch (turn.do) {
      case "queue":
        this.prints++;
        this.store.apply(
          { do: "queue", workspaceId: 1, printId: this.prints, printerId: turn.printerId },
          this.now,
        );
        return this.machine(turn.printerId).wake();
      case "turn":
        if (!this.away.delete(turn.printerId)) this.away.add(turn.printerId);
        return;
      case "steps":
        for (let count = 0; count < turn.count; count++) this.step(turn.printerId);
        return;
      case "pause":
        this.now += turn.milliseconds;
        return;
      case "interrupt":
        this.isBreaking = true;
        return;
      case "kill":
        this.machines = this.newMachines();
    }
  }

  /** Both printers are well, and all that waits is printed. */
  settle(): void {
    this.away.clear();
    this.isBreaking = false;
    for (let count = 0; count < 60 * (this.prints + 2); count++) {
      this.now += 500;
      this.step(count % 2 === 0 ? KITCHEN : BAR);
    }
  }

  rows(): Delivery[] {
    const ids = Array.from({ length: this.prints }, (_, index) => index + 1);
    return ids.map((id) => this.reader.read(1, id));
  }

  private step(printerId: number): void {
    const machine = this.machine(printerId);
    const step = machine.next(this.now);
    this.now += 100;
    switch (step.do) {
      case "rest":
        return;
      case "look": {
        const first = this.reader.first(printerId);
        const since = first === null ? this.now : (first.releasedAt ?? first.createdAt);
        return machine.found(first, this.now, this.now - since);
      }
      case "ask": {
        const away: Readiness = { kind: "unreachable", reason: "It is off." };
        const readiness = this.away.has(printerId) ? away : WELL;
        return machine.asked(readiness, this.now, this.reader.hasDiverted(printerId));
      }
      case "record": {
        const count = this.store.apply(step.change, this.now);
        if (step.change.do === "divert" && count > 0) this.machine(BAR).wake();
        return machine.recorded(count === 0 ? "gone" : "recorded", this.now);
      }
      case "send": {
        this.paper.push({ printerId, printId: step.delivery.printId });
        const broken: SendOutcome = { kind: "interrupted", sentBytes: 7, reason: "It broke." };
        const isBroken = this.isBreaking;
        this.isBreaking = false;
        return machine.sent(isBroken ? broken : { kind: "printed", note: null }, this.now);
      }
    }
  }
}

const printerId = fc.constantFrom(KITCHEN, BAR);
const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 3, arbitrary: printerId.map((id): Turn => ({ do: "queue", printerId: id })) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(printerId, fc.integer({ min: 1, max: 12 }))
      .map(([id, count]): Turn => ({ do: "steps", printerId: id, count })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(KITCHEN, KITCHEN, BAR).map((id): Turn => ({ do: "turn", printerId: id })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1000, 20_000, 31_000, 2 * MINUTE)
      .map((milliseconds): Turn => ({ do: "pause", milliseconds })),
  },
  { weight: 1, arbitrary: fc.constant<Turn>({ do: "interrupt" }) },
  { weight: 1, arbitrary: fc.constant<Turn>({ do: "kill" }) },
);

const scenario = fc.record({
  whenInterrupted: fc.constantFrom("hold", "resend" as const),
  holdAfter: fc.constantFrom(null, 10 * MINUTE),
  expireAfter: fc.constantFrom(null, 5 * MINUTE),
  turns: fc.array(turn, { minLength: 20, maxLength: 80, size: "max" }),
});

test("whatever fails, each print comes out of one printer, is marked where it may be twice, or a person is told", () => {
  let diverted = 0;
  fc.assert(
    fc.property(scenario, ({ turns, ...policies }) => {
      const world = new World({ isHeld: false, backup: null, ...policies });
      for (const each of turns) world.take(each);
      world.settle();
      const times = Map.groupBy(world.paper, ({ printId }) => printId);
      for (const { printId, state, cause, possibleDuplicate, forPrinterId, ...row } of world.rows()) {
        const papers = times.get(printId) ?? [];
        expect(["done", "held", "kept"]).toContain(state);
        if (state === "done") expect(papers.at(-1)?.printerId).toBe(row.printerId);
        if (papers.length > 1) expect(possibleDuplicate).toBe(true);
        if (policies.whenInterrupted === "hold") expect(papers.length).toBeLessThanOrEqual(1);
        if (papers.length === 0) expect(["late", "expired", "interrupted"]).toContain(cause ?? "");
        if (forPrinterId === null) continue;
        diverted++;
        expect([forPrinterId, row.printerId]).toEqual([KITCHEN, BAR]);
      }
    }),
    { numRuns: 500 },
  );
  // The cases reach what they are about.
  expect(diverted).toBeGreaterThan(50);
});
