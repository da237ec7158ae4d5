import type { Raster } from "./raster.ts";
import type { Layer } from "./surface.ts";

/** Where graphics with a key code live: in the printer for good, or until ESC @. */
export type GraphicsMemory = "NV" | "downloaded";

/** Graphics that commands define in one place of a print and print in another. */
export class GraphicsStore {
  /** FS q replaces the whole set; FS p counts them from 1. */
  nvImages: readonly (Raster | undefined)[] = [];
  /** GS *, printed by GS /. */
  downloadedImage: Raster | undefined;
  /** The colour planes of pictures by their key codes of two bytes (GS ( L, GS D). */
  readonly keyed: Readonly<Record<GraphicsMemory, Map<number, readonly Layer[]>>> = {
    NV: new Map(),
    downloaded: new Map(),
  };

  /** ESC @ clears what was downloaded; NV graphics stay. */
  reset(): void {
    this.downloadedImage = undefined;
    this.keyed.downloaded.clear();
  }
}

/** A key code as a label shows it: its two bytes as characters, or in hexadecimal. */
export function keyLabel(key: number): string {
  return keyByte(key >> 8) + keyByte(key & 0xff);
}

function keyByte(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Stored outside this print, a picture can only be a labelled box: what a sentence about it says more. */
export function elsewhere(picture: unknown): string {
  return picture === undefined ? ", which is in the printer only" : "";
}
