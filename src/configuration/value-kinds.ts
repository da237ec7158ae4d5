import { isAddressBlock } from "../domain/address-blocks.ts";
import { readSeconds } from "../domain/duration.ts";
import { isHostName } from "../domain/host-name.ts";

/** What the value of an option is: how it is read, and how a person is told. */
export interface ValueKind<Value> {
  /** What it must be, as the end of a sentence: "an integer from 0 to 65535". */
  readonly form: string;
  /** How a configuration file has it. */
  readonly written: "integer" | "boolean" | "string";
  /** A value that it could be; other than any default. */
  readonly example: string;
  /** Reads it; `undefined` for what it cannot be. */
  read(given: string): Value | undefined;
  /** The value as it would be given; as `String` makes it, unless this says otherwise. */
  write?(value: Value): string;
}

const LARGEST_PORT = 65_535;

/** An integer between inclusive bounds. @param unit what it counts, such as `MiB` */
export function integer(minimum: number, maximum: number, unit = ""): ValueKind<number> {
  return {
    form: `an integer from ${minimum} to ${maximum}${unit === "" ? "" : ` (${unit})`}`,
    written: "integer",
    example: String(Math.min(maximum, Math.max(minimum, 7))),
    read(given) {
      const number = Number(given);
      return /^\d+$/.test(given) && number >= minimum && number <= maximum ? number : undefined;
    },
  };
}

/** A TCP or UDP port; 0 is for none, or any. */
export const PORT: ValueKind<number> = integer(0, LARGEST_PORT);

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[]): ValueKind<Word> {
  return {
    form: `one of ${words.join(", ")}`,
    written: "string",
    example: words.at(-1) ?? "",
    read: (given) => words.find((word) => word === given),
  };
}

/** `true` or `false`. */
export const TRUTH: ValueKind<boolean> = truth("true", "false");

/** `on` or `off`; a configuration file may say `true` or `false` as well. */
export const ON_OR_OFF: ValueKind<boolean> = {
  ...truth("on", "off"),
  read: (given) => ({ on: true, true: true, off: false, false: false })[given],
};

function truth(yes: string, no: string): ValueKind<boolean> {
  return {
    form: `one of ${yes}, ${no}`,
    written: "boolean",
    example: no,
    read: (given) => ({ [yes]: true, [no]: false })[given],
    write: (value) => (value ? yes : no),
  };
}

/** A duration between inclusive bounds; its value is in seconds. */
export function duration(minimumSeconds: number, maximumSeconds: number): ValueKind<number> {
  return {
    form: `a duration such as 30s, 5min or 1h, from ${minimumSeconds} s to ${maximumSeconds} s`,
    written: "string",
    example: `${Math.min(maximumSeconds, Math.max(minimumSeconds, 1800))}s`,
    read(given) {
      const seconds = readSeconds(given);
      return seconds === null || seconds < minimumSeconds || seconds > maximumSeconds ? undefined : seconds;
    },
    write: (seconds) => `${seconds}s`,
  };
}

/** Any text but an empty one. @param form what it is, such as "a folder" */
export function text(form: string, example: string): ValueKind<string> {
  return {
    form,
    written: "string",
    example,
    read: (given) => (given.trim() === "" ? undefined : given.trim()),
  };
}

/** The path of a folder. */
export const FOLDER: ValueKind<string> = { ...text("a folder", "/"), read: (given) => given || undefined };

/** An address, or a block of addresses. */
export const ADDRESS_BLOCK: ValueKind<string> = {
  ...text("an address such as 192.168.1.60, or a block such as 192.168.1.0/24", "10.0.0.0/8"),
  read: (given) => (isAddressBlock(given.trim()) ? given.trim() : undefined),
};

/** The name of a machine alone. */
export const HOST_NAME: ValueKind<string> = {
  ...text("a name alone, such as till.example, without http:// or a port", "till.example"),
  read: (given) => (isHostName(given.trim()) ? given.trim() : undefined),
};
