import { ESCPOS } from "../commands/escpos-dialect.ts";
import { isStar, type PrinterLanguage } from "../language.ts";
import { languageOf } from "../language-detection.ts";
import { MAXIMUM_COLUMNS, MINIMUM_COLUMNS } from "../limits.ts";
import type { Printer } from "../receipt.ts";
import { Scanner } from "../scanner.ts";
import type { Charset, SettledCharset } from "../text/charset.ts";
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
  /** What the earlier prints of its device were read as, with certainty: it decides for prints with little text. */
  readonly earlier?: SettledCharset;
}

/** The printer that a print is run on: the one chosen, or one of its kind that speaks the language of the print. */
export function printerOf(bytes: Uint8Array, choice: PrinterChoice): Printer {
  const chosen = choice.model === undefined ? modelFromCommands(bytes) : PRINTER_MODELS[choice.model];
  const base = speaking(languageOf(bytes, chosen.language), chosen, choice);
  const { charset = base.charset, earlier } = choice;
  const text = { charset, ...(earlier !== undefined && { earlier }) };
  // A profile is a maker's ESC/POS; in Star's languages code pages have Star's numbers whatever was chosen.
  if (isStar(base.language)) {
    return { model: base, ...widthOf(base, choice), profile: base.profile, numbering: "star-line", ...text };
  }
  const { profile = base.profile } = choice;
  const model = profile === base.profile ? base : { ...base, profile, fonts: fontsOf(profile) };
  return { model, ...widthOf(base, choice), profile, numbering: profile, ...text };
}

/** The models that stand for those of another language, which a print turned out to be in. */
const SPEAKERS: Readonly<Record<PrinterLanguage, ModelId>> = {
  escpos: "star-escpos",
  "star-line": "star-tsp650ii",
  "star-prnt": "star-mc-print3",
  "star-raster": "star-tsp100iii",
  "star-impact": "star-sp700",
};

/** A model that speaks a language, with paper as wide as that of the model chosen. */
function speaking(language: PrinterLanguage, chosen: PrinterModel, { model }: PrinterChoice): PrinterModel {
  if (chosen.language === language) return chosen;
  const speaker = PRINTER_MODELS[SPEAKERS[language]];
  if (model === undefined) return speaker;
  const inches = chosen.widthDots / chosen.dotsPerInch;
  return { ...speaker, widthDots: Math.round((inches * speaker.dotsPerInch) / 8) * 8 };
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
function modelFromCommands(bytes: Uint8Array): PrinterModel {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!view.includes(UNITS_180)) return DEFAULT_MODEL;
  // The same bytes may be in a picture, where they are no command.
  const scanner = new Scanner(ESCPOS, bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (UNITS_180.every((byte, index) => command.byte(index) === byte))
      return PRINTER_MODELS["epson-80mm-180dpi"];
  }
  return DEFAULT_MODEL;
}
