import type { CommandForm, Device } from "./command.ts";
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
  /** Characters: every byte from 20h up; undefined where none of them is printed (Star's raster mode). */
  readonly text: CommandForm | undefined;
}

/** A printer language: its commands, by the device that acts on them. */
export interface Dialect extends Readonly<Record<Device, DeviceCommands>> {
  /** All forms, each once. */
  readonly forms: readonly CommandForm[];
}

/** The records of a dialect's commands, by device; a device that it has not is sent what the printer is sent. */
type DialectRecords = Readonly<
  Record<"printer", readonly CommandRecord[]> & Partial<Record<Device, readonly CommandRecord[]>>
>;

/**
 * A dialect from the records of its commands, built when it is first used; several devices may have a record. Each
 * needs one of kind `ignored` without an opcode for control codes, and one of kind `text` where it prints text. A record
 * that begins others stands before them.
 */
export function dialectOf(records: DialectRecords): Dialect {
  let dialect: Dialect | undefined;
  const built = (): Dialect => (dialect ??= buildDialect(records));
  return {
    get printer() {
      return built().printer;
    },
    get display() {
      return built().display;
    },
    get raster() {
      return built().raster;
    },
    get forms() {
      return built().forms;
    },
  };
}

function buildDialect(records: DialectRecords): Dialect {
  const compiled = new Map<CommandRecord, Compiled>();
  const compileOnce = (record: CommandRecord): Compiled => compiled.getOrInsertComputed(record, compile);
  const printer = deviceCommands(records.printer, compileOnce);
  const other = (device: Device): DeviceCommands => {
    const own = records[device];
    return own === undefined ? printer : deviceCommands(own, compileOnce);
  };
  const [display, raster] = [other("display"), other("raster")];
  return { printer, display, raster, forms: [...compiled.values()].map(({ form }) => form) };
}

interface Compiled {
  readonly form: CommandForm;
  readonly opcode: readonly number[];
}

function compile(record: CommandRecord): Compiled {
  const { name, kind = "command", device = "printer", splits, run, meaning = "setting" } = record;
  const { opcode, fields, measure } = commandBytes(record);
  return { opcode, form: { name, kind, device, fields, measure, splits, run, meaning, record } };
}

/** A table that is being filled. */
interface GrowingTable {
  readonly entries: (CommandForm | GrowingTable | undefined)[];
  readonly fallback: CommandForm;
}

type Entries = GrowingTable["entries"];

function deviceCommands(
  records: readonly CommandRecord[],
  compileOnce: (record: CommandRecord) => Compiled,
): DeviceCommands {
  let text: CommandForm | undefined;
  let control: CommandForm | undefined;
  const entries: Entries = Array.from({ length: 256 });
  for (const record of records) {
    const { form, opcode } = compileOnce(record);
    if (opcode.length === 0 && form.kind === "text") text = form;
    else if (opcode.length === 0) control = form;
    let at = entries;
    for (const [depth, byte] of opcode.entries()) {
      if (depth === opcode.length - 1) at[byte] = form;
      else at = tableAt(at, byte, () => compileOnce(unknownOf(record, opcode.slice(0, depth + 1))).form);
    }
  }
  if (control === undefined) throw new Error("a dialect needs control codes");
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
