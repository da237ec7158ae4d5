import { fromBmp } from "../bmp.ts";
import type { Command, Measure } from "../command.ts";
import { drawn, moved, type CommandRecord } from "../command-record.ts";
import {
  graphicsCommand,
  keyAt,
  layerOf,
  MAXIMUM_GRAPHICS_COLUMNS,
  MULTIPLE_TONE,
} from "../graphics-functions.ts";
import { keyLabel, type GraphicsMemory } from "../graphics-store.ts";

/** GS D carries a Windows BMP file, which states its own size in its bytes 2 to 5. */
const measureBmp: Measure = (bytes, start, end) => {
  const header = 9;
  if (end - start < header + 6) return header + 6;
  if (bytes[start + header] !== 0x42 || bytes[start + header + 1] !== 0x4d) return header;
  let size = 0;
  for (let index = 5; index >= 2; index--) size = size * 256 + (bytes[start + header + index] ?? 0);
  return header + Math.max(2, size);
};

/** GS D: 67 is for NV graphics, 83 for downloaded ones. */
function memoryOf(command: Command): GraphicsMemory {
  return command.byte(3) === 67 ? "NV" : "downloaded";
}

/** Graphics that the printer keeps by a key code of two bytes. */
export const graphicsCommands: readonly CommandRecord[] = [
  drawn("GS ( L", "1D 28 4C p:2 [m fn]", "graphics: stores and prints, all functions; replies are skipped", {
    printsStored: true,
    ...graphicsCommand(5),
    needs: "graphics",
    actsTruncated: true,
    beginsReceipt: true,
  }),
  drawn("GS 8 L", "1D 38 4C p:4 [m fn]", "large graphics, as GS ( L", {
    printsStored: true,
    ...graphicsCommand(7),
    needs: "graphics",
    actsTruncated: true,
    beginsReceipt: true,
    examples: ["1D 38 4C 12 00 00 00 30 70 30 01 01 31 08 00 08 00 00*8"],
  }),
  moved("GS D", "1D 44 m fn a kc1 kc2 b c", "stores a Windows bitmap as graphics", {
    meaning: "definition",
    measure: measureBmp,
    run({ graphics, list }, command) {
      const memory = memoryOf(command);
      const key = keyAt(command, 5);
      const raster = fromBmp(command.data(9), MAXIMUM_GRAPHICS_COLUMNS, command.byte(7) === MULTIPLE_TONE);
      if (raster === undefined) list.note(`the bitmap of GS D at byte ${command.offset} cannot be read`);
      else graphics.keyed[memory].set(key, [layerOf(raster, 1, memory, key)]);
    },
    says: (_, command) => `Stores a bitmap as ${memoryOf(command)} graphic ${keyLabel(keyAt(command, 5))}`,
    answer: (printer, command) =>
      printer.defineGraphics(memoryOf(command), keyAt(command, 5), command.length - 5),
    examples: ["1D 44 30 43 30 20 20 30 31 42 4D 0A 00*7"],
  }),
];
