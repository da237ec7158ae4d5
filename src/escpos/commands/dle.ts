import { forms, peek, table } from "./command-form.ts";

const two = forms(2);
const three = forms(3);

/** DLE EOT n takes a second parameter for ink (7), peeler (8) and interface (18) status. */
const DLE_EOT_WITH_PARAMETER = new Set([7, 8, 18]);

const transmitStatus = two.scanned("DLE EOT", "n", (bytes, start, end) =>
  DLE_EOT_WITH_PARAMETER.has(peek(bytes, start, end, 2)) ? 4 : 3,
);

/** DLE DC4: each function has its own fixed length. */
const realTimeFunctions = table(three.unknown("Unknown DLE DC4"), [
  [1, three.fixed("DLE DC4 1", "m t")],
  [2, three.fixed("DLE DC4 2", "a b")],
  [3, three.fixed("DLE DC4 3", "a n r t1 t2")],
  [7, three.fixed("DLE DC4 7", "m")],
  [8, three.fixed("DLE DC4 8", "d1 d2 d3 d4 d5 d6 d7")],
]);

/** Real-time commands. Source: Epson ESC/POS reference, DLE EOT, DLE ENQ, DLE DC4. */
export const dleCommands = table(two.unknown("Unknown DLE"), [
  [0x04, transmitStatus],
  [0x05, two.fixed("DLE ENQ", "n")],
  [0x14, realTimeFunctions],
]);
