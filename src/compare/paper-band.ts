import type { Piece, Receipt, Rectangle } from "../escpos/receipt.ts";
import { textLine } from "../render/text-line.ts";
import { runOf } from "../render/text-run.ts";
import { Canvas } from "../render/paint/canvas.ts";
import { paintReceipt } from "../render/paint/paint-receipt.ts";
import { firstIndex } from "../search/sets/bisect.ts";
import { hasInk, rowsWithInk } from "./ink-rows.ts";

/** The paper of a receipt: its dots, and the bands that they are in. */
export interface Paper {
  readonly receipt: Receipt;
  /** All ink, and, where there is ink that is not black, that alone. */
  readonly planes: readonly [Canvas, Canvas | null];
  /** From the top down. They touch or are apart, and all ink is in one; the end of the paper is the last one. */
  readonly bands: readonly Band[];
  /** What does not count, in dots. */
  readonly ignored: readonly Rectangle[];
  /** What a limit left out, in words. */
  readonly omissions: readonly string[];
}

/** Rows of dots that belong together: a printed line, or part of a picture between white rows. */
export interface Band {
  readonly kind: "ink" | "cut" | "end";
  /** Dots from the top of the paper. */
  readonly y: number;
  readonly height: number;
  /** White rows between it and the band above. */
  readonly distance: number;
  /** Its characters; lines that cannot be told apart are joined by line feeds. */
  readonly text: string;
  /** The same for bands with the same dots, without those that do not count. */
  readonly key: string;
  /** What of it does not count, dots from the top of the paper. */
  readonly ignored: readonly Rectangle[];
}

/** White rows in a picture from which on what is above and below are bands of their own. */
const PICTURE_GAP = 3;

/** Rows of dots, and what is in them. */
interface Rows {
  y: number;
  end: number;
  pieces: Piece[];
}

/** The paper of a receipt. @param ignored the boxes of what does not count */
export function paperOf(receipt: Receipt, ignored: readonly Rectangle[]): Paper {
  const { canvas, omissions } = paintReceipt({
    ...receipt,
    pieces: receipt.pieces.filter(({ kind }) => kind !== "cut"),
  });
  const coloured = receipt.pieces.filter(isColoured);
  const planes: Paper["planes"] = [
    canvas,
    coloured.length === 0 ? null : paintReceipt({ ...receipt, pieces: coloured }).canvas,
  ];
  return { receipt, planes, bands: bandsOf(receipt, planes, ignored), ignored, omissions };
}

function isColoured(piece: Piece): boolean {
  if (piece.kind === "text") {
    const { color, background, shadow } = piece.style;
    return [color, background, shadow].some((ink) => ink > 1);
  }
  return (piece.kind === "raster" || piece.kind === "rule") && (piece.color ?? 1) > 1;
}

function bandsOf(receipt: Receipt, planes: Paper["planes"], ignored: readonly Rectangle[]): Band[] {
  const [canvas] = planes;
  const rows = withAllInk(partsOfPictures(linesOf(receipt.pieces), canvas), canvas);
  const printed = rows.filter(({ y, end }) => hasInk(canvas, y, end));
  const cuts = receipt.pieces.filter(({ kind }) => kind === "cut");
  const end = { kind: "end", y: receipt.heightDots, height: 0, text: "", pieces: [] } as const;
  const all = [
    ...printed.map(
      ({ y, end: to, pieces }) =>
        ({ kind: "ink", y, height: to - y, text: textOf(pieces, receipt), pieces }) as const,
    ),
    ...cuts.map((piece) => ({ kind: "cut", y: piece.y, height: 0, text: "", pieces: [piece] }) as const),
  ].toSorted((one, other) => one.y - other.y || one.height - other.height);
  const ignoredIn = boxesByBand(all, ignored);
  let bottom = 0;
  return [...all, end].map(({ kind, y, height, text, pieces }, index) => {
    const distance = Math.max(0, y - bottom);
    bottom = Math.max(bottom, y + height);
    const own = ignoredIn.get(index) ?? [];
    const key = kind === "ink" ? inkKey(planes, { y, height }, own) : `${kind} ${cutOf(pieces[0])}`;
    return { kind, y, height, distance, text, key, ignored: own };
  });
}

/** The boxes that reach into each band, by the band's index. */
function boxesByBand(
  bands: readonly Pick<Band, "y" | "height">[],
  boxes: readonly Rectangle[],
): Map<number, Rectangle[]> {
  const byBand = new Map<number, Rectangle[]>();
  for (const box of boxes) {
    const first = firstIndex(bands.length, (index) => endOf(bands[index]) > box.y);
    for (let index = first; (bands[index]?.y ?? Infinity) < box.y + box.height; index++)
      byBand.getOrInsertComputed(index, (): Rectangle[] => []).push(box);
  }
  return byBand;
}

function endOf(band: Pick<Band, "y" | "height"> | undefined): number {
  return band === undefined ? Infinity : band.y + band.height;
}

function cutOf(piece: Piece | undefined): string {
  return piece?.kind === "cut" ? piece.cut : "";
}

/** The rows of printed lines, those that are over each other as one. */
function linesOf(pieces: readonly Piece[]): Rows[] {
  const lines: Rows[] = [];
  for (const group of Map.groupBy(pieces, ({ line }) => line).values()) {
    const marking = group.filter(({ kind, height }) => kind !== "cut" && height > 0);
    if (marking.length === 0) continue;
    const y = marking.reduce((least, piece) => Math.min(least, piece.y), Infinity);
    const end = marking.reduce((most, piece) => Math.max(most, piece.y + piece.height), 0);
    lines.push({ y: Math.max(0, y), end, pieces: marking });
  }
  const apart: Rows[] = [];
  for (const line of lines.toSorted((one, other) => one.y - other.y || one.end - other.end)) {
    const last = apart.at(-1);
    const overlap = last === undefined ? 0 : last.end - line.y;
    if (last === undefined || overlap <= 0) apart.push(line);
    else if (overlap * 2 < Math.min(last.end - last.y, line.end - line.y)) {
      // Lines that are set close have a few rows in common.
      last.end = line.y;
      apart.push(line);
    } else {
      last.end = Math.max(last.end, line.end);
      for (const piece of line.pieces) last.pieces.push(piece);
    }
  }
  return apart;
}

/** Pictures are parted at white rows: they may be whole receipts. */
function partsOfPictures(lines: readonly Rows[], canvas: Canvas): Rows[] {
  return lines.flatMap((line) => {
    if (!line.pieces.every(isPicture)) return [line];
    return rowsWithInk(canvas, line.y, line.end, PICTURE_GAP).map(({ y, end }) => ({
      y,
      end,
      pieces: line.pieces,
    }));
  });
}

function isPicture(piece: Piece): boolean {
  return piece.kind === "raster" && piece.symbol === undefined && piece.text === undefined;
}

/** Adds the ink outside the boxes of lines: no dot is left out. */
function withAllInk(lines: readonly Rows[], canvas: Canvas): Rows[] {
  const all: Rows[] = [];
  let bottom = 0;
  for (const line of [...lines, { y: canvas.rows, end: canvas.rows, pieces: [] }]) {
    for (const { y, end } of rowsWithInk(canvas, bottom, line.y, 1)) {
      const last = all.at(-1);
      if (last?.end === y) last.end = end;
      else all.push({ y, end, pieces: [] });
    }
    all.push({ ...line });
    bottom = Math.max(bottom, line.end);
  }
  return all;
}

/** What is written in a band, a line for each printed line. */
function textOf(pieces: readonly Piece[], receipt: Receipt): string {
  const lines = [...Map.groupBy(pieces, ({ line }) => line).values()].map((group) => {
    const runs = group.flatMap((piece) => runOf(piece, receipt.widthDots) ?? []);
    return runs.length === 0 ? labelsOf(group) : textLine(runs).trim();
  });
  return lines.filter((line) => line !== "").join("\n");
}

/** What stands for pieces that are not made of characters. */
function labelsOf(pieces: readonly Piece[]): string {
  const labels = pieces.flatMap((piece) => {
    if (piece.kind === "placeholder") return [piece.label];
    if (piece.kind !== "raster") return [];
    return piece.symbol === undefined ? (piece.label ?? []) : [`${piece.symbol.system} ${piece.symbol.text}`];
  });
  return labels.join(" ");
}

/** A band's dots as a hash, those that do not count as white. */
function inkKey(
  planes: Paper["planes"],
  { y, height }: Pick<Band, "y" | "height">,
  ignored: readonly Rectangle[],
): string {
  const hashes = planes.map((canvas) => {
    if (canvas === null || !hasInk(canvas, y, y + height)) return "";
    const rows = rowsOf(canvas, y, height, ignored);
    return Bun.hash(rows.bytes).toString(36);
  });
  return `${height} ${hashes.join(" ")}`;
}

/** A copy of rows of dots. @param ignored boxes that become white, dots from the top of the paper */
export function rowsOf(canvas: Canvas, y: number, height: number, ignored: readonly Rectangle[]): Canvas {
  const rows = new Canvas(canvas.columns, height);
  rows.bytes.set(
    canvas.bytes.subarray(y * canvas.rowBytes, Math.min(canvas.rows, y + height) * canvas.rowBytes),
  );
  for (const box of ignored) erase(rows, { ...box, y: box.y - y });
  return rows;
}

/** Makes a box of dots white. */
function erase(canvas: Canvas, { x, y, width, height }: Rectangle): void {
  const black = {
    columns: width,
    rows: height,
    bytes: new Uint8Array(Math.ceil(width / 8) * height).fill(0xff),
  };
  canvas.blit(black, x, y, "knockout");
}
