import { peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { drawn, setting, type CommandRecord } from "../command-record.ts";
import { elsewhere } from "../graphics-store.ts";
import { fromColumns, fromRows, type Raster } from "../raster.ts";
import { count, ignored, sets } from "../sentence.ts";
import { endCondensed } from "./clone-style.ts";

/** The scale of GS v 0, GS Q 0, GS / and FS p: bit 0 doubles the width, bit 1 the height. */
function scale(mode: number): { scaleX: number; scaleY: number } {
  return { scaleX: (mode & 1) + 1, scaleY: ((mode >> 1) & 1) + 1 };
}

const SIZES = ["normal size", "double width", "double height", "double width and height"];

function size(mode: number): string {
  return SIZES[mode & 3] ?? "normal size";
}

/** ESC * m: bytes a column, and paper dots for each dot of the picture. */
const BIT_IMAGE_MODES: ReadonlyMap<number, { columnBytes: number; scaleX: number; scaleY: number }> = new Map(
  [
    [0, { columnBytes: 1, scaleX: 2, scaleY: 3 }],
    [1, { columnBytes: 1, scaleX: 1, scaleY: 3 }],
    [32, { columnBytes: 3, scaleX: 2, scaleY: 1 }],
    [33, { columnBytes: 3, scaleX: 1, scaleY: 1 }],
  ],
);

/** Data bytes of one column of ESC * by mode: 8 dots, 24 dots, 48 dots on impact printers. */
function bytesPerColumn(mode: number): number {
  if (mode < 32) return 1;
  if (mode < 64) return 3;
  return mode >= 71 && mode <= 73 ? 6 : 0;
}

/** Bytes of a row of the widest of the paper of small printers (CSN-A2, SII), 80 mm. */
const WIDEST_ROW_BYTES = 72;

const measureBitmap: Measure = (bytes, start, end) => {
  if (end - start < 4) return 4;
  const rows = peek(bytes, start, end, 2);
  const rowBytes = peek(bytes, start, end, 3);
  // A row of asterisks is text.
  const isText = rows === 0x2a || rows === 0x20 || rowBytes > WIDEST_ROW_BYTES;
  return isText ? 1 : 4 + rows * rowBytes;
};

/** FS q n, then n images of xL xH yL yH d[x * y * 8]. */
const measureNvBitImages: Measure = (bytes, start, end, state) => {
  const images = peek(bytes, start, end, 2);
  if (images < 0) return 3;
  if (state.position < 3) state.position = 3;
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

/** Pictures: in the print, and kept in the printer by number or alone. */
export const imageCommands: readonly CommandRecord[] = [
  drawn("ESC *", "1B 2A m n:2 []", "bit image inside the line", {
    dataLength: ([m = 0, n = 0]) => n * bytesPerColumn(m),
    actsTruncated: true,
    beginsReceipt: true,
    run({ surface, list }, command) {
      const mode = BIT_IMAGE_MODES.get(command.byte(2));
      if (mode === undefined) {
        list.note(`bit image mode ${command.byte(2)} (ESC *) is not known`);
        return;
      }
      const { columnBytes, scaleX, scaleY } = mode;
      const columns = Math.floor(surface.room / scaleX);
      const raster = fromColumns(command.data(5), columnBytes, columnBytes * 8, columns);
      if (raster !== undefined) surface.strip(raster, scaleX, scaleY);
    },
    says(_, command) {
      const mode = BIT_IMAGE_MODES.get(command.byte(2));
      if (mode === undefined) return ignored("Bit image", `mode ${command.byte(2)} is not known`);
      const density = mode.scaleX === 1 ? "double" : "single";
      return `Bit image ${command.word(3)}×${mode.columnBytes * 8} in the line, ${density} density`;
    },
    examples: [
      "1B 2A 00 02 00 AA 55",
      "1B 2A 01 02 00 AA 55",
      "1B 2A 20 01 00 AA 55 AA",
      "1B 2A 21 02 00 AA 55 AA AA 55 AA",
      "1B 2A 6D 02 00",
    ],
  }),
  drawn("GS v 0", "1D 76 30 m x:2 y:2 []", "raster bit image", {
    dataLength: ([, x = 0, y = 0]) => x * y,
    actsTruncated: true,
    beginsReceipt: true,
    run({ surface }, command) {
      const mode = scale(command.byte(3));
      const rowBytes = command.word(4);
      const columns = Math.floor(surface.areaWidth / mode.scaleX);
      const raster = fromRows(command.data(8), rowBytes, rowBytes * 8, command.word(6), columns);
      if (raster !== undefined) surface.block([{ raster, ...mode }]);
    },
    says: (_, command) => `Raster image ${command.word(4) * 8}×${command.word(6)}, ${size(command.byte(3))}`,
    examples: ["1D 76 30 33 02 00 02 00 AA BB CC DD"],
  }),
  drawn("GS Q 0", "1D 51 30 m x:2 y:2 []", "variable-height bit image", {
    dataLength: ([, x = 0, y = 0]) => x * y,
    actsTruncated: true,
    beginsReceipt: true,
    run({ surface }, command) {
      const mode = scale(command.byte(3));
      const columnBytes = command.word(6);
      const columns = Math.floor(surface.areaWidth / mode.scaleX);
      const raster = fromColumns(command.data(8), columnBytes, columnBytes * 8, columns);
      if (raster !== undefined) surface.block([{ raster, ...mode }]);
    },
    says: (_, command) => `Bit image ${command.word(4)}×${command.word(6) * 8}, ${size(command.byte(3))}`,
    examples: ["1D 51 30 33 02 00 02 00 AA BB CC DD"],
  }),
  drawn("DC2 *", "12 2A rows rowBytes", "raster bit image (clones)", {
    measure: measureBitmap,
    run(machine, command) {
      if (command.length === 1) {
        endCondensed(machine);
        return;
      }
      const { surface } = machine;
      const rowBytes = command.byte(3);
      const raster = fromRows(command.data(4), rowBytes, rowBytes * 8, command.byte(2), surface.areaWidth);
      if (raster !== undefined) surface.block([{ raster, scaleX: 1, scaleY: 1 }]);
    },
    says: (_, command) =>
      command.length === 1
        ? sets("Condensed characters off")
        : `Raster image ${command.byte(3) * 8}×${command.byte(2)}`,
    examples: ["12 2A 02 02 AA 55 AA 55"],
  }),
  setting("FS q", "1C 71 n", "stores images", {
    meaning: "definition",
    measure: measureNvBitImages,
    run({ graphics }, command) {
      const images: (Raster | undefined)[] = [];
      let at = 3;
      for (let left = command.byte(2); left > 0 && at + 4 <= command.length; left--) {
        const columns = command.word(at) * 8;
        const columnBytes = command.word(at + 2);
        const data = command.data(at + 4).subarray(0, columns * columnBytes);
        images.push(fromColumns(data, columnBytes, columnBytes * 8, columns));
        at += 4 + columns * columnBytes;
      }
      graphics.nvImages = images;
    },
    says: (_, command) => `Stores ${count(command.byte(2), "NV image")}`,
    examples: ["1C 71 01 01 00 01 00 00*8", "1C 71 02 01 00 01 00 00*8 01 00 02 00 00*16"],
  }),
  drawn("FS p", "1C 70 n m", "prints an image of FS q; a labelled box if it is in the printer only", {
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
