import { MAXIMUM_PAINTED_BYTES } from "../../escpos/limits.ts";
import type { Raster } from "../../escpos/raster.ts";

/** How painted dots meet the paper: ink adds black, knockout makes black dots white (GS B). */
export type Paint = "ink" | "knockout";

/** Dots of one row of a light pattern: a quarter of the dots, moved every other row. */
const LIGHT_PATTERN = [0x88, 0x00, 0x22, 0x00];

/** Paper of one bit a dot that is painted on; what lies outside it is lost. */
export class Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly rowBytes: number;
  /** Rows of `rowBytes` bytes, most significant bit left, 1 is black. Dots past `columns` stay 0. */
  readonly bytes: Uint8Array;
  private painted = 0;

  /** @param columns,rows dots */
  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.rowBytes = Math.ceil(columns / 8);
    this.bytes = new Uint8Array(this.rowBytes * rows);
  }

  /** True once so much was painted that the rest is left out. */
  get exhausted(): boolean {
    return this.painted > MAXIMUM_PAINTED_BYTES;
  }

  /** White paper again; what was painted counts on. */
  clear(): void {
    this.bytes.fill(0);
  }

  /** Fills a box of dots: with black, or with a light pattern for inks other than black. */
  fill(x: number, y: number, width: number, height: number, light = false): void {
    const left = Math.max(0, x);
    const right = Math.min(this.columns, x + width);
    if (left >= right || this.exhausted) return;
    const first = left >> 3;
    const last = (right - 1) >> 3;
    const firstMask = 0xff >> (left & 7);
    const lastMask = (0xff << (7 - ((right - 1) & 7))) & 0xff;
    const top = Math.max(0, y);
    const bottom = Math.min(this.rows, y + height);
    if (bottom > top) this.painted += (bottom - top) * (last - first + 1);
    for (let row = top; row < bottom; row++) {
      const pattern = light ? (LIGHT_PATTERN[row & 3] ?? 0) : 0xff;
      const start = row * this.rowBytes;
      for (let index = first; index <= last; index++) {
        const mask = (index === first ? firstMask : 0xff) & (index === last ? lastMask : 0xff);
        this.bytes[start + index] = (this.bytes[start + index] ?? 0) | (mask & pattern);
      }
    }
  }

  /** Paints the black dots of a picture, its top left dot at (x, y). */
  blit(raster: Raster, x: number, y: number, paint: Paint = "ink"): void {
    const sourceBytes = (raster.columns + 7) >> 3;
    const top = Math.max(0, -y);
    const bottom = Math.min(raster.rows, this.rows - y);
    const shift = x & 7;
    const offset = x >> 3;
    // Bytes of the picture that can touch the paper, so that a picture far outside costs nothing.
    const from = Math.max(0, -offset - 1);
    const to = Math.min(sourceBytes, this.rowBytes - offset);
    if (to <= from || bottom <= top || this.exhausted) return;
    this.painted += (bottom - top) * (to - from);
    for (let row = top; row < bottom; row++) {
      const source = row * sourceBytes;
      const target = (y + row) * this.rowBytes + offset;
      for (let index = from; index < to; index++) {
        const dots = raster.bytes[source + index] ?? 0;
        if (dots === 0) continue;
        if (offset + index >= 0) this.put(target + index, (dots >> shift) & this.mask(offset + index), paint);
        if (shift !== 0 && offset + index + 1 < this.rowBytes) {
          const rest = (dots << (8 - shift)) & 0xff;
          this.put(target + index + 1, rest & this.mask(offset + index + 1), paint);
        }
      }
    }
  }

  private put(at: number, dots: number, paint: Paint): void {
    const before = this.bytes[at] ?? 0;
    this.bytes[at] = paint === "ink" ? before | dots : before & ~dots;
  }

  /** The dots of a byte of a row that are on the paper. */
  private mask(index: number): number {
    return index === this.rowBytes - 1 ? 0xff << (this.rowBytes * 8 - this.columns) : 0xff;
  }
}
