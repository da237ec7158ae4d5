import { peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { moved, type CommandRecord } from "../command-record.ts";

/** Bytes of ESC GS P by its function, 4 if not given. */
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [2, 5],
  [3, 12],
  [4, 6],
  [5, 6],
]);

const measurePage: Measure = (bytes, start, end) => LENGTHS.get(peek(bytes, start, end, 3) & 0x0f) ?? 4;

/** Page mode. */
export const pageCommands: readonly CommandRecord[] = [
  moved("ESC GS P", "1B 1D 50 fn", "page mode", {
    measure: measurePage,
    examples: ["1B 1D 50 30", "1B 1D 50 32 31", "1B 1D 50 33 00 00 00 00 40 02 C4 05", "1B 1D 50 34 10 00"],
  }),
];
