import type { Command } from "../../escpos/command.ts";
import type { Asking, CommandMeaning } from "../../escpos/command-record.ts";

export type { CommandMeaning } from "../../escpos/command-record.ts";

/** What a command means for its job. Looks at a bounded number of bytes, but for text without a visible character. */
export function meaningOf(command: Command): CommandMeaning {
  const { meaning } = command.form;
  return typeof meaning === "string" ? meaning : meaning(command);
}

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
