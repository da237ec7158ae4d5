import { PRINT_LIMITS } from "../../domain/limits.ts";
import { firstCodePoints } from "../../domain/text.ts";

/** What a control file (RFC 1179, section 7) tells of its job. */
export interface ControlFile {
  /** The job's name (`J`), else the name of its source file (`N`). */
  readonly label: string | null;
  /** `user` (`P`), `host` (`H`), and `copies` where a file is to be printed more than once. */
  readonly tag: ReadonlyMap<string, string>;
  /** The names of the data files that it lists, each once. */
  readonly dataFiles: ReadonlySet<string>;
}

/** The lines that print a file: lower-case letters, of which RFC 1179 defines twelve; hosts use others too. */
const PRINT_LINE = /^[a-z]/;
const UNLINK_LINE = "U";

/** A job of which no control file came. */
export const NO_CONTROL_FILE: ControlFile = { label: null, tag: new Map(), dataFiles: new Set() };

/**
 * Reads a control file. Lines that are not known are passed over: nothing in a control file is worth losing a
 * print for.
 */
export function readControlFile(bytes: Uint8Array): ControlFile {
  const lines = readText(bytes)
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
  const first = (letter: string) => lines.find((line) => line.startsWith(letter))?.slice(1) ?? "";
  const copies = new Map<string, number>();
  for (const line of lines) {
    const name = line.slice(1).trim();
    if (name === "") continue;
    if (PRINT_LINE.test(line)) copies.set(name, (copies.get(name) ?? 0) + 1);
    else if (line.startsWith(UNLINK_LINE) && !copies.has(name)) copies.set(name, 0);
  }
  const mostCopies = Math.max(0, ...copies.values());
  const { labelCharacters, tagValueCharacters } = PRINT_LIMITS;
  const label = cutText(first("J"), labelCharacters) || cutText(first("N"), labelCharacters);
  const tag = new Map(
    [
      ["user", cutText(first("P"), tagValueCharacters)],
      ["host", cutText(first("H"), tagValueCharacters)],
      ["copies", mostCopies > 1 ? String(mostCopies) : ""],
    ].filter((entry): entry is [string, string] => entry[1] !== ""),
  );
  return { label: label === "" ? null : label, tag, dataFiles: new Set(copies.keys()) };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN1 = new TextDecoder("latin1");

/** Text of unknown encoding, as old protocols send it: UTF-8 where it is valid, else Windows' Latin 1. */
export function readText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

/** A text without control characters and spaces around it, and no longer than `maximum` code points. */
function cutText(text: string, maximum: number): string {
  const clean = text.toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
  return firstCodePoints(clean.trim(), maximum).trimEnd();
}
