import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { CutPiece, PlaceholderPiece, Receipt, ReceiptEvent } from "../escpos/receipt.ts";
import { isWholeFeed } from "../raster-writer/feeds.ts";
import type { RasterWriter } from "../raster-writer/raster-writer.ts";
import { type Band, BandPainter, blankRuns, cutOut } from "./paper-bands.ts";
import type { PaperFit } from "./paper-fit.ts";
import { logoCommands } from "./printer-logo.ts";
import { placedOn } from "./placed-pieces.ts";

/** White rows from which the paper is fed over them. */
const FED_ROWS = 8;

/** The pulse of a drawer kick that says none. */
const USUAL_PULSE = { connector: 1, on: 100, off: 500 } as const;

/** What happens between two parts of the paper. */
type Act = CutPiece | PlaceholderPiece | ReceiptEvent;

/**
 * Writes a receipt as pictures, with its cuts, drawer kicks and sounds where they belong between them.
 *
 * @param fit where it comes to be on the paper of the model
 * @param isOwn whether the receipt is in the language of the model: then logos that are in the printer only are printed
 * by their own commands
 * @returns what is missing, a sentence each
 */
export function writeDrawn(
  receipt: Receipt,
  fit: PaperFit,
  model: PrinterModel,
  writer: RasterWriter,
  isOwn: boolean,
): string[] {
  const placed = placedOn(receipt, fit);
  // A model with three stands for many printers, most of which drop what is in a colour that they have not.
  const colors = model.colors === 2 ? 2 : 1;
  const painter = new BandPainter(placed.pieces, fit.widthDots, colors);
  const missing = new Set<string>();
  let y = 0;
  const goTo = (height: number): void => {
    if (height <= y) return;
    for (const band of painter.paint(y, height)) writeBand(band, model, writer);
    y = height;
  };
  for (const act of actsOf(receipt)) {
    goTo(placed.heightAt(act.y));
    if (act.kind !== "placeholder") {
      perform(act, writer);
      continue;
    }
    const logo = isOwn ? logoCommands(act, receipt, model) : undefined;
    if (logo !== undefined) {
      writer.commands(logo);
      y = placed.heightAt(act.y + act.height);
    } else missing.add(leftOut(act));
  }
  goTo(placed.heightAt(receipt.heightDots));
  if (painter.exhausted) missing.add("What is printed over and over is left out.");
  return [...missing];
}

/** What is missing where something is not known that a printer has stored, in a sentence. */
export function leftOut({ label }: PlaceholderPiece): string {
  return `What is in a printer only is left out: ${label}.`;
}

/** What happens beside the paper, in the order of the paper; at one place in that of the print. */
function actsOf({ pieces, events }: Receipt): Act[] {
  const acts = pieces.filter(
    (piece): piece is CutPiece | PlaceholderPiece => piece.kind === "cut" || piece.kind === "placeholder",
  );
  return [...acts, ...events].toSorted((a, b) => a.y - b.y || a.from - b.from);
}

/** Feeds to labels and what a customer display shows are for other hardware than the receipt was made for. */
function perform(act: CutPiece | ReceiptEvent, writer: RasterWriter): void {
  if (act.kind === "cut") writer.cut(act.cut, act.feeds);
  else if (act.kind === "drawer") writer.drawer(act.pulse ?? USUAL_PULSE);
  else if (act.kind === "buzzer") writer.buzzer();
}

/** Writes a part of the paper: longer white by feeds, the rest as pictures. */
function writeBand(band: Band, model: PrinterModel, writer: RasterWriter): void {
  const { stripRows } = writer;
  const step = feedStepOf(model);
  let begin = 0;
  const writeTo = (row: number): void => {
    if (row <= begin) return;
    const { black, second } = cutOut(band, begin, row);
    writer.picture(black, second);
  };
  for (const [from, to] of blankRuns(band)) {
    const foot = begin + Math.ceil((from - begin) / stripRows) * stripRows;
    const rows = Math.floor((to - foot) / step) * step;
    if (!(rows >= FED_ROWS)) continue;
    writeTo(foot);
    writer.feed(rows);
    begin = foot + rows;
  }
  writeTo(band.rows);
}

/** Dots of the smallest feed of whole dots; Infinity where there is none. */
function feedStepOf(model: PrinterModel): number {
  for (let step = 1; step <= FED_ROWS; step++) if (isWholeFeed(model, step)) return step;
  return Infinity;
}
