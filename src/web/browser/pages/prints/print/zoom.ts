import { signal } from "@preact/signals";
import { USUAL_DOTS_PER_INCH } from "../../../../../render/paper-size.ts";

/*
 * How large a print is shown. `auto` is as letters of the page are, and never wider than the place; `width` is as wide as the place;
 * a number is a part of the paper's true size.
 */

export type Zoom = "auto" | "width" | number;

/** Sizes that are offered, of the paper's. */
export const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** The size that the reader has chosen; it stays for the next print. */
export const zoom = signal<Zoom>("auto");

/** A CSS pixel an inch, where the screen was not measured: browsers take that for granted. */
const USUAL_PIXELS_PER_INCH = 96;

/** Pixels of a dot while the size is `auto`: letters are as large as those of the page. */
const AUTO_PIXELS_PER_DOT = 0.75;

/** The width of a bank card or an identity card (ISO/IEC 7810, ID-1), millimetres. */
export const CARD_MILLIMETRES = 85.6;

const MILLIMETRES_PER_INCH = 25.4;
const STORED = "tillroll.pixels-per-inch";

/** CSS pixels on an inch of this screen, as the reader has measured it. */
export const pixelsPerInch = signal(storedPixels());

/** Takes over how wide a card is on the screen, CSS pixels, and has the browser remember it. */
export function measureScreen(card: number): void {
  pixelsPerInch.value = (card / CARD_MILLIMETRES) * MILLIMETRES_PER_INCH;
  localStorage.setItem(STORED, String(pixelsPerInch.value));
}

/** How wide a card is on the screen, CSS pixels. */
export function cardPixels(): number {
  return (pixelsPerInch.value / MILLIMETRES_PER_INCH) * CARD_MILLIMETRES;
}

/** CSS pixels of a dot of the paper in a size; `null` where the place decides. */
export function pixelsPerDot(size: Zoom): number | null {
  return typeof size === "number" ? (size * pixelsPerInch.value) / USUAL_DOTS_PER_INCH : null;
}

/** The next size that is offered. @param by 1 for larger, -1 for smaller */
export function nextZoom(size: Zoom, by: 1 | -1): Zoom {
  const present =
    typeof size === "number" ? size : (AUTO_PIXELS_PER_DOT * USUAL_DOTS_PER_INCH) / pixelsPerInch.value;
  const next =
    by > 0 ? ZOOMS.find((one) => one > present + 0.01) : ZOOMS.findLast((one) => one < present - 0.01);
  return next ?? size;
}

function storedPixels(): number {
  const stored = Number(localStorage.getItem(STORED));
  return stored > 20 && stored < 1000 ? stored : USUAL_PIXELS_PER_INCH;
}
