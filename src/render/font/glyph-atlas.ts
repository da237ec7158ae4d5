import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import type { Raster } from "../../escpos/raster.ts";
import {
  BASIC_PLANE,
  OUTLINE_CELLS,
  outlineGlyphBytes,
  UNIFONT_BYTES,
  UNIFONT_ROWS,
  WIDTH_CLASS,
} from "./atlas-format.ts";
import file from "./glyphs.bin" with { type: "file" };

/** A character of Unifont at its own size: 8 or 16 dots wide, 16 high. */
export interface UnifontGlyph {
  /** One of `WIDTH_CLASS`. */
  readonly widthClass: number;
  readonly raster: Raster;
}

/** The glyphs embedded in the program. Layout: `atlas-format.ts`. */
class GlyphAtlas {
  private readonly bytes: Uint8Array;
  /** Where the Unifont glyph of each character begins. */
  private readonly unifontAt = new Uint32Array(BASIC_PLANE);
  /** The number of each character that has outlines, plus one; 0 for the others. */
  private readonly outlineNumber = new Uint16Array(BASIC_PLANE);
  /** Where the regular and the bold glyphs of each outline cell begin. */
  private readonly outlinesAt: (readonly [regular: number, bold: number])[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    let at = BASIC_PLANE;
    for (let codePoint = 0; codePoint < BASIC_PLANE; codePoint++) {
      this.unifontAt[codePoint] = at;
      at += UNIFONT_BYTES[bytes[codePoint] ?? 0] ?? 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = view.getUint16(at, true);
    at += 2;
    for (let number = 1; number <= count; number++, at += 2) {
      this.outlineNumber[view.getUint16(at, true)] = number;
    }
    for (const cell of OUTLINE_CELLS) {
      const length = count * outlineGlyphBytes(cell);
      this.outlinesAt.push([at, at + length]);
      at += 2 * length;
    }
  }

  /** A character of the basic plane in GNU Unifont; undefined for private and unassigned characters. */
  unifont(codePoint: number): UnifontGlyph | undefined {
    const widthClass = this.bytes[codePoint] ?? WIDTH_CLASS.missing;
    if (codePoint >= BASIC_PLANE || widthClass === WIDTH_CLASS.missing) return undefined;
    const length = UNIFONT_BYTES[widthClass] ?? 0;
    const at = this.unifontAt[codePoint] ?? 0;
    const columns = widthClass === WIDTH_CLASS.half ? 8 : 16;
    const bytes = this.bytes.subarray(at, at + length);
    return { widthClass, raster: { columns, rows: UNIFONT_ROWS, bytes } };
  }

  /**
   * A character of Noto Sans Mono drawn for a cell of `width` by `height` dots; undefined if the font lacks it or there
   * is no drawing for that cell.
   */
  outline(codePoint: number, width: number, height: number, bold: boolean): Raster | undefined {
    const number = codePoint < BASIC_PLANE ? (this.outlineNumber[codePoint] ?? 0) : 0;
    if (number === 0) return undefined;
    const index = OUTLINE_CELLS.findIndex((cell) => cell.width === width && cell.height === height);
    const starts = this.outlinesAt[index];
    if (starts === undefined) return undefined;
    const length = outlineGlyphBytes({ width, height });
    const at = starts[bold ? 1 : 0] + (number - 1) * length;
    return { columns: width, rows: height, bytes: this.bytes.subarray(at, at + length) };
  }
}

let loaded: GlyphAtlas | undefined;

/** Unpacked when the first picture is drawn: some milliseconds and 2.6 MB that other formats do not need. */
export function glyphAtlas(): GlyphAtlas {
  loaded ??= new GlyphAtlas(zstdDecompressSync(readFileSync(file)));
  return loaded;
}

/** SHA-256 of the embedded file, in hexadecimal. */
export function glyphsHash(): string {
  return new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex");
}
