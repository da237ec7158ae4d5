import { FOLDER } from "../configuration/value-kinds.ts";
import { TillrollError } from "../domain/errors.ts";
import { reasonOf } from "../platform/system-error.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import type { GivenOptions, Option } from "./options.ts";

/** A command of the binary. */
export interface Command {
  /** The words that choose it, such as `token create`. */
  readonly name: string;
  /** What follows them, such as `SLUG`; nothing may when there are none. */
  readonly parameters?: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Where the configuration file with all its settings is looked for, of a command that has one; the first place first. */
  configurationPlaces?(given: GivenOptions): readonly string[];
  /** What it takes of that file where it is another command's: all else in it is not looked at. */
  readonly sharedOptions?: readonly Option[];
  /** Does the work. What it throws becomes a message and an exit code. @returns the exit code; nothing for 0 */
  run(given: GivenOptions): Promise<number | void> | number | void;
}

/** The data folder option, which nearly every command has. */
export const DATA_OPTION = {
  name: "data",
  value: "DIR",
  help: "Data folder; by default where the platform keeps such data.",
  kind: FOLDER,
  default: null,
} as const;

/** The workspace that what a command is about belongs to. */
export const WORKSPACE_OPTION: Option = {
  name: "workspace",
  value: "SLUG",
  help: `Its workspace; by default "${DEFAULT_WORKSPACE}".`,
};

/** A count with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What a terminal would obey instead of showing it: some cells are what a browser or another person said. */
const CONTROLS = /\p{Cc}/gu;

/** A text as a terminal shows it, with nothing in it that it would obey. */
export function forTerminal(text: string): string {
  return text.replace(CONTROLS, "\ufffd");
}

/** Lines up rows under headings, two spaces between the columns, none at the ends of lines. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map(forTerminal));
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell))).join("  ");
  return all.map((row) => line(row).trimEnd()).join("\n");
}

/** Reads a file, or standard input for `-`. @throws TillrollError NOT_FOUND when it cannot be read */
export async function readInput(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return file === "-" ? new Uint8Array(await Bun.stdin.arrayBuffer()) : await Bun.file(file).bytes();
  } catch (error) {
    throw new TillrollError("NOT_FOUND", `The file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}
