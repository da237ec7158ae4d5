import type { Piece, Receipt } from "../../escpos/receipt.ts";
import { DOCUMENT_FAMILY, familyNameOf } from "./font-family.ts";
import { type FontFace, webFont } from "./web-font.ts";

/** Different glyphs of one document; characters beyond them are left to the fonts of the reader. */
const MAXIMUM_GLYPHS = 3_000;

/** What a drawing has in place of characters that hide or that XML cannot hold: a space without break, and U+FFFD. */
const STAND_INS = [0xa0, 0xfffd];

/** What a document uses of a face. */
interface UsedFace extends FontFace {
  readonly codePoints: Set<number>;
}

/** The `@font-face` rules, fonts within as data: URLs, of the characters that the drawing of a receipt shows. */
export function receiptFontRules(receipt: Receipt): string {
  return usedFaces(receipt)
    .map((face) => {
      const data = webFont(face, face.codePoints).toBase64();
      return fontRule(face, `data:font/woff;base64,${data}`);
    })
    .join("");
}

/** An `@font-face` rule. @param range characters as `unicode-range` has them; without it the font is for all */
export function fontRule({ family, bold }: FontFace, url: string, range?: string): string {
  const weight = bold ? 700 : 400;
  const style = family.endsWith("-italic") ? "font-style:italic;" : "";
  const characters = range === undefined ? "" : `unicode-range:${range};`;
  // Nothing is shown in another font while it comes, which is at once.
  return (
    `@font-face{font-family:${family};font-weight:${weight};${style}${characters}font-display:block;` +
    `src:url(${url}) format("woff")}`
  );
}

function usedFaces({ pieces }: Receipt): UsedFace[] {
  const faces = new Map<string, UsedFace>();
  let glyphs = 0;
  for (const piece of pieces) {
    const bold = piece.kind === "text" && piece.style.bold;
    for (const [family, text] of textsOf(piece)) {
      const { codePoints } = faces.getOrInsertComputed(`${family} ${bold}`, () => ({
        family,
        bold,
        codePoints: new Set(STAND_INS),
      }));
      const before = codePoints.size;
      for (const character of text.toWellFormed()) {
        if (glyphs + codePoints.size - before >= MAXIMUM_GLYPHS) break;
        codePoints.add(character.codePointAt(0) ?? 0);
      }
      glyphs += codePoints.size - before;
    }
  }
  return [...faces.values()];
}

/** The texts that are drawn for a piece, each with its family. */
function textsOf(piece: Piece): readonly (readonly [family: string, text: string])[] {
  switch (piece.kind) {
    case "text":
      return [[familyNameOf(piece.style, piece.cellsEach), piece.text]];
    case "placeholder":
      return [[DOCUMENT_FAMILY, piece.lines.join("")]];
    case "raster":
    case "rule":
    case "cut":
      return [];
  }
}
