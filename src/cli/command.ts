import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import type { GivenOptions, Option } from "./options.ts";

/** A command of the binary. */
export interface Command {
  /** The words that choose it, such as `token create`. */
  readonly name: string;
  /** What follows them, such as `SLUG`. */
  readonly parameters: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Does the work. What it throws becomes a message and an exit code. @returns the exit code, where it is not 0 */
  run(given: GivenOptions): Promise<number | void> | number | void;
}

/** The data folder option, which nearly every command has. */
export const DATA_OPTION: Option = {
  name: "data",
  value: "DIR",
  help: "Data folder; by default where the platform keeps such data.",
};

/** The workspace that what a command is about belongs to. */
export const WORKSPACE_OPTION: Option = {
  name: "workspace",
  value: "SLUG",
  help: `Its workspace; by default "${DEFAULT_WORKSPACE}".`,
};

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
