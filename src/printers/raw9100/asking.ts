import type { Command } from "../../escpos/command.ts";
import { meaningOf } from "./command-meaning.ts";

/** Requests beside those of {@link meaningOf} that some printers answer, in print order. */
const SOMETIMES_ANSWERED = new Set([
  "DC2 q",
  "FS ( E",
  "FS ( L",
  "FS a",
  "FS c",
  "GS ( B",
  "GS ( E",
  "GS ( G",
  "GS ( z",
]);

/**
 * Whether a real printer answers a command in print order, so that its answer says that what is before it is printed:
 * `status` with one byte, or the echo of a process ID, that can be told from every other answer; `block` with a block of
 * bytes, if it knows the request; `maybe` with anything or nothing.
 */
export function askingOf(command: Command): "status" | "block" | "maybe" | "no" {
  const { name, kind, truncated } = command;
  if (truncated || kind !== "command") return "no";
  if (isForStatus(command)) return "status";
  if (name === "GS I") return "block";
  if (SOMETIMES_ANSWERED.has(name)) return "maybe";
  // Real-time requests are answered whatever is before them; CR is no request.
  return meaningOf(command) === "request" && !name.startsWith("DLE") && name !== "CR" ? "maybe" : "no";
}

function isForStatus(command: Command): boolean {
  switch (command.name) {
    case "GS r":
      return [1, 2].includes(command.digit());
    case "ESC v":
      return command.length === 2;
    case "ESC u":
      return command.digit() === 0;
    case "GS I":
      return [1, 2, 3].includes(command.digit());
    case "GS ( H":
      return command.byte(5) === 48 && command.byte(6) === 48 && command.length === 11;
    default:
      return false;
  }
}
