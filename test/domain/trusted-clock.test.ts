import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MILLISECONDS_PER_DAY as DAY } from "../../src/domain/limits.ts";
import { CLOCK_LIMITS } from "../../src/domain/storage-limits.ts";
import { type StoredTime, TrustedClock } from "../../src/domain/trusted-clock.ts";

const HOUR = DAY / 24;
const YEAR = 365 * DAY;
const TODAY = Date.UTC(2026, 10, 22, 9);

/** A machine with a clock that can be set, and that can sleep. */
class Machine {
  /** What the clock should say. */
  now = TODAY;
  ahead = 0;
  private slept = 0;

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }

  sleep(milliseconds: number): void {
    this.now += milliseconds;
    this.slept += milliseconds;
  }

  /** What a thread reads, whose monotonic clock began some time ago. */
  readings(began = 0) {
    return {
      machine: () => Math.floor(this.now + this.ahead),
      monotonic: () => this.now - this.slept - TODAY + began,
      uptime: () => this.now - TODAY + 5000,
    };
  }

  /** A clock on it, as a start of the service makes it. */
  start(stored: StoredTime | null = null, newestPrintAt: number | null = null): TrustedClock {
    const clock = new TrustedClock(this.readings());
    clock.begin(stored, newestPrintAt);
    return clock;
  }
}

const at = (trustedAt: number, ahead = 0): StoredTime => ({ trustedAt, ahead });

describe("while it runs", () => {
  test.each([
    ["an hour back", -HOUR, true],
    ["an hour ahead", HOUR, true],
    ["a day back", -DAY, true],
    ["a day ahead", DAY, true],
    ["more than a day back", -DAY - 2, false],
    ["more than a day ahead", DAY + 2, false],
    ["ten years ahead", 10 * YEAR, false],
    ["to 1970", -TODAY, false],
  ])("a clock set %s", (_name, ahead, isBelieved) => {
    const machine = new Machine();
    const clock = machine.start();
    machine.pass(1000);
    machine.ahead = ahead;
    expect(clock.now()).toBe(isBelieved ? machine.now + ahead : machine.now);
    machine.pass(HOUR);
    expect(clock.state()).toEqual({
      machine: machine.now + ahead,
      trusted: isBelieved ? machine.now + ahead : machine.now,
      isBelieved,
    });
    // And back: what was never believed leaves nothing behind.
    machine.ahead = 0;
    expect(clock.state()).toEqual({ machine: machine.now, trusted: machine.now, isBelieved: true });
  });

  test("a machine that was asleep over the weekend, and every night of a year, is believed at once", () => {
    const machine = new Machine();
    const clock = machine.start();
    for (let day = 0; day < 365; day++) {
      machine.pass(9 * HOUR);
      expect(clock.now()).toBe(machine.now);
      machine.sleep(15 * HOUR + (day % 7 === 6 ? 3 * DAY : 0));
      expect(clock.state().isBelieved).toBe(true);
    }
  });

  test("time that passes in sleep passes for a clock that is not believed too", () => {
    const machine = new Machine();
    const clock = machine.start();
    machine.ahead = 10 * YEAR;
    expect(clock.now()).toBe(machine.now);
    machine.sleep(3 * DAY);
    expect(clock.now()).toBe(machine.now);
  });

  test("a clock that is not believed is looked at without a look at the uptime each time, which is read from a file", () => {
    const machine = new Machine();
    let looks = 0;
    const { uptime, ...others } = machine.readings();
    const clock = new TrustedClock({ ...others, uptime: () => (looks++, uptime()) });
    clock.begin(at(TODAY - YEAR), null);
    const before = looks;
    for (let look = 0; look < 1000; look++) {
      machine.pass(100);
      expect(clock.state().isBelieved).toBe(false);
    }
    expect(looks - before).toBeLessThanOrEqual(1);
  });

  test("the trusted time is in whole milliseconds, as it is stored", () => {
    const machine = new Machine();
    const clock = machine.start();
    machine.ahead = 10 * YEAR;
    machine.pass(0.7);
    expect(clock.now()).toBe(TODAY);
    expect(clock.stored()).toEqual({ trustedAt: TODAY, ahead: 10 * YEAR });
  });

  test("a jump within the 180 days is believed after twelve hours without another", () => {
    const machine = new Machine();
    const clock = machine.start();
    machine.ahead = 3 * DAY;
    expect(clock.state().isBelieved).toBe(false);
    machine.pass(CLOCK_LIMITS.steadyMilliseconds - 1);
    expect(clock.state().isBelieved).toBe(false);
    machine.ahead = 4 * DAY;
    expect(clock.state().isBelieved).toBe(false);
    machine.pass(CLOCK_LIMITS.steadyMilliseconds - 1);
    expect(clock.state().isBelieved).toBe(false);
    machine.pass(1);
    expect(clock.state()).toEqual({
      machine: machine.now + 4 * DAY,
      trusted: machine.now + 4 * DAY,
      isBelieved: true,
    });
  });

  test.each([
    ["ten years ahead", 10 * YEAR],
    ["two days back", -2 * DAY],
  ])("one %s never is, until it is accepted", (_name, ahead) => {
    const machine = new Machine();
    const clock = machine.start();
    machine.ahead = ahead;
    for (let day = 0; day < 30; day++) {
      machine.pass(DAY);
      expect(clock.now()).toBe(machine.now);
    }
    clock.accept();
    expect(clock.state()).toMatchObject({ trusted: machine.now + ahead, isBelieved: true });
    machine.pass(HOUR);
    expect(clock.now()).toBe(machine.now + ahead);
  });
});

describe("at a start", () => {
  test.each<[name: string, ahead: number, stored: StoredTime | null, newest: number | null, trusted: number]>(
    [
      ["the first one", 5 * YEAR, null, null, TODAY + 5 * YEAR],
      ["the next day", DAY, at(TODAY), null, TODAY + DAY],
      ["after half a year", 180 * DAY, at(TODAY), null, TODAY + 180 * DAY],
      ["after longer", 180 * DAY + 1, at(TODAY), null, TODAY],
      ["a little back", -DAY, at(TODAY), null, TODAY - DAY],
      ["with an empty battery", -11 * YEAR, at(TODAY), TODAY, TODAY],
      ["as wrong as it was", 10 * YEAR + HOUR, at(TODAY, 10 * YEAR), null, TODAY + HOUR],
      ["right again after it was wrong", HOUR, at(TODAY, 10 * YEAR), null, TODAY + HOUR],
      ["of a version that stored no time", HOUR, null, TODAY, TODAY + HOUR],
      ["of one, after longer", YEAR, null, TODAY, TODAY],
      // Whether the print or the clock is wrong is not known: tokens and sign-in go by the clock.
      ["of one that stored a print in the future", 0, null, TODAY + 10 * YEAR, TODAY],
    ],
  )("%s", (_name, ahead, stored, newest, trusted) => {
    const machine = new Machine();
    machine.ahead = ahead;
    const clock = machine.start(stored, newest);
    expect(clock.now()).toBe(trusted);
    machine.pass(1000);
    expect(clock.now()).toBe(trusted + 1000);
  });

  test.each([
    ["a stored time", at(TODAY - 2 * DAY), TODAY - 2 * DAY],
    ["prints only", null, TODAY - 2 * DAY],
  ])(
    "a clock without a battery is believed once the network has set it, with %s",
    (_name, stored, newest) => {
      const machine = new Machine();
      machine.ahead = -11 * YEAR;
      const clock = machine.start(stored, newest);
      machine.pass(5 * 60_000);
      clock.now();
      machine.ahead = 0;
      expect(clock.state()).toEqual({ machine: machine.now, trusted: machine.now, isBelieved: true });
      // From here on it is held to what passes.
      machine.ahead = 100 * DAY;
      expect(clock.state().isBelieved).toBe(false);
    },
  );

  test("what is stored of a clock that is not believed lets the next run go on from it", () => {
    const machine = new Machine();
    const clock = machine.start();
    machine.ahead = 10 * YEAR;
    machine.pass(HOUR);
    const stored = clock.stored();
    expect(stored).toEqual({ trustedAt: machine.now, ahead: 10 * YEAR });
    machine.pass(3 * DAY);
    expect(machine.start(stored).now()).toBe(machine.now);
  });
});

test("threads agree, each with a monotonic clock of its own", () => {
  const machine = new Machine();
  const main = machine.start();
  machine.pass(1000);
  const worker = new TrustedClock(machine.readings(77_777), main.memory);
  expect(worker.now()).toBe(machine.now);
  machine.ahead = 10 * YEAR;
  expect(worker.now()).toBe(machine.now);
  expect(main.state().isBelieved).toBe(false);
  machine.sleep(2 * DAY);
  expect([main.now(), worker.now()]).toEqual([machine.now, machine.now]);
  main.accept();
  expect(worker.now()).toBe(machine.now + 10 * YEAR);
});

test("whatever the clock is set to, the trusted time is never more than a day from the right one a setting", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("pass" as const), by: fc.integer({ min: 0, max: 3 * HOUR }) }),
    fc.record({ do: fc.constant("sleep" as const), by: fc.integer({ min: 0, max: 10 * DAY }) }),
    fc.record({ do: fc.constant("set" as const), by: fc.integer({ min: -60 * YEAR, max: 60 * YEAR }) }),
    fc.record({ do: fc.constant("set" as const), by: fc.integer({ min: -2 * DAY, max: 2 * DAY }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 1e9 }), (steps, began) => {
      const machine = new Machine();
      const clocks = [machine.start()];
      clocks.push(new TrustedClock(machine.readings(began), (clocks[0] as TrustedClock).memory));
      let settings = 0;
      let awake = 0;
      for (const [index, { do: what, by }] of steps.entries()) {
        if (what === "pass") machine.pass(by);
        else if (what === "sleep") machine.sleep(by);
        else {
          machine.ahead = by;
          settings++;
          awake = 0;
        }
        // After twelve hours without a setting one within 180 days may be believed; see the table.
        if (what !== "set") awake += by;
        if (awake >= CLOCK_LIMITS.steadyMilliseconds) return;
        const clock = clocks[index % 2] as TrustedClock;
        const trusted = clock.now();
        expect(Math.abs(trusted - machine.now)).toBeLessThanOrEqual(settings * DAY);
        if (clock.state().isBelieved) expect(trusted).toBe(machine.now + machine.ahead);
      }
      // Right again, and all is forgotten, unless it was led astray by small settings.
      machine.ahead = 0;
      if (settings <= 1) expect((clocks[0] as TrustedClock).now()).toBe(machine.now);
    }),
  );
});
