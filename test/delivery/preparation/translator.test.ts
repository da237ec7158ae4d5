import { afterEach, beforeEach, expect, test } from "bun:test";
import { prepare } from "../../../src/delivery/preparation/prepare.ts";
import { Translator } from "../../../src/delivery/preparation/translator.ts";
import { bytes, contextWith } from "./context.ts";

const LATE = { waited: 600_000, age: 600_000, settings: { markLate: 300 } };
const KICK = "\x1bp\0\x19\x19";
const SMALL = bytes(`${KICK}Total 1.00\n`);
const LARGE = bytes(`${KICK}${"Total 1.00\n".repeat(10_000)}`);

let translator: Translator;
beforeEach(() => {
  translator = new Translator();
});
afterEach(() => translator.close());

test.each([
  ["small", SMALL],
  ["large", LARGE],
])("a %s print is marked, and its stale kick left out, the same in this thread and apart", async (_, raw) => {
  const context = contextWith(LATE);
  const { bytes: sent, notes } = await translator.prepared(raw, context);
  const expected = prepare(raw, context);
  expect(Buffer.compare(sent, expected.bytes)).toBe(0);
  expect(notes).toEqual(expected.notes);
  expect(notes).toHaveLength(2);
});

test("what would hold up the thread that answers is done apart; what is fresh goes as it is", async () => {
  translator.close();
  // Without its Worker.
  expect((await translator.prepared(SMALL, contextWith(LATE))).notes).toHaveLength(2);
  expect((await translator.prepared(LARGE, contextWith())).bytes).toBe(LARGE);
  expect(await translator.prepared(LARGE, contextWith(LATE)).catch(String)).toMatch(/stopping/);
});
