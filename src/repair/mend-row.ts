import { type PrintFacts, printState } from "../journal/print-state.ts";
import { isWholeRow, type PrintRow } from "../storage/print-row.ts";
import { rowChecksum } from "../storage/row-checksum.ts";
import { flippedBytes } from "./flipped-bytes.ts";
import { differingBits } from "./mend-content.ts";
import { type JournalRow, factsOf } from "../storage/journal-rows.ts";

/** Bits of a number of a row: more than a time has. */
const NUMBER_BITS = 52;

/** What a row is not compared by: the hashes themselves, and what belongs to another table. */
const NO_VALUES: ReadonlySet<string> = new Set([
  "id",
  "sha256",
  "byteLength",
  "state",
  "salt",
  "removalId",
  "awaitsJournal",
]);

/** Whether a row is what was written. @param lastState of the print, as the journal has it; `null` where that does not tell */
export function isAsWritten(row: JournalRow, lastState: Uint8Array | null): boolean {
  return isWholeRow(row) && isOfState(row, lastState);
}

/**
 * Puts a row right of which one bit is another: its checksum, and the hash that the journal has of it, say when it is.
 * @returns what is to be changed, and to what; `null` where that does not make it whole
 */
export function mendRow(row: JournalRow, lastState: Uint8Array | null): Partial<JournalRow> | null {
  if (!isWholeRow(row)) {
    const sum = rowChecksum(row);
    if (row.checksum !== null && isOneBit(sum, row.checksum) && isOfState(row, lastState))
      return { checksum: sum };
    return mendValue(row, lastState);
  }
  const facts = factsOf(row);
  if (facts === null || row.salt === null) return null;
  // What is known of it is what was written: the hash of it is damaged, or the number in it.
  const state = printState(facts, row.salt);
  if (row.state !== null && lastState === row.state && differingBits(state, row.state) === 1)
    return { state };
  for (const salt of flippedBytes(row.salt))
    if (isSame(printState(facts, salt), lastState)) return { salt: new Uint8Array(salt) };
  return null;
}

/**
 * The id of a row that has another one by one bit, as its checksum says.
 * @param isFree whether no other row has an id
 * @returns `null` where that does not make it whole
 */
export function rightId(row: PrintRow, isFree: (id: number) => boolean): number | null {
  if (row.checksum === null || isWholeRow(row)) return null;
  for (const id of flippedValues(row.id))
    if (typeof id === "number" && id > 0 && isWholeRow({ ...row, id }) && isFree(id)) return id;
  return null;
}

function mendValue(row: JournalRow, lastState: Uint8Array | null): Partial<JournalRow> | null {
  for (const [name, value] of Object.entries(row)) {
    if (NO_VALUES.has(name)) continue;
    for (const candidate of flippedValues(value)) {
      const mended = { ...row, [name]: candidate };
      if (isWholeRow(mended) && isOfState(mended, lastState)) return { [name]: candidate };
    }
  }
  return null;
}

function isOfState(row: JournalRow, lastState: Uint8Array | null): boolean {
  const facts: PrintFacts | null = factsOf(row);
  if (facts === null || row.salt === null || lastState === null || lastState.byteLength === 0) return true;
  try {
    return isSame(printState(facts, row.salt), lastState);
  } catch {
    // Its tags are no JSON.
    return false;
  }
}

function isSame(one: Uint8Array, other: Uint8Array | null): boolean {
  return other !== null && Buffer.compare(one, other) === 0;
}

function isOneBit(one: number, other: number): boolean {
  const differing = BigInt(one) ^ BigInt(other);
  return differing !== 0n && (differing & (differing - 1n)) === 0n;
}

function* flippedValues(value: unknown): Generator<string | number> {
  if (typeof value === "number")
    for (let bit = 0; bit < NUMBER_BITS; bit++) yield Number(BigInt(value) ^ (1n << BigInt(bit)));
  if (typeof value !== "string") return;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (const bytes of flippedBytes(new TextEncoder().encode(value)))
    try {
      yield decoder.decode(bytes);
    } catch {
      // No text.
    }
}
