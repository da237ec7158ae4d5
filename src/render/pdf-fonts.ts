import { isCombining } from "../escpos/text/character-width.ts";
import { pdfUtf16, type PdfReference, type PdfWriter } from "./pdf-writer.ts";

/** Characters of one font: its codes are one byte. */
const CODES = 256;

/** Entries that one block of a character map may have. Source: Adobe Technical Note 5014. */
const BLOCK = 100;

/** A character as a font and a code in it. */
export interface PdfCode {
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

  /** The font and code of a character. */
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
