import { Command } from "./command.ts";
import type { Glyph } from "./glyph.ts";
import type { Machine } from "./machine.ts";
import { fromColumns, fromRows, type Raster } from "./raster.ts";
import type { FontName } from "./receipt.ts";
import { printText } from "./text/print-text.ts";

/** Bytes of a user-defined kanji (FS 2), and the bytes of one of its columns. */
const KANJI_COLUMN_BYTES: ReadonlyMap<number, number> = new Map([
  [72, 3],
  [60, 3],
  [32, 2],
]);

/** Characters that a print defines by their dots, until ESC @. */
export class UserDefinedCharacters {
  private readonly characters = new Map<string, Glyph>();
  readonly kanji = new Map<number, Glyph>();
  /** Code page 255 is kept in the printer for good: ESC @ does not clear it. */
  readonly page = new Map<number, Glyph>();

  /** True when no character was defined, so that text needs no look at its bytes. */
  get empty(): boolean {
    return this.characters.size === 0 && this.kanji.size === 0 && this.page.size === 0;
  }

  /** ESC & y c1 c2, then for each code x and x columns of y bytes: characters of the current font. */
  define(command: Command, font: FontName): void {
    for (const [code, glyph] of glyphsAt(command, 2)) this.characters.set(`${font}${code}`, glyph);
  }

  /** GS ( E functions 8 (columns, as ESC &) and 9 (rows): characters of code page 255. */
  definePage(command: Command): void {
    for (const [code, glyph] of glyphsAt(command, 6, command.byte(5) === 9)) this.page.set(code, glyph);
  }

  /** GS ( E function 10: c1 c2. */
  deletePage(first: number, last: number): void {
    for (let code = first; code <= last; code++) this.page.delete(code);
  }

  /** FS 2 c1 c2 d: one kanji of 24 x 24, 20 x 24 or 16 x 16 dots. */
  defineKanji(command: Command): void {
    const data = command.data(4);
    const columnBytes = KANJI_COLUMN_BYTES.get(data.length);
    if (columnBytes === undefined) return;
    const raster = fromColumns(data, columnBytes, columnBytes * 8, data.length / columnBytes);
    if (raster !== undefined) this.kanji.set(command.byte(2) * 256 + command.byte(3), { raster, cells: 2 });
  }

  /** ESC & of Star: one character. */
  set(code: number, font: FontName, glyph: Glyph): void {
    this.characters.set(`${font}${code}`, glyph);
  }

  find(code: number, font: FontName): Glyph | undefined {
    return this.characters.get(`${font}${code}`);
  }

  /** ESC ? n. */
  delete(code: number, font: FontName): void {
    this.characters.delete(`${font}${code}`);
  }

  /** ESC @. */
  reset(): void {
    this.characters.clear();
    this.kanji.clear();
  }
}

/** A character of no columns is a definition too: it prints blank. */
const BLANK: Raster = { columns: 1, rows: 1, bytes: new Uint8Array(1) };

/** At `at`: the bytes of a column or row, c1 and c2, then for each code the number of columns or rows, and those. */
function* glyphsAt(command: Command, at: number, inRows = false): Generator<[number, Glyph]> {
  const bytesEach = command.byte(at);
  const dots = bytesEach * 8;
  let next = at + 3;
  for (let code = command.byte(at + 1); code <= command.byte(at + 2) && next < command.length; code++) {
    const count = command.byte(next);
    const data = command.data(next + 1).subarray(0, count * bytesEach);
    const raster = inRows
      ? fromRows(data, bytesEach, dots, count, dots)
      : fromColumns(data, bytesEach, dots, count);
    yield [code, { raster: raster ?? BLANK, cells: 1 }];
    next += 1 + count * bytesEach;
  }
}

/** What stands in text for a user-defined kanji: the geta mark, as for characters a font lacks. */
const GETA_MARK = "〓";

/** The page of ESC t whose characters a print defines by GS ( E. */
const USER_DEFINED_PAGE = 255;

/** Prints a run of text in which characters may be user-defined. */
export function printUserDefined(machine: Machine, command: Command): void {
  const { userDefined, state } = machine;
  const { coding } = state;
  const code = coding.utf8 ? undefined : coding.doubleByteCode;
  const allPairs = coding.allPairs || (!coding.utf8 && coding.sevenBitKanji);
  let from = 0;
  const printUpTo = (end: number): void => {
    if (end > from) printText(machine, part(command, from, end));
  };
  for (let at = 0; at < command.length && !machine.list.full;) {
    const byte = command.byte(at);
    const pair = at + 1 < command.length && (allPairs || (code !== undefined && isLead(code, byte)));
    const glyph = pair ? userDefined.kanji.get(byte * 256 + command.byte(at + 1)) : single(machine, byte);
    const next = at + (pair ? 2 : 1);
    if (glyph !== undefined) {
      printUpTo(at);
      machine.surface.glyph(glyph, pair ? GETA_MARK : String.fromCharCode(coding.table[byte] ?? 0x20));
      from = next;
    }
    at = next;
  }
  printUpTo(command.length);
}

function single({ userDefined, state }: Machine, code: number): Glyph | undefined {
  const ofFont = state.userDefinedCharacters ? userDefined.find(code, state.font.name) : undefined;
  return ofFont ?? (state.coding.page === USER_DEFINED_PAGE ? userDefined.page.get(code) : undefined);
}

function isLead(code: string, byte: number): boolean {
  // Half-width katakana lie between the lead bytes of Shift JIS.
  return byte > 0x80 && byte < 0xff && !(code === "shift_jis" && byte >= 0xa0 && byte < 0xe0);
}

function part({ form, source, start, offset, truncated }: Command, from: number, end: number): Command {
  return new Command(form, source, start + from, end - from, offset + from, truncated);
}
