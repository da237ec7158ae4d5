import { Decimal } from "./decimal.ts";
import { parseInstant } from "./instant.ts";
import type { RangeOperator } from "./tag-query.ts";

/** Whether a value, its UTF-8 from `from` up to `to`, is in a range. */
export type InRange = (bytes: Uint8Array, from: number, to: number) => boolean;

/** What each operator asks of the order of a value and what it is compared with. */
const HOLDS: Readonly<Record<RangeOperator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** The longest text that is read as a timestamp, bytes: beyond it a fraction of a second tells nothing. */
export const LONGEST_INSTANT_BYTES = 64;
const HYPHEN = 0x2d;
/** Where a timestamp has its first hyphen: after the year. */
const AFTER_YEAR = 4;

/**
 * The values that an operator holds for. Numbers are compared with numbers, exactly, and ISO 8601 timestamps with
 * timestamps, to the millisecond; a value of another kind, or of none, is in no range.
 * @returns `null` when `wanted` is neither
 */
export function valueRange(op: RangeOperator, wanted: string): InRange | null {
  const holds = HOLDS[op];
  const bytes = Buffer.from(wanted);
  const bound = new Decimal();
  if (bound.read(bytes, 0, bytes.length)) {
    const value = new Decimal();
    return (given, from, to) => value.read(given, from, to) && holds(value.compare(bound));
  }
  const instant = parseInstant(wanted);
  if (instant === null) return null;
  return (given, from, to) => {
    if (to - from > LONGEST_INSTANT_BYTES || given[from + AFTER_YEAR] !== HYPHEN) return false;
    const value = parseInstant(
      Buffer.from(given.buffer, given.byteOffset + from, to - from).toString("latin1"),
    );
    return value !== null && holds(value - instant);
  };
}
