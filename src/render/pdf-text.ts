import type { TextPiece } from "../escpos/receipt.ts";
import { advanceOf, heightOf } from "../escpos/text-style.ts";
import { pdfNumber } from "./pdf-writer.ts";
import type { PdfFonts } from "./pdf-fonts.ts";

/**
 * The operators that set a run of characters, in dots from the top left corner of the page, which begins
 * `top` dots down the paper. Each character is as wide as its cell.
 */
export function pdfTextRun(piece: TextPiece, top: number, fonts: PdfFonts): string {
  const runs: string[] = [];
  let font = -1;
  let codes = "";
  for (const character of piece.text) {
    const known = fonts.codeOf(character);
    if (known.font !== font && codes !== "") {
      runs.push(`/F${font} 1 Tf <${codes}> Tj`);
      codes = "";
    }
    font = known.font;
    codes += known.code;
  }
  if (codes !== "") runs.push(`/F${font} 1 Tf <${codes}> Tj`);
  return `BT ${matrixOf(piece, top)} Tm ${runs.join(" ")} ET`;
}

/** Where the run begins, which way it reads, and the size of a character (ISO 32000-1, 9.4.2). */
function matrixOf({ x, y, width, height, baseline, cellsEach, style }: TextPiece, top: number): string {
  const advance = advanceOf(style, Math.max(1, cellsEach));
  const size = heightOf(style, Math.max(1, cellsEach));
  const foot = baseline - top;
  switch (style.turn) {
    case 0:
      return numbers(advance, 0, 0, -size, x, foot);
    case 90:
      return numbers(0, advance, size, 0, baseline, y - top);
    case 180:
      return numbers(-advance, 0, 0, size, x + width, foot);
    case 270:
      return numbers(0, -advance, -size, 0, baseline, y - top + height);
  }
}

function numbers(...values: readonly number[]): string {
  return values.map(pdfNumber).join(" ");
}
