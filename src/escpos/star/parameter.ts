import type { Command } from "../command.ts";

/** A parameter of which 0 to 9 and "0" to "9" mean the same, and 10 to 35 and "A" to "Z" (Star, all commands). */
export function starNumber(command: Command, index: number): number {
  const value = command.byte(index);
  if (value >= 0x30 && value <= 0x39) return value - 0x30;
  return value >= 0x41 && value <= 0x5a ? value - 0x41 + 10 : value;
}
