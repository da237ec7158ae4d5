import { LIBRARY_WORK } from "../symbols/encoder.ts";
import { drawDataMatrix } from "../symbols/data-matrix.ts";
import { drawStackedDataBar } from "../symbols/gs1-two-dimensional.ts";
import { drawPdf417 } from "../symbols/pdf417.ts";
import { drawQr, type QrSettings } from "../symbols/qr.ts";
import { QR_LEVELS } from "../symbols/qr/versions.ts";
import type { Drawing } from "../symbols/symbol.ts";
import { drawAztec } from "../symbols/aztec.ts";
import { drawMaxicode } from "../symbols/maxicode.ts";
import type { Command } from "./command.ts";
import { capitalized, count, ignored, sets, type Said } from "./sentence.ts";
import {
  AZTEC_LAYERS,
  DATA_MATRIX_SIZE,
  from,
  isOn,
  isSwitch,
  orAuto,
  PDF417_CORRECTION,
  setting,
  type SetSymbol,
  type SymbolSetting,
} from "./symbol-setting.ts";
import type { SymbolMemory } from "./symbol-memory.ts";

function moduleSize(of: (symbols: SymbolMemory) => { moduleSize: number }, greatest: number): SymbolSetting {
  return setting("module size", (symbols, n) => (of(symbols).moduleSize = n), from(1, greatest));
}

function greatestWidth(of: (symbols: SymbolMemory) => { maximumWidth: number }): SymbolSetting {
  const set: SetSymbol = (symbols, _, command) => (of(symbols).maximumWidth = command.word(7));
  return {
    what: "greatest width",
    set,
    takes: () => true,
    shown: (_, command) => count(command.word(7), "dot"),
  };
}

const QR_MODELS: readonly QrSettings["model"][] = [1, 2, "micro"];

const setQrModel: SetSymbol = ({ qr }, n) => (qr.model = QR_MODELS[n - 49] ?? qr.model);
const setQrLevel: SetSymbol = ({ qr }, n) => (qr.errorCorrection = QR_LEVELS[n - 48] ?? qr.errorCorrection);

/** A kind of two-dimensional symbol. */
export interface SymbolKind {
  readonly name: string;
  /** The functions of GS ( k that set something of it. */
  readonly functions: Readonly<Record<number, SymbolSetting>>;
  /** The first byte of the data of function 80: before it may stand which DataBar, or which part of a symbol. */
  readonly firstDataByte: number;
  /** How many times as long as for others it takes to encode one as things are set. */
  readonly work: (symbols: SymbolMemory) => number;
  /** How data is drawn as things are set, and a key that tells one such way from the others. */
  readonly drawing: (symbols: SymbolMemory, areaWidth: number) => PreparedDrawing;
}

interface PreparedDrawing {
  readonly key: string;
  readonly draw: (data: Uint8Array) => Drawing;
}

function kind<Settings>(
  name: string,
  functions: SymbolKind["functions"],
  settingsOf: (symbols: SymbolMemory, areaWidth: number) => Settings,
  drawWith: (data: Uint8Array, settings: Settings) => Drawing,
  { firstDataByte = 8, work = () => 1 }: Partial<Pick<SymbolKind, "firstDataByte" | "work">> = {},
): SymbolKind {
  const drawing = (symbols: SymbolMemory, areaWidth: number): PreparedDrawing => {
    const settings = settingsOf(symbols, areaWidth);
    return { key: JSON.stringify(settings), draw: (data) => drawWith(data, settings) };
  };
  return { name, functions, firstDataByte, work, drawing };
}

/** A greatest width of 0 is that of the print area. */
export function dataBarSettings(set: SymbolMemory["dataBar"], areaWidth: number): SymbolMemory["dataBar"] {
  return { ...set, maximumWidth: set.maximumWidth || areaWidth };
}

/** cn of a composite symbol, whose two parts are stored and drawn together. */
export const COMPOSITE = 52;

/** By cn of GS ( k. Source: Epson ESC/POS reference, GS ( k functions 065 to 672. */
const KINDS: Readonly<Record<number, SymbolKind>> = {
  48: kind(
    "PDF417",
    {
      65: setting("columns", ({ pdf417 }, n) => (pdf417.columns = n), from(0, 30), orAuto),
      66: setting(
        "rows",
        ({ pdf417 }, n) => (pdf417.rows = n),
        (n) => n === 0 || (n >= 3 && n <= 90),
        orAuto,
      ),
      67: setting("module width", ({ pdf417 }, n) => (pdf417.moduleWidth = n), from(1, 8)),
      68: setting("row height", ({ pdf417 }, n) => (pdf417.rowHeight = n), from(1, 8)),
      69: PDF417_CORRECTION,
      70: setting(
        "kind",
        ({ pdf417 }, n) => (pdf417.truncated = isOn(n)),
        isSwitch,
        (n) => (isOn(n) ? "truncated" : "not truncated"),
      ),
    },
    ({ pdf417 }, availableWidth) => ({ ...pdf417, availableWidth }),
    drawPdf417,
  ),
  49: kind(
    "QR code",
    {
      65: setting("model", setQrModel, from(49, 51), (n) => String(QR_MODELS[n - 49])),
      67: moduleSize(({ qr }) => qr, 16),
      69: setting("error correction", setQrLevel, from(48, 51), (n) => String(QR_LEVELS[n - 48])),
    },
    ({ qr }) => ({ ...qr }),
    drawQr,
    { work: (symbols) => (symbols.qr.model === "micro" ? LIBRARY_WORK : 1) },
  ),
  50: kind(
    "MaxiCode",
    {
      65: setting(
        "mode",
        (symbols, n) => (symbols.maxicodeMode = n - 48),
        from(50, 54),
        (n) => String(n - 48),
      ),
    },
    ({ maxicodeMode }) => maxicodeMode,
    drawMaxicode,
    { work: () => LIBRARY_WORK },
  ),
  51: kind(
    "GS1 DataBar",
    { 67: moduleSize(({ dataBar }) => dataBar, 8), 71: greatestWidth(({ dataBar }) => dataBar) },
    ({ dataBar }, areaWidth) => dataBarSettings(dataBar, areaWidth),
    (data, settings) => drawStackedDataBar(data[0] ?? 0, data.subarray(1), settings),
    { firstDataByte: 9, work: () => LIBRARY_WORK },
  ),
  [COMPOSITE]: kind(
    "composite symbol",
    {
      67: moduleSize(({ composite }) => composite, 8),
      71: greatestWidth(({ composite }) => composite),
      72: setting(
        "font of its characters",
        () => undefined,
        () => true,
      ),
    },
    ({ composite }, areaWidth) => dataBarSettings(composite, areaWidth),
    notKnown,
    { firstDataByte: 10, work: () => LIBRARY_WORK },
  ),
  53: kind(
    "Aztec code",
    {
      66: AZTEC_LAYERS,
      67: moduleSize(({ aztec }) => aztec, 16),
      69: setting(
        "error correction",
        ({ aztec }, n) => (aztec.errorCorrection = n),
        from(5, 95),
        (n) => `${n} %`,
      ),
    },
    ({ aztec }) => ({ ...aztec }),
    drawAztec,
  ),
  54: kind(
    "DataMatrix",
    {
      66: DATA_MATRIX_SIZE,
      67: moduleSize(({ dataMatrix }) => dataMatrix, 16),
    },
    ({ dataMatrix }) => ({ ...dataMatrix }),
    drawDataMatrix,
  ),
};

/** The kind of symbol that `cn` of GS ( k stands for; one that is not known is not drawn. */
export function symbolKind(cn: number): SymbolKind {
  return KINDS[cn] ?? kind(`symbol ${cn}`, {}, () => cn, notKnown);
}

function notKnown(): Drawing {
  return { problem: "this symbol is not known" };
}

/** Sets what a command of GS ( k sets, if it is a setting and its parameters are in range. */
export function setSymbol(symbols: SymbolMemory, command: Command): void {
  const found = settingOf(command);
  const n = command.byte(7);
  if (found?.takes(n, command) === true) found.set(symbols, n, command);
}

/** What {@link setSymbol} will do, undefined for a function that is no setting. */
export function saysSymbolSetting(command: Command): Said | undefined {
  const found = settingOf(command);
  if (found === undefined) return undefined;
  const n = command.byte(7);
  const what = `${capitalized(symbolKind(command.byte(5)).name)}: ${found.what}`;
  if (!found.takes(n, command)) return ignored(what, `${command.data(7).join(" ")} is out of range`);
  return sets(`${what} ${found.shown(n, command)}`);
}

function settingOf(command: Command): SymbolSetting | undefined {
  return KINDS[command.byte(5)]?.functions[command.byte(6)];
}
