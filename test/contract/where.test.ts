import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PageAnswer, readSearchQuery } from "../../src/contract/search.ts";
import { isDamaged } from "../../src/domain/damaged-print.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { SEARCH_LIMITS } from "../../src/domain/limits.ts";
import { isJsonObject } from "../../src/domain/validation.ts";
import { run, Service } from "../service.ts";

const { whereConditions, whereEntries, whereLevels } = SEARCH_LIMITS;

const nested = (levels: number): object => (levels === 0 ? {} : { not: nested(levels - 1) });
const many = (count: number) => Array.from({ length: count }, () => ({ label: "x" }));

const tenTags = Array.from({ length: 10 }, () => ({ op: "eq", key: "table", value: "12" }));

test.each([
  [{}, {}],
  [
    { deviceId: "a", from: "1970-01-01T00:00:01Z" },
    { deviceId: { op: "eq", value: "a" }, from: 1000 },
  ],
  [{ text: "flat white" }, { text: ["flat white"] }],
  [{ and: [] }, { join: "and", entries: [] }],
  [{ or: [{ is: "test" }, { not: {} }] }, { join: "or", entries: [{ is: "test" }, { not: {} }] }],
  [
    { tag: { and: [{ op: "gt", key: "total", value: "1" }] } },
    { tag: { join: "and", entries: [{ op: "gt", key: "total", value: "1" }] } },
  ],
])("%j is read", (where, read) => {
  expect(readSearchQuery({ where }).filter.where).toEqual(read as never);
});

test.each<[where: unknown, path: string, message: RegExp]>([
  [null, "where", /a condition such as/],
  ["x", "where", /not a string/],
  [[], "where", /not an array/],
  [{ device: "x" }, "where.device", /is not a field here; the fields are printKey, .*is/],
  [{ is: "gone" }, "where.is", /one of deleted, test, waiting/],
  [{ and: {} }, "where.and", /must be an array/],
  [{ and: [], or: [] }, "where", /exactly one field/],
  [{ not: { or: [{}, { from: "soon" }] } }, "where.not.or.1.from", /ISO 8601/],
  [{ or: [{ tag: { op: "is" } }] }, "where.or.0.tag.op", /must be one of/],
  [nested(whereLevels + 1), `where${".not".repeat(whereLevels)}`, /at most 6 levels/],
  [{ and: many(whereEntries + 1) }, "where.and", /at most 50 conditions, not 51/],
  [{ or: Array.from({ length: 3 }, () => ({ or: many(40) })) }, "where", /at most 100 conditions/],
  [{ or: Array.from({ length: 11 }, () => ({ tag: { or: tenTags } })) }, "where", /at most 100 conditions/],
  [
    { or: Array.from({ length: 3 }, () => ({ or: Array.from({ length: 40 }, () => ({ and: [] })) })) },
    "where",
    /at most 100 conditions/,
  ],
])("%j is refused, and it is said where", (where, path, message) => {
  const fault = faultOf(() => readSearchQuery({ where }));
  expect(fault.path).toBe(path);
  expect(fault.message).toMatch(message);
});

test("as much as is allowed is taken", () => {
  expect(readSearchQuery({ where: nested(whereLevels) }).filter.where).toBeDefined();
  const all = { or: [{ or: many(whereConditions / 2) }, { or: many(whereConditions / 2) }] };
  expect(readSearchQuery({ where: all }).filter.where).toBeDefined();
  const tags = { or: Array.from({ length: 10 }, () => ({ tag: { or: tenTags } })) };
  expect(readSearchQuery({ where: tags }).filter.where).toBeDefined();
});

function faultOf(read: () => unknown): { path: string; message: string } {
  try {
    read();
  } catch (error) {
    const issues = error instanceof TillrollError && isJsonObject(error.data) ? error.data["issues"] : null;
    if (Array.isArray(issues)) return issues[0];
  }
  throw new Error("it was taken");
}

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start();
  const words = ["token", "create", "--name", "office", "--scopes", "admin", "--data", service.folder];
  admin = (await run(words)).stdout.trim();
  const printer = { name: "bar", target: "tcp://127.0.0.1:9", held: true };
  await service.fetch("/api/workspace/default/printers", { token: admin, json: printer });
});
afterAll(() => service.end());

test("what a print is can be asked for, and turned round", async () => {
  const create = (label: string) => service.store({ label }, `${label}\n`);
  await create("invoice 1");
  const { id } = await create("invoice 2");
  await service.prints(`/${id}`, { method: "DELETE" });
  await create("order 3");
  await service.prints("/test", { method: "POST" });
  const hold = { name: "Case", reason: "asked", condition: { label: { op: "contains", value: "invoice" } } };
  await service.fetch("/api/workspace/default/retention-holds", { token: admin, json: hold });
  const labels = async (where: object) => {
    const json = { where, deleted: "any", orderBy: "id.asc" };
    const { items } = (await (await service.prints("/search", { json })).json()) as PageAnswer;
    return items.map((item) => (isDamaged(item) ? "damaged" : item.testPrint ? "test" : item.label));
  };
  expect(await labels({ is: "kept" })).toEqual(["invoice 1", "invoice 2"]);
  expect(await labels({ is: "deleted" })).toEqual(["invoice 2"]);
  expect(await labels({ and: [{ is: "kept" }, { not: { is: "deleted" } }] })).toEqual(["invoice 1"]);
  expect(await labels({ is: "test" })).toEqual(["test"]);
  expect(await labels({ not: { or: [{ is: "kept" }, { is: "test" }] } })).toEqual(["order 3"]);
  expect(await labels({ or: [{ is: "waiting" }, { is: "held" }, { is: "failed" }] })).toEqual([]);
  // The printer is held.
  await service.fetch("/api/workspace/default/printers/bar/test", { method: "POST", token: admin });
  expect(await labels({ and: [{ is: "waiting" }, { deviceId: "bar" }] })).toHaveLength(1);
});
