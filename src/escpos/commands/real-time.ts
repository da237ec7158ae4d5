import { peek } from "../command-length.ts";
import { beside, request, type CommandRecord } from "../command-record.ts";
import { CLEARED_RESPONSE, EXTENDED_STATUS, OFFLINE_RESPONSE, POWER_OFF_RESPONSE } from "../answers.ts";
import { kick, saysKick } from "./device.ts";

/** DLE EOT n takes a second parameter for ink (7), peeler (8) and interface (18) status. */
const DLE_EOT_WITH_PARAMETER = new Set([7, 8, 18]);

/** DLE DC4 8 acts only with these seven bytes. */
const CLEAR_SEQUENCE = [1, 3, 20, 1, 6, 2, 8];

/** Commands that act the moment they come. Source: Epson ESC/POS reference, DLE EOT, DLE ENQ, DLE DC4. */
export const realTimeCommands: readonly CommandRecord[] = [
  { name: "Unknown DLE DC4", bytes: "10 14 ??", words: "", kind: "unknown" },
  request("DLE EOT", "10 04 n", "asks for a status", {
    realTime: true,
    measure: (bytes, start, end) => (DLE_EOT_WITH_PARAMETER.has(peek(bytes, start, end, 2)) ? 4 : 3),
    answer: (printer, command) => printer.tellRealTimeStatus(command.byte(2)),
    unanswered: "5, 6: status of a slip station, which a receipt printer has not",
    examples: ["10 04 01", "10 04 04", "10 04 07 02", "10 04 08 03", "10 04 12 01"],
  }),
  request(
    "DLE ENQ",
    "10 05 n",
    "recovers from an error; what the printer then repeats or drops a stored print cannot know",
    { realTime: true },
  ),
  beside("DLE DC4 1", "10 14 01 m t", "drawer kick, in real time", {
    kicksDrawer: true,
    realTime: true,
    actsDeselected: true,
    // Units of 100 ms.
    run: (machine, command) => kick(machine, command.byte(3), 100 * command.byte(4), 100 * command.byte(4)),
    says: (_, command) => saysKick(command.byte(3)),
  }),
  request("DLE DC4 2", "10 14 02 a b", "switches the printer off", {
    realTime: true,
    answer(printer, command) {
      if (command.word(3) === 0x0801) printer.tellNow(POWER_OFF_RESPONSE);
    },
  }),
  beside("DLE DC4 3", "10 14 03 a n r t1 t2", "buzzer, in real time", {
    realTime: true,
    actsDeselected: true,
    run: (machine) => machine.event("buzzer", "beep"),
    says: "Buzzer, at once",
  }),
  request("DLE DC4 7", "10 14 07 m", "asks for a status", {
    realTime: true,
    answer(printer, command) {
      const m = command.byte(3);
      if (m === 1) printer.tellAutomaticStatus();
      else if (m === 2) printer.tellNow(EXTENDED_STATUS);
      else if (m === 4) printer.tellNow(OFFLINE_RESPONSE);
    },
    unanswered: "5: status of a battery, which this printer has not",
  }),
  request(
    "DLE DC4 8",
    "10 14 08 d1 d2 d3 d4 d5 d6 d7",
    "drops what the printer has not printed yet, which a stored print cannot know",
    {
      realTime: true,
      answer(printer, command) {
        if (CLEAR_SEQUENCE.every((byte, index) => command.byte(3 + index) === byte))
          printer.tellNow(CLEARED_RESPONSE);
      },
    },
  ),
];
