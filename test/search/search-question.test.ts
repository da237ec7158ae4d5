import { expect, test } from "bun:test";
import {
  buffersOf,
  type IndexAnswer,
  NO_ANSWER,
  packAnswer,
  packQuestion,
  type SearchQuestion,
  unpackAnswer,
  unpackQuestion,
} from "../../src/search/search-question.ts";

/** What a Worker sends comes as a clone. */
const sent = (answer: IndexAnswer): IndexAnswer => {
  const packed = packAnswer(answer);
  return unpackAnswer(structuredClone(packed, { transfer: buffersOf(packed) }));
};

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ["a page", '{"items":[{"label":"Küche 😀"}],"total":1}'],
  ["lines", '{"text":"a\\nb"}\n\n'],
  ["a table with a byte order mark", "\ufefffrom,to\r\n1 2\n"],
  ["nothing", ""],
  ["a page of 12 KiB", "x".repeat(12 * 1024)],
  ["a longer one", "ü".repeat(12 * 1024)],
])("%s comes as it was written", (_, text) => {
  const work = { milliseconds: 0.123456789, runs: 7 };
  const { json, ...others } = sent({ ...NO_ANSWER, json: bytes(text), work });
  expect(
    typeof json === "string"
      ? json
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(json ?? bytes("-")),
  ).toBe(text);
  expect(others).toEqual({
    isTextPending: false,
    damagedPrints: [],
    damagedSegment: null,
    fault: null,
    work,
  });
});

test.each<Partial<IndexAnswer>>([
  {},
  { fault: "disk I/O error" },
  { damagedSegment: 3, fault: "segment 3 is damaged" },
  { json: bytes("{}"), work: { milliseconds: 1, runs: 1 }, damagedPrints: [4, 5] },
  { json: bytes("{}"), work: { milliseconds: 1, runs: 1 }, isTextPending: true },
])("what else is told is told: %j", (told) => {
  // Its bytes are handed over.
  expect(sent({ ...NO_ANSWER, ...structuredClone(told) })).toEqual({ ...NO_ANSWER, ...told });
});

test("a question comes as it was asked", () => {
  const question: SearchQuestion = {
    databasePath: "/shop/tillroll.sqlite",
    workspaceId: 1,
    wanted: {
      kind: "page",
      query: {
        filter: {
          deleted: "any",
          label: { op: "contains", value: "\ud83d lone, \u0000 and ü" },
          tag: JSON.parse('{"__proto__":"x"}'),
          from: -0.5,
        },
        orderBy: "createdAt.desc",
        page: 1,
        pageSize: 20,
        cursor: null,
      },
    },
    cacheBytes: 2 ** 40,
    erasures: 0,
  };
  const asked = unpackQuestion(packQuestion(question));
  expect(asked).toEqual(question);
  expect(Object.keys(asked.wanted.query.filter.tag ?? {})).toEqual(["__proto__"]);
});
