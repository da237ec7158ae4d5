import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, Service } from "../service.ts";

interface Page {
  readonly items: readonly PrintAnswer[];
  readonly total: number;
  readonly textPending?: number;
}

/** The stored receipts by the letter that is their printKey. */
const RECEIPTS: Readonly<Record<string, string>> = {
  a: "CORNER SHOP\nFlat White            7.50\nTOTAL                 7.50\n",
  b: "CORNER SHOP\n2 x Flat White       15.00\nTOTAL                15.00\n",
  c: "\u001bt\u0013CAF\u0090\n\u001d!\u0011Order 1001\u001d!\u0000\nTea   2.80\n\u001dkC\u000d4006381333931",
  d: "\u001b@",
};

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  for (const [printKey, raw] of Object.entries(RECEIPTS)) await service.store({ printKey, width: 32 }, raw);
});
afterAll(() => service.end());

/** Searches; text is read after it is stored, so until none is pending. */
async function search(body: object): Promise<Page> {
  for (;;) {
    const response = await service.prints("/search", { json: { orderBy: "id.asc", ...body } });
    if (response.status !== 200) throw new Error(await response.text());
    const page = (await response.json()) as Page;
    if (page.textPending === 0) return page;
    expect(page.textPending).toBeGreaterThan(0);
    await Bun.sleep(20);
  }
}

describe("a search in the text", () => {
  const contains = (value: string) => ({ op: "contains", value });
  const CASES: [string, object, string][] = [
    ["a word, whatever its case", { text: contains("flat WHITE") }, "ab"],
    ["a bare string contains", { text: "flat white" }, "ab"],
    ["a whole line, its blanks as one", { text: "flat white 7.50" }, "a"],
    ["blanks of the part too, and at its ends", { text: "  Flat \t White   7.50 " }, "a"],
    ["not across lines", { text: "shop flat" }, ""],
    ["all of several, each in some line", { text: [contains("flat white"), "15.00"] }, "b"],
    ["one of which is nowhere", { text: ["flat white", "2.80"] }, ""],
    ["nothing is in every print", { text: "" }, "abcd"],
    ["nor does a blank ask for anything", { text: [" ", "tea"] }, "c"],
    ["none of several", { text: [] }, "abcd"],
    ["a letter of a code page", { text: "café" }, "c"],
    ["words of double width", { text: "order 1001" }, "c"],
    ["what a scanner reads", { text: "4006381333931" }, "c"],
    ["with other filters", { text: "total", printKey: "b" }, "b"],
    ["% and _ mean themselves", { text: "7_50" }, ""],
  ];
  test.each(CASES)("%s", async (_name, body, expected) => {
    const { items, total } = await search(body);
    expect(items.map(({ printKey }) => printKey).join("")).toBe(expected);
    expect(total).toBe(expected.length);
  });

  test("says how much is pending, and others do not", async () => {
    expect(await search({ text: "x" })).toHaveProperty("textPending", 0);
    const response = await service.prints("/search", { json: {} });
    expect(await response.json()).not.toHaveProperty("textPending");
  });

  test("a cursor belongs to its text", async () => {
    const first = await service.prints("/search", { json: { text: "flat", cursor: null, pageSize: 1 } });
    const { nextCursor } = (await first.json()) as { nextCursor: string };
    const go = (text: string) =>
      service.prints("/search", { json: { text, cursor: nextCursor, pageSize: 1 } });
    expect((await (await go("flat")).json()) as Page).toMatchObject({ items: [{ printKey: "a" }], total: 2 });
    expect((await go("white")).status).toBe(400);
  });

  test.each([
    ["eq", { op: "eq", value: "x" }, ["text.op"]],
    ["a number among others", ["x", 5], ["text.1"]],
    ["eleven", Array.from({ length: 11 }, () => "x"), ["text"]],
  ])("%s is 400", async (_name, text, paths) => {
    const response = await service.prints("/search", { json: { text } });
    expect(response.status).toBe(400);
    const { code, data } = (await response.json()) as ErrorAnswer;
    expect(code).toBe("BAD_REQUEST");
    expect(data.issues?.map(({ path }) => path)).toEqual(paths);
  });
});
