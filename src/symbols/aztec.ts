import { delayedRaster } from "../escpos/raster.ts";
import { shortestBits } from "./aztec/encodation.ts";
import { codewordBits, dataRoom, drawModules, MOST_LAYERS, sideOf, stuffed } from "./aztec/modules.ts";
import { drawn, type Drawing } from "./symbol.ts";

/** Aztec settings (GS ( k 53). */
export interface AztecSettings {
  readonly compact: boolean;
  /** Layers of data around the middle; 0 for as many as are needed. */
  readonly layers: number;
  /** Dots. */
  readonly moduleSize: number;
  /** Percent of the symbol. */
  readonly errorCorrection: number;
}

/** Digits that all bits of the largest symbol would be. */
const MOST_DIGITS = 4992;

const TOO_MUCH = { problem: "there is too much data" } as const;

/** Draws an Aztec code, its modules once they are asked for. Never throws. */
export function drawAztec(bytes: Uint8Array, settings: AztecSettings): Drawing {
  if (bytes.length === 0) return { problem: "there is no data" };
  const { compact, layers, moduleSize, errorCorrection } = settings;
  const mostLayers = compact ? MOST_LAYERS.compact : MOST_LAYERS.full;
  if (layers > mostLayers) return { problem: `there are no more than ${mostLayers} layers` };
  // What no symbol holds is not looked at.
  if (bytes.length > MOST_DIGITS) return TOO_MUCH;
  const bits = shortestBits(bytes);
  for (let some = layers || 1; some <= (layers || mostLayers); some++) {
    const size = { compact, layers: some };
    const room = dataRoom(size, errorCorrection);
    if (Math.ceil(bits.length / codewordBits(size)) > room) continue;
    const codewords = stuffed(bits, codewordBits(size));
    if (codewords.length > room) continue;
    const side = sideOf(size);
    const raster = delayedRaster(side, side, () => drawModules(codewords, size));
    return drawn("Aztec code", bytes, raster, moduleSize, moduleSize);
  }
  return TOO_MUCH;
}
