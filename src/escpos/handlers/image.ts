import type { Handlers } from "../machine.ts";
import { fromColumns, fromRows } from "../raster.ts";

/** The scale of GS v 0, GS Q 0, GS / and FS p: bit 0 doubles the width, bit 1 the height. */
export function scale(mode: number): { scaleX: number; scaleY: number } {
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
};
