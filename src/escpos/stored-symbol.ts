import { drawComposite } from "../symbols/gs1-two-dimensional.ts";
import { byteString } from "../symbols/symbol.ts";
import type { Command } from "./command.ts";
import type { Machine } from "./machine.ts";
import { printSymbol } from "./symbol-block.ts";
import { COMPOSITE, dataBarSettings, symbolKind } from "./symbol-settings.ts";

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
  const { symbols, surface, symbolCache, list } = machine;
  const { name, firstDataByte, work, drawing } = symbolKind(kind);
  if (kind === COMPOSITE) {
    printComposite(machine, name, work(symbols));
    return;
  }
  const { stored } = symbols;
  if (stored?.kind !== kind) {
    list.note(`${name} is not printed: no data for it is stored`);
    return;
  }
  const { data, number } = stored;
  const { key, draw } = drawing(symbols, surface.areaWidth);
  const drawn = symbolCache.get(`${kind} ${number} ${key}`, data.length, () => draw(data), work(symbols));
  printSymbol(machine, name, data.subarray(firstDataByte - 8), drawn);
}

function printComposite(machine: Machine, name: string, work: number): void {
  const { symbols, surface } = machine;
  const { compositeLinear: linear, compositeAbove: above, composite } = symbols;
  if (linear === undefined || above === undefined) {
    machine.list.note(`${name} is not printed: one of its two parts is not stored`);
    return;
  }
  const settings = dataBarSettings(composite, surface.areaWidth);
  const key = `${COMPOSITE} ${linear.number} ${above.number} ${settings.moduleSize} ${settings.maximumWidth}`;
  const bytes = linear.data.length + above.data.length;
  const drawing = machine.symbolCache.get(key, bytes, () => drawComposite(linear, above, settings), work);
  printSymbol(machine, name, linear.data, drawing);
}
