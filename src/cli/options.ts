import type { Option, RepeatableOption, TypedOption } from "../configuration/option.ts";
import type { ValueKind } from "../configuration/value-kinds.ts";
import { readSeconds } from "../domain/duration.ts";
import { modelMeant } from "../escpos/models/model-meant.ts";
import { nearest } from "./nearest.ts";

export { environmentName, type Option } from "../configuration/option.ts";

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

/** Where the value of an option came from. */
export interface Source {
  readonly place: "line" | "environment" | "file" | "secret file";
  /** How it is called there: `--port`, `TILLROLL_PORT`, or `port` and where it is in the configuration file. */
  called(): string;
}

/** What was given for an option. */
export interface GivenValue {
  readonly values: readonly string[];
  readonly source: Source;
}

/** The values given for a command's options and arguments. */
export class GivenOptions {
  /** @param configuration the path of the configuration file that was read; `null` for none */
  constructor(
    private readonly given: ReadonlyMap<string, GivenValue>,
    readonly argumentsGiven: readonly string[],
    readonly configuration: string | null = null,
  ) {}

  /** Where an option's value came from; `null` where it was not given. */
  sourceOf(name: string): Source | null {
    return this.given.get(name)?.source ?? null;
  }

  /** The value of an option that says itself what it is, or its default. @throws UsageError */
  value<Value, Default extends Value | null>(option: TypedOption<Value, Default>): Value | Default {
    const text = this.text(option.name);
    return text === null ? option.default : this.readAs(option, text);
  }

  /** The values of such an option that may come several times, or its defaults. @throws UsageError */
  values<Value>(option: RepeatableOption<Value>): readonly Value[] {
    if (!this.has(option.name)) return option.default;
    return this.all(option.name).map((text) => this.readAs(option, text));
  }

  private readAs<Value>(
    { name, kind, secret }: Pick<Option, "name" | "secret"> & { readonly kind: ValueKind<Value> },
    text: string,
  ): Value {
    const value = kind.read(text);
    if (value !== undefined) return value;
    if (text.trim() === "") throw new UsageError(`${this.called(name)} must not be empty.`);
    const seen = secret === true ? "" : `, not "${text}"`;
    throw new UsageError(`${this.called(name)} must be ${kind.form}${seen}.`);
  }

  private called(name: string): string {
    return this.sourceOf(name)?.called() ?? `--${name}`;
  }

  /** The value of an option; the last counts. */
  text(name: string): string | null {
    return this.given.get(name)?.values.at(-1) ?? null;
  }

  /** The value of an option, which must not be empty. @throws UsageError */
  filled(name: string): string | null {
    const value = this.text(name);
    if (value?.trim() === "") throw new UsageError(`${this.called(name)} must not be empty.`);
    return value;
  }

  all(name: string): readonly string[] {
    return this.given.get(name)?.values ?? [];
  }

  has(name: string): boolean {
    return this.given.has(name);
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
    if (word === undefined) throw new UsageError(notOneOf(this.called(name), value, words));
    return word;
  }

  /** An option's value as an integer between inclusive bounds. @throws UsageError */
  integer(name: string, minimum: number, maximum: number): number | null {
    return this.integers(name, minimum, maximum)?.at(-1) ?? null;
  }

  /** As {@link integer}, all that a repeatable option was given; `null` without any. @throws UsageError */
  integers(name: string, minimum: number, maximum: number): number[] | null {
    const values = this.given.get(name)?.values;
    if (values === undefined) return null;
    return values.map((value) => {
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
      throw new UsageError(
        `${this.called(name)} must be an integer from ${minimum} to ${maximum}, not "${value}".`,
      );
    });
  }

  /** An option's value as a duration between inclusive bounds, seconds. @throws UsageError */
  seconds(name: string, minimum: number, maximum: number): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const seconds = readSeconds(value);
    if (seconds === null || seconds < minimum || seconds > maximum)
      throw new UsageError(
        `${this.called(name)} must be a duration such as 30s, 5min or 1h, from ${minimum} s to ${maximum} s, not "${value}".`,
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
      if (split < 1) throw new UsageError(`${this.called(name)} ${pair} must have the form ${form}.`);
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

function notOneOf(called: string, value: string, words: readonly string[]): string {
  if (words.length <= MOST_LISTED_WORDS) return `${called} must be one of ${words.join(", ")}.`;
  const meant =
    modelMeant(value) ??
    nearest(value, words) ??
    words.find((word) => word.includes(value.toLowerCase().replaceAll(" ", "-")));
  const advice = meant === undefined ? '"tillroll models" lists them all.' : `Did you mean "${meant}"?`;
  return `${called} cannot be "${value}". ${advice}`;
}

/** Options that only the command line gives. */
export function lineOnly(options: readonly Option[]): readonly Option[] {
  return options.map((option) => ({ ...option, lineOnly: true }));
}
