import { Command, KANJI_CHARACTER_BYTES, type CommandForm, type Device, type ScanState } from "./command.ts";
import type { CommandTable, DeviceCommands, Dialect } from "./dialect.ts";

/** What follows the last complete command: part of another, characters, or control codes without a meaning. */
export type Pending = "nothing" | "text" | "command" | "ignored";

/**
 * Splits a window of bytes into commands, one at a time, looking at each byte a bounded number of times.
 * The window may grow between calls; `next` returns undefined when it needs more bytes.
 */
export class Scanner {
  /** Offset in the print of index 0 of the window. */
  private origin = 0;
  /** Bytes the current command needs before another look is worth it. */
  private needed = 0;
  /** What the device is sent that the bytes are for now. */
  private commands: DeviceCommands;
  private readonly state: ScanState;

  /** @param options.bematech Bematech's own command set is on from the start (GS F9 5) */
  constructor(
    private readonly dialect: Dialect,
    private bytes: Uint8Array,
    private commandStart: number,
    private end: number,
    { device = "printer", bematech = false }: { device?: Device; bematech?: boolean } = {},
  ) {
    this.commands = dialect[device];
    this.state = { position: 0, value: 0, device, kanjiCharacterBytes: KANJI_CHARACTER_BYTES, bematech };
  }

  /** Index in the window of the first byte that is not yet part of a returned command. */
  get start(): number {
    return this.commandStart;
  }

  /** What has come of a command that is not complete. */
  get pending(): Pending {
    if (this.end <= this.commandStart) return "nothing";
    const first = this.bytes[this.commandStart] ?? 0;
    const { table, text } = this.commands;
    if (first >= 0x20 && text !== undefined) return "text";
    const entry = table.entries[first] ?? table.fallback;
    return "kind" in entry && entry.kind === "ignored" ? "ignored" : "command";
  }

  /** Replaces the window: what was at `start` of the old one is at `start` of the new one. */
  setWindow(bytes: Uint8Array, start: number, end: number): void {
    this.origin += this.commandStart - start;
    this.bytes = bytes;
    this.commandStart = start;
    this.end = end;
  }

  /** The next command; undefined at the end, or if incomplete and not `final`. Never throws. */
  next(final: boolean): Command | undefined {
    const available = this.end - this.commandStart;
    if (available <= 0 || (available < this.needed && !final)) return undefined;
    const first = this.bytes[this.commandStart] ?? 0;
    const { table, text } = this.commands;
    if (first >= 0x20 && text !== undefined) return this.run(text, true, final);
    if (table.entries[first] === undefined) return this.run(table.fallback, false, final);
    return this.command(table, available, final);
  }

  /**
   * Takes back what stands behind the first `length` bytes of the command returned last: it is split anew.
   *
   * @returns the command without it
   */
  shorten({ form, source, start, offset }: Command, length: number): Command {
    this.commandStart = start + length;
    return new Command(form, source, start, length, offset, false);
  }

  /** A run of characters, or of control codes that begin no command. */
  private run(form: CommandForm, isText: boolean, final: boolean): Command | undefined {
    const { bytes, end } = this;
    let at = this.commandStart + Math.max(1, this.state.position);
    if (isText) while (at < end && (bytes[at] ?? 0) >= 0x20) at++;
    else {
      const { table, text } = this.commands;
      const beginsText = text === undefined ? 0x100 : 0x20;
      while (at < end && (bytes[at] ?? 0) < beginsText && table.entries[bytes[at] ?? 0] === undefined) at++;
    }
    if (at === end && !final) {
      this.state.position = at - this.commandStart;
      return undefined;
    }
    return this.emit(form, at - this.commandStart, false);
  }

  private command(commands: CommandTable, available: number, final: boolean): Command | undefined {
    let entry: CommandForm | CommandTable = commands;
    let depth = 0;
    while ("entries" in entry) {
      if (depth === available) {
        if (final) return this.emit(entry.fallback, available, entry.fallback.kind !== "ignored");
        this.needed = depth + 1;
        return undefined;
      }
      entry = entry.entries[this.bytes[this.commandStart + depth] ?? 0] ?? entry.fallback;
      depth++;
    }
    if (entry.kind === "ignored") return this.run(entry, false, final);
    const length = entry.measure(this.bytes, this.commandStart, this.end, this.state);
    if (length <= available) return this.emit(entry, length, false);
    if (final) return this.emit(entry, available, true);
    this.needed = length;
    return undefined;
  }

  private emit(form: CommandForm, length: number, truncated: boolean): Command {
    const offset = this.origin + this.commandStart;
    const command = new Command(form, this.bytes, this.commandStart, length, offset, truncated);
    this.commandStart += length;
    this.needed = 0;
    this.state.position = 0;
    this.state.value = 0;
    if (form.splits !== undefined) {
      form.splits(this.state, command);
      this.commands = this.dialect[this.state.device];
    }
    return command;
  }
}
