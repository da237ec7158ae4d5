import type { Command } from "../../escpos/command.ts";
import { labelText } from "../../escpos/label.ts";
import { symbolKindName } from "../../escpos/symbol-kind.ts";
import { systemName } from "../../symbols/linear.ts";
import { count, ignored, outOfRange, quoted, sets, skips, type Describers } from "../sentence.ts";

const PLACES = ["none", "above", "below", "above and below"];

/** Settings of GS ( k by function; what 65 to 72 mean differs between kinds of symbols. */
const SETTINGS: Readonly<Record<string, string>> = {
  "48 65": "columns",
  "48 66": "rows",
  "48 67": "module width",
  "48 68": "row height",
  "48 69": "error correction",
  "48 70": "truncated or not",
  "49 65": "model",
  "49 67": "module size",
  "49 69": "error correction",
  "50 65": "mode",
  "51 67": "module size",
  "51 71": "greatest width",
  "52 67": "module size",
  "52 71": "greatest width",
  "52 72": "font of its characters",
  "53 66": "kind and layers",
  "53 67": "module size",
  "53 69": "error correction",
  "54 66": "shape and size",
  "54 67": "module size",
};

/** Function 80 of these kinds has parameters before its data: which DataBar, which part of a composite symbol. */
const FIRST_DATA_BYTE: Readonly<Record<number, number>> = { 51: 9, 52: 10 };

/** Least and greatest parameter of a setting; one outside changes nothing. */
const RANGES: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  "48 65": [0, 30],
  "48 67": [1, 8],
  "48 68": [1, 8],
  "49 65": [49, 51],
  "49 67": [1, 16],
  "49 69": [48, 51],
  "50 65": [50, 54],
  "51 67": [1, 8],
  "52 67": [1, 8],
  "53 67": [1, 16],
  "53 69": [5, 95],
  "54 67": [1, 16],
};

const QR_LEVELS = "LMQH";

/** Bar codes and two-dimensional symbols. */
export const symbolSentences: Describers = {
  "GS k"(command) {
    const system = command.byte(2);
    const data = system === 81 ? command.data(9) : command.data(system >= 65 && system <= 80 ? 4 : 3);
    const text = labelText(data).replace(/\0$/, "");
    if (system === 11 || system === 81) return `QR code ${quoted(text)}`;
    return `Bar code ${systemName(system)} ${quoted(text)}`;
  },
  "GS h": (command) =>
    command.byte(2) === 0
      ? outOfRange("Height of bar codes", 0)
      : `Bar codes ${count(command.byte(2), "dot")} high`,
  "GS w"(command) {
    const n = command.byte(2);
    const width = n >= 68 && n <= 76 ? (n - 64) / 2 : n;
    if (n < 1 || (n > 6 && width === n)) return outOfRange("Module width of bar codes", n);
    return `Modules of bar codes ${count(width, "dot")} wide`;
  },
  "GS H"(command) {
    const n = command.byte(2) >= 48 ? command.byte(2) - 48 : command.byte(2);
    const place = PLACES[n];
    return place === undefined
      ? outOfRange("Characters of bar codes", n)
      : `Characters of bar codes: ${place}`;
  },
  "GS f"(command, { state }) {
    const font = state.fonts.get(command.byte(2));
    if (font === undefined) return outOfRange("Font of the characters of bar codes", command.byte(2));
    return `Characters of bar codes in font ${font.name}`;
  },
  "GS o": (command) => `QR codes: modules of ${count(command.byte(3), "dot")}`,
  "GS ( k"(command, { symbols }) {
    const kind = command.byte(5);
    const fn = command.byte(6);
    const name = symbolKindName(kind);
    if (fn === 80) {
      const data = command.data(FIRST_DATA_BYTE[kind] ?? 8);
      return sets(`Stores ${quoted(labelText(data))} for a ${name}`);
    }
    if (fn === 81) {
      const { stored } = symbols;
      if (stored?.kind !== kind) return `Prints the ${name}`;
      const data = stored.data.subarray((FIRST_DATA_BYTE[kind] ?? 8) - 8);
      return `Prints the ${name} ${quoted(labelText(data))}`;
    }
    if (fn === 82) return skips(`Asks for the size of the ${name}`);
    const what = SETTINGS[`${kind} ${fn}`];
    if (what === undefined) return ignored(`${capitalized(name)}, function ${fn}`, "it is not known");
    const [least, greatest] = RANGES[`${kind} ${fn}`] ?? [0, 255];
    const n = command.byte(7);
    if (n < least || n > greatest) return outOfRange(`${capitalized(name)}: ${what}`, n);
    return sets(`${capitalized(name)}: ${what} ${settingValue(command, kind, fn)}`);
  },
  "ESC Z": (command) => `QR code ${quoted(labelText(command.data(7)))}`,
  "ESC 81": (command) => `QR code ${quoted(labelText(command.data(6)))}`,
  "FS } %": (command) => `QR code ${quoted(labelText(command.data(4)))}`,
};

function settingValue(command: Command, kind: number, fn: number): string {
  const n = command.byte(7);
  if (kind === 49 && fn === 69) return QR_LEVELS[n - 48] ?? String(n);
  if (kind === 49 && fn === 65) return n === 51 ? "micro" : String(n - 48);
  if (fn === 71) return count(command.word(7), "dot");
  return String(n);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
