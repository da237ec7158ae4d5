import type { TextPiece } from "../escpos/receipt.ts";
import { advanceOf, heightOf } from "../escpos/text-style.ts";
import { isCombining } from "../escpos/text/character-width.ts";
import type { RecognisedLine } from "../recognition/recognised.ts";
import { baselineOf } from "../recognition/words.ts";
import { pdfNumber, pdfUtf16, type PdfReference, type PdfWriter } from "./pdf-writer.ts";

/** Characters of one font: its codes are one byte. */
const CODES = 256;

/** Entries that one block of a character map may have. Source: Adobe Technical Note 5014. */
const BLOCK = 100;

/** A character as a font and a code in it. */
interface PdfCode {
  readonly font: number;
  /** Two hexadecimal digits. */
  readonly code: string;
}

/**
 * Fonts whose characters are blank: they lie over the picture of the receipt so that it can be searched,
 * selected and copied in any language. Each knows what its codes mean, and no font program is embedded.
 */
export class PdfFonts {
  private readonly codes = new Map<string, PdfCode>();

  codeOf(character: string): PdfCode {
    let known = this.codes.get(character);
    if (known === undefined) {
      const number = this.codes.size;
      const code = (number % CODES).toString(16).padStart(2, "0");
      known = { font: Math.floor(number / CODES), code };
      this.codes.set(character, known);
    }
    return known;
  }

  /** Writes the fonts used and returns the dictionary that names them F0, F1 and so on. */
  write(writer: PdfWriter): string {
    const characters = [...this.codes.keys()];
    // Type 3: a character is a drawing; these draw nothing and are one em wide, marks zero.
    const wide = writer.addStream("1000 0 d0");
    const zero = writer.addStream("0 0 d0");
    const names: string[] = [];
    for (let from = 0; from < characters.length; from += CODES) {
      const page = characters.slice(from, from + CODES);
      names.push(`/F${from / CODES} ${writeFont(writer, page, wide, zero)} 0 R`);
    }
    return `<< ${names.join(" ")} >>`;
  }
}

/** Source: ISO 32000-1, 9.6.5 (Type 3 fonts) and 9.10.3 (ToUnicode CMaps). */
function writeFont(
  writer: PdfWriter,
  characters: readonly string[],
  wide: PdfReference,
  zero: PdfReference,
): PdfReference {
  const marks = characters.map((character) => isCombining(character.codePointAt(0) ?? 0));
  const toUnicode = writer.addStream(characterMap(characters));
  const last = characters.length - 1;
  return writer.add(
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 1000 800] /FontMatrix [0.001 0 0 0.001 0 0] " +
      `/Resources << >> /CharProcs << /w ${wide} 0 R /z ${zero} 0 R >> ` +
      `/Encoding << /Type /Encoding /Differences [0 ${marks.map((mark) => (mark ? "/z" : "/w")).join(" ")}] >> ` +
      `/FirstChar 0 /LastChar ${last} /Widths [${marks.map((mark) => (mark ? 0 : 1000)).join(" ")}] ` +
      `/ToUnicode ${toUnicode} 0 R >>`,
  );
}

function characterMap(characters: readonly string[]): string {
  const entries = characters.map(
    (character, code) => `<${code.toString(16).padStart(2, "0")}> <${pdfUtf16(character)}>`,
  );
  const blocks: string[] = [];
  for (let from = 0; from < entries.length; from += BLOCK) {
    const block = entries.slice(from, from + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return (
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
    "1 begincodespacerange\n<00> <ff>\nendcodespacerange\n" +
    `${blocks.join("\n")}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
  );
}

/**
 * The operators that set a run of characters, in dots from the top left corner of the page, which begins
 * `top` dots down the paper. Each character is as wide as its cell.
 */
export function pdfTextRun(piece: TextPiece, top: number, fonts: PdfFonts): string {
  return textObject(piece.text, matrixOf(piece, top), fonts);
}

/**
 * The operators that set a line that was recognised, in dots as {@link pdfTextRun}. Each word is as wide as on the picture,
 * and a space follows it.
 */
export function pdfRecognisedLine(line: RecognisedLine, top: number, fonts: PdfFonts): string {
  const { words, box } = line;
  const foot = baselineOf(line) - top;
  return words
    .map(({ text, box: { x, width } }, index) => {
      const advance = Math.max(1, width) / Math.max(1, [...text].length);
      const matrix = numbers(advance, 0, 0, -Math.max(1, box.height), x, foot);
      return textObject(index < words.length - 1 ? `${text} ` : text, matrix, fonts);
    })
    .join("\n");
}

/** A run of characters, each as wide as the matrix says. */
function textObject(text: string, matrix: string, fonts: PdfFonts): string {
  const runs: string[] = [];
  let font = -1;
  let codes = "";
  for (const character of text) {
    const known = fonts.codeOf(character);
    if (known.font !== font && codes !== "") {
      runs.push(`/F${font} 1 Tf <${codes}> Tj`);
      codes = "";
    }
    font = known.font;
    codes += known.code;
  }
  if (codes !== "") runs.push(`/F${font} 1 Tf <${codes}> Tj`);
  return `BT ${matrix} Tm ${runs.join(" ")} ET`;
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
