import type { CommandForm, ScanState } from "../command.ts";
import { dc2Rows } from "./clone.ts";
import { forms, run, table, type CommandTable } from "./command-form.ts";
import { displayRows } from "./display.ts";
import { dleCommands } from "./dle.ts";
import { escCommands } from "./esc.ts";
import { fsCommands } from "./fs.ts";
import { gsCommands } from "./gs.ts";

const one = forms(1);

/** Characters of the current code page: every byte from 20h up. */
export const TEXT = run("Text", "text");
/** Characters sent to the customer display after ESC = 2. */
export const DISPLAY_TEXT = run("Display text", "text", "display");
/** Control codes without a meaning, ignored by printers. */
const CONTROL = run("Control", "ignored");
const DISPLAY_CONTROL = run("Control", "ignored", "display");

/** DC2 and what follows it, if it begins no command: a run of control codes like any other. */
function measureControls(bytes: Uint8Array, start: number, end: number, state: ScanState): number {
  let at = start + Math.max(1, state.position);
  while (at < end && (bytes[at] ?? 0) < 0x20 && printerCommands.entries[bytes[at] ?? 0] === undefined) at++;
  state.position = at - start;
  return at < end ? at - start : end - start + 1;
}

/** The table for the first byte of a command sent to the printer. */
export const printerCommands: CommandTable = table(CONTROL, [
  [0x09, one.fixed("HT")],
  [0x0a, one.fixed("LF")],
  [0x0c, one.fixed("FF")],
  [0x0d, one.fixed("CR")],
  [0x10, dleCommands],
  [0x12, table(one.scanned("Control", "", measureControls, "ignored"), dc2Rows)],
  [0x18, one.fixed("CAN")],
  [0x1b, escCommands],
  [0x1c, fsCommands],
  [0x1d, gsCommands],
]);

/** The table for the first byte of a command sent to the customer display. */
export const displayCommands = table(DISPLAY_CONTROL, displayRows);

function entryOf(commands: CommandTable, ...opcode: number[]): CommandForm {
  let entry: CommandForm | CommandTable | undefined = commands;
  for (const byte of opcode)
    entry = entry !== undefined && "entries" in entry ? entry.entries[byte] : undefined;
  if (entry === undefined || "entries" in entry) throw new Error("command table: no such opcode");
  return entry;
}

/** The commands that change how later bytes are split. */
export const SELECT_DEVICE = entryOf(printerCommands, 0x1b, 0x3d);
export const DISPLAY_SELECT_DEVICE = entryOf(displayCommands, 0x1b, 0x3d);
export const INITIALIZE = entryOf(printerCommands, 0x1b, 0x40);
export const BEMATECH_COMMAND_SET = entryOf(printerCommands, 0x1d, 0xf9, 0x35);
export const SELECT_KANJI_FONT = entryOf(printerCommands, 0x1c, 0x28, 0x41);
