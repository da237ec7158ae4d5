import { PRINT_LIMITS, SEARCH_LIMITS } from "../../domain/limits.ts";
import { decode, type Receipt } from "../../escpos/escpos.ts";
import { chosenPrinter, type PaperSettings } from "../../escpos/models/chosen-printer.ts";
import type { SettledCharset } from "../../escpos/text/charset.ts";
import { readablePictures } from "../../recognition/pictures.ts";
import { codeTexts } from "../../recognition/recognised-text.ts";
import type { RecognisedLine, RecognisedWord, Recognition } from "../../recognition/recognised.ts";
import { lineText } from "../../recognition/words.ts";
import { foldLine } from "./fold-line.ts";
import { writtenLines } from "./written-lines.ts";

/** What a printer, or its workspace, says of prints that they do not say themselves. */
export interface PrinterSettings extends Pick<PaperSettings, "model" | "charset" | "profile"> {
  /** What the earlier prints of the device were read as; `null` where that is not known. */
  readonly earlier?: SettledCharset | null;
}

/** The words of a print, and how its characters were read: what all that needs its text is made of, so that its bytes are decoded once. */
export interface ReceiptWords extends Pick<Receipt, "charset" | "evidence"> {
  /** The lines of letters on the paper, from top to bottom; see `writtenLines`. */
  readonly written: readonly string[];
  /** What a scanner reads from its bar codes and two-dimensional symbols. */
  readonly symbols: readonly string[];
  /** Whether there are pictures with more to read. */
  readonly hasPictures: boolean;
}

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Reads the words of a print, laid out on the widest paper so that none is broken at its edge. Never throws. */
export function readWords(raw: Uint8Array, { earlier, ...settings }: PrinterSettings): ReceiptWords {
  const receipt = decode(raw, {
    ...chosenPrinter(settings),
    columns: PRINT_LIMITS.widthColumnsMaximum,
    ...(earlier != null && { earlier }),
  });
  const symbols: string[] = [];
  for (const piece of receipt.pieces) {
    // A symbol's data may have characters that separate its fields, or lines; they end no word of it.
    if (piece.kind === "raster" && piece.symbol !== undefined)
      symbols.push(piece.symbol.text.replace(CONTROL_CHARACTERS, " "));
  }
  const { charset: settled, evidence } = receipt;
  return {
    written: writtenLines(receipt),
    symbols,
    hasPictures: readablePictures(receipt).length > 0,
    ...(settled !== undefined && { charset: settled }),
    ...(evidence !== undefined && { evidence }),
  };
}

/**
 * The text of a print as it is searched: its distinct lines, each as {@link foldLine} makes it, none empty. First its
 * symbols, each a line, then the letters on the paper. Of a print with more text than {@link SEARCH_LIMITS.textBytes}
 * the first line that goes beyond it and all that follow are left out.
 */
export function searchedLines({ symbols, written }: Pick<ReceiptWords, "symbols" | "written">): string[] {
  const lines = new Set<string>();
  let bytes = 0;
  for (const text of [...symbols, ...written]) {
    const line = foldLine(text);
    if (line === "" || lines.has(line)) continue;
    bytes += Buffer.byteLength(line);
    if (bytes > SEARCH_LIMITS.textBytes) break;
    lines.add(line);
  }
  return [...lines];
}

/**
 * What was recognised in the pictures of a print, as it is searched: as {@link searchedLines}. A line with a number in doubt
 * is there once more with each of its alternatives.
 */
export function searchedRecognition(recognition: Recognition): string[] {
  const lines = recognition.flatMap((picture) => picture.lines);
  const read = lines.map(lineText);
  const written = [...read, ...lines.flatMap(alternativeLines), ...wrappedNumbers(lines)];
  const symbols = codeTexts(recognition).map((text) => text.replace(CONTROL_CHARACTERS, " "));
  return searchedLines({ symbols, written });
}

/** The line with one of its words being what that may be instead. */
function alternativeLines({ words, box }: RecognisedLine): string[] {
  return words.flatMap(({ alternatives = [], ...word }, at) =>
    alternatives.map((text) => lineText({ words: words.with(at, { ...word, text }), box })),
  );
}

/** A number that goes on in the next line: programs that draw receipts break lines behind its strokes. */
const BEGUN = /\d[-/]$/;
const GOING_ON = /^\d/;

/** The numbers that were broken at the edge of a picture, whole. */
function wrappedNumbers(lines: readonly RecognisedLine[]): string[] {
  return lines.flatMap(({ words }, at) => {
    const begun = readingsOf(words.at(-1)).filter((text) => BEGUN.test(text));
    const rest = readingsOf(lines[at + 1]?.words[0]).filter((text) => GOING_ON.test(text));
    return begun.flatMap((head) => rest.map((tail) => head + tail));
  });
}

function readingsOf(word: RecognisedWord | undefined): string[] {
  return word === undefined ? [] : [word.text, ...(word.alternatives ?? [])];
}

/** The text of a print's bytes as it is searched. Never throws, whatever the bytes. */
export function receiptLines(raw: Uint8Array, settings: PrinterSettings): string[] {
  return searchedLines(readWords(raw, settings));
}
