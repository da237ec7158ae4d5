import { expect, test } from "bun:test";
import { holdsPhrase, readWordBlock, writeWordBlock } from "../../../src/search/format/word-block.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `w${number}`);

test.each([
  ["few words", ["w0 w2 w1", "", "w2", " w1 "], 3, 2],
  ["more words than a byte tells apart", [numbered(300).join(" "), "w299 w0"], 300, 2],
  ["more words than 16 bits count", [" ".repeat(70_000), "w1 w2", "w2"], 3, 4],
])("a block of %s is read as it was written", (_, values, count, offsetBytes) => {
  const words = ["", ...numbered(count)];
  const numbers = new Map(words.map((word, number) => [word, number]));
  const block = readWordBlock(writeWordBlock(values, numbers), words.length);
  expect(block.offsets.BYTES_PER_ELEMENT).toBe(offsetBytes);
  const read = values.map((_value, index) =>
    Array.from(
      block.words.subarray(block.offsets[index], block.offsets[index + 1]),
      (word) => words[word],
    ).join(" "),
  );
  expect(read).toEqual(values);
  const only = (word: string) => Uint8Array.from(words, (other) => (other === word ? 1 : 0));
  const phrase = [only("w2"), only("w1")];
  const holding = values.map((_value, index) => holdsPhrase(block, index, phrase));
  expect(holding).toEqual(values.map((value) => ` ${value} `.includes(" w2 w1 ")));
});
