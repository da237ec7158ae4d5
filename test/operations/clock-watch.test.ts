import { afterEach, beforeEach, expect, test } from "bun:test";
import { MILLISECONDS_PER_DAY as DAY } from "../../src/domain/limits.ts";
import { TrustedClock } from "../../src/domain/trusted-clock.ts";
import { ClockWatch } from "../../src/operations/clock-watch.ts";
import { ClockStore } from "../../src/storage/clock-store.ts";
import { SimulatedService } from "../search/simulated-service.ts";
import { SMALL_SIZES } from "../search/small-sizes.ts";

const TODAY = Date.UTC(2026, 10, 22, 9);
const TEN_YEARS = 3652 * DAY;

let machine: number;
let service: SimulatedService;
let watch: ClockWatch;
let lines: string[];

beforeEach(() => {
  machine = TODAY;
  lines = [];
  service = new SimulatedService(SMALL_SIZES, 1_000_000);
  const store = new ClockStore(service.database);
  const clock = new TrustedClock({ machine: () => machine, monotonic: () => 0, uptime: () => 0 });
  clock.begin(store.read(), store.newestPrintAt());
  watch = new ClockWatch({
    clock,
    store,
    writer: {
      submit: async (operation) => {
        if (operation.kind === "clock") service.changeTimes(operation.change);
        return { ok: true, id: 0, json: "", replayed: false };
      },
    },
    background: { pausedFor: (work) => work() },
    log: { write: (level, message) => void lines.push(`${level} ${message}`) },
    onRepaired: () => void lines.push("repaired"),
  });
  watch.start();
});
afterEach(async () => {
  await watch.close();
  service.close();
});

const store = () => {
  service.create(1, { printKey: null, label: null, deviceId: null, tags: [], paper: ["one"] });
};

test("a clock that jumped is degraded, told once in the log, and stored for the next start", () => {
  expect(watch.look()).toMatchObject({ state: "ok", message: "The machine's clock is believed." });
  machine += TEN_YEARS;
  expect(watch.look()).toMatchObject({
    state: "degraded",
    message: expect.stringMatching(/says 2036-.*dated 2026-11-22T09:00:00.000Z.*"tillroll clock accept"/),
    details: { machine: expect.stringMatching(/^2036/), trusted: "2026-11-22T09:00:00.000Z" },
  });
  watch.look();
  expect(lines).toEqual([expect.stringMatching(/^warning the machine's clock is not believed/)]);
  expect(new ClockStore(service.database).read()).toEqual({ trustedAt: TODAY, ahead: TEN_YEARS });
  machine -= TEN_YEARS;
  expect(watch.look().state).toBe("ok");
  expect(lines[1]).toBe("info the machine's clock is believed again");
  // A till prints all the same.
  expect(watch.isNeededToPrint).toBe(false);
});

test("one that was set back says what puts right what it has done", () => {
  machine -= 2 * DAY;
  expect(watch.look()).toMatchObject({
    state: "degraded",
    message: expect.stringContaining('"tillroll clock repair"'),
  });
});

test("prints in the future are noticed at the start and as they come, and gone after the repair", async () => {
  const outcome = { results: [], commitMilliseconds: 1, faults: [] };
  watch.noteBatch({ ...outcome, clockHeldBackMilliseconds: DAY / 24 });
  expect(watch.look().state).toBe("ok");
  watch.noteBatch({ ...outcome, clockHeldBackMilliseconds: TEN_YEARS });
  expect(watch.look()).toMatchObject({
    state: "degraded",
    message: expect.stringMatching(/dated up to 2036-.*"tillroll clock repair"/),
  });
  watch.lookForFuturePrints();
  expect(watch.look().state).toBe("ok");

  service.setClock(TODAY + TEN_YEARS);
  store();
  watch.lookForFuturePrints();
  expect(watch.look().state).toBe("degraded");
  watch.repair();
  // Once more changes nothing.
  watch.repair();
  while (watch.report().repair !== null) await Bun.sleep(1);
  expect(watch.look().state).toBe("ok");
  expect(lines).toEqual(["repaired", "info what was stored in a wrong future has its time put right"]);
});
