import type { Command } from "../command.ts";
import { MAXIMUM_STORED_GRAPHICS } from "../limits.ts";
import type { Handlers, Machine } from "../machine.ts";
import { fromColumns, fromRows } from "../raster.ts";
import type { Layer } from "../surface.ts";

/** The scale of GS v 0, GS Q 0: bit 0 doubles the width, bit 1 the height. */
function scale(mode: number): { scaleX: number; scaleY: number } {
  return { scaleX: (mode & 1) + 1, scaleY: ((mode >> 1) & 1) + 1 };
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

/** Pictures whose dots are in the print. */
export const imageHandlers: Handlers = {
  "ESC *"({ surface, list }, command) {
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
  "GS v 0"({ surface }, command) {
    const mode = scale(command.byte(3));
    const rowBytes = command.word(4);
    const columns = Math.floor(surface.areaWidth / mode.scaleX);
    const raster = fromRows(command.data(8), rowBytes, rowBytes * 8, command.word(6), columns);
    if (raster !== undefined) surface.block([{ raster, ...mode }]);
  },
  "GS Q 0"({ surface }, command) {
    const mode = scale(command.byte(3));
    const columnBytes = command.word(6);
    const columns = Math.floor(surface.areaWidth / mode.scaleX);
    const raster = fromColumns(command.data(8), columnBytes, columnBytes * 8, columns);
    if (raster !== undefined) surface.block([{ raster, ...mode }]);
  },
  "GS ( L"(machine, command) {
    graphics(machine, command, 5);
  },
  "GS 8 L"(machine, command) {
    graphics(machine, command, 7);
  },
};

/** GS ( L and GS 8 L: m and fn stand at `base`. Source: Epson ESC/POS reference, GS ( L. */
function graphics(machine: Machine, command: Command, base: number): void {
  const { surface } = machine;
  const key = `${keyByte(command, base + 2)}${keyByte(command, base + 3)}`;
  switch (command.byte(base + 1)) {
    case 2:
    case 50:
      if (machine.storedGraphics.length > 0) surface.block(machine.storedGraphics);
      machine.storedGraphics = [];
      break;
    case 69:
      surface.placeholder(`NV graphic ${key}`);
      break;
    case 85:
      surface.placeholder(`downloaded graphic ${key}`);
      break;
    case 112:
    case 113:
      storeGraphic(machine, command, base);
      break;
    default:
      break;
  }
}

function storeGraphic(machine: Machine, command: Command, base: number): void {
  const inRows = command.byte(base + 1) === 112;
  const scaleX = command.byte(base + 3) === 2 ? 2 : 1;
  const scaleY = command.byte(base + 4) === 2 ? 2 : 1;
  const columns = command.word(base + 6);
  const rows = command.word(base + 8);
  const data = command.data(base + 10);
  const room = Math.floor(machine.surface.areaWidth / scaleX);
  const raster = inRows
    ? fromRows(data, Math.ceil(columns / 8), columns, rows, room)
    : fromColumns(data, Math.ceil(rows / 8), rows, Math.min(columns, room));
  if (raster === undefined) return;
  if (machine.storedGraphics.length >= MAXIMUM_STORED_GRAPHICS) {
    machine.list.note(`more than ${MAXIMUM_STORED_GRAPHICS} stored graphics (GS ( L) are left out`, true);
    return;
  }
  const layer: Layer = { raster, scaleX, scaleY };
  machine.storedGraphics.push(layer);
}

/** A byte of a key code as the character it is, or in hexadecimal. */
function keyByte(command: Command, index: number): string {
  const byte = command.byte(index);
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
}
