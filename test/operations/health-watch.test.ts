import { afterEach, beforeEach, expect, test } from "bun:test";
import { LiveNews, type News } from "../../src/events/live-news.ts";
import { Health } from "../../src/operations/health.ts";
import { HealthWatch, type LastingHealth } from "../../src/operations/health-watch.ts";
import type { HealthState } from "../../src/domain/health.ts";
import { ConditionReader } from "../../src/storage/condition-store.ts";
import { RealParts } from "../delivery/real-parts.ts";

const TIMES = { look: 1000, unheardLook: 5000, settle: 15_000, retry: 5000 };

let parts: RealParts;
let now: number;
let state: HealthState;
let isFull: boolean;
let unstored: LastingHealth[];
let heard: News[];

beforeEach(async () => {
  parts = await RealParts.start();
  [now, state, isFull, unstored, heard] = [Date.now(), "ok", false, [], []];
});
afterEach(() => parts.end());

function start(): HealthWatch {
  const log = { write() {} };
  const clock = () => now;
  const news = new LiveNews();
  news.listen(1, (told) => heard.push(told));
  // It is asked anew each time, however fast the test is.
  const part = { name: "disk", isNeededToPrint: true, look: () => ({ state, message: `It is ${state}.` }) };
  const health = {
    report() {
      const asked = new Health(log);
      asked.add(part);
      return asked.report();
    },
  };
  const watch = new HealthWatch({
    health,
    answer: ({ status }) => ({ status }),
    store: new ConditionReader(parts.database),
    writer: {
      submit(operation) {
        if (isFull) return Promise.reject(new Error("the disk is full"));
        return parts.writer.submit(operation);
      },
    },
    news,
    onTold() {},
    onUnstored: (lasting) => unstored.push(lasting),
    clock,
    monotonic: clock,
    log,
    times: TIMES,
  });
  watch.begin();
  watch.close();
  watch.look();
  return watch;
}

async function pass(watch: HealthWatch, milliseconds: number): Promise<void> {
  now += milliseconds;
  watch.look();
  await parts.writer.submit({ kind: "condition", change: { do: "lastPrints", times: new Map() } });
}

const told = () => parts.events().map(({ kind, data }) => [kind, (JSON.parse(data) as LastingHealth).state]);

test("a part that is not well is told of once, when that lasts, and once when it is over", async () => {
  let watch = start();
  state = "failed";
  await pass(watch, 1000);
  expect(heard).toMatchObject([{ kind: "health.report", workspaceId: null, data: '{"status":"failed"}' }]);
  await pass(watch, TIMES.settle - 1);
  expect(told()).toEqual([]);
  await pass(watch, 1);
  await pass(watch, TIMES.settle);
  expect(told()).toEqual([["health", "failed"]]);
  watch = start();
  await pass(watch, 2 * TIMES.settle);
  expect(told()).toHaveLength(1);
  state = "ok";
  await pass(watch, 1000);
  await pass(watch, TIMES.settle);
  expect(told()).toEqual([
    ["health", "failed"],
    ["health", "ok"],
  ]);
});

test("what cannot be stored is told in another way, once, and stored as soon as it can be", async () => {
  const watch = start();
  [state, isFull] = ["failed", true];
  await pass(watch, 0);
  for (const _ of [1, 2, 3]) await pass(watch, TIMES.settle);
  expect(unstored).toMatchObject([{ component: "disk", state: "failed", message: "It is failed." }]);
  expect(told()).toEqual([]);
  isFull = false;
  await pass(watch, TIMES.retry);
  expect(told()).toEqual([["health", "failed"]]);
  expect(unstored).toHaveLength(1);
});
