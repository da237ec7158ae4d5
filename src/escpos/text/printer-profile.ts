import type { Codepage } from "@point-of-sale/codepage-encoder";

/** A page of ESC t: a name of the code page tables, or one of the pages made in `code-pages.ts`. */
export type PageName = Codepage | "hiragana" | "thai17";

/** Pages from 0 on, separated by spaces; `-` where a printer has none, `12:` goes on at page 12. */
function numbered(list: string): ReadonlyMap<number, string> {
  const pages = new Map<number, string>();
  let next = 0;
  for (const item of list.split(/\s+/)) {
    if (item.endsWith(":")) next = Number(item.slice(0, -1));
    else if (item !== "") pages.set(next++, item);
  }
  return pages;
}

/** Pages 0 to 5, the same on most printers. */
const COMMON = "cp437 epson/katakana cp850 cp860 cp863 cp865";

const EPSON = `${COMMON} hiragana 11: cp851 cp853 cp857 cp737 iso8859-7 windows1252 cp866 cp852 cp858
  thai42 thai11 thai13 thai14 thai16 thai17 thai18
  30: tcvn3 tcvn3capitals cp720 cp775 cp855 cp861 cp862 cp864 cp869 epson/iso8859-2 iso8859-15 cp1098
  cp774 cp772 cp1125 windows1250 windows1251 windows1253 windows1254 windows1255 windows1256 windows1257
  windows1258 rk1048`;

/** What POS-5890 and POS-8360 have in common from page 58 on. */
const POS_UPPER = `56: cp861 60: cp855 cp857 65: cp851 cp869 68: cp772 cp774 72: windows1250 74: cp3840
  76: cp3843 cp3844 cp3845 cp3846 cp3847 cp3848 83: cp771 cp3001 cp3002 cp3011 cp3012`;

const POS_5890 = `${COMMON} iso8859-1 8: cp862 16: windows1252 cp866 cp852 cp858 23: windows1251 cp737
  windows1257 27: windows1258 cp864 32: windows1255 ${POS_UPPER}
  89: cp3041 windows1253 windows1254 windows1256 cp720 95: cp775`;

/**
 * Code pages by printer, by the parameter of ESC t. Sources: Epson ESC/POS reference, ESC t; the vendor
 * lists of ReceiptPrinterEncoder (MIT); EscPosUtils for Epson's Thai pages.
 */
const PAGES = {
  epson: EPSON,
  bixolon: `${COMMON} 16: windows1252 cp866 cp852 cp858 21: cp862 cp864 thai42 windows1253 windows1254
    windows1257 28: windows1251 cp737 cp775 thai14 bixolon/hebrew windows1255 thai11 thai18 37: cp857
    iso8859-7 thai16 windows1256 windows1258 khmer 46: bixolon/cp866 windows1250 49: tcvn3 tcvn3capitals
    viscii`,
  citizen: `cp437 epson/katakana cp858 cp860 cp863 cp865 cp852 cp866 cp857 16: windows1252 21: thai11
    26: thai13 30: tcvn3 tcvn3capitals windows1258 40: cp864`,
  fujitsu: `${COMMON} 8: cp857 16: windows1252 cp866 cp852 cp858 26: thai13 40: cp864`,
  hp: `cp437 cp850 cp852 cp860 cp863 cp865 cp858 cp866 windows1252 cp862 cp737 cp874 cp857 windows1251
    windows1255 rk1048`,
  metapace: `${COMMON} 19: cp858`,
  mpt: "cp437 2: cp850 cp860 cp863 cp865 windows1251 cp866 cp3021 cp3012",
  "pos-5890": POS_5890,
  zijang: POS_5890,
  "pos-8360": `${COMMON} iso8859-1 windows1253 cp862 16: windows1252 cp866 cp852 cp858 21: latvian
    23: windows1251 cp737 windows1257 27: windows1258 cp864 31: pos8360/hebrew windows1255 ${POS_UPPER}
    91: windows1254 windows1256 cp720 95: cp775`,
  star: `cp437 star/katakana cp850 cp860 cp863 cp865 16: windows1252 cp866 cp852 cp858 thai42 thai11
    thai13 thai14 thai16 26: thai18`,
  xprinter: `${COMMON} iso8859-1 windows1253 xprinter/hebrew cp3012 11: windows1255 16: windows1252 cp866
    cp852 cp858 21: latvian cp864 windows1251 cp737 windows1257 33: windows1256`,
  youku: `${COMMON} windows1251 cp866 cp3021 cp3012 15: cp862 windows1252 18: cp852 cp858 22: cp864
    iso8859-1 cp737 windows1257 28: cp855 cp857 windows1250 cp775 windows1254 windows1255 windows1256
    windows1258 38: iso8859-1 44: iso8859-15 47: cp874`,
  // Bematech's own numbers (ESC t of the MP-4200 TH manual); page 8 is UTF-8.
  bematech: "2: cp850 cp437 cp860 cp858 cp866 cp864",
} as const;

/**
 * The numbers of ESC GS t, the same on all of Star's printers. Source: STAR Line Mode Command Specifications; page 73 is
 * 771; of 101 (Thai 17) only a part is published.
 */
const STAR_LINE = `star/standard cp437 star/katakana cp437 cp858 cp852 cp860 cp861 cp863 cp865 cp866 cp855 cp857
  cp862 cp864 cp737 cp851 cp869 star/cp928 cp772 cp774 star/cp874 32: windows1252 windows1250 windows1251
  64: cp3840 cp3841 cp3843 cp3844 cp3845 cp3846 cp3847 cp3848 cp1001 cp771 cp3001 cp3002 cp3011 cp3012
  cp3021 cp3041 96: thai42 thai11 thai13 thai14 thai16 thai17 thai18`;

const NUMBERINGS = { ...PAGES, "star-line": STAR_LINE } as const;

/** The printers whose numbering of code pages and whose own commands are known. */
export type PrinterProfile = keyof typeof PAGES;

/** How a printer numbers its code pages: by its maker in ESC/POS, or as Star does in its own languages. */
export type PageNumbering = keyof typeof NUMBERINGS;

/** All printer profiles, Epson's first: it is the default. */
export const PRINTER_PROFILES = Object.keys(PAGES).filter(isPrinterProfile);

/** True for the name of a known printer profile. */
function isPrinterProfile(name: string): name is PrinterProfile {
  return Object.hasOwn(PAGES, name);
}

const maps = new Map<PageNumbering, ReadonlyMap<number, string>>();

/** The name of page `n` of ESC t on a printer; undefined where the page is not known. */
export function pageName(numbering: PageNumbering, n: number): PageName | undefined {
  const name = maps.getOrInsertComputed(numbering, () => numbered(NUMBERINGS[numbering])).get(n);
  return name === undefined || name === "-" ? undefined : (name as PageName);
}
