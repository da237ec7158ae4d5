import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearest } from "../../src/cli/nearest.ts";

describe("editDistance", () => {
  test.each([
    ["", "", 0],
    ["port", "port", 0],
    ["prot", "port", 1],
    ["por", "port", 1],
    ["portt", "port", 1],
    ["pirt", "port", 1],
    ["printre", "printer", 1],
    ["", "port", 4],
    ["ca", "abc", 3],
  ])("of %j and %j is %i", (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });

  const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });

  test("is symmetrical, 0 for the same only, and at most the longer's length", () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const distance = editDistance(one, other);
        expect(distance).toBe(editDistance(other, one));
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });

  test("one change, or one swap of neighbours, is a distance of 1", () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.constantFrom("swap", "drop", "put", "change"), (word, place, how) => {
        const at = word.length === 0 ? 0 : place % word.length;
        const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
        const changed = {
          swap: before + after.slice(0, 1) + letter + after.slice(1),
          drop: before + after,
          put: `${before}x${letter}${after}`,
          change: `${before}x${after}`,
        }[how];
        expect(editDistance(word, changed)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("nearest", () => {
  const WORDS = ["serve", "sign-in", "workspace", "token", "printer", "print", "port", "device-id"];
  test.each([
    ["tokne", "token"],
    ["Token", "token"],
    ["prnter", "printer"],
    ["prin", "print"],
    ["workspaces", "workspace"],
    ["works", "workspace"],
    ["device", "device-id"],
    ["prot", "port"],
    ["nonsense", undefined],
    ["x", undefined],
    ["", undefined],
    ["se", undefined],
  ])("of %j is %j", (given, expected) => {
    expect(nearest(given, WORDS)).toBe(expected);
  });
});
