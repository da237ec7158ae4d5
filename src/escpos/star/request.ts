import { request, type CommandRecord } from "../command-record.ts";
import { starNumber } from "./parameter.ts";

/** s of ESC GS ETX up to which a mark is told when it is printed; beyond it only bounds the data. */
const LAST_TOLD_MARK = 2;

/** What Star printers are asked. Those of real time act inside a job too. Source: Star Line Mode specifications. */
export const requestCommands: readonly CommandRecord[] = [
  request("ENQ", "05", "asks for the state of the printer", {
    realTime: true,
    answer: ({ star }) => star.tellStatus("ENQ"),
  }),
  request("EOT", "04", "asks for the state of the paper", {
    realTime: true,
    answer: ({ star }) => star.tellStatus("EOT"),
  }),
  request(
    "DLE EOT",
    "10 04 n",
    "Epson's request, by which hosts find out what a printer speaks: Star printers do not answer it",
    // n is 1 to 4 of Epson's; behind DLE and EOT alone text may follow.
    {
      measure: (bytes, start, end) => (start + 2 < end && (bytes[start + 2] ?? 0) >= 0x20 ? 2 : 3),
      realTime: true,
      examples: ["10 04 02"],
    },
  ),
  request("ETB", "17", "counts what is printed, and asks for the automatic status when it is", {
    asks: "watched",
    printedCount: "one more",
    answer: ({ star }) => star.countPrinted(),
  }),
  request("ESC ACK SOH", "1B 06 01", "asks for the automatic status", {
    realTime: true,
    answer: ({ star }) => star.tellAutomaticStatus(),
  }),
  request("ESC ACK CAN", "1B 06 18", "resets the printer at once, of which a stored print cannot know", {
    realTime: true,
    printedCount: "perhaps anew",
  }),
  request("ESC RS a", "1B 1E 61 n", "automatic status on or off", {
    answer: ({ star }, command) => star.watchStatus(starNumber(command, 3) !== 0),
  }),
  request("ESC RS E", "1B 1E 45 n", "clears the counter of ETB", {
    printedCount: "perhaps anew",
    answer: ({ star }) => star.clearCount(),
  }),
  request(
    "ESC GS ETX",
    "1B 1D 03 s n1 n2",
    "marks the begin or end of a document, or asks when it is printed",
    {
      answer({ star }, command) {
        if (starNumber(command, 3) <= LAST_TOLD_MARK) star.tellPrinted(command.bytes);
      },
    },
  ),
];
