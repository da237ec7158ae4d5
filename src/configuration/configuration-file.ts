import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearest } from "../cli/nearest.ts";
import { KIBIBYTE } from "../domain/limits.ts";
import { sentenceOf, systemCode } from "../platform/system-error.ts";
import { type Option, withSecretFiles } from "./option.ts";
import type { ValueKind } from "./value-kinds.ts";

/** The name of the configuration file. */
export const CONFIGURATION_FILE = "tillroll.toml";

/** What `--config` says where no file is to be read. */
export const NO_FILE = "none";

/** A file that is larger is none of settings, bytes. */
const LARGEST_FILE_BYTES = 256 * KIBIBYTE;

/** Something that is wrong in a configuration file. */
export interface ConfigurationFault {
  /** From 1; `null` where it is about the whole file. */
  readonly line: number | null;
  readonly message: string;
}

/** A configuration file that was read. */
export interface ConfigurationFile {
  readonly path: string;
  readonly text: string;
  /** What is in it, as TOML has it; nothing where it is no TOML. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Why it is no TOML. */
  readonly fault: ConfigurationFault | null;
}

/** The folder of the whole machine in which a configuration file is looked for. */
export function systemConfigurationFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (platform === "win32") return join(environment["ProgramData"] ?? "C:\\ProgramData", "Tillroll");
  return platform === "darwin" ? "/Library/Application Support/Tillroll" : "/etc/tillroll";
}

/** Where a configuration file is looked for, the first place first: in the data folder, then in the machine's own. */
export function configurationPlaces(
  dataFolder: string,
  systemFolder: string = systemConfigurationFolder(),
): string[] {
  return [...new Set([dataFolder, systemFolder])].map((folder) => join(folder, CONFIGURATION_FILE));
}

/**
 * The configuration file that counts.
 * @param asked what `--config` says; `null` where it was not given
 * @returns `null` when there is none
 */
export function findConfiguration(asked: string | null, places: readonly string[]): string | null {
  if (asked === NO_FILE) return null;
  return asked === null ? (places.find((place) => existsSync(place)) ?? null) : resolve(asked);
}

/** Reads a configuration file. What is wrong with it is in what is returned, by {@link faultsOf}. */
export function readConfiguration(path: string): ConfigurationFile {
  const nothing = { path, text: "", values: {} };
  try {
    if (statSync(path).size > LARGEST_FILE_BYTES)
      return { ...nothing, fault: { line: null, message: "It is too large to be a configuration file." } };
    return configurationOf(path, readFileSync(path, "utf8"));
  } catch (error) {
    const isForeign = ["EACCES", "EPERM"].includes(systemCode(error));
    const advice = isForeign ? ' Run this with more rights, or without the file: "--config none".' : "";
    return { ...nothing, fault: { line: null, message: `${sentenceOf(error)}${advice}` } };
  }
}

/** A configuration file of this text. What is wrong with it is in what is returned, by {@link faultsOf}. */
export function configurationOf(path: string, text: string): ConfigurationFile {
  return { path, text, ...parsed(text) };
}

function parsed(content: string): Pick<ConfigurationFile, "values" | "fault"> {
  try {
    return { values: Bun.TOML.parse(content) as Record<string, unknown>, fault: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^TOML Parse error: /, "") : String(error);
    const advice = content.includes("\\") ? " A path of Windows is written in single quotes." : "";
    const line = wholeLines(content) + 1;
    return { values: {}, fault: { line, message: `This is no TOML: ${reason}.${advice}` } };
  }
}

/** All that is wrong with a file, by line. @param options those that may be in it */
export function faultsOf(file: ConfigurationFile, options: readonly Option[]): ConfigurationFault[] {
  if (file.fault !== null) return [file.fault];
  const known = withSecretFiles(options).filter(mayBeInFile);
  return Object.entries(file.values)
    .flatMap(([name, value]) => {
      const option = known.find((each) => each.name === name);
      const isKnown = option !== undefined && !isTable(value);
      const message = isKnown ? faultOf(option, value) : unknownName(name, value, known);
      return message === null ? [] : [{ line: lineOf(file, name), message }];
    })
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

/** Whether an option of `serve` may be in the file: not where only the line counts, nor where the file itself is named. */
export function mayBeInFile({ name, lineOnly }: Option): boolean {
  return lineOnly !== true && name !== "config";
}

/** The value of an option in a file, as the command line would give it; `undefined` where the file has none, `false` for a switch that is off. */
export function valueInFile(file: ConfigurationFile, option: Option): string | string[] | undefined | false {
  const value = file.values[option.name];
  if (value === undefined || !mayBeInFile(option)) return undefined;
  if (option.value === undefined) return value === true ? "true" : false;
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** The line in which a setting begins, from 1; `null` where it is not in the file. */
export function lineOf({ text: content }: ConfigurationFile, name: string): number | null {
  return linesOf(content).lines.get(name) ?? null;
}

/** How many lines from the first on are TOML by themselves: what follows them is wrong. */
function wholeLines(content: string): number {
  return linesOf(content).whole;
}

/** Lines that a value may have; what goes on for longer has no end. */
const LONGEST_VALUE_LINES = 1000;

interface SettingLines {
  /** The line in which each setting begins, from 1. */
  readonly lines: ReadonlyMap<string, number>;
  /** How many lines from the first on are whole settings. */
  readonly whole: number;
}

let looked: (SettingLines & { readonly content: string }) | null = null;

/** Where settings are. It is remembered for the text that was looked at last: each setting is asked for by itself. */
function linesOf(content: string): SettingLines {
  if (looked?.content !== content) looked = { content, ...readLines(content) };
  return looked;
}

/** Reads one setting after the other: all from the first on, time and again, would take minutes in a long file. */
function readLines(content: string): SettingLines {
  const all = content.split("\n");
  const lines = new Map<string, number>();
  let whole = 0;
  let end = 1;
  while (end <= all.length && end - whole <= LONGEST_VALUE_LINES) {
    const values = parsedText(all.slice(whole, end).join("\n"));
    if (values !== null) {
      const names = Object.keys(values);
      // Given for a second time: the whole is no TOML from here on.
      if (names.some((name) => lines.has(name))) break;
      for (const name of names) lines.set(name, whole + 1);
      whole = end;
    }
    end++;
  }
  return { lines, whole };
}

function parsedText(text: string): object | null {
  try {
    return Bun.TOML.parse(text);
  } catch {
    return null;
  }
}

function unknownName(name: string, value: unknown, known: readonly Option[]): string {
  const names = known.map((option) => option.name);
  if (isTable(value)) {
    const inside = Object.keys(value).map((key) => `${name}-${key}`);
    const meant = inside.find((each) => names.includes(each));
    const advice = meant === undefined ? "" : ` Write ${meant} = … without a table.`;
    return `There are no tables here, such as "${name}".${advice}`;
  }
  const meant = nearest(name.replaceAll("_", "-"), names);
  return `There is no setting "${name}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
}

function faultOf(option: Option, value: unknown): string | null {
  const { name, kind, repeatable } = option;
  if (Array.isArray(value)) {
    if (repeatable !== true) return `${name} takes one value, no list.`;
    return value.map((each) => faultOf(option, each)).find((message) => message !== null) ?? null;
  }
  if (option.value === undefined)
    return typeof value === "boolean" ? null : `${name} must be true or false, without quotes.`;
  const given = String(value);
  if (kind === undefined) return null;
  if (kind.read(given) === undefined) return `${name} must be ${kind.form}, not ${shown(option, value)}.`;
  return writtenFault(name, kind, value);
}

/** What is wrong with how a right value is written; `null` for nothing. */
function writtenFault(name: string, { written }: ValueKind<unknown>, value: unknown): string | null {
  if (written === "integer" && typeof value !== "number")
    return `${name} is a number: write it without quotes.`;
  // A switch may be a word too, as the command line has it.
  if (written === "string" && typeof value === "boolean") return `${name} is a text: write it in quotes.`;
  return null;
}

function shown({ secret }: Option, value: unknown): string {
  return secret === true ? "what is there" : JSON.stringify(value);
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && (!Array.isArray(value) || value.some(isTable));
}
