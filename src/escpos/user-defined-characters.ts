import type { Command } from "./command.ts";
import type { Glyph } from "./glyph.ts";
import { fromColumns } from "./raster.ts";
import type { FontName } from "./receipt.ts";

/** Bytes of a user-defined kanji (FS 2), and the bytes of one of its columns. */
const KANJI_COLUMN_BYTES: ReadonlyMap<number, number> = new Map([
  [72, 3],
  [60, 3],
  [32, 2],
]);

/** Characters that a print defines by their dots, until ESC @. */
export class UserDefinedCharacters {
  readonly #characters = new Map<string, Glyph>();
  readonly #kanji = new Map<number, Glyph>();

  /** True when no character was defined, so that text needs no look at its bytes. */
  get empty(): boolean {
    return this.#characters.size === 0 && this.#kanji.size === 0;
  }

  /** ESC & y c1 c2, then for each code x and x columns of y bytes: characters of the current font. */
  define(command: Command, font: FontName): void {
    const columnBytes = command.byte(2);
    let at = 5;
    for (let code = command.byte(3); code <= command.byte(4) && at < command.length; code++) {
      const columns = command.byte(at);
      const data = command.data(at + 1).subarray(0, columns * columnBytes);
      const raster = fromColumns(data, columnBytes, columnBytes * 8, columns);
      // A character of no columns is a definition too: it prints blank.
      const blank = { columns: 1, rows: 1, bytes: new Uint8Array(1) };
      this.#characters.set(`${font}${code}`, { raster: raster ?? blank, cells: 1 });
      at += 1 + columns * columnBytes;
    }
  }

  /** FS 2 c1 c2 d: one kanji of 24 x 24, 20 x 24 or 16 x 16 dots. */
  defineKanji(command: Command): void {
    const data = command.data(4);
    const columnBytes = KANJI_COLUMN_BYTES.get(data.length);
    if (columnBytes === undefined) return;
    const raster = fromColumns(data, columnBytes, columnBytes * 8, data.length / columnBytes);
    if (raster !== undefined) this.#kanji.set(command.byte(2) * 256 + command.byte(3), { raster, cells: 2 });
  }

  find(code: number, font: FontName): Glyph | undefined {
    return this.#characters.get(`${font}${code}`);
  }

  findKanji(code: number): Glyph | undefined {
    return this.#kanji.get(code);
  }

  /** ESC ? n. */
  delete(code: number, font: FontName): void {
    this.#characters.delete(`${font}${code}`);
  }

  /** FS ? c1 c2. */
  deleteKanji(code: number): void {
    this.#kanji.delete(code);
  }

  /** ESC @. */
  reset(): void {
    this.#characters.clear();
    this.#kanji.clear();
  }
}
