import { peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { drawn, setting, type CommandRecord } from "../command-record.ts";
import { elsewhere } from "../graphics-store.ts";
import { fromColumns, type Raster } from "../raster.ts";
import { count } from "../sentence.ts";
import { scale, size } from "./image.ts";

/** Some images behind their number n, which stands at `at`: xL xH yL yH d[x * y * 8] of each (FS q, Star's ESC FS q). */
function measureNvImages(at: number): Measure {
  return (bytes, start, end, state) => {
    const images = peek(bytes, start, end, at);
    if (images < 0) return at + 1;
    if (state.position <= at) state.position = at + 1;
    while (state.value < images) {
      const header = state.position;
      if (end - start < header + 4) return header + 4;
      const x = peek(bytes, start, end, header) | (peek(bytes, start, end, header + 1) << 8);
      const y = peek(bytes, start, end, header + 2) | (peek(bytes, start, end, header + 3) << 8);
      state.position += 4 + x * y * 8;
      state.value++;
    }
    return state.position;
  };
}

/** What a command does that stores images in the printer, their number at byte `number`. @param noun what it is called */
export function storesNvImages(number: number, noun: string): Partial<CommandRecord> {
  return {
    meaning: "definition",
    measure: measureNvImages(number),
    run({ graphics }, command) {
      const images: (Raster | undefined)[] = [];
      let at = number + 1;
      for (let left = command.byte(number); left > 0 && at + 4 <= command.length; left--) {
        const columns = command.word(at) * 8;
        const columnBytes = command.word(at + 2);
        const data = command.data(at + 4).subarray(0, columns * columnBytes);
        images.push(fromColumns(data, columnBytes, columnBytes * 8, columns));
        at += 4 + columns * columnBytes;
      }
      graphics.nvImages = images;
    },
    says: (_, command) => `Stores ${count(command.byte(number), noun)}`,
  };
}

/** Pictures kept in the printer, by number or alone. */
export const storedImageCommands: readonly CommandRecord[] = [
  setting("FS q", "1C 71 n", "stores images", {
    ...storesNvImages(2, "NV image"),
    examples: ["1C 71 01 01 00 01 00 00*8", "1C 71 02 01 00 01 00 00*8 01 00 02 00 00*16"],
  }),
  drawn("FS p", "1C 70 n m", "prints an image of FS q; a labelled box if it is in the printer only", {
    printsStored: true,
    beginsReceipt: true,
    run({ graphics, surface }, command) {
      const number = command.byte(2);
      const raster = graphics.nvImages[number - 1];
      if (raster === undefined) surface.placeholder(`NV image ${number}`);
      else surface.block([{ raster, ...scale(command.byte(3)), label: `NV image ${number}` }]);
    },
    says: ({ graphics }, command) =>
      `Prints NV image ${command.byte(2)}, ${size(command.byte(3))}${elsewhere(graphics.nvImages[command.byte(2) - 1])}`,
  }),
  setting("GS *", "1D 2A x y []", "stores an image", {
    meaning: "definition",
    dataLength: ([x = 0, y = 0]) => x * y * 8,
    run({ graphics }, command) {
      const columnBytes = command.byte(3);
      const columns = command.byte(2) * 8;
      graphics.downloadedImage = fromColumns(command.data(4), columnBytes, columnBytes * 8, columns);
    },
    says: (_, command) => `Stores a downloaded image ${command.byte(2) * 8}×${command.byte(3) * 8}`,
    examples: ["1D 2A 01 02 00*16"],
  }),
  drawn("GS /", "1D 2F m", "prints the image of GS *", {
    beginsReceipt: true,
    run({ graphics, surface }, command) {
      const raster = graphics.downloadedImage;
      if (raster === undefined) surface.placeholder("downloaded image");
      else surface.block([{ raster, ...scale(command.byte(2)), label: "downloaded image" }]);
    },
    says: ({ graphics }, command) =>
      `Prints the downloaded image, ${size(command.byte(2))}${elsewhere(graphics.downloadedImage)}`,
  }),
];
