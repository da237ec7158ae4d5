import type { CommandRecord } from "./command-record.ts";

/** What a token is. "ignored" is a run of control codes that no printer acts on. */
export type CommandKind = "text" | "command" | "ignored" | "unknown";

/** A parameter at a fixed place in a command. */
export interface Field {
  readonly name: string;
  /** Bytes from the start of the command. */
  readonly offset: number;
  /** Bytes: 1, 2 or 4, little endian. */
  readonly size: 1 | 2 | 4;
  readonly signed: boolean;
}

/** Bytes of a user-defined kanji in font A. */
export const KANJI_CHARACTER_BYTES = 72;

/** What the scanner remembers while a command is incomplete, and the modes that change how bytes are split. */
export interface ScanState {
  /** Bytes of the current command already looked at, so that no byte is looked at twice. */
  position: number;
  /** Free for the measure function of the current command; 0 at its start. */
  value: number;
  /** The device that what follows is for. */
  device: Device;
  /** Bytes of one user-defined kanji (FS 2), set by FS ( A. */
  kanjiCharacterBytes: number;
  /** Bematech's own command set is on (GS F9 5). */
  bematech: boolean;
}

/**
 * What acts on a command: data after ESC = 2 belongs to the customer display, and Star's raster mode has commands of its
 * own (ESC * r A).
 */
export type Device = "printer" | "display" | "raster";

/** A command's length in bytes; more than `end - start` are how many it takes until it, or the command, is complete. */
export type Measure = (bytes: Uint8Array, start: number, end: number, state: ScanState) => number;

/** A command as a dialect knows it: its record, and what the scanner and the interpreter need of it at hand. */
export interface CommandForm {
  /** The name in the reference of its language, such as GS v 0. */
  readonly name: string;
  readonly kind: CommandKind;
  readonly device: Device;
  readonly fields: readonly Field[];
  readonly measure: Measure;
  readonly splits: CommandRecord["splits"];
  readonly run: CommandRecord["run"];
  readonly meaning: NonNullable<CommandRecord["meaning"]>;
  readonly record: CommandRecord;
}

/** One token: a command, a run of text, or bytes that are neither. Its bytes are a view, made on demand. */
export class Command {
  /**
   * @param source the buffer that holds the command, at `start`
   * @param length bytes
   * @param offset bytes from the start of the print
   * @param truncated true when the input ended inside the command
   */
  constructor(
    readonly form: CommandForm,
    readonly source: Uint8Array,
    readonly start: number,
    readonly length: number,
    readonly offset: number,
    readonly truncated: boolean,
  ) {}

  /** The name in the reference of its language, "Text" for a run of characters. */
  get name(): string {
    return this.form.name;
  }

  get kind(): CommandKind {
    return this.form.kind;
  }

  /** A view of the command's bytes. */
  get bytes(): Uint8Array {
    return this.source.subarray(this.start, this.start + this.length);
  }

  /** The byte at `index` of the command; 0 past its end, so that no bounds need to be checked. */
  byte(index: number): number {
    return index < this.length ? (this.source[this.start + index] ?? 0) : 0;
  }

  /** The byte at `index` as a choice of which 0 to 9 and the digits "0" to "9" mean the same. */
  digit(index = 2): number {
    const value = this.byte(index);
    return value >= 0x30 && value <= 0x39 ? value - 0x30 : value;
  }

  /** Whether bit 0 of the byte at `index` is set: of most switches no other bit counts. */
  isOn(index = 2): boolean {
    return (this.byte(index) & 1) === 1;
  }

  /** The little-endian 16-bit number at `index`. */
  word(index: number): number {
    return this.byte(index) | (this.byte(index + 1) << 8);
  }

  /** The two's complement little-endian 16-bit number at `index` (ESC \, GS \). */
  signedWord(index: number): number {
    return (this.word(index) << 16) >> 16;
  }

  /** The bytes from `index` on, `count` at most, as text of one byte a character. */
  text(index: number, count = this.length): string {
    return Buffer.from(this.data(index).subarray(0, count)).toString("latin1");
  }

  /** A view of the bytes from `index` to the end of the command. */
  data(index: number): Uint8Array {
    const from = Math.min(index, this.length);
    return this.source.subarray(this.start + from, this.start + this.length);
  }
}
