import { expect, test } from "bun:test";
import { PrinterAnswers } from "../../src/delivery/printer-answers.ts";
import { StarAnswerReader } from "../../src/delivery/raw/star-answer-reader.ts";
import { EpsonAnswerReader } from "../../src/delivery/raw/epson-answer-reader.ts";

const STATUS = Uint8Array.of(0x00);
const ECHO = Uint8Array.of(0x37, 0x22, 0x61, 0x62, 0x63, 0x64, 0x00);
const AUTOMATIC = Uint8Array.of(0x14, 0x00, 0x00, 0x0f);
const MAKER = Uint8Array.from(Buffer.from("_EPSON\0"));

function answers() {
  const given: number[] = [];
  const seen = { given, ordered: 0, statuses: 0 };
  const taken = new PrinterAnswers(new EpsonAnswerReader(), {
    give: (bytes) => void given.push(...bytes),
    onStatus: () => void seen.statuses++,
    onOrdered: (count) => void (seen.ordered = count),
  });
  return { taken, seen };
}

test.each([
  ["a status in print order", STATUS, { ordered: 1, statuses: 0, unanswered: 1 }],
  ["a process ID", ECHO, { ordered: 1, statuses: 0, unanswered: 1 }],
  ["a block, which confirms nothing", MAKER, { ordered: 0, statuses: 0, unanswered: 1 }],
  ["the automatic status", AUTOMATIC, { ordered: 0, statuses: 1, unanswered: 2 }],
] as const)("one status and one block are asked for, and the printer gives %s", (_name, bytes, wanted) => {
  const { taken, seen } = answers();
  taken.ask(false);
  taken.ask(true);
  taken.take(bytes);
  expect(seen.given).toEqual([...bytes]);
  const { ordered, statuses } = seen;
  expect({ ordered, statuses, unanswered: taken.unanswered }).toEqual(wanted);
});

test("a Star printer's ETB are answered where its count goes on, not where its status changes", () => {
  const seen = { ordered: 0, statuses: 0 };
  const taken = new PrinterAnswers(new StarAnswerReader(), {
    give() {},
    onStatus: () => void seen.statuses++,
    onOrdered: (count) => void (seen.ordered = count),
  });
  for (let asked = 0; asked < 4; asked++) taken.ask(false);
  const ordered = [5, 5, 6, 6, 7, 0, 1].map((count) => {
    const counted = ((count & 0x18) << 2) | ((count & 0x07) << 1);
    taken.take(Uint8Array.of(0x23, 0x06, 0, 0, 0, 0, 0, counted, 0));
    return seen.ordered;
  });
  expect(ordered).toEqual([0, 0, 1, 1, 2, 2, 3]);
  expect(seen.statuses).toBe(7);
  expect(taken.unanswered).toBe(1);
});
