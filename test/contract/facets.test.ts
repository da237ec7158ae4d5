import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, Service } from "../service.ts";

interface Counts {
  readonly total: number;
  readonly time?: { readonly timeZone: string; readonly buckets: { from: string; count: number }[] };
  readonly textPending?: number;
}

const STORED: Record<string, unknown>[] = [
  { deviceId: "till-1", tag: { table: "5", orderId: "1001" } },
  { deviceId: "till-1", tag: { table: "5" } },
  { deviceId: "till-2", tag: { table: "7", ["__proto__"]: "x" } },
  { deviceId: "", tag: { table: "", "a.b": "1" } },
  { label: "no tags" },
];

let service: Service;
const prints: PrintAnswer[] = [];

beforeAll(async () => {
  service = await Service.start();
  for (const metadata of STORED) prints.push(await service.store(metadata));
});
afterAll(() => service.end());

async function count(body: unknown): Promise<Counts> {
  const response = await service.prints("/facets", { json: body });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Counts;
}

const value = (text: string, times: number) => ({ value: text, count: times });
const key = (text: string, times: number) => ({ key: text, count: times });

const DEVICES = { values: [value("till-1", 2), value("", 1), value("till-2", 1)], others: 0, missing: 1 };
const KEYS = { keys: [key("table", 4), key("__proto__", 1), key("a.b", 1), key("orderId", 1)], others: 0 };

describe("counts", () => {
  const CASES: [string, object, object][] = [
    ["nothing but the total", { facets: {} }, { total: 5 }],
    ["what is not wanted is not there", { facets: { deviceId: false, tagKeys: false } }, { total: 5 }],
    ["devices, the most frequent first", { facets: { deviceId: true } }, { total: 5, deviceId: DEVICES }],
    ["tag keys", { facets: { tagKeys: true } }, { total: 5, tagKeys: KEYS }],
    [
      "the values of a key",
      { facets: { tagValues: "table" } },
      {
        total: 5,
        tagValues: {
          key: "table",
          values: [value("5", 2), value("", 1), value("7", 1)],
          others: 0,
          missing: 1,
        },
      },
    ],
    [
      "the values of a key with a dot",
      { facets: { tagValues: "a.b" } },
      { total: 5, tagValues: { key: "a.b", values: [value("1", 1)], others: 0, missing: 4 } },
    ],
    [
      "the values of a key that no print has",
      { facets: { tagValues: "constructor" } },
      { total: 5, tagValues: { key: "constructor", values: [], others: 0, missing: 5 } },
    ],
    [
      "only over what the filters find",
      { deviceId: "till-1", facets: { deviceId: true, tagKeys: true } },
      {
        total: 2,
        deviceId: { values: [value("till-1", 2)], others: 0, missing: 0 },
        tagKeys: { keys: [key("table", 2), key("orderId", 1)], others: 0 },
      },
    ],
    [
      "nothing found",
      { label: "no such", facets: { deviceId: true, tagKeys: true, time: "day" } },
      {
        total: 0,
        deviceId: { values: [], others: 0, missing: 0 },
        tagKeys: { keys: [], others: 0 },
        time: { interval: "day", timeZone: "UTC", buckets: [] },
      },
    ],
    [
      "whatever the order and the page",
      { orderBy: "id.asc", page: 7, pageSize: 1, facets: { deviceId: true } },
      { total: 5, deviceId: DEVICES },
    ],
    ["whatever the cursor", { cursor: "of some search", facets: {} }, { total: 5 }],
  ];
  test.each(CASES)("%s", async (_name, body, expected) =>
    expect(await count(body)).toEqual(expected as Counts),
  );

  test("devices, tag keys and days in UTC when nothing is said", async () => {
    const { time, ...counts } = await count({});
    expect(counts).toEqual({ total: 5, deviceId: DEVICES, tagKeys: KEYS } as Counts);
    expect(time).toMatchObject({ interval: "day", timeZone: "UTC" });
    expect(time?.buckets.at(0)?.from).toBe(`${prints.at(0)?.createdAt.slice(0, 10)}T00:00:00.000Z`);
    expect(time?.buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(5);
  });

  test.each([
    ["europe/vienna", "Europe/Vienna", /T00:00:00\.000\+0[12]:00$/],
    ["-03:30", "-03:30", /T00:00:00\.000-03:30$/],
    ["UTC", "UTC", /T00:00:00\.000Z$/],
  ])("days in %s", async (timeZone, name, from) => {
    const { time } = await count({ facets: { time: "day", timeZone } });
    expect(time?.timeZone).toBe(name);
    expect(time?.buckets.at(0)?.from).toMatch(from);
    const first = Date.parse(time?.buckets.at(0)?.from ?? "");
    expect(first).toBeLessThanOrEqual(Date.parse(prints.at(0)?.createdAt ?? ""));
    // What a bucket begins with is a bound of a search.
    expect((await count({ from: time?.buckets.at(0)?.from, facets: {} })).total).toBe(5);
  });

  test("with text, says how much is pending", async () => {
    expect(await count({ text: "", facets: {} })).toMatchObject({
      total: 5,
      textPending: expect.any(Number),
    });
  });

  test("at most fifty values, and the others", async () => {
    const many = await Service.start();
    try {
      for (let index = 0; index < 53; index++) await many.store({ deviceId: `till-${index % 52}` });
      const response = await many.prints("/facets", { json: { facets: { deviceId: true } } });
      const { deviceId } = (await response.json()) as { deviceId: typeof DEVICES };
      expect(deviceId).toMatchObject({ others: 2, missing: 0 });
      expect(deviceId.values).toHaveLength(50);
      expect(deviceId.values.at(0)).toEqual(value("till-0", 2));
    } finally {
      await many.end();
    }
  });
});

describe("strictness", () => {
  const CASES: [string, unknown, string[]][] = [
    ["an unknown field", { facet: {} }, ["facet"]],
    ["an unknown facet", { facets: { device: true } }, ["facets.device"]],
    ["a facet with a name of Object's", { facets: { constructor: true } }, ["facets.constructor"]],
    ["facets null", { facets: null }, ["facets"]],
    ["facets an array", { facets: ["deviceId"] }, ["facets"]],
    ["deviceId a string", { facets: { deviceId: "till-1" } }, ["facets.deviceId"]],
    ["tagKeys null", { facets: { tagKeys: null } }, ["facets.tagKeys"]],
    ["tagValues true", { facets: { tagValues: true } }, ["facets.tagValues"]],
    ["an unknown interval", { facets: { time: "week" } }, ["facets.time"]],
    ["a time zone alone", { facets: { timeZone: "UTC" } }, ["facets.timeZone"]],
    ["an unknown time zone", { facets: { time: "day", timeZone: "Mars/Base" } }, ["facets.timeZone"]],
    ["a time zone that is a number", { facets: { time: "day", timeZone: 2 } }, ["facets.timeZone"]],
    ["an endless time zone", { facets: { time: "day", timeZone: "x".repeat(101) } }, ["facets.timeZone"]],
    ["a filter as a search refuses it", { label: 5, facets: {} }, ["label"]],
    ["an order as a search refuses it", { orderBy: "label.asc" }, ["orderBy"]],
    [
      "several faults",
      { page: 0, facets: { deviceId: 1, time: "year" } },
      ["page", "facets.deviceId", "facets.time"],
    ],
    ["an array as the body", [], [""]],
  ];
  test.each(CASES)("%s is 400", async (_name, body, paths) => {
    const response = await service.prints("/facets", { json: body });
    expect(response.status).toBe(400);
    const { code, data } = (await response.json()) as ErrorAnswer;
    expect(code).toBe("BAD_REQUEST");
    expect(data.issues?.map(({ path }) => path)).toEqual(paths);
  });

  test("a search does not take facets", async () => {
    expect((await service.prints("/search", { json: { facets: {} } })).status).toBe(400);
  });
});

test("a print is counted by the next request after its 201", async () => {
  const before = await count({ facets: {} });
  for (let index = 1; index <= 20; index++) {
    await service.store({ deviceId: "read-your-writes" });
    expect((await count({ facets: {} })).total).toBe(before.total + index);
  }
});
