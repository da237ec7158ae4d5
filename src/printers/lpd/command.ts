import { readText } from "./control-file.ts";

/**
 * A command (RFC 1179, section 5): print waiting jobs, receive a job, short and long state of the queue, remove jobs.
 * Anything else is another protocol's, or a probe.
 */
export function isLpdCommand(octet: number): octet is 1 | 2 | 3 | 4 | 5 {
  return octet >= 1 && octet <= 5;
}

/** The subcommands of receiving a job (RFC 1179, section 6). */
type Subcommand =
  | { readonly kind: "abort" }
  /** `count` in bytes, as declared: it may be any number, and less than nothing where a host's counter ran over. */
  | { readonly kind: "control" | "data"; readonly count: number; readonly name: string };

const FILE_OPERANDS = /^\s*(-?\d{1,30})(?:\s+(\S.*?))?\s*$/;

/** Reads a subcommand's line without its line feed; `null` when it is none. */
export function readSubcommand(line: Uint8Array): Subcommand | null {
  const octet = line[0];
  if (octet === 1) return { kind: "abort" };
  if (octet !== 2 && octet !== 3) return null;
  const operands = FILE_OPERANDS.exec(readText(line.subarray(1)));
  if (operands === null) return null;
  return { kind: octet === 2 ? "control" : "data", count: Number(operands[1]), name: operands[2] ?? "" };
}

/**
 * The queue that a command's line names: the whole line where there is such a queue, since a name may have spaces,
 * else its first word (the others are users and job numbers).
 */
export function queueNames(line: Uint8Array): readonly string[] {
  const text = readText(line.subarray(1)).trim();
  const word = text.split(/\s/, 1)[0] ?? "";
  return word === text ? [text] : [text, word];
}
