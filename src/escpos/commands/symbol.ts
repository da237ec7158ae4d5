import { drawLinear, linearWork, systemName } from "../../symbols/linear.ts";
import { byteString } from "../../symbols/symbol.ts";
import { measureUntil, peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import { choice, drawn, setting, type CommandRecord } from "../command-record.ts";
import { labelText } from "../label.ts";
import { MAXIMUM_BAR_CODE_BYTES } from "../limits.ts";
import type { Problem } from "../warning.ts";
import type { Machine } from "../machine.ts";
import { printSymbol } from "../symbol-block.ts";
import { capitalized, count, ignored, outOfRange, quoted, sets, skips } from "../sentence.ts";
import { saysSymbolSetting, setSymbol, symbolKind } from "../symbol-settings.ts";
import { printStoredSymbol, storeSymbol } from "../stored-symbol.ts";
import { BEMATECH_QR_CODE, printVendorBarCode, VOX_QR_CODE } from "../vendor-symbol.ts";

/** Functions of GS ( k beside settings. */
const STORE = 80;
const PRINT = 81;
const ASK_SIZE = 82;

const measureToNul = measureUntil(0x00, 1, 3, MAXIMUM_BAR_CODE_BYTES);

/** The last bar code system of form A, whose data ends at NUL; clones go beyond Epson's 6. */
const LAST_NUL_ENDED_SYSTEM = 32;
/** Systems of form B carry the number of their bytes; those beyond have a header of their own. */
const FIRST_COUNTED_SYSTEM = 65;
const LAST_COUNTED_SYSTEM = 80;

const measureBarCode: Measure = (bytes, start, end, state) => {
  const system = peek(bytes, start, end, 2);
  if (system < 0) return 3;
  if (system <= LAST_NUL_ENDED_SYSTEM) return measureToNul(bytes, start, end, state);
  if (system >= FIRST_COUNTED_SYSTEM && system <= LAST_COUNTED_SYSTEM) {
    const length = peek(bytes, start, end, 3);
    return length < 0 ? 4 : 4 + length;
  }
  if (system !== BEMATECH_QR_CODE) return 3;
  // Four parameters, then a 16-bit length.
  if (end - start < 9) return 9;
  return 9 + (peek(bytes, start, end, 7) | (peek(bytes, start, end, 8) << 8));
};

/** The data of GS k without its count or the NUL at its end. */
function barCodeData(command: Command): Uint8Array {
  const system = command.byte(2);
  if (system >= FIRST_COUNTED_SYSTEM) return command.data(system <= LAST_COUNTED_SYSTEM ? 4 : 3);
  return command.bytes.subarray(
    3,
    command.byte(command.length - 1) === 0 ? command.length - 1 : command.length,
  );
}

/** GS k m of CODE128 in the form whose data begin with a code set. */
const CODE128 = 73;

function codeSetProblem(command: Command): Problem | undefined {
  if (command.length <= BAR_CODE_HEADER || /^\{[ABC]/.test(command.text(4, 2))) return undefined;
  return {
    code: "no-code-set",
    sentence:
      "CODE128 begins without a code set, so that nothing is printed: put {B (or {A, {C) before the data",
  };
}

/** GS ( k, which Star printers have with an ESC in front. */
export const EPSON_SYMBOLS: CommandRecord = drawn(
  "GS ( k",
  "1D 28 6B p:2 [cn fn]",
  "two-dimensional symbols: sets up, stores and prints",
  {
    needs: "two-dimensional symbols",
    meaning(command) {
      const fn = command.byte(6);
      return fn === PRINT ? "mark" : fn === ASK_SIZE ? "request" : "setting";
    },
    beginsReceipt: true,
    run(machine, command) {
      const kind = command.byte(5);
      const fn = command.byte(6);
      if (fn === STORE) storeSymbol(machine, kind, command);
      else if (fn === PRINT) printStoredSymbol(machine, kind);
      else setSymbol(machine.symbols, command);
    },
    says({ symbols }, command) {
      const kind = command.byte(5);
      const fn = command.byte(6);
      const { name, firstDataByte } = symbolKind(kind);
      if (fn === STORE) return sets(`Stores ${quoted(labelText(command.data(firstDataByte)))} for a ${name}`);
      if (fn === PRINT) {
        const { stored } = symbols;
        if (stored?.kind !== kind) return `Prints the ${name}`;
        return `Prints the ${name} ${quoted(labelText(stored.data.subarray(firstDataByte - 8)))}`;
      }
      if (fn === ASK_SIZE) return skips(`Asks for the size of the ${name}`);
      return saysSymbolSetting(command) ?? ignored(`${capitalized(name)}, function ${fn}`, "it is not known");
    },
    asks: (command) => (command.byte(6) === ASK_SIZE ? "maybe" : "no"),
    symbolStep(command) {
      const fn = command.byte(6);
      return fn === STORE ? "store" : fn === PRINT ? "print" : undefined;
    },
    unanswered: "function 82: size of a two-dimensional symbol in dots",
  },
);

/** Bytes of GS k and its m. */
const BAR_CODE_HEADER = 3;

const NOT_ALONE = "a bar code (GS k) is not printed: its line is not empty, so that its data are text";

/** In standard mode the line must be empty, else what follows m is normal data (Epson ESC/POS reference, GS k). */
function unexecutedBarCode({ inPageMode, line }: Machine, command: Command): number | undefined {
  const system = command.byte(2);
  const isOneDimensional = system !== VOX_QR_CODE && system <= LAST_COUNTED_SYSTEM;
  if (inPageMode || line.empty || !isOneDimensional || command.length < BAR_CODE_HEADER) return undefined;
  return BAR_CODE_HEADER;
}

/** Bar codes and two-dimensional symbols. Source: Epson ESC/POS reference, GS k and GS ( k. */
export const symbolCommands: readonly CommandRecord[] = [
  drawn("GS k", "1D 6B m", "bar code", {
    measure: measureBarCode,
    needs: "bar codes",
    check: (_, command) => (command.byte(2) === CODE128 ? codeSetProblem(command) : undefined),
    beginsReceipt: true,
    unexecutedLength: unexecutedBarCode,
    run(machine, command) {
      const system = command.byte(2);
      if (unexecutedBarCode(machine, command) !== undefined) {
        machine.list.note(NOT_ALONE);
        return;
      }
      const data = barCodeData(command);
      if (printVendorBarCode(machine, system, data)) return;
      const { linear } = machine.symbols;
      const key = `${system} ${linear.moduleWidth} ${linear.height} ${byteString(data)}`;
      const drawing = machine.symbolCache.get(
        key,
        0,
        () => drawLinear(system, data, linear),
        linearWork(system),
      );
      printSymbol(machine, systemName(system), data, drawing);
    },
    says(machine, command) {
      const system = command.byte(2);
      if (unexecutedBarCode(machine, command) !== undefined) {
        return ignored(
          `Bar code ${systemName(system)}`,
          "its line is not empty; its data are printed as text",
        );
      }
      const data = barCodeData(command);
      if (system === VOX_QR_CODE) return `QR code ${quoted(labelText(data))}`;
      if (system === BEMATECH_QR_CODE) return `QR code ${quoted(labelText(data.subarray(6)))}`;
      return `Bar code ${systemName(system)} ${quoted(labelText(data))}`;
    },
    examples: [
      "1D 6B 03 34 39 30 31 32 33 00",
      "1D 6B 43 0C 34 39 30 31 32 33 34 35 36 37 38 39",
      "1D 6B 51 01 02 03 04 02 00 41 42",
      "1D 6B FF",
    ],
  }),
  setting("GS h", "1D 68 n", "height of bar codes", {
    run({ symbols }, command) {
      if (command.byte(2) > 0) symbols.linear.height = command.byte(2);
    },
    says: (_, command) =>
      command.byte(2) === 0
        ? outOfRange("Height of bar codes", 0)
        : `Bar codes ${count(command.byte(2), "dot")} high`,
  }),
  setting("GS w", "1D 77 n", "module width of bar codes", {
    run({ symbols }, command) {
      const n = command.byte(2);
      // 1 is known to clones alone; 68 to 76 are half dots.
      if (n >= 1 && n <= 6) symbols.linear.moduleWidth = n;
      else if (n >= 68 && n <= 76) symbols.linear.moduleWidth = (n - 64) / 2;
    },
    says(_, command) {
      const n = command.byte(2);
      const width = n >= 68 && n <= 76 ? (n - 64) / 2 : n;
      if (n < 1 || (n > 6 && width === n)) return outOfRange("Module width of bar codes", n);
      return `Modules of bar codes ${count(width, "dot")} wide`;
    },
  }),
  setting(
    "GS H",
    "1D 48 n",
    "where the characters of bar codes stand",
    choice(
      "Characters of bar codes",
      [": none", ": above", ": below", ": above and below"],
      ({ symbols }, n) => (symbols.interpretation = { above: (n & 1) !== 0, below: (n & 2) !== 0 }),
    ),
  ),
  setting("GS f", "1D 66 n", "font of the characters of bar codes", {
    run({ symbols, state }, command) {
      if (state.fonts.has(command.byte(2))) symbols.interpretationFont = command.byte(2);
    },
    says({ state }, command) {
      const font = state.fonts.get(command.byte(2));
      if (font === undefined) return outOfRange("Font of the characters of bar codes", command.byte(2));
      return `Characters of bar codes in font ${font.name}`;
    },
  }),
  EPSON_SYMBOLS,
];
