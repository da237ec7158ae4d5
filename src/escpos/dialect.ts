import type { CommandForm } from "./command.ts";
import { ANY_BYTE, commandBytes } from "./command-length.ts";
import type { CommandRecord } from "./command-record.ts";

/** A lookup by the next byte of a command: a form, a further table, or the fallback. */
export interface CommandTable {
  readonly entries: readonly (CommandForm | CommandTable | undefined)[];
  /** For a byte without an entry. */
  readonly fallback: CommandForm;
}

/** What one device of a dialect is sent. */
export interface DeviceCommands {
  /** By the first byte; its fallback is a run of control codes without a meaning. */
  readonly table: CommandTable;
  /** Characters: every byte from 20h up. */
  readonly text: CommandForm;
}

/** A printer language: its commands, by the device that acts on them. */
export interface Dialect {
  readonly printer: DeviceCommands;
  readonly display: DeviceCommands;
  /** All forms, each once. */
  readonly forms: readonly CommandForm[];
}

/**
 * Builds a dialect from the records of its commands; both devices may have one. Each needs a record of kind `text`, and
 * one of kind `ignored` without an opcode for control codes.
 */
export function dialectOf(records: {
  readonly printer: readonly CommandRecord[];
  readonly display: readonly CommandRecord[];
}): Dialect {
  const forms = new Map<CommandRecord, CommandForm>();
  const formOf = (record: CommandRecord): CommandForm => {
    const form = forms.get(record) ?? compile(record);
    forms.set(record, form);
    return form;
  };
  const printer = deviceCommands(records.printer, formOf);
  const display = deviceCommands(records.display, formOf);
  return { printer, display, forms: [...forms.values()] };
}

function compile(record: CommandRecord): CommandForm {
  const { name, kind = "command", device = "printer", splits, run, meaning = "setting" } = record;
  const { fields, measure } = commandBytes(record);
  return { name, kind, device, fields, measure, splits, run, meaning, record };
}

/** A table that is being filled. */
interface GrowingTable {
  readonly entries: (CommandForm | GrowingTable | undefined)[];
  readonly fallback: CommandForm;
}

type Entries = GrowingTable["entries"];

function deviceCommands(
  records: readonly CommandRecord[],
  formOf: (record: CommandRecord) => CommandForm,
): DeviceCommands {
  const find = (matches: (record: CommandRecord) => boolean): CommandForm => {
    const record = records.find(matches);
    if (record === undefined) throw new Error("a dialect needs text and control codes");
    return formOf(record);
  };
  const text = find(({ kind }) => kind === "text");
  const control = find(({ kind, bytes }) => kind === "ignored" && bytes === "");
  const entries: Entries = Array.from({ length: 256 });
  const commands = records
    .map((record) => ({ record, opcode: commandBytes(record).opcode }))
    .filter(({ opcode }) => opcode.length > 0)
    // A record that begins others comes before them, and becomes their table's fallback.
    .toSorted((a, b) => a.opcode.length - b.opcode.length);
  for (const { record, opcode } of commands) {
    let at = entries;
    for (const [depth, byte] of opcode.entries()) {
      if (depth === opcode.length - 1) at[byte] = formOf(record);
      else at = tableAt(at, byte, () => formOf(unknownOf(record, opcode.slice(0, depth + 1))));
    }
  }
  return { table: { entries, fallback: control }, text };
}

/** The entries of the table at a byte; what was a command there is its fallback from now on. */
function tableAt(entries: Entries, byte: number, unknown: () => CommandForm): Entries {
  const entry = entries[byte];
  if (entry !== undefined && "entries" in entry) return entry.entries;
  const inner: Entries = Array.from({ length: 256 });
  entries[byte] = { entries: inner, fallback: entry ?? unknown() };
  return inner;
}

/** Where bytes begin like a known command and are none, printers drop two of them as one unit. */
function unknownOf({ name, device = "printer" }: CommandRecord, opcode: readonly number[]): CommandRecord {
  const known = name.replace("Unknown ", "").split(" ").slice(0, opcode.length).join(" ");
  const bytes = [...opcode.map(hexadecimal), ...(opcode.length < 2 ? [ANY_BYTE] : [])].join(" ");
  return { name: `Unknown ${known}`, bytes, words: "", kind: "unknown", device };
}

/** A byte as a record writes it. */
export function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}
