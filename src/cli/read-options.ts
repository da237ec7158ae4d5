import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ConfigurationFile, lineOf, valueInFile } from "../configuration/configuration-file.ts";
import { environmentName, type Option, secretFileName } from "../configuration/option.ts";
import { TRUTH } from "../configuration/value-kinds.ts";
import { reasonOf } from "../platform/system-error.ts";
import { nearest } from "./nearest.ts";
import { GivenOptions, type GivenValue, type Source, UsageError } from "./options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of an option as one place has it: `undefined` where it has none, `false` for a switch that is off. */
type Placed = string | readonly string[] | undefined | false;

/** One of the places that values come from. */
type Place = readonly [read: (option: Option) => Placed, source: (option: Option) => Source];

/**
 * Reads a command's part of the command line; what it does not give comes from the environment, and what that does not give
 * from the configuration file. Unknown variables are ignored, unknown flags are an error.
 * @param configured finds the configuration file, by what the line and the environment give; without it, none is read
 * @throws UsageError
 */
export function readOptions(
  words: readonly string[],
  options: readonly Option[],
  environment: Environment,
  configured: (given: GivenOptions) => ConfigurationFile | null = () => null,
): GivenOptions {
  const { values, positionals } = parse(words, options);
  const places: Place[] = [
    [({ name }) => values[name] as Placed, ({ name }) => ({ place: "line", called: () => `--${name}` })],
    [(option) => inEnvironment(option, environment), environmentSource],
  ];
  const file = configured(new GivenOptions(collect(options, places), positionals));
  if (file !== null)
    places.push([(option) => valueInFile(file, option), (option) => fileSource(file, option)]);
  const given = withSecrets(collect(options, places), options);
  return new GivenOptions(given, positionals, file?.path ?? null);
}

/** Takes each option from the first place that has it. */
function collect(options: readonly Option[], places: readonly Place[]): Map<string, GivenValue> {
  const given = new Map<string, GivenValue>();
  for (const option of options) {
    for (const [read, source] of places) {
      const value = read(option);
      if (value === undefined) continue;
      if (value !== false)
        given.set(option.name, { values: [value].flat().map(String), source: source(option) });
      break;
    }
  }
  return given;
}

function environmentSource({ name }: Option): Source {
  return { place: "environment", called: () => environmentName(name) };
}

function fileSource(file: ConfigurationFile, { name }: Option): Source {
  return { place: "file", called: () => `${name} in line ${lineOf(file, name)} of ${file.path}` };
}

/** The places of values, the one that counts first. */
const RANKS: readonly Source["place"][] = ["line", "environment", "file"];

/** Reads the secrets that are in files of their own, where they are not given outright. @throws UsageError */
function withSecrets(given: Map<string, GivenValue>, options: readonly Option[]): Map<string, GivenValue> {
  for (const { name } of options.filter(({ secret }) => secret === true)) {
    const named = given.get(secretFileName(name));
    if (named === undefined) continue;
    const outright = given.get(name);
    const order =
      outright === undefined ? 1 : RANKS.indexOf(outright.source.place) - RANKS.indexOf(named.source.place);
    if (order === 0)
      throw new UsageError(`Give ${outright?.source.called()} or ${named.source.called()}, not both.`);
    if (order < 0) continue;
    const source = { place: "secret file", called: () => named.source.called() } as const;
    given.set(name, { values: [readSecret(named)], source });
  }
  return given;
}

function readSecret({ values, source }: GivenValue): string {
  const path = values.at(-1) ?? "";
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new UsageError(`${source.called()} ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function parse(words: readonly string[], options: readonly Option[]) {
  const parsed = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowNegative: true,
    options: Object.fromEntries(
      options.map(({ name, value, repeatable = false }) => [
        name,
        { type: value === undefined ? "boolean" : "string", multiple: repeatable } as const,
      ]),
    ),
  });
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) throw unknownOption(token.name, token.rawName, options);
    const { name, value } = option;
    const isOff = token.rawName === `--no-${name}`;
    // The last one counts, whichever way it is written.
    if (isTruth(option)) parsed.values[name] = isOff ? "false" : token.value;
    if (isOff) {
      if (isTruth(option)) continue;
      // What the configuration file switches on, the line can switch off.
      if (value === undefined && option.lineOnly !== true) continue;
      throw unknownOption(`no-${name}`, token.rawName, options);
    }
    if (value === undefined && token.value !== undefined)
      throw new UsageError(`--${name} is a switch and takes no value.`);
    // What follows and looks like an option is one.
    const isMissing = token.value === undefined || (!token.inlineValue && /^-./.test(token.value));
    if (value !== undefined && isMissing)
      throw new UsageError(
        `--${name} needs a value: --${name} ${value}, or --${name}=${value} where it begins with "-".`,
      );
  }
  return parsed;
}

/** Whether an option is true or false: `--no-NAME` is short for `--NAME false`. */
function isTruth({ kind }: Option): boolean {
  return kind?.read === TRUTH.read;
}

function unknownOption(name: string, written: string, options: readonly Option[]): UsageError {
  const meant = nearest(name, ["help", "version", ...options.map((option) => option.name)]);
  const advice = meant === undefined ? "" : ` Did you mean "--${meant}"?`;
  return new UsageError(`There is no option "${written}" here.${advice}`);
}

function inEnvironment(option: Option, environment: Environment): Placed {
  const value = option.lineOnly === true ? undefined : environment[environmentName(option.name)];
  if (value === undefined || value === "") return undefined;
  if (option.value === undefined) return ["0", "false", "no"].includes(value.toLowerCase()) ? false : "true";
  return option.repeatable === true ? value.split(",").filter((part) => part.trim() !== "") : value;
}
