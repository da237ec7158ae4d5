import type { Dialect } from "../dialect.ts";
import { MAXIMUM_COLUMNS, MINIMUM_COLUMNS } from "../limits.ts";
import type { Printer } from "../receipt.ts";
import { Scanner } from "../scanner.ts";
import type { Charset } from "../text/charset.ts";
import type { PrinterProfile } from "../text/printer-profile.ts";
import { DEFAULT_MODEL, fontsOf, PRINTER_MODELS, type ModelId } from "./models.ts";
import { columnsOf, powerOnFontOf, type PrinterModel } from "./printer-model.ts";

/** What is known of the printer of a print; what is given wins over what its model says. */
export interface PrinterChoice {
  /** Found from the print's own commands if not given: an Epson printer for paper of 80 mm. */
  readonly model?: ModelId;
  /** Width of the paper in characters of the font that the model powers on with. */
  readonly columns?: number;
  /** The maker whose numbering of code pages, fonts and own commands apply. */
  readonly profile?: PrinterProfile;
  /** What bytes from 80h up are where the print does not say. */
  readonly charset?: Charset;
}

/** The printer that a print is run on. */
export function printerOf(bytes: Uint8Array, choice: PrinterChoice, dialect: Dialect): Printer {
  const base = choice.model === undefined ? modelFromCommands(bytes, dialect) : PRINTER_MODELS[choice.model];
  const { profile = base.profile, charset = base.charset } = choice;
  const model = profile === base.profile ? base : { ...base, profile, fonts: fontsOf(profile) };
  return { model, ...widthOf(base, choice), profile, charset };
}

/** The width of the model, or the one chosen: that of the default model says nothing of another. */
function widthOf(model: PrinterModel, choice: PrinterChoice): Pick<Printer, "columns" | "widthDots"> {
  const font = powerOnFontOf(model);
  const own = columnsOf(model, font);
  const chosen = Math.round(Number.isFinite(choice.columns) ? (choice.columns ?? own) : own);
  const isDefault = choice.model === undefined && chosen === columnsOf(DEFAULT_MODEL, font);
  if (isDefault || chosen === own) return { columns: own, widthDots: model.widthDots };
  const columns = Math.min(MAXIMUM_COLUMNS, Math.max(MINIMUM_COLUMNS, chosen));
  return { columns, widthDots: columns * font.width };
}

/** GS P 180 180: the dots of the head of TM-T88. */
const UNITS_180 = Buffer.from([0x1d, 0x50, 180, 180]);

/** A print that counts in dots of another head (GS P) is made for that head: drawn on another it has gaps. */
function modelFromCommands(bytes: Uint8Array, dialect: Dialect): PrinterModel {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!view.includes(UNITS_180)) return DEFAULT_MODEL;
  // The same bytes may be in a picture, where they are no command.
  const scanner = new Scanner(dialect, bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (UNITS_180.every((byte, index) => command.byte(index) === byte))
      return PRINTER_MODELS["epson-80mm-180dpi"];
  }
  return DEFAULT_MODEL;
}
