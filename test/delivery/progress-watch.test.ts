import { expect, test } from "bun:test";
import { ProgressWatch } from "../../src/delivery/progress-watch.ts";
import { until } from "../until.ts";

test("a printer is told of when it has taken nothing for a while since that is looked at, and when it goes on", async () => {
  const told: (string | null)[] = [];
  const watch = new ProgressWatch({
    times: { stall: 50, confirmPoll: 5 },
    onTrouble: (reason) => told.push(reason),
  });
  const connection = { unacknowledged: 10 };
  watch.wrote(10);
  watch.begin(connection);
  // Not at once: it may just have been written.
  expect(told).toEqual([]);
  await until(() => told.length === 1, "the trouble");
  expect(watch.isStalled).toBe(true);
  connection.unacknowledged = 4;
  await until(() => told.length === 2, "the end of it");
  expect(told).toEqual([expect.stringMatching(/takes no more data/), null]);
  expect(watch.isStalled).toBe(false);
  watch.end();
});

test("a watch that is ended by what it told looks no more", async () => {
  const times = { stall: 20, confirmPoll: 2 };
  let looks = 0;
  const connection = {
    get unacknowledged() {
      looks++;
      return 10;
    },
  };
  const ended = Promise.withResolvers<void>();
  const watch: ProgressWatch = new ProgressWatch({
    times,
    onTrouble() {
      watch.end();
      ended.resolve();
    },
  });
  watch.wrote(10);
  watch.begin(connection);
  await ended.promise;
  const before = looks;
  // Another one that begins now looks several times.
  const other = Promise.withResolvers<void>();
  const next = new ProgressWatch({ times, onTrouble: () => other.resolve() });
  next.wrote(10);
  next.begin({ unacknowledged: 10 });
  await other.promise;
  next.end();
  expect(looks).toBe(before);
});
