import { PRINT_LIMITS } from "../../domain/limits.ts";
import { type Charset, decode, type PrinterProfile, type Receipt } from "../../escpos/escpos.ts";
import { foldLine } from "./fold-line.ts";
import { MAXIMUM_PRINT_TEXT_BYTES } from "./text-limits.ts";
import { writtenLines } from "./written-lines.ts";

/** What a printer, or its workspace, says of prints that they do not say themselves. */
export interface PrinterSettings {
  readonly charset: Charset;
  readonly profile: PrinterProfile;
}

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * The text of a print as it is searched: its distinct lines, each as {@link foldLine} makes it, none empty. First what
 * a scanner reads from its bar codes and two-dimensional symbols, each a line, then the letters on the paper, laid out
 * on the widest paper there is so that words are not broken at its edge. Of a print with more text than
 * {@link MAXIMUM_PRINT_TEXT_BYTES} the first line that goes beyond it and all that follow are left out. Never throws,
 * whatever the bytes.
 */
export function receiptLines(raw: Uint8Array, { charset, profile }: PrinterSettings): string[] {
  const receipt = decode(raw, { columns: PRINT_LIMITS.widthColumnsMaximum, charset, profile });
  const lines = new Set<string>();
  let bytes = 0;
  for (const text of textsOf(receipt)) {
    const line = foldLine(text);
    if (line === "" || lines.has(line)) continue;
    bytes += Buffer.byteLength(line);
    if (bytes > MAXIMUM_PRINT_TEXT_BYTES) break;
    lines.add(line);
  }
  return [...lines];
}

function* textsOf(receipt: Receipt): Generator<string> {
  for (const piece of receipt.pieces) {
    // A symbol's data may have characters that separate its fields, or lines; they end no word of it.
    if (piece.kind === "raster" && piece.symbol !== undefined)
      yield piece.symbol.text.replace(CONTROL_CHARACTERS, " ");
  }
  yield* writtenLines(receipt);
}
