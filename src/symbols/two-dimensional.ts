import { encode } from "./encoder.ts";
import { maxicodeRaster } from "./maxicode.ts";
import { modulesRaster } from "./modules.ts";
import { byteString, drawn, type Drawing } from "./symbol.ts";

/** MaxiCode mode 2 to 6 (GS ( k 50). Its size is fixed. */
export function drawMaxicode(bytes: Uint8Array, mode: number): Drawing {
  const source = byteString(bytes);
  const data = mode <= 3 ? withFullCountry(source) : source;
  const encoded = encode("maxicode", data, { mode });
  if ("problem" in encoded) return encoded;
  const drawing = drawn("MaxiCode", bytes, maxicodeRaster(encoded.encoding.modules), 1, 1);
  return mode <= 3 ? { ...drawing, text: data } : drawing;
}

/** Aztec settings (GS ( k 53). */
export interface AztecSettings {
  readonly compact: boolean;
  /** Layers of data around the middle; 0 for as many as are needed. */
  readonly layers: number;
  /** Dots. */
  readonly moduleSize: number;
  /** Percent of the symbol. */
  readonly errorCorrection: number;
}

/** Draws an Aztec code. Never throws. */
export function drawAztec(bytes: Uint8Array, settings: AztecSettings): Drawing {
  const { compact, layers, errorCorrection, moduleSize } = settings;
  const options = {
    format: compact ? "compact" : "full",
    eclevel: errorCorrection,
    ...(layers > 0 ? { layers } : {}),
  };
  const encoded = encode("azteccode", byteString(bytes), options);
  if ("problem" in encoded) return encoded;
  const { modules, columns } = encoded.encoding;
  return drawn("Aztec code", bytes, modulesRaster(modules, columns), moduleSize, moduleSize);
}

/** Starts data in the format of ANSI MH10.8.3, before the two digits of its year. */
const ANSI_HEADER = "[)>\x1e01\x1d";

/** In modes 2 and 3, country and service class may be short; the symbol holds three digits of each. */
function withFullCountry(data: string): string {
  const hasHeader = data.startsWith(ANSI_HEADER) && /^\d\d/.test(data.slice(ANSI_HEADER.length));
  const header = hasHeader ? data.slice(0, ANSI_HEADER.length + 2) : "";
  const [code = "", country = "", service = "", ...rest] = data.slice(header.length).split("\x1d");
  if (country === "" || service === "") return data;
  return header + [code, country.padStart(3, "0"), service.padStart(3, "0"), ...rest].join("\x1d");
}
