import type { Command } from "../escpos/command.ts";
import { decode } from "../escpos/escpos.ts";
import { familyOfLanguage } from "../escpos/language-detection.ts";
import { type PrinterChoice, printerOf } from "../escpos/models/printer-of-print.ts";
import { titleOf } from "../escpos/models/printer-model.ts";
import type { Receipt } from "../escpos/receipt.ts";
import { usualCut } from "../raster-writer/raster-writer.ts";
import { rasterWriterOf } from "../raster-writer/writer-of-model.ts";
import { leftOut, writeDrawn } from "./drawn-receipt.ts";
import { fitOn } from "./paper-fit.ts";
import { renderPages } from "./render-pages.ts";
import { sourceFor, type RealPrinter, type Translation } from "./translation.ts";
import { translationNeed } from "./translation-need.ts";

/** Bytes of what is sent for one print: 100 m of the widest paper. */
const MAXIMUM_TRANSLATED_BYTES = 96 * 1024 * 1024;

/** A print as its real printer is sent it. */
export interface Translated {
  readonly bytes: Uint8Array;
  /** What the bytes are, where they are no commands of a receipt printer. */
  readonly mediaType?: "application/pdf";
  /** What was done to the print and why, and what is missing, a sentence each; none where it goes as it is. */
  readonly notes: readonly string[];
}

/**
 * A print for the real printer: as it is where that one prints it as it is meant, else drawn for it. Pure; takes memory for
 * what it returns, and for no more paper than a part.
 *
 * @param source the printer that the print was made for, as far as is known
 * @throws TillrollError PRINT_DATA_TOO_LARGE
 */
export function translate(bytes: Uint8Array, source: PrinterChoice, translation: Translation): Translated {
  const { target } = translation;
  const made = sourceFor(source, target);
  const need = translationNeed(bytes, made, translation);
  if (need === null || target === null) return { bytes, notes: [] };
  let isCut = false;
  const receipt = decode(bytes, made, {
    before() {},
    after: (_, command) => (isCut ||= isCutter(command)),
  });
  const cutOff = receipt.truncated ? [`Not all of it is drawn: ${receipt.notes.join("; ")}.`] : [];
  if (target.kind === "page") {
    const notes = [`Drawn as PDF: ${lowered(need)}`, ...notOnPages(receipt), ...cutOff];
    return { bytes: renderPages(receipt, target.page), mediaType: "application/pdf", notes };
  }
  const drawn = drawFor(receipt, target, isCut);
  const notes = [`Drawn for the ${titleOf(target.model)}: ${lowered(need)}`, ...drawn.missing, ...cutOff];
  return { bytes: drawn.bytes, notes };
}

type ReceiptPrinter = Extract<RealPrinter, { kind: "receipt" }>;

/** A receipt as the commands of a receipt printer. */
function drawFor(
  receipt: Receipt,
  { model, choice }: ReceiptPrinter,
  isCut: boolean,
): { bytes: Uint8Array; missing: string[] } {
  const writer = rasterWriterOf(model, MAXIMUM_TRANSLATED_BYTES);
  const { widthDots } = printerOf(NO_BYTES, choice);
  const isOwn = familyOfLanguage(receipt.language) === familyOfLanguage(model.language);
  const fit = fitOn(receipt, { ...model, widthDots: Math.min(widthDots, model.widthDots) });
  const missing = writeDrawn(receipt, fit, model, writer, isOwn);
  // A print that only cuts is about the paper of those before it.
  if (receipt.heightDots === 0 && isCut) writer.cut(usualCut(model));
  return { bytes: writer.take(), missing };
}

/** What a printer of pages does without, a sentence each. */
function notOnPages({ pieces, events }: Receipt): string[] {
  const logos = pieces.flatMap((piece) => (piece.kind === "placeholder" ? [leftOut(piece)] : []));
  const hasKicks = events.some(({ kind }) => kind === "drawer");
  return [...new Set(logos), ...(hasKicks ? ["Drawer kicks are left out."] : [])];
}

function isCutter(command: Command): boolean {
  const { meaning } = command.form.record;
  return (typeof meaning === "function" ? meaning(command) : meaning) === "cut";
}

const NO_BYTES = new Uint8Array(0);

function lowered(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
