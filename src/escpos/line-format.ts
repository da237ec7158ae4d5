import type { Justification, PrinterState } from "./printer-state.ts";

/** What a line takes over when its first mark is made; later commands act from the next line on. */
export interface LineFormat {
  readonly justification: Justification;
  readonly leftMargin: number;
  readonly areaWidth: number;
}

/** The format of a line that starts now: the print area lies within the paper (GS L, GS W). */
export function lineFormat(state: PrinterState): LineFormat {
  const { justification, paperWidth } = state;
  const leftMargin = Math.min(state.leftMargin, paperWidth);
  return { justification, leftMargin, areaWidth: Math.min(state.areaWidth, paperWidth - leftMargin) };
}

/** Dots that ESC a moves a line with `free` dots left. */
export function justificationOffset(justification: Justification, free: number): number {
  if (free <= 0 || justification === "left") return 0;
  return justification === "right" ? free : Math.floor(free / 2);
}
