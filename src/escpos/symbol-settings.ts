import type { QrSettings } from "../symbols/qr.ts";
import type { Command } from "./command.ts";
import { capitalized, count, outOfRange, sets, type Said } from "./sentence.ts";
import { SYMBOL_KINDS, symbolKindName, type SymbolMemory } from "./symbol-memory.ts";

/** Sets something by n, byte 7 of the command. */
type SetSymbol = (symbols: SymbolMemory, n: number, command: Command) => void;

/** One setting of a kind of symbol: a function of GS ( k. */
interface SymbolSetting {
  readonly what: string;
  readonly set: SetSymbol;
  /** Least and greatest n; another changes nothing. */
  readonly range: readonly [least: number, greatest: number];
  /** n in words. */
  readonly shown: (n: number, command: Command) => string;
}

const ANY = [0, 255] as const;

function setting(
  what: string,
  set: SetSymbol,
  range: SymbolSetting["range"] = ANY,
  shown: SymbolSetting["shown"] = String,
): SymbolSetting {
  return { what, set, range, shown };
}

function moduleSize(of: (symbols: SymbolMemory) => { moduleSize: number }, greatest: number): SymbolSetting {
  return setting("module size", (symbols, n) => (of(symbols).moduleSize = n), [1, greatest]);
}

function greatestWidth(of: (symbols: SymbolMemory) => { maximumWidth: number }): SymbolSetting {
  const set: SetSymbol = (symbols, _, command) => (of(symbols).maximumWidth = command.word(7));
  return { what: "greatest width", set, range: ANY, shown: (_, command) => count(command.word(7), "dot") };
}

const { PDF417, QR_CODE, MAXICODE, DATA_BAR, COMPOSITE, AZTEC, DATA_MATRIX } = SYMBOL_KINDS;

const QR_MODELS: readonly QrSettings["model"][] = [1, 2, "micro"];
const QR_LEVELS = ["L", "M", "Q", "H"] as const;

const setQrModel: SetSymbol = ({ qr }, n) => (qr.model = QR_MODELS[n - 49] ?? qr.model);
const setQrLevel: SetSymbol = ({ qr }, n) => (qr.errorCorrection = QR_LEVELS[n - 48] ?? qr.errorCorrection);

/** By kind and function. Source: Epson ESC/POS reference, GS ( k functions 065 to 672. */
const SETTINGS: Readonly<Record<number, Readonly<Record<number, SymbolSetting>>>> = {
  [PDF417]: {
    65: setting("columns", ({ pdf417 }, n) => (pdf417.columns = n), [0, 30]),
    66: setting("rows", setPdf417Rows),
    67: setting("module width", ({ pdf417 }, n) => (pdf417.moduleWidth = n), [1, 8]),
    68: setting("row height", ({ pdf417 }, n) => (pdf417.rowHeight = n), [1, 8]),
    69: setting("error correction", setPdf417Correction),
    70: setting("truncated or not", setPdf417Truncated),
  },
  [QR_CODE]: {
    65: setting("model", setQrModel, [49, 51], (n) => String(QR_MODELS[n - 49])),
    67: moduleSize(({ qr }) => qr, 16),
    69: setting("error correction", setQrLevel, [48, 51], (n) => String(QR_LEVELS[n - 48])),
  },
  [MAXICODE]: { 65: setting("mode", (symbols, n) => (symbols.maxicodeMode = n - 48), [50, 54]) },
  [DATA_BAR]: { 67: moduleSize(({ dataBar }) => dataBar, 8), 71: greatestWidth(({ dataBar }) => dataBar) },
  [COMPOSITE]: {
    67: moduleSize(({ composite }) => composite, 8),
    71: greatestWidth(({ composite }) => composite),
    72: setting("font of its characters", () => undefined),
  },
  [AZTEC]: {
    66: setting("kind and layers", setAztecLayers),
    67: moduleSize(({ aztec }) => aztec, 16),
    69: setting("error correction", ({ aztec }, n) => (aztec.errorCorrection = n), [5, 95]),
  },
  [DATA_MATRIX]: {
    66: setting("shape and size", setDataMatrixShape),
    67: moduleSize(({ dataMatrix }) => dataMatrix, 16),
  },
};

/** Sets what a command of GS ( k sets, if it is a setting and its parameter is in its range. */
export function setSymbol(symbols: SymbolMemory, command: Command): void {
  const found = settingOf(command);
  const n = command.byte(7);
  if (found !== undefined && isInRange(found, n)) found.set(symbols, n, command);
}

/** What {@link setSymbol} will do, undefined for a function that is no setting. */
export function saysSymbolSetting(command: Command): Said | undefined {
  const found = settingOf(command);
  if (found === undefined) return undefined;
  const n = command.byte(7);
  const what = `${capitalized(symbolKindName(command.byte(5)))}: ${found.what}`;
  if (!isInRange(found, n)) return outOfRange(what, n);
  return sets(`${what} ${found.shown(n, command)}`);
}

function settingOf(command: Command): SymbolSetting | undefined {
  return SETTINGS[command.byte(5)]?.[command.byte(6)];
}

function isInRange({ range: [least, greatest] }: SymbolSetting, n: number): boolean {
  return n >= least && n <= greatest;
}

function setPdf417Rows({ pdf417 }: SymbolMemory, n: number): void {
  if (n === 0 || (n >= 3 && n <= 90)) pdf417.rows = n;
}

/** m = 48 sets a level, 49 a ratio in tenths. */
function setPdf417Correction({ pdf417 }: SymbolMemory, m: number, command: Command): void {
  const n = command.byte(8);
  if (m === 48 && n >= 48 && n <= 56) pdf417.errorCorrection = { level: n - 48 };
  else if (m === 49 && n >= 1 && n <= 40) pdf417.errorCorrection = { tenths: n };
}

function setPdf417Truncated({ pdf417 }: SymbolMemory, n: number): void {
  if (isSwitch(n)) pdf417.truncated = (n & 1) === 1;
}

function setAztecLayers({ aztec }: SymbolMemory, n: number, command: Command): void {
  const layers = command.byte(8);
  if (!isSwitch(n) || layers > 32) return;
  aztec.compact = (n & 1) === 1;
  aztec.layers = layers;
}

function setDataMatrixShape({ dataMatrix }: SymbolMemory, n: number, command: Command): void {
  if (!isSwitch(n)) return;
  dataMatrix.rectangle = (n & 1) === 1;
  dataMatrix.columns = command.byte(8);
  dataMatrix.rows = command.byte(9);
}

/** 0 or 1, or their digits. */
function isSwitch(n: number): boolean {
  return (n & 0xcf) <= 1;
}
