import type { ExplainedCommand } from "../../../../../explain/explanation.ts";

/** Which commands the list may show. */
export const COMMAND_FILTERS = ["all", "printing", "problems"] as const;

export type CommandFilter = (typeof COMMAND_FILTERS)[number];

/** Effects that leave something on the paper, or open the drawer. */
export const PRINTING: ReadonlySet<string> = new Set(["drawn", "event"]);
const PROBLEMS: ReadonlySet<string> = new Set<Problem>(["ignored", "unknown", "truncated"]);

/** Effects that are not what was meant. */
type Problem = "ignored" | "unknown" | "truncated";

/** Bytes that a row shows; the details show more. */
const ROW_BYTES = 12;

/** Whether a filter lets a command through. @param warned the offsets of commands that the printer does not do as it was meant */
export function isShown(
  { effect, offset }: Pick<ExplainedCommand, "effect" | "offset">,
  filter: CommandFilter,
  warned: ReadonlySet<number>,
): boolean {
  if (filter === "printing") return PRINTING.has(effect);
  return filter === "all" || PROBLEMS.has(effect) || warned.has(offset);
}

/** Whether something is wrong with a command, and what. */
export function problemOf({ effect }: Pick<ExplainedCommand, "effect">): Problem | null {
  return PROBLEMS.has(effect) ? (effect as Problem) : null;
}

/** Where a command starts, in hexadecimal: at least four digits, as many as the longest needs. */
export function offsetWords(offset: number, length: number): string {
  const digits = Math.max(4, length.toString(16).length);
  return offset.toString(16).toUpperCase().padStart(digits, "0");
}

/** Bytes in pairs, an ellipsis where there are more. @param hex the first of the bytes, `length` in all */
export function byteWords(hex: string, length: number, most = ROW_BYTES): string {
  const shown = hex.slice(0, 2 * most);
  const pairs = shown.toUpperCase().replace(/..(?=.)/g, "$& ");
  return shown.length < 2 * length ? `${pairs} …` : pairs;
}

/** Parameters as one line: "m 65, n 3". */
export function parameterWords({ parameters }: Pick<ExplainedCommand, "parameters">): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${typeof value === "string" ? `“${value}”` : value}`)
    .join(", ");
}

/** Commands as text to paste elsewhere, a line each: offset, name, bytes, what it does. */
export function commandsAsText(commands: readonly ExplainedCommand[]): string {
  const last = commands.at(-1);
  const end = last === undefined ? 0 : last.offset + last.length;
  const lines = commands.map((command) => {
    const { offset, name, bytes, length, sentence } = command;
    const problem = problemOf(command);
    const words = problem === null ? sentence : `[${problem}] ${sentence}`;
    return `${offsetWords(offset, end)}  ${name.padEnd(12)}  ${byteWords(bytes, length).padEnd(38)}  ${words}\n`;
  });
  return lines.join("");
}
