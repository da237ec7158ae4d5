import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Condition } from "../../../src/search/evaluation/condition.ts";
import { ConditionSets } from "../../../src/search/evaluation/condition-sets.ts";
import type { Column, ColumnName } from "../../../src/search/format/column.ts";
import { MemorySegment } from "../../../src/search/segment/memory-segment.ts";
import type { Segment } from "../../../src/search/segment/segment.ts";
import { NONE, type PositionSet, rangeSet, setOfPositions } from "../../../src/search/sets/position-set.ts";
import { intersect, movedTo, positionsOf } from "../../../src/search/sets/set-algebra.ts";
import { ALL, anySet } from "../sets/set-arbitraries.ts";

/* Conditions on a whole segment, with sets of each form at each depth, against the same on plain arrays of bits. */

type Bits = Uint8Array;

function bitsOf(set: PositionSet): Bits {
  const bits = new Uint8Array(ALL);
  for (const position of positionsOf(set)) bits[position] = 1;
  return bits;
}

/** A set of about one position in so many: dense where they are few. */
const scattered = fc
  .tuple(fc.constantFrom(1, 2, 3, 7, 20, 90, 400, 3000), fc.nat(50))
  .map(([step, from]) =>
    setOfPositions(Uint16Array.from({ length: Math.ceil((ALL - from) / step) }, (_, at) => from + at * step)),
  );
const someSet = fc.oneof(
  scattered,
  anySet.map(({ set }) => set),
);

interface GivenColumn {
  readonly present: PositionSet;
  readonly equal: PositionSet;
  readonly isTold: boolean;
}

const givenColumn: fc.Arbitrary<GivenColumn> = fc
  .tuple(fc.oneof(fc.constant<PositionSet>(rangeSet(0, ALL)), someSet), someSet, fc.boolean())
  .map(([present, equal, isTold]) => ({ present, equal: intersect(equal, present), isTold }));

/** A column that has one value to be asked for; some cannot tell how many prints have it. */
function columnOf({ present, equal, isTold }: GivenColumn): Column {
  const none = function* none(): Generator<void, void> {};
  return {
    present: () => present,
    equal: () => equal,
    contains: () => equal,
    inRange: () => equal,
    tally: (op, value) => {
      if (!isTold) return null;
      const all = value === "" ? present.count : op === "neq" ? present.count - equal.count : equal.count;
      return { all, live: all };
    },
    tallyInRange: () => (isTold ? { all: equal.count, live: equal.count } : null),
    each: none,
    counts: none,
  };
}

class GivenSegment extends MemorySegment implements Segment {
  constructor(private readonly given: readonly GivenColumn[]) {
    super();
  }

  override column(name: ColumnName): Column | null {
    const column = this.given[Number(name.slice(-1))];
    return column === undefined ? null : columnOf(column);
  }

  override deleted(): PositionSet {
    return this.given[0]?.equal ?? NONE;
  }
}

/** The fourth column is not there. */
const name = fc.nat(3).map((number): ColumnName => `tag:${number}`);
const leaf = fc.oneof(
  fc.record({
    kind: fc.constant("column" as const),
    column: name,
    op: fc.constantFrom("eq" as const, "neq" as const, "contains" as const),
    value: fc.constant("x"),
  }),
  fc.record({ kind: fc.constant("range" as const), column: name, inRange: fc.constant(() => true) }),
  fc.constant({ kind: "deleted" as const }),
  fc.constant({ kind: "text" as const, part: "x" }),
);

const condition = fc.letrec<{ any: Condition }>((tie) => {
  const entries = fc.array(tie("any"), { minLength: 1, maxLength: 4 });
  return {
    any: fc.oneof(
      { maxDepth: 7 },
      leaf,
      fc.record({ kind: fc.constantFrom("and" as const, "or" as const), entries }),
      fc.record({ kind: fc.constant("not" as const), entry: tie("any") }),
    ),
  };
}).any;

/** Forty groups in groups: more than there are rooms for. */
const deep = fc.array(leaf, { minLength: 40, maxLength: 40 }).map((leaves) =>
  leaves.reduce<Condition>(
    (inner, one, index) => ({
      kind: index % 2 === 0 ? "or" : "and",
      entries: index % 3 === 0 ? [one, inner] : [{ kind: "not", entry: inner }, one],
    }),
    { kind: "deleted" },
  ),
);

/** The model: which of some positions a condition holds for. */
function modelOf(asked: Condition, given: readonly GivenColumn[], text: PositionSet): Bits {
  const within = (entry: Condition) => modelOf(entry, given, text);
  switch (asked.kind) {
    case "and":
      return asked.entries
        .map(within)
        .reduce((left, right) => left.map((bit, at) => bit & (right[at] as number)));
    case "or":
      return asked.entries
        .map(within)
        .reduce((left, right) => left.map((bit, at) => bit | (right[at] as number)));
    case "not":
      return within(asked.entry).map((bit) => bit ^ 1);
    case "deleted":
      return bitsOf(given[0]?.equal ?? NONE);
    case "text":
      return bitsOf(text);
    case "column":
    case "range": {
      const column = given[Number(asked.column.slice(-1))];
      if (column === undefined) return new Uint8Array(ALL);
      const equal = bitsOf(column.equal);
      if (asked.kind === "range" || asked.op !== "neq") return equal;
      return bitsOf(column.present).map((bit, at) => bit & ~(equal[at] as number));
    }
    default:
      throw new Error(`${asked.kind} is not asked for here`);
  }
}

const givenAll = fc.record({
  given: fc.array(givenColumn, { minLength: 3, maxLength: 3 }),
  text: someSet,
  within: fc.oneof(fc.constant<PositionSet>(rangeSet(0, ALL)), someSet),
});

/** What is found is the model's, also when it is looked for once more, so that no set that was given has changed. */
function expectModel(
  { given, text, within }: { given: readonly GivenColumn[]; text: PositionSet; within: PositionSet },
  conditions: readonly Condition[],
): void {
  const sets = { text: () => text, time: () => NONE, ordinals: () => NONE };
  const inside = bitsOf(within);
  const wanted = conditions
    .map((one) => modelOf(one, given, text))
    .reduce((left, right) => left.map((bit, at) => bit & (right[at] as number)), inside);
  const found = () =>
    movedTo(null, new ConditionSets(new GivenSegment(given), ALL, sets).allOf(conditions, within, 0));
  const first = found();
  const second = found();
  for (const set of [first, second]) {
    expect(Buffer.compare(bitsOf(set), wanted)).toBe(0);
    expect(set.count).toBe(wanted.reduce((sum, bit) => sum + bit, 0));
  }
}

test("groups in groups hold for what they hold for on plain arrays", () => {
  fc.assert(fc.property(givenAll, fc.array(condition, { minLength: 1, maxLength: 3 }), expectModel), {
    numRuns: 120,
  });
});

test("so do those that nest deeper than there are rooms", () => {
  fc.assert(
    fc.property(givenAll, deep, (given, one) => expectModel(given, [one])),
    { numRuns: 10 },
  );
});
