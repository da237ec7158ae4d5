import { Command, type CommandForm, type ScanState } from "./command.ts";
import {
  BEMATECH_COMMAND_SET,
  DISPLAY_SELECT_DEVICE,
  DISPLAY_TEXT,
  INITIALIZE,
  SELECT_DEVICE,
  SELECT_KANJI_FONT,
  TEXT,
  displayCommands,
  printerCommands,
} from "./commands/command-table.ts";
import type { CommandTable } from "./commands/command-form.ts";

/** Bytes of a user-defined kanji in fonts A, B and C (FS ( A, FS 2). */
const KANJI_CHARACTER_BYTES = [72, 60, 32];

/**
 * Splits a window of bytes into commands, one at a time, looking at each byte a bounded number of times.
 * The window may grow between calls; `next` returns undefined when it needs more bytes.
 */
export class Scanner {
  #bytes: Uint8Array;
  #start: number;
  #end: number;
  /** Offset in the print of index 0 of the window. */
  #origin = 0;
  /** Bytes the current command needs before another look is worth it. */
  #needed = 0;
  #display: boolean;
  readonly #state: ScanState = { position: 0, value: 0, kanjiCharacterBytes: 72, bematech: false };

  /** @param options.bematech Bematech's own command set is on from the start (GS F9 5) */
  constructor(
    bytes: Uint8Array,
    start: number,
    end: number,
    { device = "printer", bematech = false }: { device?: "printer" | "display"; bematech?: boolean } = {},
  ) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#display = device === "display";
    this.#state.bematech = bematech;
  }

  /** Index in the window of the first byte that is not yet part of a returned command. */
  get start(): number {
    return this.#start;
  }

  /** Replaces the window: what was at `start` of the old one is at `start` of the new one. */
  setWindow(bytes: Uint8Array, start: number, end: number): void {
    this.#origin += this.#start - start;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** The next command; undefined at the end, or if incomplete and not `final`. Never throws. */
  next(final: boolean): Command | undefined {
    const available = this.#end - this.#start;
    if (available <= 0 || (available < this.#needed && !final)) return undefined;
    const first = this.#bytes[this.#start] ?? 0;
    if (first >= 0x20) return this.#run(this.#display ? DISPLAY_TEXT : TEXT, isText, final);
    const commands = this.#display ? displayCommands : printerCommands;
    if (commands.entries[first] === undefined) {
      const isIgnored = (byte: number): boolean => byte < 0x20 && commands.entries[byte] === undefined;
      return this.#run(commands.fallback, isIgnored, final);
    }
    return this.#command(commands, available, final);
  }

  #run(form: CommandForm, belongs: (byte: number) => boolean, final: boolean): Command | undefined {
    let at = this.#start + Math.max(1, this.#state.position);
    while (at < this.#end && belongs(this.#bytes[at] ?? 0)) at++;
    if (at === this.#end && !final) {
      this.#state.position = at - this.#start;
      return undefined;
    }
    return this.#emit(form, at - this.#start, false);
  }

  #command(commands: CommandTable, available: number, final: boolean): Command | undefined {
    let entry: CommandForm | CommandTable = commands;
    let depth = 0;
    while ("entries" in entry) {
      if (depth === available) {
        if (final) return this.#emit(entry.fallback, available, entry.fallback.kind !== "ignored");
        this.#needed = depth + 1;
        return undefined;
      }
      entry = entry.entries[this.#bytes[this.#start + depth] ?? 0] ?? entry.fallback;
      depth++;
    }
    const length = entry.measure(this.#bytes, this.#start, this.#end, this.#state);
    if (length <= available) return this.#emit(entry, length, false);
    // A run of control codes is complete wherever it ends.
    if (final) return this.#emit(entry, available, entry.kind !== "ignored");
    this.#needed = length;
    return undefined;
  }

  #emit(form: CommandForm, length: number, truncated: boolean): Command {
    const offset = this.#origin + this.#start;
    const command = new Command(form, this.#bytes, this.#start, length, offset, truncated);
    this.#start += length;
    this.#needed = 0;
    this.#state.position = 0;
    this.#state.value = 0;
    if (form === SELECT_DEVICE || form === DISPLAY_SELECT_DEVICE) {
      // Only the display listens when bit 1 is set alone; with both, the printer's reading counts.
      this.#display = (command.byte(2) & 0x03) === 0x02;
    } else if (form === SELECT_KANJI_FONT) {
      this.#state.kanjiCharacterBytes = KANJI_CHARACTER_BYTES[command.byte(6) & 0x0f] ?? 72;
    } else if (form === INITIALIZE) {
      this.#state.kanjiCharacterBytes = 72;
    } else if (form === BEMATECH_COMMAND_SET) {
      this.#state.bematech = (command.byte(3) & 0x0f) === 0;
    }
    return command;
  }
}

function isText(byte: number): boolean {
  return byte >= 0x20;
}
