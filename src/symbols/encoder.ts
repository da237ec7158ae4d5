/** Options of BWIPP, the encoder behind bwip-js. */
export type EncoderOptions = Readonly<Record<string, string | number | boolean>>;

/** What the encoder gives back: widths of bars and spaces, or rows of modules, or places in a MaxiCode. */
export interface Encoding {
  /** Modules of each bar and space in turn, a bar first (which may be 0 wide). */
  readonly widths: readonly number[];
  /** 1 for each dark module, row after row; of MaxiCode the numbers of the dark modules. */
  readonly modules: readonly number[];
  /** Modules a row. */
  readonly columns: number;
}

/** Either what was encoded, or in words why the data cannot be. */
export type Encoded = { readonly encoding: Encoding } | { readonly problem: string };

type Library = typeof import("./bwip.ts");

let library: Library | undefined;

/** How many times as long as the product's own encoders the library takes for a symbol. */
export const LIBRARY_WORK = 8;

/**
 * Encodes bytes given as a string of characters U+0000 to U+00FF. Never throws: what the symbology cannot
 * hold is a `problem`. The library is 2 MB of code, so it is loaded with the first symbol
 * that the product does not encode itself, and not before.
 *
 * @param symbology a name of BWIPP, such as "ean13"
 */
export function encode(symbology: string, data: string, options: EncoderOptions = {}): Encoded {
  if (data === "") return { problem: "there is no data" };
  library ??= require("./bwip.ts") as Library;
  try {
    const [symbol] = library.raw(symbology, data, { ...options, binarytext: true });
    if (symbol === undefined) return { problem: "there is nothing to encode" };
    const { sbs = [], pixs = [], pixx = 0 } = symbol;
    return { encoding: { widths: sbs, modules: pixs, columns: pixx } };
  } catch (error) {
    // BWIPP says `bwipp.name#line: reason`; only the reason is for people.
    const message = error instanceof Error ? error.message : String(error);
    return { problem: message.replace(/^bwipp\.\w+#\d+: /, "") };
  }
}
