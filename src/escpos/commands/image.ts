import { peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { drawn, type CommandRecord } from "../command-record.ts";
import { fromColumns, fromRows, type Raster } from "../raster.ts";
import type { PrinterState } from "../printer-state.ts";
import { ignored, sets } from "../sentence.ts";
import { setFont } from "./clone-style.ts";

/** The scale of GS v 0, GS Q 0, GS / and FS p: bit 0 doubles the width, bit 1 the height. */
export function scale(mode: number): { scaleX: number; scaleY: number } {
  return { scaleX: (mode & 1) + 1, scaleY: ((mode >> 1) & 1) + 1 };
}

const SIZES = ["normal size", "double width", "double height", "double width and height"];

/** The scale of {@link scale} in words. */
export function size(mode: number): string {
  return SIZES[mode & 3] ?? "normal size";
}

/** A mode of ESC *: bytes a column, and paper dots for each dot of the picture. */
interface BitImageMode {
  readonly columnBytes: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

const BIT_IMAGE_MODES: ReadonlyMap<number, BitImageMode> = new Map([
  [0, { columnBytes: 1, scaleX: 2, scaleY: 3 }],
  [1, { columnBytes: 1, scaleX: 1, scaleY: 3 }],
  [32, { columnBytes: 3, scaleX: 2, scaleY: 1 }],
  [33, { columnBytes: 3, scaleX: 1, scaleY: 1 }],
]);

/** The mode of ESC * m on a printer; undefined if it has none of that number. */
function bitImageMode({ model }: PrinterState, m: number): BitImageMode | undefined {
  const mode = BIT_IMAGE_MODES.get(m);
  if (mode?.columnBytes === 1) return { ...mode, scaleY: model.columnDotHeight };
  return model.lacks.has("columns of 24 dots") ? undefined : mode;
}

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

/**
 * A picture of x times y bytes on lines of its own, read with so much room.
 *
 * @param columnsOf how many dots wide it is before it is scaled
 */
function blockOfDots(
  columnsOf: (x: number, y: number) => number,
  read: (data: Uint8Array, size: readonly [x: number, y: number], room: number) => Raster | undefined,
): Partial<CommandRecord> {
  return {
    dataLength: ([, x = 0, y = 0]) => x * y,
    needs: "raster images",
    actsTruncated: true,
    beginsReceipt: true,
    run({ surface, list }, command) {
      const mode = scale(command.byte(3));
      const room = Math.floor(surface.areaWidth / mode.scaleX);
      const dimensions = [command.word(4), command.word(6)] as const;
      list.widthWanted(columnsOf(...dimensions) * mode.scaleX, surface.areaWidth);
      const raster = read(command.data(8), dimensions, room);
      if (raster !== undefined) surface.block([{ raster, ...mode }]);
    },
  };
}

/** Pictures whose dots are in the print. */
export const imageCommands: readonly CommandRecord[] = [
  drawn("ESC *", "1B 2A m n:2 []", "bit image inside the line", {
    isStrip: true,
    needs: (command) =>
      BIT_IMAGE_MODES.get(command.byte(2))?.columnBytes === 3
        ? ["column images", "columns of 24 dots"]
        : ["column images"],
    dataLength: ([m = 0, n = 0]) => n * bytesPerColumn(m),
    actsTruncated: true,
    beginsReceipt: true,
    run({ surface, state, list }, command) {
      const mode = bitImageMode(state, command.byte(2));
      if (mode === undefined) {
        list.note(`bit image mode ${command.byte(2)} (ESC *) is not known`);
        return;
      }
      const { columnBytes, scaleX, scaleY } = mode;
      list.widthWanted(command.word(3) * scaleX, surface.areaWidth);
      const columns = Math.floor(surface.roomForStrip(command.word(3) * scaleX) / scaleX);
      const raster = fromColumns(command.data(5), columnBytes, columnBytes * 8, columns);
      // ESC r is for pictures in the line as well.
      const look = state.color === 1 ? {} : { color: state.color };
      if (raster !== undefined) surface.strip(raster, scaleX, scaleY, look);
    },
    says({ state }, command) {
      const mode = bitImageMode(state, command.byte(2));
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
    ...blockOfDots(
      (x) => x * 8,
      (data, [x, y], room) => fromRows(data, x, x * 8, y, room),
    ),
    says: (_, command) => `Raster image ${command.word(4) * 8}×${command.word(6)}, ${size(command.byte(3))}`,
    examples: ["1D 76 30 33 02 00 02 00 AA BB CC DD"],
  }),
  drawn("GS Q 0", "1D 51 30 m x:2 y:2 []", "variable-height bit image", {
    ...blockOfDots(
      (x) => x,
      (data, [, y], room) => fromColumns(data, y, y * 8, room),
    ),
    says: (_, command) => `Bit image ${command.word(4)}×${command.word(6) * 8}, ${size(command.byte(3))}`,
    examples: ["1D 51 30 33 02 00 02 00 AA BB CC DD"],
  }),
  drawn("DC2 *", "12 2A rows rowBytes", "raster bit image (clones)", {
    needs: (command) => (command.length === 1 ? [] : ["raster images"]),
    measure: measureBitmap,
    run(machine, command) {
      if (command.length === 1) {
        setFont(machine, 0);
        return;
      }
      const { surface, list } = machine;
      const rowBytes = command.byte(3);
      list.widthWanted(rowBytes * 8, surface.areaWidth);
      const raster = fromRows(command.data(4), rowBytes, rowBytes * 8, command.byte(2), surface.areaWidth);
      if (raster !== undefined) surface.block([{ raster, scaleX: 1, scaleY: 1 }]);
    },
    says: (_, command) =>
      command.length === 1
        ? sets("Condensed characters off")
        : `Raster image ${command.byte(3) * 8}×${command.byte(2)}`,
    examples: ["12 2A 02 02 AA 55 AA 55"],
  }),
];
