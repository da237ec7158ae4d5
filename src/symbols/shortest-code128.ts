import { characterOf, type CodeSet, START, SWITCH } from "./code128.ts";

/** Function character 1, where data has one. */
export const FNC1 = -1;

const SETS: readonly CodeSet[] = ["A", "B", "C"];
const PAIRS_SET = SETS.indexOf("C");

const FNC1_VALUE = 102;
const SHIFT = 98;
/** Function character 4 in sets A and B: the character behind it has its highest bit set. */
const FNC4_VALUES: Readonly<Record<CodeSet, number | undefined>> = { A: 101, B: 100, C: undefined };

/** Symbol characters up to a place of the data, the last of them first. */
interface Way {
  readonly length: number;
  readonly values: readonly number[];
  readonly before: Way | undefined;
}

/** By code set, the shortest way that ends in it; undefined if none does. */
type Ways = readonly (Way | undefined)[];

/**
 * The fewest symbol characters for data of any bytes: code sets are changed, and characters shifted, where that is
 * shorter.
 *
 * @param data bytes, and {@link FNC1}
 */
export function shortestCode128(data: readonly number[]): number[] {
  let ways: Ways = SETS.map((set) => ({ length: 1, values: [START[set]], before: undefined }));
  /** Those that took two digits at once. */
  let ahead: Way | undefined;
  data.forEach((byte, at) => {
    const changed = afterChanges(ways);
    ways = changed.map((way, index) => {
      const written = extended(way, valuesIn(SETS[index] ?? "A", byte));
      return index === PAIRS_SET ? shorter(ahead, written) : written;
    });
    ahead = extended(changed[PAIRS_SET], pairIn(byte, data[at + 1]));
  });
  return spelled(ways.reduce(shorter));
}

/** Each way also ends in the other code sets. */
function afterChanges(ways: Ways): Ways {
  return ways.map((way, index) => {
    const change = SWITCH[SETS[index] ?? "A"];
    return ways.reduce((best, other) => shorter(best, other === way ? way : extended(other, [change])), way);
  });
}

function shorter(one: Way | undefined, other: Way | undefined): Way | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.length < one.length ? other : one;
}

function extended(way: Way | undefined, values: readonly number[] | undefined): Way | undefined {
  if (way === undefined || values === undefined) return undefined;
  return { length: way.length + values.length, values, before: way };
}

/** The symbol characters of a byte in a code set; undefined if it cannot be written there. */
function valuesIn(set: CodeSet, byte: number): readonly number[] | undefined {
  if (byte === FNC1) return [FNC1_VALUE];
  const fnc4 = FNC4_VALUES[set];
  if (fnc4 === undefined) return undefined;
  const own = characterOf(byte & 0x7f, set);
  if (byte > 0x7f) return own < 0 ? undefined : [fnc4, own];
  return own < 0 ? [SHIFT, characterOf(byte, set === "A" ? "B" : "A")] : [own];
}

/** The symbol character of two digits. */
function pairIn(byte: number, next: number | undefined): readonly number[] | undefined {
  if (next === undefined || !isDigit(byte) || !isDigit(next)) return undefined;
  return [(byte - 0x30) * 10 + next - 0x30];
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function spelled(way: Way | undefined): number[] {
  const parts: (readonly number[])[] = [];
  for (let part = way; part !== undefined; part = part.before) parts.push(part.values);
  return parts.toReversed().flat();
}
