import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import type { PrintRow } from "./print-row.ts";

/** What of a row its checksum covers: everything that is served of a print but its bytes, which have their SHA-256. */
export type CheckedRow = Omit<PrintRow, "removalId" | "checksum" | "awaitsJournal" | "testPrint"> & {
  /** As a row has it, or as a print. */
  readonly testPrint: boolean | number;
};

/** Odd, so that a step with another number always gives another sum: the golden ratio and primes of xxHash. */
const FACTORS = [0x9e3779b1, 0x5f356495, 0x85ebca77, 0xc2b2ae3d] as const;

/** What stands for a missing number. */
const NULL_NUMBER = 0x1_0000_0001;
/** What stands before each text, and for a missing one. */
const SEPARATOR = "\u0000";
const NULL_TEXT = "\u0001";

const LOW_BITS = 2 ** 32;
/** Of the upper half as much as a number of JavaScript holds exactly beside the lower one: 21 bits. */
const HIGH_MASK = 0x1f_ffff;

// Two sums of 32 bits, kept here: an object for each row would cost more than the sums.
let low = 0;
let high = 0;

/**
 * The checksum of a print's row, 53 bits: numbers are added up here, and all texts hashed at once, natively. It is computed
 * for each row that is read or written. It finds what a disk does, and keeps nobody from forging: that is the journal's.
 */
export function rowChecksum(row: CheckedRow): number {
  low = FACTORS[0];
  high = FACTORS[1];
  let text = SEPARATOR + row.tag + SEPARATOR + (row.recognised ?? NULL_TEXT);
  for (const name of PRINT_FIELD_NAMES) {
    const value = row[name];
    // A later field that is not there changes no earlier sum.
    if (value === null) continue;
    text += SEPARATOR + name;
    if (typeof value === "string") text += SEPARATOR + value;
    else addNumber(value);
  }
  addNumber(row.id);
  addNumber(row.workspaceId);
  addNumber(row.ordinal);
  addNumber(row.userId);
  addNumber(typeof row.testPrint === "boolean" ? Number(row.testPrint) : row.testPrint);
  addNumber(row.createdAt);
  addNumber(row.updatedAt);
  addNumber(row.deletedAt);
  addNumber(row.printerId);
  addNumber(row.defaultWidth);
  const first = Math.imul(low ^ (low >>> 16), FACTORS[2]) ^ Bun.hash.xxHash32(text);
  const second = Math.imul(high ^ (high >>> 16), FACTORS[2]) ^ Math.imul(first ^ (first >>> 13), FACTORS[3]);
  return LOW_BITS * (second & HIGH_MASK) + (first >>> 0);
}

function addNumber(value: number | null): void {
  const number = value ?? NULL_NUMBER;
  const upper = Math.floor(number / LOW_BITS);
  low = Math.imul(low ^ number, FACTORS[0]);
  high = Math.imul(high ^ number, FACTORS[1]);
  low = Math.imul(low ^ upper, FACTORS[2]) ^ (low >>> 15);
  high = Math.imul(high ^ upper, FACTORS[3]) ^ (high >>> 13);
}
