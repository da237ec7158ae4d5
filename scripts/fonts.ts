import { zstdCompressSync, constants } from "node:zlib";
import { BASIC_PLANE, OUTLINE_CELLS, WIDTH_CLASS } from "../src/render/font/atlas-format.ts";
import { NotoSansMono } from "./fonts/noto.ts";
import { readUnifont } from "./fonts/unifont.ts";

/* Writes the glyphs that PNG and PDF are drawn with: `bun scripts/fonts.ts`. Layout: atlas-format.ts. */

/** The glyph atlas before compression; the same bytes on every run. */
export function buildAtlas(): Uint8Array {
  const unifont = readUnifont();
  const classes = new Uint8Array(BASIC_PLANE);
  const parts: Uint8Array[] = [classes];
  for (let codePoint = 0; codePoint < BASIC_PLANE; codePoint++) {
    const glyph = unifont.get(codePoint);
    classes[codePoint] = glyph?.widthClass ?? WIDTH_CLASS.missing;
    if (glyph !== undefined) parts.push(glyph.bytes);
  }
  const weights = [new NotoSansMono("regular"), new NotoSansMono("bold")];
  const codePoints = weights[0]?.codePoints ?? [];
  parts.push(littleEndian([codePoints.length]), littleEndian(codePoints));
  for (const cell of OUTLINE_CELLS) {
    for (const font of weights) parts.push(...codePoints.map((codePoint) => font.draw(codePoint, cell)));
  }
  return Buffer.concat(parts);
}

function littleEndian(numbers: readonly number[]): Uint8Array {
  return Uint8Array.from(numbers.flatMap((number) => [number & 0xff, number >> 8]));
}

if (import.meta.main) {
  const atlas = buildAtlas();
  const packed = zstdCompressSync(atlas, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
  const file = new URL("../src/render/font/glyphs.bin", import.meta.url);
  await Bun.write(file, packed);
  console.log(`${file.pathname}: ${atlas.length} bytes, ${packed.length} packed`);
}
