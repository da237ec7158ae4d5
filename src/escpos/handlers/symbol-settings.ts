import type { QrSettings } from "../../symbols/qr.ts";
import type { Command } from "../command.ts";
import { SYMBOL_KINDS } from "../symbol-kind.ts";
import type { SymbolMemory } from "../symbol-memory.ts";

const { PDF417, QR_CODE, MAXICODE, DATA_BAR, COMPOSITE, AZTEC, DATA_MATRIX } = SYMBOL_KINDS;

/**
 * Settings of two-dimensional symbols: GS ( k functions 65 to 72. A parameter out of its range changes
 * nothing. Source: Epson ESC/POS reference.
 *
 * @param kind cn of GS ( k
 */
export function setSymbol(symbols: SymbolMemory, kind: number, fn: number, command: Command): void {
  const n = command.byte(7);
  switch (kind) {
    case PDF417:
      setPdf417(symbols, fn, n, command.byte(8));
      break;
    case QR_CODE:
      setQr(symbols, fn, n);
      break;
    case MAXICODE:
      if (fn === 65 && within(n, 50, 54)) symbols.maxicodeMode = n - 48;
      break;
    case DATA_BAR:
    case COMPOSITE:
      setGs1(kind === DATA_BAR ? symbols.dataBar : symbols.composite, fn, command);
      break;
    case AZTEC:
      setAztec(symbols, fn, n, command.byte(8));
      break;
    case DATA_MATRIX:
      setDataMatrix(symbols, fn, n, command);
      break;
    default:
      break;
  }
}

function setPdf417({ pdf417 }: SymbolMemory, fn: number, n: number, level: number): void {
  if (fn === 65 && within(n, 0, 30)) pdf417.columns = n;
  else if (fn === 66 && (n === 0 || within(n, 3, 90))) pdf417.rows = n;
  else if (fn === 67 && within(n, 1, 8)) pdf417.moduleWidth = n;
  else if (fn === 68 && within(n, 1, 8)) pdf417.rowHeight = n;
  else if (fn === 69 && n === 48 && within(level, 48, 56)) pdf417.errorCorrection = { level: level - 48 };
  else if (fn === 69 && n === 49 && within(level, 1, 40)) pdf417.errorCorrection = { tenths: level };
  else if (fn === 70 && within(n & 0xcf, 0, 1)) pdf417.truncated = (n & 1) === 1;
}

const QR_MODELS: ReadonlyMap<number, QrSettings["model"]> = new Map<number, QrSettings["model"]>([
  [49, 1],
  [50, 2],
  [51, "micro"],
]);
const QR_LEVELS = ["L", "M", "Q", "H"] as const;

function setQr({ qr }: SymbolMemory, fn: number, n: number): void {
  if (fn === 65) qr.model = QR_MODELS.get(n) ?? qr.model;
  else if (fn === 67 && within(n, 1, 16)) qr.moduleSize = n;
  else if (fn === 69) qr.errorCorrection = QR_LEVELS[n - 48] ?? qr.errorCorrection;
}

function setGs1(settings: SymbolMemory["dataBar"], fn: number, command: Command): void {
  if (fn === 67 && within(command.byte(7), 1, 8)) settings.moduleSize = command.byte(7);
  else if (fn === 71) settings.maximumWidth = command.word(7);
}

function setAztec({ aztec }: SymbolMemory, fn: number, n: number, layers: number): void {
  if (fn === 66 && within(n & 0xcf, 0, 1) && layers <= 32) {
    aztec.compact = (n & 1) === 1;
    aztec.layers = layers;
  } else if (fn === 67 && within(n, 1, 16)) aztec.moduleSize = n;
  else if (fn === 69 && within(n, 5, 95)) aztec.errorCorrection = n;
}

function setDataMatrix({ dataMatrix }: SymbolMemory, fn: number, n: number, command: Command): void {
  if (fn === 66 && within(n & 0xcf, 0, 1)) {
    dataMatrix.rectangle = (n & 1) === 1;
    dataMatrix.columns = command.byte(8);
    dataMatrix.rows = command.byte(9);
  } else if (fn === 67 && within(n, 1, 16)) dataMatrix.moduleSize = n;
}

function within(n: number, least: number, most: number): boolean {
  return n >= least && n <= most;
}
