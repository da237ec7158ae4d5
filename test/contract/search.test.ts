import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, Service } from "../service.ts";

interface Page {
  items: PrintAnswer[];
  total: number;
  page: number;
  pageSize: number;
  totalPage: number;
  hasNext: boolean;
  hasPrev: boolean;
  nextCursor?: string | null;
}

let service: Service;
/** The stored prints by the letter that is their printKey. */
const prints = new Map<string, PrintAnswer>();

const STORED: Record<string, Record<string, unknown>> = {
  a: { label: "Order 1001", deviceId: "till-1", tag: { orderId: "1001", table: "5" } },
  b: { label: "order 1002", deviceId: "till-2", tag: { orderId: "1002" } },
  c: { label: "CAFÉ ΣΊΣΥΦΟΣ", deviceId: "till-1", tag: { orderId: "1003", note: "100%_*\\" } },
  d: { label: "STRASSE", tag: { "a.b": "1", $: "2", "x[0]": "3", '"': "4" } },
  e: { deviceId: "till-2", tag: { orderId: "", note: "straße" } },
  f: { label: "" },
};

beforeAll(async () => {
  service = await Service.start();
  for (const [printKey, metadata] of Object.entries(STORED)) {
    prints.set(printKey, await service.store({ printKey, ...metadata }));
    // A millisecond apart, so that bounds can separate them.
    await Bun.sleep(2);
  }
});
afterAll(() => service.end());

async function search(body: unknown): Promise<Page> {
  const response = await service.prints("/search", { json: body });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Page;
}

const keys = (page: Page) => page.items.map(({ printKey }) => printKey).join("");
const condition = (op: string, key: string, value: string) => ({ op, key, value });
const at = (printKey: string) => prints.get(printKey)?.createdAt ?? "";

describe("filters", () => {
  const CASES: [string, unknown, string][] = [
    ["nothing: all, newest first", {}, "fedcba"],
    ["label exactly", { label: "Order 1001" }, "a"],
    ["label exactly, its case too", { label: "order 1001" }, ""],
    ["label eq", { label: { op: "eq", value: "order 1002" } }, "b"],
    ["label neq: null never matches", { label: { op: "neq", value: "STRASSE" } }, "fcba"],
    ["label contains, whatever the case", { label: { op: "contains", value: "ORDER" } }, "ba"],
    ["contains beyond ASCII", { label: { op: "contains", value: "café" } }, "c"],
    ["final sigma", { label: { op: "contains", value: "σίσυφος" } }, "c"],
    ["sigma in the middle", { label: { op: "contains", value: "ΣΥΦΟΣ" } }, "c"],
    ["ß is not ss", { label: { op: "contains", value: "straße" } }, ""],
    ["contains nothing: every value, null none", { label: { op: "contains", value: "" } }, "fdcba"],
    ["an empty label", { label: "" }, "f"],
    ["printKey", { printKey: "d" }, "d"],
    ["deviceId", { deviceId: "till-2" }, "eb"],
    ["all filters must hold", { deviceId: "till-2", label: { op: "contains", value: "order" } }, "b"],
    ["tag eq", { tag: condition("eq", "orderId", "1001") }, "a"],
    ["tag eq, an empty value", { tag: condition("eq", "orderId", "") }, "e"],
    ["tag neq: only where the key is", { tag: condition("neq", "orderId", "1001") }, "ecb"],
    ["tag contains", { tag: condition("contains", "orderId", "00") }, "cba"],
    ["tag contains nothing: every value", { tag: condition("contains", "orderId", "") }, "ecba"],
    ["the key exactly", { tag: condition("eq", "orderid", "1001") }, ""],
    ["% means itself", { tag: condition("contains", "note", "0%") }, "c"],
    ["_ means itself", { tag: condition("contains", "note", "0_") }, ""],
    ["* and \\ mean themselves", { tag: condition("contains", "note", "_*\\") }, "c"],
    ["a key with a dot", { tag: condition("eq", "a.b", "1") }, "d"],
    ["the key $", { tag: condition("eq", "$", "2") }, "d"],
    ["a key like an index", { tag: condition("eq", "x[0]", "3") }, "d"],
    ['the key "', { tag: condition("eq", '"', "4") }, "d"],
    ["the key __proto__", { tag: condition("neq", "__proto__", "x") }, ""],
    ["tag gt, by number and not by letter", { tag: condition("gt", "orderId", "1001.5") }, "cb"],
    ["tag gte", { tag: condition("gte", "orderId", "01002.0") }, "cb"],
    ["tag lt", { tag: condition("lt", "orderId", "1002") }, "a"],
    ["tag lte", { tag: condition("lte", "table", "5") }, "a"],
    ["tag gt: no value of another kind", { tag: condition("gt", "note", "0") }, ""],
    ["and", { tag: { and: [condition("contains", "orderId", "100"), condition("eq", "table", "5")] } }, "a"],
    ["or", { tag: { or: [condition("eq", "orderId", "1001"), condition("eq", "a.b", "1")] } }, "da"],
    ["and of nothing", { tag: { and: [] } }, "fedcba"],
    ["or of nothing", { tag: { or: [] } }, ""],
    [
      "three levels",
      {
        tag: {
          and: [{ or: [{ and: [condition("eq", "orderId", "1001")] }, condition("eq", "note", "straße")] }],
        },
      },
      "ea",
    ],
    ["tag and label", { tag: condition("contains", "orderId", "100"), label: "order 1002" }, "b"],
    ["deleted prints only: none yet", { deleted: true }, ""],
    ["deleted or not", { deleted: "any" }, "fedcba"],
  ];
  test.each(CASES)("%s", async (_name, body, expected) => {
    const page = await search(body);
    expect(keys(page)).toBe(expected);
    expect(page.total).toBe(expected.length);
  });

  test("items have the shape of the create answer", async () => {
    const page = await search({ printKey: "a" });
    expect(page.items[0]).toEqual(prints.get("a") as PrintAnswer);
  });
});

describe("time bounds", () => {
  const shifted = (iso: string) =>
    `${new Date(Date.parse(iso) + 5.5 * 3_600_000).toISOString().slice(0, -1)}+05:30`;

  test("are inclusive, and honour offsets", async () => {
    expect(keys(await search({ from: at("b"), to: at("d") }))).toBe("dcb");
    expect(keys(await search({ from: shifted(at("b")), to: shifted(at("d")) }))).toBe("dcb");
    expect(keys(await search({ from: at("e") }))).toBe("fe");
    expect(keys(await search({ to: at("a") }))).toBe("a");
    expect(keys(await search({ from: at("d"), to: at("b") }))).toBe("");
  });

  test("take a fraction finer than a millisecond", async () => {
    const finer = `${at("c").slice(0, -1)}999Z`;
    expect(keys(await search({ from: finer, to: finer }))).toBe("c");
  });

  test("take a date alone, and a time without an offset as UTC", async () => {
    expect((await search({ from: at("a").slice(0, 10) })).total).toBe(6);
    expect(keys(await search({ from: at("e").slice(0, -1) }))).toBe("fe");
  });
});

describe("order and pages", () => {
  test.each([
    ["id.asc", "abcdef"],
    ["id.desc", "fedcba"],
    ["createdAt.asc", "abcdef"],
    ["createdAt.desc", "fedcba"],
    ["updatedAt.asc", "abcdef"],
    ["updatedAt.desc", "fedcba"],
  ])("%s", async (orderBy, expected) => expect(keys(await search({ orderBy }))).toBe(expected));

  const place = (
    number: number,
    pageSize: number,
    totalPage: number,
    hasNext: boolean,
    hasPrev: boolean,
  ) => ({
    page: number,
    pageSize,
    total: totalPage === 0 ? 0 : 6,
    totalPage,
    hasNext,
    hasPrev,
  });
  test.each([
    [{}, "fedcba", place(1, 100, 1, false, false)],
    [{ pageSize: 4 }, "fedc", place(1, 4, 2, true, false)],
    [{ pageSize: 4, page: 2 }, "ba", place(2, 4, 2, false, true)],
    [{ pageSize: 4, page: 3 }, "", place(3, 4, 2, false, true)],
    [{ pageSize: 1000, page: 9_007_199_254_740_991 }, "", place(9_007_199_254_740_991, 1000, 1, false, true)],
    [{ label: "no such" }, "", place(1, 100, 0, false, false)],
    [{ label: "no such", page: 2 }, "", place(2, 100, 0, false, false)],
  ])("%j", async (body, expected, rest) => {
    const { items, ...answer } = await search(body);
    expect(items.map(({ printKey }) => printKey).join("")).toBe(expected);
    expect(answer).toEqual(rest);
  });
});

describe("cursor", () => {
  test("walks over everything, exactly, while prints arrive", async () => {
    const walker = await Service.start();
    try {
      for (let index = 0; index < 7; index++) await walker.store({ quantity: index });
      const walked: (number | null)[] = [];
      let cursor: string | null = null;
      do {
        const response = await walker.prints("/search", { json: { pageSize: 3, cursor } });
        const answer = (await response.json()) as Page;
        walked.push(...answer.items.map(({ quantity }) => quantity));
        cursor = answer.nextCursor ?? null;
        await walker.store({ quantity: 99 });
      } while (cursor !== null);
      expect(walked).toEqual([6, 5, 4, 3, 2, 1, 0]);
    } finally {
      await walker.end();
    }
  });

  test("is answered only when asked for", async () => {
    expect(await search({})).not.toHaveProperty("nextCursor");
    expect(await search({ cursor: null })).toHaveProperty("nextCursor", null);
  });

  test("of another search is refused", async () => {
    const { nextCursor } = await search({ cursor: null, pageSize: 1 });
    expect(keys(await search({ cursor: nextCursor, pageSize: 2 }))).toBe("ed");
    for (const body of [
      { cursor: nextCursor, label: "x" },
      { cursor: nextCursor, orderBy: "id.asc" },
    ]) {
      expect((await service.prints("/search", { json: body })).status).toBe(400);
    }
  });
});

describe("strictness", () => {
  const ten = (value: unknown) => Array.from({ length: 10 }, () => value);
  const fine = condition("eq", "k", "v");
  const CASES: [string, unknown, string[]][] = [
    ["an unknown field", { lable: "x" }, ["lable"]],
    ["an unknown field with a name of Object's", { constructor: "x" }, ["constructor"]],
    ["label a number", { label: 5 }, ["label"]],
    ["label null", { label: null }, ["label"]],
    ["label with an unknown operator", { label: { op: "like", value: "x" } }, ["label.op"]],
    ["label without a value", { label: { op: "eq" } }, ["label.value"]],
    ["label with an extra field", { label: { op: "eq", value: "x", case: true } }, ["label.case"]],
    ["a tag that is neither", { tag: {} }, ["tag.op", "tag.key", "tag.value"]],
    ["a tag without a key", { tag: { op: "eq", value: "v" } }, ["tag.key"]],
    ["a tag with a number", { tag: { op: "eq", key: "k", value: 5 } }, ["tag.value"]],
    [
      "a tag with a wrong operator deep inside",
      { tag: { and: [{ or: [fine, { ...fine, op: "like" }] }] } },
      ["tag.and.0.or.1.op"],
    ],
    ["a range of what has no order", { tag: { op: "gt", key: "k", value: "much" } }, ["tag.value"]],
    ["a range of a field", { label: { op: "gt", value: "5" } }, ["label.op"]],
    ["a group with both", { tag: { and: [], or: [] } }, ["tag"]],
    ["a group with more", { tag: { and: [], op: "eq" } }, ["tag"]],
    ["a group that is no array", { tag: { and: fine } }, ["tag.and"]],
    ["a group of something else", { tag: { or: ["x"] } }, ["tag.or.0"]],
    ["an array", { tag: [fine] }, ["tag"]],
    ["eleven entries", { tag: { or: [...ten(fine), fine] } }, ["tag.or"]],
    ["a fourth level", { tag: { and: [{ and: [{ and: [{ and: [] }] }] }] } }, ["tag.and.0.and.0.and.0"]],
    ["from nonsense", { from: "yesterday" }, ["from"]],
    ["to a number", { to: 1_700_000_000_000 }, ["to"]],
    ["an unknown order", { orderBy: "label.asc" }, ["orderBy"]],
    ["an order without a direction", { orderBy: "id" }, ["orderBy"]],
    ["page 0", { page: 0 }, ["page"]],
    ["page 1.5", { page: 1.5 }, ["page"]],
    ["page as a string", { page: "1" }, ["page"]],
    ["pageSize 0", { pageSize: 0 }, ["pageSize"]],
    ["pageSize 1001", { pageSize: 1001 }, ["pageSize"]],
    ["deleted as a string", { deleted: "true" }, ["deleted"]],
    ["cursor and page", { cursor: null, page: 1 }, ["page"]],
    ["a cursor that is none", { cursor: "nonsense" }, ["cursor"]],
    ["a cursor that is a number", { cursor: 5 }, ["cursor"]],
    ["several faults", { label: 1, page: 0 }, ["label", "page"]],
    ["an array as the body", [], [""]],
    ["null as the body", null, [""]],
  ];
  test.each(CASES)("%s is 400", async (_name, body, paths) => {
    const response = await service.prints("/search", { json: body });
    expect(response.status).toBe(400);
    const error = (await response.json()) as ErrorAnswer;
    expect(error.code).toBe("BAD_REQUEST");
    expect(error.data.issues?.map(({ path }) => path)).toEqual(paths);
  });

  test("the limits themselves are fine: ten entries, three levels, pageSize 1000", async () => {
    const group = { and: ten({ or: ten({ and: ten(fine) }) }) };
    const response = await service.prints("/search", { json: { tag: group, pageSize: 1000 } });
    expect(response.status).toBe(200);
  });
});

test("a print is found by the next request after its 201", async () => {
  for (let index = 0; index < 30; index++) {
    const { id, printKey } = await service.store({ deviceId: "read-your-writes" });
    const { items } = await search({ printKey, deviceId: "read-your-writes" });
    expect(items.map((item) => item.id)).toEqual([id]);
  }
});
