import { measureUntil, peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { drawn, setting, type CommandRecord } from "../command-record.ts";

const RS = 0x1e;

/** Bytes of bar code data at most. */
const MAXIMUM_BAR_CODE_DATA = 255;

/** ESC GS y D 2: a parts of m nL nH d. */
const measureParts: Measure = (bytes, start, end, state) => {
  const parts = peek(bytes, start, end, 5);
  if (parts < 0) return 6;
  if (state.position < 6) state.position = 6;
  while (state.value < parts) {
    const at = state.position;
    if (end - start < at + 3) return at + 3;
    state.position += 3 + (peek(bytes, start, end, at + 1) | (peek(bytes, start, end, at + 2) << 8));
    state.value++;
  }
  return state.position;
};

/** Bar codes and symbols. */
export const symbolCommands: readonly CommandRecord[] = [
  drawn("ESC b", "1B 62 n1 n2 n3 n4", "bar code", {
    measure: measureUntil(RS, 1, 6, MAXIMUM_BAR_CODE_DATA),
    examples: ["1B 62 36 32 31 50 41 42 1E"],
  }),
  setting("ESC GS y S", "1B 1D 79 53 fn n", "settings of QR codes"),
  setting("ESC GS y D 1", "1B 1D 79 44 31 m n:2 []", "data of a QR code"),
  setting("ESC GS y D 2", "1B 1D 79 44 32 a", "data of a QR code in parts", { measure: measureParts }),
  drawn("ESC GS y P", "1B 1D 79 50", "prints the QR code"),
  setting("ESC GS y I", "1B 1D 79 49", "asks for the size of the QR code"),
  setting("ESC GS x S 0", "1B 1D 78 53 30 n p1 p2", "size of PDF417"),
  setting("ESC GS x S", "1B 1D 78 53 fn n", "settings of PDF417"),
  setting("ESC GS x D", "1B 1D 78 44 n:2 []", "data of PDF417"),
  drawn("ESC GS x P", "1B 1D 78 50", "prints the PDF417"),
  setting("ESC GS x I", "1B 1D 78 49", "asks for the size of the PDF417"),
  drawn("ESC GS ( k", "1B 1D 28 6B p:2 []", "symbols, as on Epson printers"),
  drawn("ESC GS ( L", "1B 1D 28 4C p:2 []", "graphics, as on Epson printers"),
  drawn("ESC GS 8 L", "1B 1D 38 4C p:4 []", "graphics, as on Epson printers"),
];
