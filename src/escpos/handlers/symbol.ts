import { drawLinear, systemName } from "../../symbols/linear.ts";
import { byteString } from "../../symbols/symbol.ts";
import type { Handlers } from "../machine.ts";
import { printSymbol } from "../print-symbol.ts";
import type { InterpretationPlaces } from "../symbol-memory.ts";
import { printVendorBarCode } from "./vendor-symbol.ts";

/** Form B of GS k carries the number of its bytes; form A ends at NUL. */
const FIRST_COUNTED_SYSTEM = 65;
const LAST_COUNTED_SYSTEM = 80;

/** GS H: 0 none, 1 above, 2 below, 3 both; the digits mean the same. */
const PLACES: readonly InterpretationPlaces[] = [
  { above: false, below: false },
  { above: true, below: false },
  { above: false, below: true },
  { above: true, below: true },
];

/** Bar codes. Source: Epson ESC/POS reference, GS k, GS h, GS w, GS H, GS f. */
export const symbolHandlers: Handlers = {
  "GS k"(machine, command) {
    const system = command.byte(2);
    const counted = system >= FIRST_COUNTED_SYSTEM;
    const end = counted || command.byte(command.length - 1) !== 0 ? command.length : command.length - 1;
    // Systems beyond Epson's have a header of their own, not a count.
    const data = command.bytes.subarray(counted && system <= LAST_COUNTED_SYSTEM ? 4 : 3, end);
    if (printVendorBarCode(machine, system, data)) return;
    const { linear } = machine.symbols;
    const key = `${system} ${linear.moduleWidth} ${linear.height} ${byteString(data)}`;
    const drawing = machine.symbolCache.get(key, 0, () => drawLinear(system, data, linear));
    printSymbol(machine, systemName(system), data, drawing);
  },
  "GS h"({ symbols }, command) {
    if (command.byte(2) > 0) symbols.linear.height = command.byte(2);
  },
  "GS w"({ symbols }, command) {
    const n = command.byte(2);
    // 1 is known to clones alone; 68 to 76 are half dots.
    if (n >= 1 && n <= 6) symbols.linear.moduleWidth = n;
    else if (n >= 68 && n <= 76) symbols.linear.moduleWidth = (n - 64) / 2;
  },
  "GS H"({ symbols }, command) {
    const places = PLACES[command.digit()];
    if (places !== undefined) symbols.interpretation = places;
  },
  "GS f"({ symbols, state }, command) {
    if (state.fonts.has(command.byte(2))) symbols.interpretationFont = command.byte(2);
  },
};
