import { expect, test } from "bun:test";
import { RecentJobs } from "../../src/printers/recent-jobs.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Jobs as they come: the second since the first, the client, what it sends. */
type Came = readonly [seconds: number, client: string, job: string];

test.each<[string, Came[], boolean[]]>([
  [
    "the same again",
    [
      [0, "till", "A"],
      [59, "till", "A"],
    ],
    [false, true],
  ],
  [
    "after a minute",
    [
      [0, "till", "A"],
      [60, "till", "A"],
    ],
    [false, false],
  ],
  [
    "again and again",
    [
      [0, "till", "A"],
      [50, "till", "A"],
      [100, "till", "A"],
    ],
    [false, true, true],
  ],
  [
    "another job",
    [
      [0, "till", "A"],
      [1, "till", "B"],
    ],
    [false, false],
  ],
  [
    "another client",
    [
      [0, "till", "A"],
      [1, "bar", "A"],
    ],
    [false, false],
  ],
  [
    "with others between",
    [
      [0, "till", "A"],
      [1, "till", "B"],
      [2, "bar", "A"],
      [3, "till", "A"],
    ],
    [false, false, false, true],
  ],
])("%s", (_name, jobs, expected) => {
  let now = 0;
  const recent = new RecentJobs(() => now);
  const told = jobs.map(([seconds, client, job]) => {
    now = 1000 * seconds;
    return recent.take(recent.keyOf(client, bytes(job)));
  });
  expect(told).toEqual(expected);
});

test("a job that was not stored is no repetition when it comes again", () => {
  const recent = new RecentJobs(() => 0);
  const key = recent.keyOf("till", bytes("A"));
  recent.take(key);
  recent.forget(key);
  expect(recent.take(key)).toBe(false);
});

test("of a flood only so many are remembered, the oldest forgotten first", () => {
  const recent = new RecentJobs(() => 0);
  const key = (number: number) => recent.keyOf("till", bytes(String(number)));
  for (let number = 0; number < 20_000; number++) recent.take(key(number));
  expect(recent.take(key(0))).toBe(false);
  expect(recent.take(key(19_999))).toBe(true);
});
