import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Command } from "../../escpos/escpos.ts";
import {
  automaticStatus,
  CLEARED_RESPONSE,
  extendedAutomaticStatus,
  OFFLINE_RESPONSE,
  POWER_OFF_RESPONSE,
  realTimeStatus,
} from "../status/status.ts";

type RealTimeAnswer = (command: Command, status: PrinterStatus) => readonly number[] | undefined;

/** Requests that are answered the moment they come, whatever is before them. */
export const REAL_TIME_REQUESTS: ReadonlyMap<string, RealTimeAnswer> = new Map<string, RealTimeAnswer>([
  [
    "DLE EOT",
    (command, status) => {
      const byte = realTimeStatus(command.byte(2), status);
      return byte === undefined ? undefined : [byte];
    },
  ],
  // Recovery and clearing drop nothing here: what a host has sent is kept.
  ["DLE ENQ", () => undefined],
  ["DLE DC4 1", () => undefined],
  ["DLE DC4 2", (command) => (command.word(3) === 0x0801 ? POWER_OFF_RESPONSE : undefined)],
  ["DLE DC4 3", () => undefined],
  [
    "DLE DC4 7",
    (command, status) => {
      switch (command.byte(3)) {
        case 1:
          return [...automaticStatus(status)];
        case 2:
          return [...extendedAutomaticStatus()];
        case 4:
          return OFFLINE_RESPONSE;
        default:
          return undefined;
      }
    },
  ],
  ["DLE DC4 8", (command) => (isClearSequence(command) ? CLEARED_RESPONSE : undefined)],
]);

/** DLE DC4 8 acts only with these seven bytes. */
function isClearSequence(command: Command): boolean {
  return [1, 3, 20, 1, 6, 2, 8].every((byte, index) => command.byte(3 + index) === byte);
}
