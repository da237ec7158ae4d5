import { request, type CommandRecord } from "../command-record.ts";

/** Questions to the printer. */
export const requestCommands: readonly CommandRecord[] = [
  request("EOT", "04", "asks for a status"),
  request("ENQ", "05", "asks for a status"),
  request("ETB", "17", "counts in the automatic status"),
  request("ESC ACK SOH", "1B 06 01", "asks for the automatic status"),
  request("ESC ACK CAN", "1B 06 18", "resets the printer, at once"),
  request("ESC RS a", "1B 1E 61 n", "automatic status on or off"),
  request("ESC RS E", "1B 1E 45 n", "clears the counter of ETB"),
  request("ESC GS ETX", "1B 1D 03 s n1 n2", "marks in the document"),
];
