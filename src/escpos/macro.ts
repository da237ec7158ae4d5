import type { Command } from "./command.ts";
import { MAXIMUM_MACRO_BYTES, MAXIMUM_MACRO_BYTES_RUN } from "./limits.ts";

/** A macro: commands kept while they are printed as usual, to be run again (GS :, GS ^). */
export class Macro {
  private commands: Command[] = [];
  private bytes = 0;
  private bytesRun = 0;
  recording = false;
  private runs = 0;

  /** GS ^ asks for `count` runs, which begin when the command is done. */
  request(count: number): void {
    this.runs = count;
  }

  /** The runs asked for and not begun yet. */
  takeRuns(): number {
    const runs = this.empty ? 0 : this.runs;
    this.runs = 0;
    return runs;
  }

  /** GS : starts a definition, and ends it. */
  toggle(): void {
    if (!this.recording) this.clear();
    this.recording = !this.recording;
  }

  /** GS ^ inside a definition ends and clears it (Epson ESC/POS reference, GS :). */
  clear(): void {
    this.commands = [];
    this.bytes = 0;
    this.recording = false;
  }

  /** True when there is nothing to run. */
  get empty(): boolean {
    return this.commands.length === 0;
  }

  /** Keeps a command if there is room; a macro is cut off where it grows too long. */
  record(command: Command): void {
    this.bytes += command.length;
    if (this.bytes <= MAXIMUM_MACRO_BYTES) this.commands.push(command);
  }

  /** The commands of one run; undefined once a print has run more than its share. */
  run(): readonly Command[] | undefined {
    this.bytesRun += Math.min(this.bytes, MAXIMUM_MACRO_BYTES);
    return this.bytesRun > MAXIMUM_MACRO_BYTES_RUN ? undefined : this.commands;
  }
}
