import type { Command } from "../../escpos/escpos.ts";
import { extendedAutomaticStatus, inkAutomaticStatus } from "../status/status.ts";
import { bitmap, graphics, userMemory } from "./memory-requests.ts";
import type { Requests } from "./requests.ts";

type OrderedAnswer = (requests: Requests, command: Command) => void;

/** Commands that are answered in print order, or that change what is answered. */
export const ORDERED_REQUESTS: ReadonlyMap<string, OrderedAnswer> = new Map<string, OrderedAnswer>([
  ["GS r", (requests, command) => requests.transmit(command.digit())],
  [
    "ESC v",
    (requests, command) => {
      // ESC v n is Bematech's drawer kick.
      if (command.length === 2) requests.transmit(1);
    },
  ],
  [
    "ESC u",
    (requests, command) => {
      if (command.digit() === 0) requests.transmit(2);
    },
  ],
  ["GS I", (requests, command) => requests.identify(command.byte(2))],
  ["GS a", (requests, command) => requests.watch(command.byte(2))],
  [
    "GS j",
    (requests, command) => {
      if (command.byte(2) !== 0) requests.tell(inkAutomaticStatus());
    },
  ],
  [
    "FS ( e",
    (requests, command) => {
      if (command.byte(5) === 51 && command.byte(6) !== 0) requests.tell(extendedAutomaticStatus());
    },
  ],
  ["GS ( H", (requests, command) => requests.respond(command)],
  ["GS ( E", (requests, command) => requests.settings(command)],
  ["GS ( C", (requests, command) => requests.tell(userMemory(command, requests.memory))],
  ["GS ( L", (requests, command) => requests.tell(graphics(command, 5, requests.memory))],
  ["GS 8 L", (requests, command) => requests.tell(graphics(command, 7, requests.memory))],
  ["GS D", (requests, command) => bitmap(command, requests.memory)],
  ["GS g 2", (requests, command) => requests.count(command)],
  ["ESC @", (requests) => requests.memory.downloadedGraphics.clear()],
]);
