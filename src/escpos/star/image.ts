import { peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { drawn, skipped, type CommandRecord } from "../command-record.ts";

/** ESC FS q n, then n images of xL xH yL yH d[x * y * 8]. */
const measureLogos: Measure = (bytes, start, end, state) => {
  const images = peek(bytes, start, end, 3);
  if (images < 0) return 4;
  if (state.position < 4) state.position = 4;
  while (state.value < images) {
    const at = state.position;
    if (end - start < at + 4) return at + 4;
    const x = peek(bytes, start, end, at) | (peek(bytes, start, end, at + 1) << 8);
    const y = peek(bytes, start, end, at + 2) | (peek(bytes, start, end, at + 3) << 8);
    state.position += 4 + x * y * 8;
    state.value++;
  }
  return state.position;
};

/** Pictures of line mode. */
export const imageCommands: readonly CommandRecord[] = [
  drawn("ESC K", "1B 4B n:2 []", "strip of 8 dots, each 3 dots wide and high"),
  drawn("ESC L", "1B 4C n:2 []", "strip of 8 dots, each 3 dots high"),
  drawn("ESC X", "1B 58 n:2 []", "strip of 24 dots in columns", { dataLength: ([n = 0]) => 3 * n }),
  drawn("ESC k", "1B 6B n:2 []", "strip of 24 dots in rows", { dataLength: ([n = 0]) => 24 * n }),
  drawn("ESC ^", "1B 5E m n:2 []", "strip of 9, 16 or 18 pins", {
    dataLength: ([m = 0, n = 0]) => ((m & 0x0f) < 4 ? 2 : 3) * n,
  }),
  drawn("ESC GS S", "1B 1D 53 m x:2 y:2 t []", "raster", { dataLength: ([, x = 0, y = 0]) => x * y }),
  drawn("ESC FS p", "1B 1C 70 n m", "prints a logo"),
  skipped("ESC FS q", "1B 1C 71 n", "stores logos", { meaning: "definition", measure: measureLogos }),
];
