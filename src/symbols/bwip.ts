import library from "bwip-js/generic";
import type { EncoderOptions } from "./encoder.ts";

/** What bwip-js gives back, by the names BWIPP has for it. */
export interface RawSymbol {
  readonly sbs?: readonly number[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
}

/** The encoder without any drawing; throws what is wrong with the data. */
export const raw: (symbology: string, data: string, options: EncoderOptions) => readonly RawSymbol[] =
  library.raw;
