import { afterAll, beforeAll, expect, test } from "bun:test";
import { takingsTable } from "../../src/export/takings.ts";
import { type ErrorAnswer, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
  for (const total of ["12.50", "0.15", "none"]) await service.store({ tag: { total }, deviceId: total });
});
afterAll(() => service.end());

const count = (facets: object, more: object = {}, accept = "text/csv") =>
  service.prints("/facets", { json: { facets, ...more }, headers: { Accept: accept } });

test("the takings of each day are a table", async () => {
  const time = { time: "day", timeZone: "+02:00" };
  const response = await count({ ...time, sum: "total", deviceId: true });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [headings, day, ...others] = (await response.text()).split("\r\n");
  expect([headings, ...others]).toEqual(["from,count,sum", ""]);
  expect(day).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000\+02:00,3,12\.65$/);
  const found = await count(time, { deviceId: "none" });
  expect(await found.text()).toMatch(/^from,count\r\n\S+,1\r\n$/);
});

test("each interval has its record, empty ones too", () => {
  const buckets = [
    { from: "2026-01-30T00:00:00.000Z", count: 1, sum: "1.5" },
    { from: "2026-01-31T00:00:00.000Z", count: 0, sum: "0" },
  ];
  const sum = { key: "total", value: "1.5", count: 1, others: 0, missing: 0 };
  expect(takingsTable({ time: { interval: "day", timeZone: "UTC", buckets }, sum })).toBe(
    "from,count,sum\r\n2026-01-30T00:00:00.000Z,1,1.5\r\n2026-01-31T00:00:00.000Z,0,0\r\n",
  );
});

test("a table without time is refused; other clients are given JSON", async () => {
  const refused = await count({ sum: "total" });
  expect([refused.status, ((await refused.json()) as ErrorAnswer).data.issues?.[0]?.path]).toEqual([
    400,
    "facets.time",
  ]);
  for (const accept of ["*/*", "application/json, text/csv;q=0.5", "text/html"])
    expect((await count({ time: "day" }, {}, accept)).headers.get("content-type")).toMatch(
      /^application\/json/,
    );
});
