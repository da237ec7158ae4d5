import type { CommandForm, CommandKind, Field, Measure, ScanState } from "../command.ts";

/** All forms, in order of definition; `CommandForm.index` points here. */
export const commandForms: CommandForm[] = [];

/** A lookup by the next byte of a command: a form, a further table, or the fallback. */
export interface CommandTable {
  readonly entries: readonly (CommandForm | CommandTable | undefined)[];
  /** For a byte without an entry. */
  readonly fallback: CommandForm;
}

/** The values of a command's fields, in the order of its field list. */
type FieldValues = readonly number[];

/** Reads "m n:2 x:s2": a name, then its bytes if not one, `s` for two's complement. */
function parseFields(list: string, opcodeLength: number): Field[] {
  const fields: Field[] = [];
  let offset = opcodeLength;
  for (const item of list.split(" ")) {
    if (item === "") continue;
    const [name = "", width = "1"] = item.split(":");
    const signed = width.startsWith("s");
    const size = Number(signed ? width.slice(1) : width);
    if (size !== 1 && size !== 2 && size !== 4) throw new Error(`command table: field ${item}`);
    fields.push({ name, offset, size, signed });
    offset += size;
  }
  return fields;
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

/** Adds a form to the list of all forms. */
function define(
  name: string,
  fields: readonly Field[],
  measure: Measure,
  kind: CommandKind = "command",
  device: "printer" | "display" = "printer",
): CommandForm {
  const form: CommandForm = { index: commandForms.length, name, kind, device, fields, measure };
  commandForms.push(form);
  return form;
}

function endOf(fields: readonly Field[], opcodeLength: number): number {
  const last = fields.at(-1);
  return last === undefined ? opcodeLength : last.offset + last.size;
}

/** A family of builders for commands whose opcode is `opcodeLength` bytes, on one device. */
export interface FormBuilders {
  /** A command of the opcode and its fields only. */
  fixed(name: string, fields?: string): CommandForm;
  /** A command whose fields tell how many bytes follow them; `details` names the first of those bytes. */
  sized(
    name: string,
    fields: string,
    dataLength: (values: FieldValues) => number,
    details?: string,
  ): CommandForm;
  /** A command whose length needs a look at its data. */
  scanned(name: string, fields: string, measure: Measure, kind?: CommandKind): CommandForm;
  /** Bytes that no command table knows, dropped as one unit. */
  unknown(name: string, fields?: string, dataLength?: (values: FieldValues) => number): CommandForm;
}

/** Builders for commands whose opcode is `opcodeLength` bytes long. */
export function forms(opcodeLength: number, device: "printer" | "display" = "printer"): FormBuilders {
  const sizedMeasure = (fields: readonly Field[], dataLength: (values: FieldValues) => number): Measure => {
    const header = endOf(fields, opcodeLength);
    return (bytes, start, end) => {
      if (end - start < header) return header;
      return header + dataLength(fields.map((field) => readField(bytes, start, end, field)));
    };
  };
  return {
    fixed(name, list = "") {
      const fields = parseFields(list, opcodeLength);
      const length = endOf(fields, opcodeLength);
      return define(name, fields, () => length, "command", device);
    },
    sized(name, list, dataLength, details = "") {
      const fields = parseFields(list, opcodeLength);
      const named = [...fields, ...parseFields(details, endOf(fields, opcodeLength))];
      return define(name, named, sizedMeasure(fields, dataLength), "command", device);
    },
    scanned(name, list, measure, kind = "command") {
      return define(name, parseFields(list, opcodeLength), measure, kind, device);
    },
    unknown(name, list = "", dataLength = () => 0) {
      const fields = parseFields(list, opcodeLength);
      return define(name, fields, sizedMeasure(fields, dataLength), "unknown", device);
    },
  };
}

/** A form for a run of bytes; the scanner finds its end itself. */
export function run(name: string, kind: CommandKind, device: "printer" | "display" = "printer"): CommandForm {
  return define(name, [], (_bytes, start, end) => end - start, kind, device);
}

/** A table from rows of [next byte, form or table]. */
export function table(
  fallback: CommandForm,
  rows: readonly (readonly [number, CommandForm | CommandTable])[],
): CommandTable {
  const entries: (CommandForm | CommandTable | undefined)[] = Array.from({ length: 256 });
  for (const [byte, entry] of rows) entries[byte] = entry;
  return { entries, fallback };
}

/** One byte at `start + index`, or -1 when it has not arrived. */
export function peek(bytes: Uint8Array, start: number, end: number, index: number): number {
  return start + index < end ? (bytes[start + index] ?? -1) : -1;
}

/** The length up to and with the first `stop` byte from `from` on, `limit` data bytes at most. */
export function measureUntil(
  stop: number,
  from: number,
  limit: number,
): (bytes: Uint8Array, start: number, end: number, state: ScanState) => number {
  return (bytes, start, end, state) => {
    if (state.position < from) state.position = from;
    while (start + state.position < end) {
      if (state.position - from >= limit) return state.position;
      const byte = bytes[start + state.position];
      state.position++;
      if (byte === stop) return state.position;
    }
    return end - start + 1;
  };
}
