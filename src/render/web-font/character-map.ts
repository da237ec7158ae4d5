import { FontBytes } from "./font-bytes.ts";

export const LAST_OF_BASIC_PLANE = 0xffff;

/** The table of the glyphs of characters, by code point in their order. Source: OpenType 1.9, "cmap", formats 4 and 12. */
export function characterMap(characters: ReadonlyMap<number, number>): FontBytes {
  const runs = runsOf(characters);
  const basic = runs.filter(({ last }) => last <= LAST_OF_BASIC_PLANE);
  const segments = [...basic, { first: LAST_OF_BASIC_PLANE, last: LAST_OF_BASIC_PLANE, glyph: 0 }];
  const count = segments.length;
  const power = Math.floor(Math.log2(count));
  const short = new FontBytes()
    .u16(4, 16 + 8 * count, 0, 2 * count, 2 ** (power + 1), power, 2 * count - 2 ** (power + 1))
    .u16(...segments.map(({ last }) => last), 0, ...segments.map(({ first }) => first))
    .u16(...segments.map(({ first, glyph }) => glyph - first), ...segments.map(() => 0));
  if (basic.length === runs.length) return new FontBytes().u16(0, 1, 3, 1).u32(12).append(short);
  const long = new FontBytes()
    .u16(12, 0)
    .u32(
      16 + 12 * runs.length,
      0,
      runs.length,
      ...runs.flatMap(({ first, last, glyph }) => [first, last, glyph]),
    );
  const header = new FontBytes()
    .u16(0, 2, 3, 1)
    .u32(20)
    .u16(3, 10)
    .u32(20 + short.length);
  return header.append(short).append(long);
}

/** Characters that follow each other, as their glyphs do; none over the end of the basic plane. */
interface Run {
  readonly first: number;
  last: number;
  readonly glyph: number;
}

function runsOf(characters: ReadonlyMap<number, number>): Run[] {
  const runs: Run[] = [];
  for (const [codePoint, glyph] of characters) {
    const run = runs.at(-1);
    const follows = run?.last === codePoint - 1 && run.glyph + codePoint - run.first === glyph;
    if (run !== undefined && follows && codePoint !== LAST_OF_BASIC_PLANE + 1) run.last = codePoint;
    else runs.push({ first: codePoint, last: codePoint, glyph });
  }
  return runs;
}
