import { type DataMatrixSettings, isDataMatrixSize } from "../symbols/data-matrix.ts";
import type { Command } from "./command.ts";
import { count } from "./sentence.ts";
import type { SymbolMemory } from "./symbol-memory.ts";

/** Sets something by n, byte 7 of the command. */
export type SetSymbol = (symbols: SymbolMemory, n: number, command: Command) => void;

/** One setting of a kind of symbol: a function of GS ( k. */
export interface SymbolSetting {
  readonly what: string;
  readonly set: SetSymbol;
  /** Whether n, and what follows it, is in range; other values change nothing. */
  readonly takes: (n: number, command: Command) => boolean;
  /** What is set, in words. */
  readonly shown: (n: number, command: Command) => string;
}

/** A setting of a kind of symbol. */
export function setting(
  what: string,
  set: SetSymbol,
  takes: SymbolSetting["takes"],
  shown: SymbolSetting["shown"] = String,
): SymbolSetting {
  return { what, set, takes, shown };
}

/** Takes n from the least to the greatest. */
export function from(least: number, greatest: number): SymbolSetting["takes"] {
  return (n) => n >= least && n <= greatest;
}

/** A number of columns or rows, of which 0 is for the printer to choose. */
export function orAuto(n: number): string {
  return n === 0 ? "as many as fit" : String(n);
}

/** 0 or 1, or their digits. */
export function isSwitch(n: number): boolean {
  return n <= 1 || n === 0x30 || n === 0x31;
}

/** What it switches. */
export function isOn(n: number): boolean {
  return (n & 1) === 1;
}

/** m = 48 sets a level, 49 a ratio in tenths. */
function takesPdf417Correction(m: number, command: Command): boolean {
  const n = command.byte(8);
  return m === 48 ? n >= 48 && n <= 56 : m === 49 && n >= 1 && n <= 40;
}

function setPdf417Correction({ pdf417 }: SymbolMemory, m: number, command: Command): void {
  const n = command.byte(8);
  pdf417.errorCorrection = m === 48 ? { level: n - 48 } : { tenths: n };
}

function showPdf417Correction(m: number, command: Command): string {
  const n = command.byte(8);
  return m === 48 ? `level ${n - 48}` : `${n * 10} % of the data`;
}

function takesAztecLayers(n: number, command: Command): boolean {
  return isSwitch(n) && command.byte(8) <= 32;
}

function setAztecLayers({ aztec }: SymbolMemory, n: number, command: Command): void {
  aztec.compact = isOn(n);
  aztec.layers = command.byte(8);
}

function showAztecLayers(n: number, command: Command): string {
  const layers = command.byte(8);
  return `${isOn(n) ? "compact" : "full"}, ${layers === 0 ? "layers as needed" : count(layers, "layer")}`;
}

/** m tells squares from rectangles, whose rows come first. */
function dataMatrixSize(m: number, command: Command): Omit<DataMatrixSettings, "moduleSize"> {
  return { rectangle: isOn(m), rows: command.byte(8), columns: command.byte(9) };
}

function takesDataMatrixSize(m: number, command: Command): boolean {
  return isSwitch(m) && isDataMatrixSize(dataMatrixSize(m, command));
}

function setDataMatrixSize({ dataMatrix }: SymbolMemory, m: number, command: Command): void {
  Object.assign(dataMatrix, dataMatrixSize(m, command));
}

function showDataMatrixSize(m: number, command: Command): string {
  const { rectangle, rows, columns } = dataMatrixSize(m, command);
  const size = [rows, columns].map((modules) => (modules === 0 ? "any" : String(modules)));
  return `${size.join(" × ")} modules, a ${rectangle ? "rectangle" : "square"}`;
}

/** Settings of more than one parameter. */
export const PDF417_CORRECTION = setting(
  "error correction",
  setPdf417Correction,
  takesPdf417Correction,
  showPdf417Correction,
);
export const AZTEC_LAYERS = setting("kind", setAztecLayers, takesAztecLayers, showAztecLayers);
export const DATA_MATRIX_SIZE = setting("size", setDataMatrixSize, takesDataMatrixSize, showDataMatrixSize);
