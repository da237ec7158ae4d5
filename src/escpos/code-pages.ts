import CodepageEncoder, { type Codepage } from "@point-of-sale/codepage-encoder";
import { applyInternationalCharacterSet } from "./international-character-sets.ts";

/** Code pages by the parameter of ESC t. Source: Epson ESC/POS reference, ESC t. */
const EPSON_CODE_PAGES: ReadonlyMap<number, Codepage> = new Map<number, Codepage>([
  [0, "cp437"],
  [1, "epson/katakana"],
  [2, "cp850"],
  [3, "cp860"],
  [4, "cp863"],
  [5, "cp865"],
  [11, "cp851"],
  [12, "cp853"],
  [13, "cp857"],
  [14, "cp737"],
  [15, "iso8859-7"],
  [16, "windows1252"],
  [17, "cp866"],
  [18, "cp852"],
  [19, "cp858"],
  [20, "thai42"],
  [21, "thai11"],
  [22, "thai13"],
  [23, "thai14"],
  [24, "thai16"],
  [26, "thai18"],
  [30, "tcvn3"],
  [31, "tcvn3capitals"],
  [32, "cp720"],
  [33, "cp775"],
  [34, "cp855"],
  [35, "cp861"],
  [36, "cp862"],
  [37, "cp864"],
  [38, "cp869"],
  [39, "epson/iso8859-2"],
  [40, "iso8859-15"],
  [41, "cp1098"],
  [42, "cp774"],
  [43, "cp772"],
  [44, "cp1125"],
  [45, "windows1250"],
  [46, "windows1251"],
  [47, "windows1253"],
  [48, "windows1254"],
  [49, "windows1255"],
  [50, "windows1256"],
  [51, "windows1257"],
  [52, "windows1258"],
  [53, "rk1048"],
]);

const REPLACEMENT_CHARACTER = 0xfffd;
const SPACE = 0x20;

/** Pages are built once, when first used: a receipt uses one or two of them. */
const tables = new Map<number, Uint16Array>();

/** True when ESC t n names a page whose characters are known. */
export function isCodePage(n: number): boolean {
  return EPSON_CODE_PAGES.has(n);
}

/**
 * The 256 UTF-16 code units of code page `page` (ESC t) with international character set
 * `characterSet` (ESC R). Cells a page leaves undefined print as a space; in a page that is not known,
 * the upper half is U+FFFD.
 */
export function codePage(page: number, characterSet: number): Uint16Array {
  const key = page * 256 + characterSet;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const table = buildCodePage(page);
  applyInternationalCharacterSet(table, characterSet);
  tables.set(key, table);
  return table;
}

function buildCodePage(page: number): Uint16Array {
  const table = new Uint16Array(256).fill(REPLACEMENT_CHARACTER);
  for (let cell = 0x20; cell < 0x7f; cell++) table[cell] = cell;
  const name = EPSON_CODE_PAGES.get(page);
  if (name !== undefined) {
    CodepageEncoder.getCodepoints(name, true).forEach((codePoint, cell) => {
      // C1 controls stand for undefined cells, and no page Epson numbers leaves the first plane.
      const printable = codePoint >= 0x20 && !(codePoint >= 0x7f && codePoint < 0xa0) && codePoint < 0xfffd;
      table[cell] = printable ? codePoint : SPACE;
    });
  }
  // Epson's page 44 has ÷ and ± where the RST 2018-91 page, otherwise the same, has · and √.
  if (name === "cp1125") {
    table[0xfa] = 0x00f7;
    table[0xfb] = 0x00b1;
  }
  return table;
}

/** Code units made into a string at once: a call takes them as arguments, and those are limited. */
const DECODED_AT_ONCE = 4096;

/** Decodes `length` bytes from `start` through a table of `codePage`. */
export function decodeText(bytes: Uint8Array, start: number, length: number, table: Uint16Array): string {
  let text = "";
  for (let from = 0; from < length; from += DECODED_AT_ONCE) {
    const count = Math.min(DECODED_AT_ONCE, length - from);
    const units = new Uint16Array(count);
    for (let index = 0; index < count; index++) {
      units[index] = table[bytes[start + from + index] ?? 0] ?? SPACE;
    }
    text += Reflect.apply(String.fromCharCode, null, units);
  }
  return text;
}
