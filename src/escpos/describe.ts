import type { Command } from "./command.ts";
import { readField } from "./command-length.ts";
import { MAXIMUM_DESCRIBED_TEXT_BYTES } from "./limits.ts";

/** A parameter of a command: a number, or its data as text. */
export type Parameters = Record<string, number | string>;

/**
 * The parameters of a command by their names in the reference of its language. Data that follows them is
 * given as `dataLength` in bytes, and as `data` if it is plain text; a run of text as `text`, with bytes outside ASCII as \xNN and an
 * ellipsis where it is cut short.
 *
 * @param maximumTextBytes of text and data spelled out
 */
export function describe(command: Command, maximumTextBytes = MAXIMUM_DESCRIBED_TEXT_BYTES): Parameters {
  if (command.kind === "text") {
    const shown = asciiText(command.bytes.subarray(0, maximumTextBytes));
    return { text: command.length > maximumTextBytes ? `${shown}…` : shown };
  }
  const parameters: Parameters = {};
  const end = command.start + command.length;
  let last = 0;
  for (const field of command.form.fields) {
    if (field.offset + field.size > command.length) break;
    last = field.offset + field.size;
    parameters[field.name] = readField(command.source, command.start, end, field);
  }
  if (last === 0 || command.length === last) return parameters;
  const data = command.data(last);
  parameters["dataLength"] = data.length;
  // Data of bar codes and symbols can be read; that of images cannot.
  const shown = data.subarray(0, maximumTextBytes);
  if (shown.every((byte) => byte >= 0x20 && byte < 0x7f)) parameters["data"] = asciiText(shown);
  return parameters;
}

function asciiText(bytes: Uint8Array): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== undefined && byte < 0x7f) continue;
    if (at > from) parts.push(latin1.decode(bytes.subarray(from, at)));
    if (byte !== undefined) parts.push(`\\x${byte.toString(16)}`);
    from = at + 1;
  }
  return parts.join("");
}

const latin1 = new TextDecoder("latin1");
