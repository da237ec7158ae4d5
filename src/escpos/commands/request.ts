import type { Command, Measure } from "../command.ts";
import { beside, request, setting, skipped, type CommandRecord } from "../command-record.ts";
import { EXTENDED_STATUS, INK_STATUS } from "../answers.ts";
import { skips } from "../sentence.ts";

/** The counters that a receipt printer has (GS g 2): lines, print head, cutter, hours; since a reset and in all. */
const COUNTERS = new Set([20, 21, 50, 70, 148, 149, 178, 198]);

/** ESC v is a status request; on Bematech printers ESC v n kicks the drawer for n milliseconds. */
const measurePaperStatus: Measure = (_bytes, _start, _end, state) => (state.bematech ? 3 : 2);

/** GS I 1 to 3: the ID of the model, its type or its version. */
function isModel(command: Command): boolean {
  return [1, 2, 3].includes(command.digit());
}

/** GS ( H function 48 with a process ID of four bytes. */
function isProcessId(command: Command): boolean {
  return command.byte(5) === 48 && command.byte(6) === 48 && command.length === 11;
}

/** What a printer is asked, to be answered in print order, and what its hosts set in it. */
export const requestCommands: readonly CommandRecord[] = [
  beside(
    "ESC v",
    "1B 76 n",
    "drawer kick (Bematech); elsewhere it asks for the paper sensor and does nothing",
    {
      meaning: (command) => (command.length > 2 ? "act" : "request"),
      kicksDrawer: (command) => command.length > 2,
      measure: measurePaperStatus,
      run(machine, command) {
        if (command.length > 2) machine.event("drawer", "drawer kick");
      },
      says: (_, command) =>
        command.length > 2 ? "Drawer kick" : skips("Asks for the state of the paper sensor"),
      asks: (command) => (command.length === 2 ? "status" : "no"),
      hasByteAnswer: () => true,
      answer(printer, command) {
        if (command.length === 2) printer.tellStatus(1);
      },
      examples: ["1B 76"],
    },
  ),
  request("ESC u", "1B 75 n", "asks for the drawer", {
    asks: (command) => (command.digit() === 0 ? "status" : "maybe"),
    hasByteAnswer: () => true,
    answer(printer, command) {
      if (command.digit() === 0) printer.tellStatus(2);
    },
  }),
  request("GS I", "1D 49 n", "asks for the model", {
    asks: (command) => (isModel(command) ? "status" : "block"),
    hasByteAnswer: isModel,
    answer: (printer, command) => printer.tellIdentity(command.byte(2)),
    unanswered:
      "35, 36, 96, 110, 111, 112: information of certain models; answered empty, as Epson's manual has it",
  }),
  request("GS a", "1D 61 n", "status by itself", {
    answer: (printer, command) => printer.watchStatus(command.byte(2)),
  }),
  request("GS j", "1D 6A n", "ink status by itself", {
    answer(printer, command) {
      if (command.byte(2) !== 0) printer.tell(INK_STATUS);
    },
  }),
  request("GS r", "1D 72 n", "asks for a status", {
    asks: (command) => ([1, 2].includes(command.digit()) ? "status" : "maybe"),
    hasByteAnswer: () => true,
    answer: (printer, command) => printer.tellStatus(command.digit()),
  }),
  skipped("GS g 0", "1D 67 30 m n:2", "maintenance counters"),
  request("GS g 2", "1D 67 32 m n:2", "asks for a maintenance counter", {
    answer(printer, command) {
      // A printer without a mechanism has worn nothing.
      if (command.byte(3) === 0 && COUNTERS.has(command.word(4))) printer.tell([0x5f, 0x30, 0x00]);
    },
  }),
  request("GS ( H", "1D 28 48 p:2 [fn m]", "asks for an answer", {
    asks: (command) => (isProcessId(command) ? "status" : "maybe"),
    answer(printer, command) {
      if (isProcessId(command)) printer.tellProcessId(command.data(7));
      else if (
        command.byte(5) === 49 &&
        command.byte(6) === 48 &&
        command.length === 8 &&
        command.digit(7) <= 2
      ) {
        printer.watchOffline(command.digit(7) !== 0);
      }
    },
    unanswered:
      "function 49, with causes: the bits of the causes differ from model to model; sent without causes",
  }),
  request("FS ( e", "1C 28 65 p:2 [fn m]", "status by itself", {
    answer(printer, command) {
      if (command.byte(5) === 51 && command.byte(6) !== 0) printer.tell(EXTENDED_STATUS);
    },
  }),
  request("GS ( C", "1D 28 43 p:2 [m fn b]", "memory for the sender's data", {
    answer: (printer, command) => printer.userMemory(command),
  }),
  skipped("FS g 1", "1C 67 31 m a:4 n:2 []", "memory for the sender's data", {
    examples: ["1C 67 31 00 80 00 00 00 02 00 AA BB"],
  }),
  request("FS g 2", "1C 67 32 m a:4 n:2", "asks for the sender's data", {
    unanswered: "the older user memory; GS ( C replaces it",
  }),
  setting(
    "GS ( E",
    "1D 28 45 p:2 [fn]",
    "user settings: ending them resets all modes; settings themselves are kept in the printer",
    {
      run(machine, command) {
        const { userDefined } = machine;
        const fn = command.byte(5);
        // Function 2 ends the user setting mode with a reset.
        if (fn === 2) machine.initialize();
        else if (fn === 8 || fn === 9) userDefined.definePage(command);
        else if (fn === 10) userDefined.deletePage(command.byte(6), command.byte(7));
      },
      says(_, command) {
        const fn = command.byte(5);
        if (fn === 1) return skips("Begins user settings");
        if (fn === 2) return "Ends user settings, which resets all modes";
        if (fn === 8 || fn === 9) return "Defines characters of a user-defined code page";
        if (fn === 10) return "Deletes characters of the user-defined code page";
        return skips(`User setting (function ${fn}), kept in the printer`);
      },
      answer: (printer, command) => printer.userSettings(command),
      unanswered:
        "functions 14, 16, 50, 100: settings of interfaces and of paper that this printer has not; function 12: settings of a serial interface, unless a host has set them; functions 4, 6: memory switches and values that are not set by a host and whose factory value is not known",
    },
  ),
];
