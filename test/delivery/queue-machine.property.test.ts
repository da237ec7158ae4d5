import { expect, test } from "bun:test";
import fc from "fast-check";
import { DELIVERY_LIMITS, DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import type { Readiness, SendOutcome } from "../../src/delivery/link.ts";
import { Diversion } from "../../src/delivery/diversion.ts";
import { QueueMachine } from "../../src/delivery/queue-machine.ts";
import type { QueueSettings } from "../../src/delivery/queue-step.ts";
import type { Delivery, DeliveryState } from "../../src/domain/delivery.ts";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import type { InterruptionPolicy } from "../../src/contract/printer-settings.ts";
import type { DeliveryChange } from "../../src/storage/delivery-store.ts";

/*
 * The queue's machine against a small world: a table of deliveries, a printer that fails in every way, a service that is
 * killed between any two steps, a database that cannot always be written.
 */

const SETTINGS: QueueSettings = {
  isHeld: false,
  whenInterrupted: "hold",
  holdAfter: null,
  expireAfter: null,
  backup: null,
};

type Row = { -readonly [Field in keyof Delivery]: Delivery[Field] };

/** What happens at a step, where it applies. */
type Fault =
  | { readonly kind: "none" }
  | { readonly kind: "kill" }
  | { readonly kind: "disk" }
  | { readonly kind: "readiness"; readonly readiness: Readiness }
  | { readonly kind: "outcome"; readonly outcome: SendOutcome["kind"]; readonly isPrinted: boolean };

class World {
  readonly rows: Row[] = [];
  /** The ids of prints that began to come out, in order. */
  readonly paper: number[] = [];
  now = 0;
  machine: QueueMachine;

  constructor(readonly policy: InterruptionPolicy) {
    this.machine = this.newMachine();
  }

  newMachine(): QueueMachine {
    return new QueueMachine({
      settings: { ...SETTINGS, whenInterrupted: this.policy },
      diversion: new Diversion(1, false),
      times: DELIVERY_TIMES,
      random: () => 0.5,
      firstPollAt: this.now,
    });
  }

  queue(): void {
    const id = this.rows.length + 1;
    this.rows.push({
      id,
      workspaceId: 1,
      printId: id,
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
    });
    this.machine.wake();
  }

  /** Takes a step, with a fault where it fits. */
  step(fault: Fault): void {
    if (fault.kind === "kill") {
      this.machine = this.newMachine();
      return;
    }
    const step = this.machine.next(this.now);
    this.now += 10;
    switch (step.do) {
      case "rest":
        this.now = Math.max(this.now, step.until ?? this.now);
        break;
      case "look": {
        const first = this.rows.find(({ state }) => state === "queued" || state === "sending");
        this.machine.found(first === undefined ? null : { ...first }, this.now);
        break;
      }
      case "ask":
        this.machine.asked(
          fault.kind === "readiness" ? fault.readiness : { kind: "ready", status: HEALTHY },
          this.now,
        );
        break;
      case "record":
        if (fault.kind === "disk") this.machine.recorded("failed", this.now);
        else this.machine.recorded(this.apply(step.change) ? "recorded" : "gone", this.now);
        break;
      case "send": {
        const isFailing = fault.kind === "outcome" && fault.outcome !== "printed";
        const outcome = this.outcomeOf(isFailing ? fault.outcome : "printed");
        const leavesTrace =
          outcome.kind === "printed" || (outcome.kind === "interrupted" && isFailing && fault.isPrinted);
        if (leavesTrace) this.paper.push(step.delivery.id);
        this.machine.sent(outcome, this.now);
        break;
      }
    }
  }

  private outcomeOf(kind: SendOutcome["kind"]): SendOutcome {
    if (kind === "printed") return { kind, note: null };
    if (kind === "interrupted") return { kind, sentBytes: 7, reason: "It broke." };
    return { kind, reason: "It did not work." };
  }

  /** The states a change is for, as the store has them; here once more, in the plainest way. */
  private apply(change: DeliveryChange): boolean {
    if (!("id" in change) || change.do === "cancel" || change.do === "release" || change.do === "retry") {
      throw new Error(`the machine does not ask for ${change.do}`);
    }
    const row = this.rows[change.id - 1];
    const from: DeliveryState = change.do === "begin" || change.do === "wait" ? "queued" : "sending";
    if (row?.state !== from) return false;
    if (change.do === "begin") Object.assign(row, { state: "sending", attempts: row.attempts + 1 });
    else if (change.do === "finish") row.state = "done";
    else if (change.do === "hold") row.state = "held";
    else if (change.do === "fail") row.state = "failed";
    else if (change.do === "requeue") row.state = "queued";
    else if (change.do === "resend") Object.assign(row, { state: "queued", possibleDuplicate: true });
    return true;
  }
}

const readiness = fc.constantFrom<Readiness>(
  { kind: "unreachable", reason: "It is off." },
  { kind: "waiting", status: { ...HEALTHY, paper: "end" }, reason: "The printer is out of paper." },
  { kind: "ready", status: null },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>({ kind: "none" }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: "kill" }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: "disk" }) },
  {
    weight: 2,
    arbitrary: readiness.map((each): Fault => ({ kind: "readiness", readiness: each })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("untouched" as const, "refused" as const, "interrupted" as const), fc.boolean())
      .map(([outcome, isPrinted]): Fault => ({ kind: "outcome", outcome, isPrinted })),
  },
);

const scenario = fc.record({
  policy: fc.constantFrom<InterruptionPolicy>("hold", "resend"),
  steps: fc.array(fc.record({ queues: fc.boolean(), fault }), { maxLength: 200 }),
});

/** Steps until nothing waits, without faults. */
function settle(world: World): void {
  for (let count = 0; count < 20 * (world.rows.length + 1); count++) world.step({ kind: "none" });
}

test("whatever fails, order is kept, nothing is lost, and nothing comes out twice unmarked", () => {
  fc.assert(
    fc.property(scenario, ({ policy, steps }) => {
      const world = new World(policy);
      for (const { queues, fault: each } of steps) {
        if (queues) world.queue();
        world.step(each);
      }
      settle(world);

      const times = Map.groupBy(world.paper, (id) => id);
      for (const { id, state, possibleDuplicate } of world.rows) {
        // Every one is on paper, or a person is told of it.
        expect(["done", "held", "failed"]).toContain(state);
        const count = times.get(id)?.length ?? 0;
        if (state === "done") expect(count).toBeGreaterThan(0);
        if (count > 1) expect(possibleDuplicate).toBe(true);
        if (policy === "hold") expect(count).toBeLessThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(DELIVERY_LIMITS.interruptedAttempts);
      }
      expect(world.paper).toEqual(world.paper.toSorted((left, right) => left - right));
    }),
    { numRuns: 2000 },
  );
});

test("a delivery that a person holds back lets the others go on, and goes first when it is released", () => {
  const world = new World("hold");
  for (let count = 0; count < 3; count++) world.queue();
  const interruption: Fault = { kind: "outcome", outcome: "interrupted", isPrinted: true };
  while (world.rows[0]?.state !== "held") world.step(interruption);
  world.step({ kind: "none" });
  settle(world);
  expect(world.rows.map(({ state }) => state)).toEqual(["held", "done", "done"]);
  world.queue();
  Object.assign(world.rows[0] ?? {}, { state: "queued", possibleDuplicate: true });
  world.machine.wake();
  settle(world);
  expect(world.paper).toEqual([1, 2, 3, 1, 4]);
});

test("a held printer says so, asks how the printer is, and sends nothing until it is released", () => {
  const world = new World("hold");
  world.machine.adopt({ ...SETTINGS, isHeld: true }, false);
  world.queue();
  const steps = new Set<string>();
  for (let count = 0; count < 50; count++) {
    steps.add(world.machine.next(world.now).do);
    world.step({ kind: "none" });
  }
  expect([...steps].toSorted()).toEqual(["ask", "look", "record", "rest"]);
  expect(world.paper).toEqual([]);
  world.machine.adopt(SETTINGS, false);
  settle(world);
  expect(world.paper).toEqual([1]);
});

test("the connection is leased only while nothing waits", () => {
  const world = new World("hold");
  world.queue();
  expect(world.machine.lease()).toBe(false);
  settle(world);
  while (world.machine.next(world.now).do !== "rest") world.step({ kind: "none" });
  expect(world.machine.lease()).toBe(true);
  expect(world.machine.lease()).toBe(false);
  world.queue();
  settle(world);
  expect(world.paper).toEqual([1]);
  world.machine.endLease();
  settle(world);
  expect(world.paper).toEqual([1, 2]);
});

test("a job that is interrupted again and again is not begun for ever, whatever the policy", () => {
  const world = new World("resend");
  world.queue();
  for (let count = 0; count < 200; count++) {
    world.step({ kind: "outcome", outcome: "interrupted", isPrinted: true });
  }
  expect(world.rows[0]).toMatchObject({ state: "held", possibleDuplicate: true });
  expect(world.paper.length).toBe(DELIVERY_LIMITS.interruptedAttempts);
});

test("a job that the printer refuses again and again has failed, and the next goes on", () => {
  const world = new World("hold");
  world.queue();
  for (let count = 0; world.rows[0]?.state !== "failed" && count < 200; count++) {
    world.step({ kind: "outcome", outcome: "refused", isPrinted: false });
  }
  expect(world.rows[0]).toMatchObject({ state: "failed", attempts: DELIVERY_LIMITS.refusedAttempts });
  world.queue();
  settle(world);
  expect(world.paper).toEqual([2]);
});

test("what is printed is recorded as such, however long the database cannot be written", () => {
  const world = new World("hold");
  world.queue();
  while (world.paper.length === 0) world.step({ kind: "none" });
  world.queue();
  for (let count = 0; count < 50; count++) world.step({ kind: "disk" });
  expect(world.rows.map(({ state }) => state)).toEqual(["sending", "queued"]);
  settle(world);
  expect(world.rows.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(world.paper).toEqual([1, 2]);
});
