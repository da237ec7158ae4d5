import { text, type ValueKind } from "./value-kinds.ts";

/**
 * One option of a command: `--name VALUE`, or `TILLROLL_NAME` in the environment. Those of `serve` may be in the configuration
 * file too, by the same name.
 */
export interface Option {
  readonly name: string;
  /** What stands for the value in the help, such as `N`; none for a switch. */
  readonly value?: string;
  readonly help: string;
  /** Whether it may be given several times; the environment then separates by commas. */
  readonly repeatable?: boolean;
  /** Whether only the command line counts: a variable that is there for another command must change nothing. */
  readonly lineOnly?: boolean;
  /** Whether nobody else is to see its value. It may be in a file then, which an option `NAME-file` names. */
  readonly secret?: boolean;
  /** What its value is, where the option says so itself. */
  readonly kind?: ValueKind<unknown>;
  /** What counts when it is not given: a value of its kind, several of a repeatable one, `null` for none. */
  readonly default?: unknown;
}

/** An option that says itself what its value is. */
export interface TypedOption<Value, Default extends Value | null = Value | null> extends Option {
  readonly kind: ValueKind<Value>;
  readonly default: Default;
}

/** An option that may be given several times, and says itself what its values are. */
export interface RepeatableOption<Value> extends Option {
  readonly kind: ValueKind<Value>;
  readonly repeatable: true;
  readonly default: readonly Value[];
}

/** The environment variable of an option: `TILLROLL_DEVICE_ID` for `--device-id`. */
export function environmentName(option: string): string {
  return `TILLROLL_${option.toUpperCase().replaceAll("-", "_")}`;
}

/** The name of the option that names the file which holds a secret. */
export function secretFileName(name: string): string {
  return `${name}-file`;
}

const SECRET_FILE = text("the path of a file", "/run/credentials/tillroll.service/key");

/** Options, each secret followed by the one that names a file which holds it. */
export function withSecretFiles(options: readonly Option[]): readonly Option[] {
  return options.flatMap((option) =>
    option.secret === true
      ? [
          option,
          {
            name: secretFileName(option.name),
            value: "FILE",
            help: `A file that holds --${option.name}, such as one that the service manager hands over.`,
            kind: SECRET_FILE,
            default: null,
          },
        ]
      : [option],
  );
}

/** The help of an option, with its default. */
export function helpOf(option: Option): string {
  const values = defaultsOf(option);
  return values.length === 0 ? option.help : `${option.help} By default ${values.join(" and ")}.`;
}

/** The default of an option, as it would be given: nothing where it has none, or does not say which. */
export function defaultsOf({ kind, default: fallback }: Option): string[] {
  if (kind === undefined || fallback === undefined || fallback === null) return [];
  return [fallback].flat().map((value) => kind.write?.(value) ?? String(value));
}
