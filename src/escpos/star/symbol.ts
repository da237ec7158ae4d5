import { QR_LEVELS } from "../../symbols/qr/versions.ts";
import { drawLinear, linearWork, systemName } from "../../symbols/linear.ts";
import { byteString } from "../../symbols/symbol.ts";
import { measureUntil, peek } from "../command-length.ts";
import { Command, type Measure } from "../command.ts";
import { drawn, request, setting, type CommandRecord } from "../command-record.ts";
import { EPSON_SYMBOLS } from "../commands/symbol.ts";
import { labelText } from "../label.ts";
import { MAXIMUM_BAR_CODE_BYTES } from "../limits.ts";
import { count, ignored, outOfRange, quoted, type Said } from "../sentence.ts";
import { printStoredSymbol } from "../stored-symbol.ts";
import { printSymbol } from "../symbol-block.ts";
import type { SymbolMemory } from "../symbol-memory.ts";
import { barCodeOf } from "./bar-code.ts";
import { starNumber } from "./parameter.ts";

const RS = 0x1e;

const DISCARDED = "a bar code (ESC b) is not printed: a parameter is out of range";

/** cn of Epson's GS ( k, whose settings and drawing are the same. */
const PDF417 = 48;
const QR_CODE = 49;

/** Bytes that a QR code may be given (ESC GS y D 1): as many digits fit into the largest. */
const MOST_DATA_BYTES = 7089;

/** ESC GS y D 2: a parts of m nL nH d. */
const measureParts: Measure = (bytes, start, end, state) => {
  const parts = peek(bytes, start, end, PARTS - 1);
  if (parts < 0) return PARTS;
  if (state.position < PARTS) state.position = PARTS;
  while (state.value < parts) {
    const at = state.position;
    if (end - start < at + 3) return at + 3;
    state.position += 3 + (peek(bytes, start, end, at + 1) | (peek(bytes, start, end, at + 2) << 8));
    state.value++;
  }
  return state.position;
};

/** Where the parts of ESC GS y D 2 begin. */
const PARTS = 6;

/** The data of the parts of ESC GS y D 2 as one; how each is coded the encoder finds by itself. */
function joinedParts(command: Command): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = PARTS; at + 3 <= command.length; at += 3 + command.word(at + 1))
    parts.push(command.data(at + 3).subarray(0, command.word(at + 1)));
  return Buffer.concat(parts);
}

/** What a command sets of a symbol: the least and greatest n, what n sets, and that in words. */
type SymbolSetting = readonly [
  least: number,
  greatest: number,
  set: (symbols: SymbolMemory, n: number) => unknown,
  says: (n: number) => string,
];

/** The settings of ESC GS y S by fn. */
const QR_SETTINGS: readonly SymbolSetting[] = [
  [1, 2, ({ qr }, n) => (qr.model = n === 1 ? 1 : 2), (n) => `model ${n}`],
  [
    0,
    3,
    ({ qr }, n) => (qr.errorCorrection = QR_LEVELS[n] ?? "L"),
    (n) => `error correction ${QR_LEVELS[n]}`,
  ],
  [1, 8, ({ qr }, n) => (qr.moduleSize = n), (n) => `cells of ${count(n, "dot")}`],
];

/** The settings of ESC GS x S by fn; 0 has three parameters and a command of its own. */
const PDF417_SETTINGS: readonly (SymbolSetting | undefined)[] = [
  undefined,
  [0, 8, ({ pdf417 }, n) => (pdf417.errorCorrection = { level: n }), (n) => `error correction ${n}`],
  [1, 10, ({ pdf417 }, n) => (pdf417.moduleWidth = n), (n) => `modules ${count(n, "dot")} wide`],
  [1, 10, ({ pdf417 }, n) => (pdf417.rowHeight = n), (n) => `rows ${count(n, "module")} high`],
];

/** What a command does that sets something of a symbol, fn in byte 4 and n in byte 5. */
function symbolSetting(
  name: string,
  settings: readonly (SymbolSetting | undefined)[],
): Pick<CommandRecord, "run" | "says" | "answer"> {
  const apply = (symbols: SymbolMemory, command: Command): void => {
    const [least = 1, greatest = 0, set] = settings[starNumber(command, 4)] ?? [];
    const n = starNumber(command, 5);
    if (n >= least && n <= greatest) set?.(symbols, n);
  };
  return {
    run: ({ symbols }, command) => apply(symbols, command),
    answer: ({ star }, command) => apply(star.symbols, command),
    says(_, command): Said | string {
      const found = settings[starNumber(command, 4)];
      if (found === undefined) return ignored(`${name}: a setting`, "it is not known");
      const [least, greatest, , says] = found;
      const n = starNumber(command, 5);
      return n < least || n > greatest ? outOfRange(`${name}: a setting`, n) : `${name}: ${says(n)}`;
    },
  };
}

/** Keeps the data of a kind of symbol until other data of that kind comes, or ESC @. @param number equal for equal data */
function keep(symbols: SymbolMemory, kind: number, data: Uint8Array, number: number): void {
  if (data.length <= MOST_DATA_BYTES) symbols.kept.set(kind, { kind, data, number });
}

/** What a command does that stores the data of a kind of symbol, in the printer and for the size that it is asked for. */
function storesSymbol(name: string, kind: number, dataOf: (command: Command) => Uint8Array) {
  return {
    symbolStep: () => "store",
    run({ symbols, symbolCache }, command) {
      const data = dataOf(command);
      keep(symbols, kind, data, symbolCache.numberOf(byteString(data)));
    },
    says: (_, command) => `Stores ${quoted(labelText(dataOf(command)))} for a ${name}`,
    answer: ({ star }, command) => keep(star.symbols, kind, new Uint8Array(dataOf(command)), 0),
  } satisfies Partial<CommandRecord>;
}

/** What a command does that prints what is stored; it stays, so that it may be printed again. */
function printsSymbol(name: string, kind: number): Partial<CommandRecord> {
  return {
    symbolStep: () => "print",
    run(machine) {
      machine.symbols.stored = machine.symbols.kept.get(kind);
      printStoredSymbol(machine, kind);
    },
    says({ symbols }) {
      const kept = symbols.kept.get(kind);
      return kept === undefined ? `Prints the ${name}` : `Prints the ${name} ${quoted(labelText(kept.data))}`;
    },
  };
}

/** ESC GS x S 0: rows and columns, or the proportion of height and width. */
function setPdf417Size({ pdf417 }: SymbolMemory, command: Command): void {
  const [n, p1, p2] = [starNumber(command, 5), command.byte(6), command.byte(7)];
  if (n === 0 && p1 >= 1 && p1 <= 99 && p2 >= 1 && p2 <= 99) {
    Object.assign(pdf417, { proportion: p1 / p2, rows: 0, columns: 0 });
  } else if (n === 1 && (p1 === 0 || (p1 >= 3 && p1 <= 90)) && p2 <= 30) {
    Object.assign(pdf417, { proportion: undefined, rows: p1, columns: p2 });
  }
}

/** A command of Epson's behind an ESC: the same command, one byte later. */
function afterEscape({ meaning, run, says, asks, symbolStep }: CommandRecord): Partial<CommandRecord> {
  const inner = ({ form, source, start, length, offset, truncated }: Command): Command =>
    new Command(form, source, start + 1, length - 1, offset + 1, truncated);
  return {
    meaning: typeof meaning === "function" ? (command) => meaning(inner(command)) : (meaning ?? "mark"),
    asks: typeof asks === "function" ? (command) => asks(inner(command)) : (asks ?? "no"),
    run: (machine, command) => run?.(machine, inner(command)),
    says: (machine, command) => (typeof says === "function" ? says(machine, inner(command)) : (says ?? "")),
    symbolStep: (command) => symbolStep?.(inner(command)),
  };
}

/** Bar codes and symbols. Source: Star Line Mode specifications, ESC b, ESC GS y, ESC GS x. */
export const symbolCommands: readonly CommandRecord[] = [
  drawn("ESC b", "1B 62 n1 n2 n3 n4", "bar code", {
    measure: measureUntil(RS, 1, 6, MAXIMUM_BAR_CODE_BYTES),
    run(machine, command) {
      const code = barCodeOf(command);
      if (code === undefined) return machine.list.note(DISCARDED);
      const { system, data, settings, isRead } = code;
      const key = `${system} ${JSON.stringify(settings)} ${byteString(data)}`;
      const drawing = machine.symbolCache.get(
        key,
        0,
        () => drawLinear(system, data, settings),
        linearWork(system),
      );
      machine.symbols.interpretation = { above: false, below: isRead };
      printSymbol(machine, systemName(system), data, drawing);
    },
    says(_, command) {
      const code = barCodeOf(command);
      if (code === undefined) return ignored("Bar code", "a parameter is out of range");
      return `Bar code ${systemName(code.system)} ${quoted(labelText(code.data))}`;
    },
    examples: ["1B 62 36 32 31 50 41 42 1E"],
  }),
  setting("ESC GS y S", "1B 1D 79 53 fn n", "settings of QR codes", symbolSetting("QR code", QR_SETTINGS)),
  setting("ESC GS y D 1", "1B 1D 79 44 31 m n:2 []", "data of a QR code", {
    ...storesSymbol("QR code", QR_CODE, (command) => command.data(8)),
  }),
  setting("ESC GS y D 2", "1B 1D 79 44 32 a", "data of a QR code in parts", {
    measure: measureParts,
    ...storesSymbol("QR code", QR_CODE, joinedParts),
    examples: ["1B 1D 79 44 32 02 01 02 00 31 32 02 01 00 41"],
  }),
  drawn("ESC GS y P", "1B 1D 79 50", "prints the QR code", printsSymbol("QR code", QR_CODE)),
  request("ESC GS y I", "1B 1D 79 49", "asks for the size of the QR code", {
    answer: ({ star }) => star.tellSymbolSize(QR_CODE, [0x1b, 0x1d, 0x79, 0x49]),
  }),
  setting("ESC GS x S", "1B 1D 78 53 fn n", "settings of PDF417", symbolSetting("PDF417", PDF417_SETTINGS)),
  setting("ESC GS x S 0", "1B 1D 78 53 30 n p1 p2", "size of PDF417", {
    run: ({ symbols }, command) => setPdf417Size(symbols, command),
    says(_, command) {
      const [p1, p2] = [command.byte(6), command.byte(7)];
      return starNumber(command, 5) === 0
        ? `PDF417: ${p1} high to ${p2} wide`
        : `PDF417: ${p1 === 0 ? "rows" : count(p1, "row")} and ${p2 === 0 ? "columns" : count(p2, "column")} as needed`;
    },
    answer: ({ star }, command) => setPdf417Size(star.symbols, command),
    examples: ["1B 1D 78 53 30 01 0A 04"],
  }),
  setting("ESC GS x D", "1B 1D 78 44 n:2 []", "data of PDF417", {
    ...storesSymbol("PDF417", PDF417, (command) => command.data(6)),
  }),
  drawn("ESC GS x P", "1B 1D 78 50", "prints the PDF417", printsSymbol("PDF417", PDF417)),
  request("ESC GS x I", "1B 1D 78 49", "asks for the size of the PDF417", {
    answer: ({ star }) => star.tellSymbolSize(PDF417, [0x1b, 0x1d, 0x78, 0x49]),
  }),
  drawn("ESC GS ( k", "1B 1D 28 6B p:2 [cn fn]", "symbols: as Epson's GS ( k", afterEscape(EPSON_SYMBOLS)),
];
