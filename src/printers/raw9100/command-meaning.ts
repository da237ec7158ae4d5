import type { Command } from "../../escpos/command.ts";
import type { CommandMeaning } from "../../escpos/command-record.ts";

export type { CommandMeaning } from "../../escpos/command-record.ts";

/** What a command means for its job. Looks at a bounded number of bytes, but for text without a visible character. */
export function meaningOf(command: Command): CommandMeaning {
  const { meaning } = command.form;
  return typeof meaning === "string" ? meaning : meaning(command);
}
