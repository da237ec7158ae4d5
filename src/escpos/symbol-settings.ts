import type { QrSettings } from "../symbols/qr.ts";
import type { Command } from "./command.ts";
import { capitalized, count, outOfRange, sets, type Said } from "./sentence.ts";
import { SYMBOL_KINDS, symbolKindName, type SymbolMemory } from "./symbol-memory.ts";

/** One setting of a kind of symbol: a function of GS ( k, whose parameter n stands in byte 7. */
interface SymbolSetting {
  readonly what: string;
  /** Least and greatest n; another changes nothing. All if not given. */
  readonly range?: readonly [least: number, greatest: number];
  readonly set?: (symbols: SymbolMemory, n: number, command: Command) => void;
  /** n in words, if not the number. */
  readonly shown?: (n: number, command: Command) => string;
}

const { PDF417, QR_CODE, MAXICODE, DATA_BAR, COMPOSITE, AZTEC, DATA_MATRIX } = SYMBOL_KINDS;

const QR_MODELS: readonly QrSettings["model"][] = [1, 2, "micro"];
const QR_LEVELS = ["L", "M", "Q", "H"] as const;

/** The settings of DataBar and of composite symbols. */
function gs1Settings(of: (symbols: SymbolMemory) => SymbolMemory["dataBar"]): [number, SymbolSetting][] {
  return [
    [67, { what: "module size", range: [1, 8], set: (symbols, n) => (of(symbols).moduleSize = n) }],
    [
      71,
      {
        what: "greatest width",
        set: (symbols, _, command) => (of(symbols).maximumWidth = command.word(7)),
        shown: (_, command) => count(command.word(7), "dot"),
      },
    ],
  ];
}

/** By kind and function. Source: Epson ESC/POS reference, GS ( k functions 065 to 672. */
const SETTINGS: Readonly<Record<number, ReadonlyMap<number, SymbolSetting>>> = {
  [PDF417]: new Map<number, SymbolSetting>([
    [65, { what: "columns", range: [0, 30], set: ({ pdf417 }, n) => (pdf417.columns = n) }],
    [66, { what: "rows", set: setPdf417Rows }],
    [67, { what: "module width", range: [1, 8], set: ({ pdf417 }, n) => (pdf417.moduleWidth = n) }],
    [68, { what: "row height", range: [1, 8], set: ({ pdf417 }, n) => (pdf417.rowHeight = n) }],
    [69, { what: "error correction", set: setPdf417Correction }],
    [70, { what: "truncated or not", set: setPdf417Truncated }],
  ]),
  [QR_CODE]: new Map<number, SymbolSetting>([
    [
      65,
      {
        what: "model",
        range: [49, 51],
        set: ({ qr }, n) => (qr.model = QR_MODELS[n - 49] ?? qr.model),
        shown: (n) => String(QR_MODELS[n - 49]),
      },
    ],
    [67, { what: "module size", range: [1, 16], set: ({ qr }, n) => (qr.moduleSize = n) }],
    [
      69,
      {
        what: "error correction",
        range: [48, 51],
        set: ({ qr }, n) => (qr.errorCorrection = QR_LEVELS[n - 48] ?? qr.errorCorrection),
        shown: (n) => String(QR_LEVELS[n - 48]),
      },
    ],
  ]),
  [MAXICODE]: new Map<number, SymbolSetting>([
    [65, { what: "mode", range: [50, 54], set: (symbols, n) => (symbols.maxicodeMode = n - 48) }],
  ]),
  [DATA_BAR]: new Map(gs1Settings(({ dataBar }) => dataBar)),
  [COMPOSITE]: new Map([
    ...gs1Settings(({ composite }) => composite),
    [72, { what: "font of its characters" }],
  ]),
  [AZTEC]: new Map<number, SymbolSetting>([
    [66, { what: "kind and layers", set: setAztecLayers }],
    [67, { what: "module size", range: [1, 16], set: ({ aztec }, n) => (aztec.moduleSize = n) }],
    [69, { what: "error correction", range: [5, 95], set: ({ aztec }, n) => (aztec.errorCorrection = n) }],
  ]),
  [DATA_MATRIX]: new Map<number, SymbolSetting>([
    [66, { what: "shape and size", set: setDataMatrixShape }],
    [67, { what: "module size", range: [1, 16], set: ({ dataMatrix }, n) => (dataMatrix.moduleSize = n) }],
  ]),
};

/** Sets what a command of GS ( k sets, if it is a setting and its parameter is in its range. */
export function setSymbol(symbols: SymbolMemory, command: Command): void {
  const setting = settingOf(command);
  const n = command.byte(7);
  if (setting !== undefined && isInRange(setting, n)) setting.set?.(symbols, n, command);
}

/** What {@link setSymbol} will do, undefined for a function that is no setting. */
export function saysSymbolSetting(command: Command): Said | undefined {
  const setting = settingOf(command);
  if (setting === undefined) return undefined;
  const n = command.byte(7);
  const what = `${capitalized(symbolKindName(command.byte(5)))}: ${setting.what}`;
  if (!isInRange(setting, n)) return outOfRange(what, n);
  return sets(`${what} ${setting.shown?.(n, command) ?? n}`);
}

function settingOf(command: Command): SymbolSetting | undefined {
  return SETTINGS[command.byte(5)]?.get(command.byte(6));
}

function isInRange({ range: [least, greatest] = [0, 255] }: SymbolSetting, n: number): boolean {
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
