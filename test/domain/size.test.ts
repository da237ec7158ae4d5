import { expect, test } from "bun:test";
import { readSize, sizeInWords } from "../../src/domain/size.ts";

test.each([
  ["4096B", 4096],
  ["4096", null],
  ["1.5", null],
  ["500MB", 500_000_000],
  ["20GB", 20_000_000_000],
  ["20 gb", 20_000_000_000],
  ["1.5G", 1_500_000_000],
  ["2GiB", 2 * 1024 ** 3],
  ["64KiB", 65_536],
  ["10B", 10],
  ["0", null],
  ["0.0001B", null],
  ["GB", null],
  ["-1GB", null],
  ["1PB", null],
  ["99999999TB", null],
  ["", null],
])("the size %j is %p bytes", (text, bytes) => {
  expect(readSize(text)).toBe(bytes);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1499, "1.4 kB"],
  [20_000_000_000, "20 GB"],
  [5_250_000_000_000_000, "5250 TB"],
])("%d bytes are %s", (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
