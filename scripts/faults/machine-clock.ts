import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buildPreload } from "./preload.ts";

/** The machine's clock as some processes see it, which can be set while they run; the real one stays as it is. */
export class MachineClock {
  private constructor(
    private readonly library: string,
    private readonly file: string,
  ) {}

  /**
   * Builds what gives processes a clock of their own.
   * @param folder where to put it
   * @returns `null` where there is no C compiler, or no LD_PRELOAD
   */
  static build(folder: string): MachineClock | null {
    const library = buildPreload("machine-clock.c", folder);
    if (library === null) return null;
    const file = join(folder, "machine-clock");
    writeFileSync(file, new Uint8Array(BigInt64Array.BYTES_PER_ELEMENT));
    return new MachineClock(library, file);
  }

  /** What a process needs in its environment to go by it. */
  get environment(): Record<string, string> {
    return { LD_PRELOAD: this.library, MACHINE_CLOCK_FILE: this.file };
  }

  /** Sets it to so many milliseconds ahead of the real time, at once for all its processes. */
  set(aheadMilliseconds: number): void {
    const bytes = new Uint8Array(BigInt64Array.of(BigInt(aheadMilliseconds)).buffer);
    // Not made anew: the processes have this very file in their memory.
    const descriptor = openSync(this.file, "r+");
    writeSync(descriptor, bytes, 0, bytes.byteLength, 0);
    closeSync(descriptor);
  }
}
