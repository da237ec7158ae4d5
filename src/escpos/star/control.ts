import type { CommandRecord } from "../command-record.ts";

/** Control codes that Star printers ignore: NUL, XON, XOFF, and GS and DLE, which begin nothing here. */
export const CONTROL: CommandRecord = {
  name: "Control",
  bytes: "",
  kind: "ignored",
  words: "Control codes",
  meaning: "request",
  says: (_, command) => ({
    sentence: `${command.length === 1 ? "Control code" : `${command.length} control codes`} without a meaning here`,
    effect: "none",
  }),
};

/** Unknown commands: a printer drops the bytes of the opcode, and of those that count their data, the data. */
export const UNKNOWN: readonly CommandRecord[] = [
  // DLE alone is a control code: what follows it is not lost.
  { ...CONTROL, bytes: "10" },
  { name: "Unknown ESC ACK", bytes: "1B 06 ??", words: "", kind: "unknown" },
  { name: "Unknown ESC FS", bytes: "1B 1C ??", words: "", kind: "unknown" },
  { name: "Unknown ESC RS", bytes: "1B 1E ??", words: "", kind: "unknown" },
  { name: "Unknown ESC GS", bytes: "1B 1D ??", words: "", kind: "unknown" },
  { name: "Unknown ESC GS (", bytes: "1B 1D 28 ?? p:2 []", words: "", kind: "unknown" },
  { name: "Unknown ESC GS )", bytes: "1B 1D 29 ?? p:2 []", words: "", kind: "unknown" },
];
