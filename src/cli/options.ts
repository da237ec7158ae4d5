import { parseArgs } from "node:util";
import { readSeconds } from "../domain/duration.ts";
import { modelMeant } from "../escpos/models/model-meant.ts";
import { nearest } from "./nearest.ts";

/** Something is wrong with the command line; the message tells what to write instead. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  /** @param command the command, or group of commands, whose help tells more; `null` while it is not known */
  constructor(
    message: string,
    public command: string | null = null,
  ) {
    super(message);
  }
}

/** One option of a command: `--name VALUE`, or `TILLROLL_NAME` in the environment. */
export interface Option {
  readonly name: string;
  /** What stands for the value in the help, such as `N`; none for a switch. */
  readonly value?: string;
  readonly help: string;
  /** Whether it may be given several times; the environment then separates by commas. */
  readonly repeatable?: boolean;
  /** Whether only the command line counts: a variable that is there for another command must change nothing. */
  readonly lineOnly?: boolean;
}

/** The values given for a command's options and arguments. */
export class GivenOptions {
  constructor(
    private readonly values: ReadonlyMap<string, readonly string[]>,
    readonly argumentsGiven: readonly string[],
  ) {}

  /** The value of an option; the last counts. */
  text(name: string): string | null {
    return this.values.get(name)?.at(-1) ?? null;
  }

  /** The value of an option, which must not be empty. @throws UsageError */
  filled(name: string): string | null {
    const value = this.text(name);
    if (value?.trim() === "") throw new UsageError(`--${name} must not be empty.`);
    return value;
  }

  all(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The value of an option that must be there. @throws UsageError */
  required(name: string): string {
    const value = this.text(name);
    if (value === null) throw new UsageError(`--${name} is missing.`);
    return value;
  }

  /** An option's value as one of a few words. @throws UsageError */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const value = this.text(name);
    if (value === null) return null;
    const word = words.find((known) => known === value);
    if (word === undefined) throw new UsageError(notOneOf(name, value, words));
    return word;
  }

  /** An option's value as an integer between inclusive bounds. @throws UsageError */
  integer(name: string, minimum: number, maximum: number): number | null {
    return this.integers(name, minimum, maximum)?.at(-1) ?? null;
  }

  /** As {@link integer}, all that a repeatable option was given; `null` without any. @throws UsageError */
  integers(name: string, minimum: number, maximum: number): number[] | null {
    const values = this.values.get(name);
    if (values === undefined) return null;
    return values.map((value) => {
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
      throw new UsageError(`--${name} must be an integer from ${minimum} to ${maximum}, not "${value}".`);
    });
  }

  /** An option's value as a duration between inclusive bounds, seconds. @throws UsageError */
  seconds(name: string, minimum: number, maximum: number): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const seconds = readSeconds(value);
    if (seconds === null || seconds < minimum || seconds > maximum)
      throw new UsageError(
        `--${name} must be a duration such as 30s, 5min or 1h, from ${minimum} s to ${maximum} s, not "${value}".`,
      );
    return seconds;
  }

  /** An option's value as `true` or `false`. @throws UsageError */
  boolean(name: string): boolean | null {
    const word = this.choice(name, ["true", "false"]);
    return word === null ? null : word === "true";
  }

  /**
   * The values of a repeatable option as pairs, split at their first "=".
   * @param form what they are to look like, for the message, such as `KEY=VALUE`
   * @throws UsageError
   */
  pairs(name: string, form: string): (readonly [key: string, value: string])[] {
    return this.all(name).map((pair) => {
      const split = pair.indexOf("=");
      if (split < 1) throw new UsageError(`--${name} ${pair} must have the form ${form}.`);
      return [pair.slice(0, split), pair.slice(split + 1)];
    });
  }

  /** The one argument of a command. @param what it is, for the message @throws UsageError */
  argument(what: string): string {
    const [argument, ...more] = this.argumentsGiven;
    if (argument === undefined || more.length > 0) throw new UsageError(`Give one ${what}.`);
    return argument;
  }
}

/** More words than these are not listed in an error: those of models, which have a command of their own. */
const MOST_LISTED_WORDS = 20;

function notOneOf(name: string, value: string, words: readonly string[]): string {
  if (words.length <= MOST_LISTED_WORDS) return `--${name} must be one of ${words.join(", ")}.`;
  const meant =
    modelMeant(value) ??
    nearest(value, words) ??
    words.find((word) => word.includes(value.toLowerCase().replaceAll(" ", "-")));
  const advice = meant === undefined ? '"tillroll models" lists them all.' : `Did you mean "${meant}"?`;
  return `--${name} cannot be "${value}". ${advice}`;
}

/** Options that only the command line gives. */
export function lineOnly(options: readonly Option[]): readonly Option[] {
  return options.map((option) => ({ ...option, lineOnly: true }));
}

/** The environment variable of an option: `TILLROLL_DEVICE_ID` for `--device-id`. */
export function environmentName(option: string): string {
  return `TILLROLL_${option.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Reads a command's part of the command line; what it does not give may come from the environment. Unknown
 * variables are ignored, unknown flags are an error.
 * @throws UsageError
 */
export function readOptions(
  words: readonly string[],
  options: readonly Option[],
  environment: Readonly<Record<string, string | undefined>>,
): GivenOptions {
  const { values, positionals } = parse(words, options);
  const given = new Map<string, readonly string[]>();
  for (const option of options) {
    const value = values[option.name] ?? fromEnvironment(option, environment);
    if (value === undefined || value === false) continue;
    given.set(option.name, (Array.isArray(value) ? value : [value]).map(String));
  }
  return new GivenOptions(given, positionals);
}

function parse(words: readonly string[], options: readonly Option[]) {
  const parsed = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
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

function unknownOption(name: string, written: string, options: readonly Option[]): UsageError {
  const meant = nearest(name, ["help", "version", ...options.map((option) => option.name)]);
  const advice = meant === undefined ? "" : ` Did you mean "--${meant}"?`;
  return new UsageError(`There is no option "${written}" here.${advice}`);
}

function fromEnvironment(
  option: Option,
  environment: Readonly<Record<string, string | undefined>>,
): string | string[] | undefined | false {
  const value = option.lineOnly === true ? undefined : environment[environmentName(option.name)];
  if (value === undefined || value === "") return undefined;
  if (option.value === undefined) return ["0", "false", "no"].includes(value.toLowerCase()) ? false : "true";
  return option.repeatable === true ? value.split(",") : value;
}
