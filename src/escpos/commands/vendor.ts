import { peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import {
  choice,
  drawn,
  moved,
  setting,
  skipped,
  type CommandAct,
  type CommandRecord,
} from "../command-record.ts";
import { labelText } from "../label.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, quoted, sets, type Said } from "../sentence.ts";
import { DEFAULT_MODULE_SIZE, levelOf, printQr } from "../vendor-symbol.ts";
import { setFont, setHeight, setWidth, widen } from "./clone-style.ts";

/* Clones use opcodes of Epson with another length: each is told apart by a parameter that Epson's command never has. */

/** Settings of one byte; a letter or a command behind the opcode is no setting, as Epson drops both bytes. */
const measureSetting: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0 || (next < 0x20 && next !== 0x0a && !(next >= 0x1b && next <= 0x1d)) ? 3 : 2;
};

/** DC2 # n is print density; a digit or a space behind it is text, such as a number of an order. */
const measureDensity: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0x20 || next >= 0x40 ? 3 : 1;
};

const measureExecutionResponse: Measure = (bytes, start, end) => (peek(bytes, start, end, 2) < 0x20 ? 3 : 1);

/** Character codes of ESC 9 (Gprinter, Xprinter and other printers for China). */
const CHINESE_CODES: Readonly<Record<number, string>> = { 0: "GBK", 1: "UTF-8", 3: "Big5" };

/** Before text DC2 alone ends condensed characters; with a parameter it has nothing to do with paper. */
function densityOrStyle(otherwise: string) {
  return (_: Machine, command: Command): Said =>
    command.length === 1 ? sets("Condensed characters off") : { sentence: otherwise, effect: "none" };
}

/** Prints a QR code whose data, error correction and module size stand at these bytes. */
function qrCode(data: number, level: number, size: number): CommandAct {
  return {
    run: (machine, command) =>
      printQr(machine, command.data(data), levelOf(command.byte(level)), command.byte(size)),
    says: (_, command) => `QR code ${quoted(labelText(command.data(data)))}`,
  };
}

/** What DC2 and a byte do where they are DC2 alone: they end condensed characters. */
function endsCondensed(machine: Machine, command: Command): void {
  if (command.length === 1) setFont(machine, 0);
}

/** Commands that only clones have. */
export const vendorCommands: readonly CommandRecord[] = [
  setting("ESC 9", "1B 39 n", "character code (clones for China)", {
    measure: measureSetting,
    run({ state: { coding } }, command) {
      if (command.length < 3) return;
      const n = command.byte(2);
      coding.utf8 = n === 1;
      if (n === 0) coding.chooseDoubleByteCode("gb18030");
      if (n === 3) coding.chooseDoubleByteCode("big5");
    },
    says(_, command) {
      if (command.length < 3) return ignored("Character code", "it has no parameter");
      const n = command.byte(2);
      const name = CHINESE_CODES[n];
      return name === undefined ? sets("Character code: one byte a character") : `Character code ${name}`;
    },
    examples: ["1B 39 01"],
  }),
  drawn("ESC Z", "1B 5A m n k d:2 []", "QR code (clones)", {
    // Zijang: version, error correction, module size, 16-bit length.
    ...qrCode(7, 3, 4),
    examples: ["1B 5A 00 4C 03 02 00 41 42"],
  }),
  drawn("ESC 81", "1B 81 n:2 [size level]", "QR code (Daruma)", {
    // 16-bit length of all that follows, module size, error correction.
    ...qrCode(6, 5, 4),
    examples: ["1B 81 04 00 04 4D 41 42"],
  }),
  drawn("FS } %", "1C 7D 25 k []", "QR code (Pyramid)", {
    run: (machine, command) => printQr(machine, command.data(4), "L", DEFAULT_MODULE_SIZE),
    says: (_, command) => `QR code ${quoted(labelText(command.data(4)))}`,
    examples: ["1C 7D 25 02 41 42"],
  }),
  moved("GS o", "1D 6F n size version model", "sets up QR codes (Vox)", {
    run: ({ symbols }, command) => (symbols.voxModuleSize = command.byte(3)),
    says: (_, command) => `QR codes: modules of ${count(command.byte(3), "dot")}`,
  }),
  setting("ESC SO", "1B 0E", "double width (clones)", {
    run: (machine, command) => widen(machine, command.offset + command.length),
    says: "Double width on",
  }),
  setting("ESC SI", "1B 0F", "condensed characters (clones)", {
    run: (machine) => setFont(machine, 1),
    says: "Condensed characters on",
  }),
  setting("ESC DC2", "1B 12", "ends condensed characters (clones)", {
    run: (machine) => setFont(machine, 0),
    says: "Condensed characters off",
  }),
  setting("ESC DC4", "1B 14", "ends double width (clones)", {
    run: (machine) => setWidth(machine, 1),
    says: "Double width off",
  }),
  setting(
    "ESC w",
    "1B 77 n",
    "double height (clones)",
    choice("Double height", [" off", " on"], (machine, n) => setHeight(machine, n + 1)),
  ),
  setting(
    "DC2 #",
    "12 23 n",
    "print density (clones); before text DC2 alone, which ends condensed characters",
    {
      measure: measureDensity,
      run: endsCondensed,
      says: densityOrStyle("Print density"),
      examples: ["12 23 4A"],
    },
  ),
  setting(
    "DC2 q",
    "12 71 n",
    "asks for an answer (clones); before text DC2 alone, which ends condensed characters",
    {
      measure: measureExecutionResponse,
      run: endsCondensed,
      says: densityOrStyle("Asks for an answer"),
      unanswered: "the end of execution on small printers of another maker",
      examples: ["12 71 00"],
    },
  ),
  setting("GS F9 5", "1D F9 35 n", "command set (Bematech)", {
    run({ state: { coding } }, command) {
      // 1 is ESC/POS, with Epson's numbers; 0 is Bematech's own command set.
      coding.useProfile(command.digit(3) === 0 ? "bematech" : "epson");
    },
    says: (_, command) => `Command set: ${command.digit(3) === 0 ? "Bematech's own" : "ESC/POS"}`,
    splits: (state, command) => (state.bematech = (command.byte(3) & 0x0f) === 0),
  }),
  skipped("ESC #", "1B 23 n", "print density (clones)", { measure: measureSetting, examples: ["1B 23 05"] }),
  skipped("ESC 7", "1B 37 n1 n2 n3", "current and time of the print head (clones)"),
  skipped("ESC s", "1B 73 n", "print speed or density (clones)", {
    measure: measureSetting,
    examples: ["1B 73 02"],
  }),
  skipped("ESC ~", "1B 7E n", "settings kept in the printer (clones)", {
    measure: measureSetting,
    examples: ["1B 7E 01"],
  }),
  skipped("FS } `", "1C 7D 60 n", "whether the printer cuts by itself (Pyramid)"),
  skipped("GS |", "1D 7C n", "print density (clones)"),
];
