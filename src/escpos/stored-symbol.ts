import { drawComposite, drawStackedDataBar } from "../symbols/gs1-two-dimensional.ts";
import { drawPdf417 } from "../symbols/pdf417.ts";
import { drawQr } from "../symbols/qr.ts";
import { byteString, type Drawing } from "../symbols/symbol.ts";
import { drawAztec, drawDataMatrix, drawMaxicode } from "../symbols/two-dimensional.ts";
import type { Command } from "./command.ts";
import type { Machine } from "./machine.ts";
import { printSymbol } from "./print-symbol.ts";
import { SYMBOL_KINDS, symbolKindName, type SymbolMemory } from "./symbol-memory.ts";

const { PDF417, QR_CODE, MAXICODE, DATA_BAR, COMPOSITE, AZTEC, DATA_MATRIX } = SYMBOL_KINDS;

/** A byte of an Aztec code takes four times as long to encode as one of other symbols. */
const AZTEC_WORK = 4;

/** The first byte of the data of GS ( k function 80: before it stand which DataBar, or which part of a composite symbol. */
export function firstDataByte(kind: number): number {
  return kind === DATA_BAR ? 9 : kind === COMPOSITE ? 10 : 8;
}

/** GS ( k function 80: stores the data of a symbol, or of a part of one. */
export function storeSymbol({ symbols, symbolCache }: Machine, kind: number, command: Command): void {
  const number = symbolCache.numberOf(byteString(command.data(8)));
  if (kind !== COMPOSITE) {
    symbols.store(kind, command.data(8), number);
    return;
  }
  symbols.stored = undefined;
  const part = { type: command.byte(9), data: command.data(10), number };
  if (command.byte(8) === 48) symbols.compositeLinear = part;
  else if (command.byte(8) === 49) symbols.compositeAbove = part;
}

/** GS ( k function 81: prints the symbol whose data is stored. */
export function printStoredSymbol(machine: Machine, kind: number): void {
  const { symbols } = machine;
  const name = symbolKindName(kind);
  if (kind === COMPOSITE) {
    printComposite(machine, name);
    return;
  }
  const { stored } = symbols;
  if (stored?.kind !== kind) {
    machine.list.note(`${name} is not printed: no data for it is stored`);
    return;
  }
  const { data, number } = stored;
  const key = `${kind} ${number} ${settingsOf(symbols, kind, machine.surface.areaWidth)}`;
  const work = data.length * (kind === AZTEC ? AZTEC_WORK : 1);
  const drawing = machine.symbolCache.get(key, work, () => draw(machine, kind, data));
  printSymbol(machine, name, kind === DATA_BAR ? data.subarray(1) : data, drawing);
}

function printComposite(machine: Machine, name: string): void {
  const { symbols, surface } = machine;
  const { compositeLinear: linear, compositeAbove: above, composite } = symbols;
  if (linear === undefined || above === undefined) {
    machine.list.note(`${name} is not printed: one of its two parts is not stored`);
    return;
  }
  const settings = { ...composite, maximumWidth: composite.maximumWidth || surface.areaWidth };
  const key = `${COMPOSITE} ${linear.number} ${above.number} ${settings.moduleSize} ${settings.maximumWidth}`;
  const bytes = linear.data.length + above.data.length;
  const drawing = machine.symbolCache.get(key, bytes, () => drawComposite(linear, above, settings));
  printSymbol(machine, name, linear.data, drawing);
}

function draw({ symbols, surface }: Machine, kind: number, data: Uint8Array): Drawing {
  const { areaWidth } = surface;
  switch (kind) {
    case PDF417:
      return drawPdf417(data, { ...symbols.pdf417, availableWidth: areaWidth });
    case QR_CODE:
      return drawQr(data, symbols.qr);
    case MAXICODE:
      return drawMaxicode(data, symbols.maxicodeMode);
    case DATA_BAR: {
      const { moduleSize, maximumWidth } = symbols.dataBar;
      const settings = { moduleSize, maximumWidth: maximumWidth || areaWidth };
      return drawStackedDataBar(data[0] ?? 0, data.subarray(1), settings);
    }
    case AZTEC:
      return drawAztec(data, symbols.aztec);
    case DATA_MATRIX:
      return drawDataMatrix(data, symbols.dataMatrix);
    default:
      return { problem: "this symbol is not known" };
  }
}

/** Everything beside the data that the look of a symbol depends on. */
function settingsOf(symbols: SymbolMemory, kind: number, areaWidth: number): string {
  const { pdf417, qr, maxicodeMode, dataBar, aztec, dataMatrix } = symbols;
  const settings = new Map<number, unknown>([
    [PDF417, [pdf417, areaWidth]],
    [QR_CODE, qr],
    [MAXICODE, maxicodeMode],
    [DATA_BAR, [dataBar, areaWidth]],
    [AZTEC, aztec],
    [DATA_MATRIX, dataMatrix],
  ]);
  return JSON.stringify(settings.get(kind) ?? kind);
}
