import { drawComposite, drawStackedDataBar } from "../../symbols/gs1-two-dimensional.ts";
import { drawPdf417 } from "../../symbols/pdf417.ts";
import { drawQr } from "../../symbols/qr.ts";
import { byteString, type Drawing } from "../../symbols/symbol.ts";
import { drawAztec, drawDataMatrix, drawMaxicode } from "../../symbols/two-dimensional.ts";
import type { Command } from "../command.ts";
import type { Handlers, Machine } from "../machine.ts";
import { printSymbol } from "../print-symbol.ts";
import { SYMBOL_KINDS, symbolKindName } from "../symbol-kind.ts";
import type { SymbolMemory } from "../symbol-memory.ts";
import { setSymbol } from "./symbol-settings.ts";

const { PDF417, QR_CODE, MAXICODE, DATA_BAR, COMPOSITE, AZTEC, DATA_MATRIX } = SYMBOL_KINDS;

const STORE = 80;
const PRINT = 81;

/** A byte of an Aztec code takes four times as long to encode as one of other symbols. */
const AZTEC_WORK = 4;

/** Two-dimensional symbols. Source: Epson ESC/POS reference, GS ( k functions 065 to 681. */
export const twoDimensionalHandlers: Handlers = {
  "GS ( k"(machine, command) {
    const kind = command.byte(5);
    const fn = command.byte(6);
    if (fn === STORE) store(machine, kind, command);
    else if (fn === PRINT) print(machine, kind);
    else setSymbol(machine.symbols, kind, fn, command);
  },
};

function store({ symbols, symbolCache }: Machine, kind: number, command: Command): void {
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

function print(machine: Machine, kind: number): void {
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
