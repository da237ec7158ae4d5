import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { IndexSizes } from "../../../src/search/index-sizes.ts";
import { planText, type PlannedLines, type TextStep } from "../../../src/search/indexer/text-plan.ts";
import { SMALL_SIZES } from "../small-sizes.ts";

const SIZES: IndexSizes = {
  ...SMALL_SIZES,
  segmentPrints: 16,
  smallSegmentPrints: 4,
  smallSegmentTextBytes: 100,
  mergedLinesBytes: 1000,
};

function segments(...given: (number | Partial<PlannedLines>)[]): PlannedLines[] {
  let end = 0;
  return given.map((one, id) => {
    const own = typeof one === "number" ? { printCount: one } : one;
    const segment = {
      id,
      firstOrdinal: end,
      printCount: 4,
      isStale: false,
      isToForget: false,
      byteLength: 10,
      ...own,
    };
    end = segment.firstOrdinal + segment.printCount;
    return segment;
  });
}

describe("what is done next", () => {
  type Undecoded = { prints: number; decoded?: number; decodedCharacters?: number };
  const CASES: [string, PlannedLines[], Undecoded, string | null][] = [
    ["nothing of nothing", [], { prints: 0 }, null],
    ["the newest, one by one", [], { prints: 3 }, "newest 0-3"],
    ["those of them that are not yet", segments(4), { prints: 7, decoded: 6 }, "newest 6-7"],
    ["a segment of enough", segments(4), { prints: 8, decoded: 8 }, "decode 4-8"],
    ["of fewer with much text", segments(4), { prints: 6, decoded: 6, decodedCharacters: 100 }, "decode 4-6"],
    ["no further than a field of the grid", segments(4, 4, 5), { prints: 20 }, "decode 13-16"],
    ["what is stale", segments(4, { isStale: true }), { prints: 8 }, "decode 4-8"],
    ["a gap", segments(4, { firstOrdinal: 8 }), { prints: 12 }, "decode 4-8"],
    ["of a long gap what is in one field", segments(4, { firstOrdinal: 50 }), { prints: 54 }, "decode 4-16"],
    ["what is new before what is stale", segments({ isStale: true }), { prints: 5 }, "newest 4-5"],
    ["a whole field into one", segments(4, 4, 4, 4), { prints: 16 }, "merge 0-16"],
    ["also the second", segments(16, 4, 4, 4, 4), { prints: 32 }, "merge 16-32"],
    ["also one of odd segments", segments(3, 4, 4, 4, 1), { prints: 16 }, "merge 0-16"],
    ["not what is too large", segments(4, 4, 4, { byteLength: 1000 }), { prints: 16 }, null],
    ["not what is one already", segments(16, 16), { prints: 32 }, null],
  ];
  test.each(CASES)("%s", (_, given, undecoded, expected) => {
    const step = planText(given, { decoded: 0, decodedCharacters: 0, ...undecoded }, SIZES);
    expect(describeStep(step)).toBe(expected);
  });
});

function describeStep(step: TextStep | null): string | null {
  return step === null ? null : `${step.do} ${step.firstOrdinal}-${step.end}`;
}

test("whatever comes, it ends, all is covered, and whole fields are one segment though prints have much text", () => {
  // Characters of each print's text.
  const burst = fc.array(fc.constantFrom(0, 5, 5, 20, 60, 150), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(burst, { maxLength: 8 }), (bursts) => {
      let lines: PlannedLines[] = [];
      const texts: number[] = [];
      const sum = (from: number, to: number) => texts.slice(from, to).reduce((all, own) => all + own, 0);
      let decoded = 0;
      let nextId = 0;
      for (const more of bursts) {
        texts.push(...more);
        for (let steps = 0; ; steps++) {
          expect(steps).toBeLessThan(500);
          const end = lines.reduce((all, { printCount }) => all + printCount, 0);
          const undecoded = {
            prints: texts.length,
            decoded: Math.max(decoded, end),
            decodedCharacters: sum(end, decoded),
          };
          const step = planText(lines, undecoded, SIZES);
          if (step === null) break;
          if (step.do === "newest") {
            decoded = step.end;
            continue;
          }
          const firstOrdinal = step.firstOrdinal;
          let last = firstOrdinal + 1;
          // Closed early where there is much text, as the indexer does it.
          while (
            last < step.end &&
            (step.do === "merge" || sum(firstOrdinal, last) < SIZES.smallSegmentTextBytes)
          )
            last++;
          const built = {
            id: nextId++,
            firstOrdinal,
            printCount: last - firstOrdinal,
            isStale: false,
            isToForget: false,
            byteLength: 10,
          };
          lines = [
            ...lines.filter(
              (other) => other.firstOrdinal >= last || other.firstOrdinal + other.printCount <= firstOrdinal,
            ),
            built,
          ].toSorted((left, right) => left.firstOrdinal - right.firstOrdinal);
        }
        let covered = 0;
        for (const { firstOrdinal, printCount } of lines) {
          expect(firstOrdinal).toBe(covered);
          covered += printCount;
        }
        expect(texts.length - Math.max(decoded, covered)).toBe(0);
        const whole = Math.floor(covered / SIZES.segmentPrints);
        expect(lines.slice(0, whole).map(({ printCount }) => printCount)).toEqual(
          Array.from({ length: whole }, () => SIZES.segmentPrints),
        );
      }
    }),
    { numRuns: 300 },
  );
});
