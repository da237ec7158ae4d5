import type { Drawing } from "../symbols/symbol.ts";
import { MAXIMUM_SYMBOL_WORK } from "./limits.ts";

/** Work of a bar code, and what a two-dimensional symbol costs beside its data, in bytes of data. */
const LINEAR_WORK = 32;
const TWO_DIMENSIONAL_WORK = 64;

/** Modules whose drawing is as much work as a byte of data: a few bytes may be given the largest symbol there is. */
const MODULES_OF_BYTE = 32;

/** The symbols of one print: equal ones are drawn once, and only so many different ones. */
export class SymbolCache {
  private readonly drawings = new Map<string, Drawing>();
  private readonly numbers = new Map<string, number>();
  private work = 0;

  /** A number for some data, the same for equal data: a short key, however often the data is printed. */
  numberOf(data: string): number {
    return this.numbers.getOrInsert(data, this.numbers.size);
  }

  /**
   * The drawing of the bar code or symbol that `key` stands for, made by `draw` if it is new; undefined once
   * the print has had its share of work.
   *
   * @param bytes of data of a two-dimensional symbol; 0 for a bar code
   * @param times as much work as for others, to encode it
   */
  get(key: string, bytes: number, draw: () => Drawing, times = 1): Drawing | undefined {
    const known = this.drawings.get(key);
    if (known !== undefined) return known;
    const encoding = (bytes === 0 ? LINEAR_WORK : TWO_DIMENSIONAL_WORK + bytes) * times;
    if (this.work + encoding > MAXIMUM_SYMBOL_WORK) return undefined;
    const drawing = draw();
    this.work += Math.max(encoding, modulesOf(drawing) / MODULES_OF_BYTE);
    this.drawings.set(key, drawing);
    return drawing;
  }
}

/** Modules of a drawing, or dots where it has none: its raster, which need not be made yet. */
function modulesOf(drawing: Drawing): number {
  return "raster" in drawing ? drawing.raster.columns * drawing.raster.rows : 0;
}
