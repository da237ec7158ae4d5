import { GAP_LIMITS } from "./gap-limits.ts";

/** A number as it was written: what stands around it names the series that it belongs to. */
export interface WrittenNumber {
  readonly number: number;
  readonly prefix: string;
  readonly suffix: string;
  /** How many digits it has where it begins with a zero; else 0. */
  readonly width: number;
}

/** Reads the number of a value; `null` where it has none. */
export type ReadNumber = (value: string) => WrittenNumber | null;

/** Stands for the number in a pattern, and for anything. */
const NUMBER_MARK = "#";
const ANY_MARK = "*";

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Whether a text is a pattern: one number, and anything at most once before and once behind it. */
export function isPattern(text: string): boolean {
  const parts = text.split(NUMBER_MARK);
  return parts.length === 2 && parts.every((part) => part.split(ANY_MARK).length <= 2);
}

/**
 * Makes what reads numbers.
 * @param pattern what the whole value must be like: `#` stands for the digits of the number, `*` for any characters, all
 *   others for themselves, whatever their case; the numbers are then of one series. `null`: the last digits of a value are its
 *   number, and what is before and behind them is its series.
 */
export function numberReader(pattern: string | null): ReadNumber {
  if (pattern === null) {
    return (value) => {
      let end = value.length;
      while (end > 0 && !isDigit(value, end - 1)) end--;
      let start = end;
      while (start > 0 && isDigit(value, start - 1)) start--;
      return written(value.slice(start, end), value.slice(0, start), value.slice(end));
    };
  }
  const [before = "", after = ""] = pattern.split(NUMBER_MARK);
  const whole = new RegExp(`^${expressionOf(before, true)}(\\d+)${expressionOf(after, false)}$`, "isu");
  // What stands for anything is no part of how a missing number would be written.
  const [prefix, suffix] = [before, after].map((part) => part.replaceAll(ANY_MARK, "")) as [string, string];
  return (value) => written(whole.exec(value)?.[1] ?? "", prefix, suffix);
}

function isDigit(value: string, at: number): boolean {
  const code = value.charCodeAt(at);
  return code >= DIGIT_0 && code <= DIGIT_9;
}

/** Before the number, anything takes as little as possible, so that the number has all its digits. */
function expressionOf(part: string, isBefore: boolean): string {
  return part
    .split(ANY_MARK)
    .map((text) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join(isBefore ? ".*?" : ".*");
}

function written(digits: string, prefix: string, suffix: string): WrittenNumber | null {
  if (digits === "") return null;
  const number = Number(digits);
  if (number > GAP_LIMITS.largestNumber) return null;
  return { number, prefix, suffix, width: digits.startsWith("0") ? digits.length : 0 };
}
