import { expect, test } from "bun:test";
import { read } from "../../src/contract/check.ts";
import { RecognisedSummary } from "../../src/contract/recognised.ts";
import type { RecognisedPicture, Recognition } from "../../src/recognition/recognised.ts";
import { recognisedSummary } from "../../src/recognition/summary.ts";

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const READING = { languages: ["eng", "deu"], at: Date.UTC(2026, 0, 31, 18, 30) };

/** A picture with a line of words, each with how sure it is. */
function pictureOf(words: readonly (readonly [string, number])[], note?: string): RecognisedPicture {
  const line = { box: BOX, words: words.map(([text, confidence]) => ({ text, confidence, box: BOX })) };
  const lines = words.length === 0 ? [] : [line];
  return { box: BOX, lines, codes: [], ...(note !== undefined && { note }) };
}

const SAID = { languages: READING.languages, notes: [], at: "2026-01-31T18:30:00.000Z" };

test.each<[string, Recognition, object | null]>([
  ["nothing", [], null],
  ["a picture without letters", [pictureOf([])], null],
  [
    "words count by their letters",
    [
      pictureOf([
        ["TOTAL", 90],
        ["-", 30],
      ]),
    ],
    { ...SAID, pictures: 1, words: 2, codes: 0, confidence: 80, leastConfidence: 30 },
  ],
  [
    "codes alone",
    [{ ...pictureOf([]), codes: [{ system: "QR code", text: "x", box: BOX }] }],
    { ...SAID, pictures: 1, words: 0, codes: 1, confidence: null, leastConfidence: null },
  ],
  [
    "the same note of two pictures, once",
    [pictureOf([], "it took too long"), pictureOf([["A", 50.4]], "it took too long")],
    {
      ...SAID,
      pictures: 2,
      words: 1,
      codes: 0,
      confidence: 50,
      leastConfidence: 50,
      notes: ["it took too long"],
    },
  ],
])("%s", (_name, recognition, expected) => {
  const text = recognisedSummary(recognition, READING);
  const summary: unknown = text === null ? null : JSON.parse(text);
  expect(summary).toEqual(expected);
  if (summary !== null) expect(read(RecognisedSummary, summary)).toEqual(expected as never);
});
