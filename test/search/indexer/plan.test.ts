import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { IndexSizes } from "../../../src/search/index-sizes.ts";
import { metadataLimit, planNext, type PlannedSegment } from "../../../src/search/indexer/plan.ts";
import { sealedEnd } from "../../../src/search/segment/segment-row.ts";
import { SMALL_SIZES } from "../small-sizes.ts";

const SIZES: IndexSizes = {
  ...SMALL_SIZES,
  segmentPrints: 64,
  middleSegmentPrints: 16,
  smallSegmentPrints: 4,
  segmentMetadataBytes: 640,
  smallSegmentMetadataBytes: 40,
  segmentChanges: 5,
  workspaceChanges: 12,
};

let nextId = 1;

/** Segments that follow each other, by their numbers of prints. */
function segments(...given: (number | Partial<PlannedSegment>)[]): PlannedSegment[] {
  let end = 0;
  return given.map((one) => {
    const own = typeof one === "number" ? { printCount: one } : one;
    const segment = {
      id: nextId++,
      firstOrdinal: end,
      printCount: 4,
      metadataCharacters: 10,
      changes: 0,
      removed: 0,
      removedBefore: 0,
      isToForget: false,
      isDamaged: false,
      ...own,
    };
    end = segment.firstOrdinal + segment.printCount;
    return segment;
  });
}

describe("what is built next", () => {
  const few = { prints: 0, metadataCharacters: 0 };
  const CASES: [
    string,
    PlannedSegment[],
    { prints?: number; metadataCharacters?: number },
    [number, number] | null,
  ][] = [
    ["nothing of nothing", [], {}, null],
    ["nothing of a short tail", [], { prints: 3 }, null],
    ["a small segment of a tail", [], { prints: 4 }, [0, 4]],
    ["a small one behind the last", segments(4, 4), { prints: 13 }, [8, 12]],
    ["a large one at once", segments(4), { prints: 68 }, [4, 68]],
    ["a short tail with much metadata", segments(4), { prints: 6, metadataCharacters: 40 }, [4, 6]],
    ["a gap at the beginning", segments({ firstOrdinal: 8 }), { prints: 12 }, [0, 8]],
    ["of a long gap no more than a segment", segments(4, { firstOrdinal: 100 }), { prints: 104 }, [4, 68]],
    ["what is damaged, before all that is new", segments(4, { isDamaged: true }), { prints: 99 }, [4, 8]],
    ["a segment with many changes", segments(4, { changes: 6 }, 4), { prints: 12 }, [4, 8]],
    ["not one with few", segments(4, { changes: 5 }, 4), { prints: 12 }, null],
    [
      "the most changed of many",
      segments({ changes: 4 }, { changes: 5 }, { changes: 4 }),
      { prints: 12 },
      [4, 8],
    ],
    ["a middle one of small ones", segments(4, 4, 4, 4), { prints: 16 }, [0, 16]],
    ["not of too few", segments(4, 4, 4), { prints: 12 }, null],
    ["a large one of middle ones", segments(16, 16, 16, 16), { prints: 64 }, [0, 64]],
    ["a middle one behind them", segments(64, 16, 4, 4, 4, 4), { prints: 96 }, [80, 96]],
    ["what no longer fits with the next", segments(15, 4, 60), { prints: 79 }, [0, 19]],
    [
      "what has much metadata together, though it has few prints",
      segments(...Array.from({ length: 17 }, () => ({ printCount: 1, metadataCharacters: 40 }))),
      { prints: 17 },
      [0, 16],
    ],
  ];
  test.each(CASES)("%s", (_, given, unsealed, expected) => {
    const step = planNext(given, { ...few, ...unsealed }, SIZES);
    expect(step === null ? null : [step.firstOrdinal, step.end]).toEqual(expected);
  });
});

/** A workspace in which whatever is planned is built, as the indexer does it. */
class SimulatedWorkspace {
  segments: PlannedSegment[] = [];
  /** Of each print. */
  readonly metadata: number[] = [];
  /** How often each print was built into a segment. */
  readonly built: number[] = [];

  add(prints: readonly number[]): void {
    for (const characters of prints) {
      this.metadata.push(characters);
      this.built.push(0);
    }
  }

  /** @returns whether there was something to do */
  advance(): boolean {
    const sealed = sealedEnd(this.segments);
    const unsealed = {
      prints: this.metadata.length,
      metadataCharacters: this.sum(sealed, sealed + SIZES.smallSegmentPrints),
    };
    const step = planNext(this.segments, unsealed, SIZES);
    if (step === null) return false;
    const limit = metadataLimit(step, this.segments, SIZES);
    let end = step.firstOrdinal;
    while (end < step.end && (end === step.firstOrdinal || this.sum(step.firstOrdinal, end) < limit)) end++;
    this.put(step.firstOrdinal, end);
    for (let ordinal = step.firstOrdinal; ordinal < end; ordinal++) this.built[ordinal]!++;
    return true;
  }

  private put(firstOrdinal: number, end: number): void {
    const printCount = end - firstOrdinal;
    const metadataCharacters = this.sum(firstOrdinal, end);
    const built = {
      id: nextId++,
      firstOrdinal,
      printCount,
      metadataCharacters,
      changes: 0,
      removed: 0,
      removedBefore: 0,
      isToForget: false,
      isDamaged: false,
    };
    const others = this.segments.filter(
      (other) => other.firstOrdinal >= end || other.firstOrdinal + other.printCount <= firstOrdinal,
    );
    this.segments = [...others, built].toSorted((left, right) => left.firstOrdinal - right.firstOrdinal);
  }

  private sum(from: number, to: number): number {
    return this.metadata.slice(from, to).reduce((sum, characters) => sum + characters, 0);
  }
}

/** Prints of which some have so much metadata that few of them make a segment. */
const burst = fc.oneof(
  fc.array(fc.constantFrom(1, 2, 3), { maxLength: 90 }),
  fc.array(fc.constantFrom(1, 30, 100, 1000), { maxLength: 30 }),
  fc.array(fc.constant(40), { maxLength: 40 }),
);

test("whatever comes, building ends, all is covered, and nothing is built more than three times", () => {
  fc.assert(
    fc.property(fc.array(burst, { maxLength: 12 }), (bursts) => {
      const workspace = new SimulatedWorkspace();
      for (const prints of bursts) {
        workspace.add(prints);
        for (let steps = 0; workspace.advance(); steps++) expect(steps).toBeLessThan(1000);
        expectWhole(workspace);
      }
      // Sealed, and merged twice: into a middle one and a large one.
      expect(Math.max(0, ...workspace.built)).toBeLessThanOrEqual(3);
    }),
    { numRuns: 400 },
  );
});

test("what is damaged, missing or changed is built anew, and that ends too", () => {
  const fate = fc.record({ index: fc.nat(20), kind: fc.constantFrom("damage", "lose", "change") });
  fc.assert(
    fc.property(fc.array(fc.tuple(burst, fc.array(fate, { maxLength: 3 })), { maxLength: 8 }), (rounds) => {
      const workspace = new SimulatedWorkspace();
      for (const [prints, fates] of rounds) {
        workspace.add(prints);
        for (const { index, kind } of fates) {
          workspace.segments = workspace.segments.flatMap((segment, at) => {
            if (at !== index) return [segment];
            if (kind === "lose") return [];
            return kind === "damage" ? [{ ...segment, isDamaged: true }] : [{ ...segment, changes: 6 }];
          });
        }
        for (let steps = 0; workspace.advance(); steps++) expect(steps).toBeLessThan(1000);
        expectWhole(workspace);
      }
    }),
    { numRuns: 400 },
  );
});

/** Segments follow each other from the first print on, and a short tail is left. */
function expectWhole({ segments: built, metadata }: SimulatedWorkspace): void {
  let end = 0;
  for (const { firstOrdinal, printCount, isDamaged, changes } of built) {
    expect([firstOrdinal, isDamaged, changes]).toEqual([end, false, 0]);
    end += printCount;
  }
  expect(metadata.length - end).toBeLessThan(SIZES.smallSegmentPrints);
}
