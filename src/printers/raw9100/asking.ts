import type { Command } from "../../escpos/command.ts";
import type { Asking } from "../../escpos/command-record.ts";
import { meaningOf } from "./command-meaning.ts";

/** Whether a real printer answers a command in print order. */
export function askingOf(command: Command): Asking {
  const { kind, form, truncated } = command;
  if (truncated || kind !== "command") return "no";
  const { asks, realTime, unanswered } = form.record;
  if (asks !== undefined) return typeof asks === "string" ? asks : asks(command);
  // Real-time requests are answered whatever is before them.
  if (realTime === true) return "no";
  return unanswered !== undefined || meaningOf(command) === "request" ? "maybe" : "no";
}
