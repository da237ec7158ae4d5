import { bytesOf, isDark, setDark } from "./bit-matrix.ts";
import { codewordsFor } from "./codewords.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { bestMasked, emptyModules, type Modules } from "./mask.ts";
import { bitsOf, groupOf, KANJI, type Segment, shortestSegments } from "./segments.ts";
import { dataCodewords, LAST_VERSION, type QrLevel } from "./versions.ts";

/** Data as it fits into a QR code, whose modules are not made yet. */
export interface QrPlan {
  readonly segments: readonly Segment[];
  readonly version: number;
  readonly level: QrLevel;
}

/** Digits in the largest symbol. */
const MOST_DIGITS = 7089;

/**
 * Finds the smallest QR code for data of any bytes; undefined if it is too much for the largest.
 *
 * @param kanji the data is pairs of Shift JIS, to be read as such
 */
export function planQr(data: Uint8Array, level: QrLevel, kanji: boolean): QrPlan | undefined {
  // What no symbol holds is not looked at.
  if (data.length > MOST_DIGITS) return undefined;
  for (const lastOfGroup of [9, 26, LAST_VERSION]) {
    const group = groupOf(lastOfGroup);
    const segments = kanji ? [{ mode: KANJI, data }] : shortestSegments(data, group);
    const bits = bitsOf(segments, group);
    for (let version = 1; version <= lastOfGroup; version++) {
      if (groupOf(version) === group && bits <= dataCodewords(version, level) * 8)
        return { segments, version, level };
    }
  }
  return undefined;
}

/** The modules of a QR code as a picture: most significant bit left, rows padded to a byte, 1 is dark. */
export function drawModules({ segments, version, level }: QrPlan): Uint8Array {
  const layout = layoutOf(version);
  const data = emptyModules(layout.size);
  placeCodewords(layout, data, codewordsFor(segments, version, level));
  return bytesOf(bestMasked(layout, data, level));
}

/** The column that the vertical timing pattern takes: pairs of columns left of it begin one further left. */
const TIMING_COLUMN = 6;

/** Sets codewords into the free modules, two columns at a time from the right, up and down in turn. */
function placeCodewords({ size, free }: Layout, { rows, columns }: Modules, codewords: Uint8Array): void {
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === TIMING_COLUMN) right--;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (let x = right; x >= right - 1; x--) {
        if (!isDark(free, x, y)) continue;
        // Modules beyond the last codeword stay light.
        if (((codewords[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) {
          setDark(rows, x, y);
          setDark(columns, y, x);
        }
        bit++;
      }
    }
  }
}
