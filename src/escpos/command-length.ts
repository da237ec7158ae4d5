import type { Field, Measure } from "./command.ts";
import type { CommandRecord } from "./command-record.ts";

/** A record's bytes, taken apart. */
export interface CommandBytes {
  readonly opcode: readonly number[];
  /** The parameters, and the first of the data that have names. */
  readonly fields: readonly Field[];
  readonly measure: Measure;
}

/** Reads how a record writes its bytes. @throws Error for a parameter of another size than 1, 2 or 4 */
export function commandBytes({ bytes, dataLength, measure }: CommandRecord): CommandBytes {
  const [head = "", data] = bytes.split(" [");
  const words = head === "" ? [] : head.split(" ");
  const opcode: number[] = [];
  while (HEXADECIMAL.test(words[opcode.length] ?? ""))
    opcode.push(Number.parseInt(words[opcode.length] ?? "", 16));
  const opcodeLength = opcode.length + (words[opcode.length] === ANY_BYTE ? 1 : 0);
  const parameters = readFields(words.slice(opcodeLength), opcodeLength);
  const end = endOf(parameters, opcodeLength);
  if (data === undefined) return { opcode, fields: parameters, measure: measure ?? (() => end) };
  const named = readFields(data.replace("]", "").split(" "), end);
  return {
    opcode,
    fields: [...parameters, ...named],
    measure: measure ?? sized(parameters, end, dataLength),
  };
}

/** Behind an opcode: the byte that no known command has there. */
export const ANY_BYTE = "??";

const HEXADECIMAL = /^[0-9A-F]{2}$/;

function readFields(words: readonly string[], from: number): Field[] {
  const fields: Field[] = [];
  let offset = from;
  for (const word of words) {
    if (word === "") continue;
    const [name = "", width = "1"] = word.split(":");
    const signed = width.startsWith("s");
    const size = Number(signed ? width.slice(1) : width);
    if (size !== 1 && size !== 2 && size !== 4) throw new Error(`a command's parameter ${word}`);
    fields.push({ name, offset, size, signed });
    offset += size;
  }
  return fields;
}

function endOf(fields: readonly Field[], opcodeLength: number): number {
  const last = fields.at(-1);
  return last === undefined ? opcodeLength : last.offset + last.size;
}

function sized(fields: readonly Field[], header: number, dataLength: CommandRecord["dataLength"]): Measure {
  const count = fields.at(-1);
  if (count === undefined) throw new Error("nothing tells how long a command's data is");
  return (bytes, start, end) => {
    if (end - start < header) return header;
    if (dataLength === undefined) return header + readField(bytes, start, end, count);
    return header + dataLength(fields.map((field) => readField(bytes, start, end, field)));
  };
}

/** Reads one field, little endian, from the command at `start`. Bytes past `end` read as 0. */
export function readField(bytes: Uint8Array, start: number, end: number, field: Field): number {
  let value = 0;
  for (let index = field.size - 1; index >= 0; index--) {
    const at = start + field.offset + index;
    value = value * 256 + (at < end ? (bytes[at] ?? 0) : 0);
  }
  if (field.signed && value >= 2 ** (field.size * 8 - 1)) value -= 2 ** (field.size * 8);
  return value;
}

/** One byte at `start + index`, or -1 when it has not arrived. */
export function peek(bytes: Uint8Array, start: number, end: number, index: number): number {
  return start + index < end ? (bytes[start + index] ?? -1) : -1;
}

/** The length up to and with the `count`-th `stop` byte from `from` on, `limit` data bytes at most. */
export function measureUntil(stop: number, count: number, from: number, limit: number): Measure {
  return (bytes, start, end, state) => {
    if (state.position < from) state.position = from;
    const last = Math.min(end, start + from + limit);
    while (state.value < count) {
      // By the runtime: a print may have a great many such commands inside each other's data.
      const at = bytes.subarray(start + state.position, last).indexOf(stop);
      if (at < 0) {
        state.position = last - start;
        return state.position === from + limit ? state.position : end - start + 1;
      }
      state.position += at + 1;
      state.value++;
    }
    return state.position;
  };
}
