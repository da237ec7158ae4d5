import { ESCPOS } from "../commands/escpos-dialect.ts";
import type { Command } from "../command.ts";
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
  /** What a print is in that tells nothing of its language; that of the model if not given. */
  readonly language?: PrinterLanguage;
  /** What the earlier prints of its device were read as, with certainty: it decides for prints with little text. */
  readonly earlier?: SettledCharset;
}

/** The printer that a print is run on: its model, speaking the language of the print. */
export function printerOf(bytes: Uint8Array, choice: PrinterChoice): Printer {
  const chosen = choice.model === undefined ? DEFAULT_MODEL : PRINTER_MODELS[choice.model];
  // The default model says nothing of the printer, even where it was chosen.
  const isCertain = choice.language !== undefined || chosen.id !== DEFAULT_MODEL.id;
  const language = languageOf(bytes, { language: choice.language ?? chosen.language, isCertain });
  const model = speaking(choice.model === undefined ? modelFor(language, bytes) : chosen, language);
  const { profile = model.profile, charset = model.charset } = choice;
  // A profile is a maker's ESC/POS: in Star's languages it means nothing.
  const isOwn = profile === model.profile || isStar(language);
  const fitted = isOwn ? model : { ...model, profile, fonts: fontsOf(profile) };
  return { model: fitted, ...widthOf(model, choice), profile, charset, choice };
}

/** The printer of a print of which nothing is said but what is in it. */
function modelFor(language: PrinterLanguage, bytes: Uint8Array): PrinterModel {
  return isStar(language) ? PRINTER_MODELS["star-80mm"] : modelFromCommands(bytes);
}

/** A model as it is switched to another language: Star's and ESC/POS differ in fonts and spacing. */
function speaking(model: PrinterModel, language: PrinterLanguage): PrinterModel {
  if (model.language === language) return model;
  if (isStar(model.language) && isStar(language)) return { ...model, language };
  const { id, maker, name, widthDots } = model;
  return {
    ...PRINTER_MODELS[isStar(language) ? "star-80mm" : "star-escpos"],
    id,
    maker,
    name,
    widthDots,
    language,
  };
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

/** ESC 3 24 and ESC J 24: from one strip of 24 dots to the next. */
const FEEDS_OF_STRIPS = [Buffer.from([0x1b, 0x33, 24]), Buffer.from([0x1b, 0x4a, 24])];

/**
 * A print that feeds its pictures in dots of another head (GS P) is made for that head: on another they have gaps. The
 * units alone say nothing: Epson's own samples choose them on any head.
 */
function modelFromCommands(bytes: Uint8Array): PrinterModel {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!view.includes(UNITS_180)) return DEFAULT_MODEL;
  // The same bytes may be in a picture, where they are no command.
  const scanner = new Scanner(ESCPOS, bytes, 0, bytes.length);
  const isIn = (command: Command, expected: Uint8Array): boolean =>
    expected.every((byte, index) => command.byte(index) === byte);
  let [hasUnits, hasFeed] = [false, false];
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    hasUnits ||= isIn(command, UNITS_180);
    hasFeed ||= hasUnits && FEEDS_OF_STRIPS.some((feed) => isIn(command, feed));
    if (hasFeed && command.form.record.isStrip === true) return PRINTER_MODELS["epson-80mm-180dpi"];
  }
  return DEFAULT_MODEL;
}
