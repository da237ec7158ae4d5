import { closeSync, openSync, readSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buildPreload } from "./preload.ts";

/** How operations fail; numbers of `watched-disk.c`. */
export const FAILURES = {
  /** With EIO. */
  eio: 1,
  /** With ENOSPC. */
  full: 2,
  /** Half of a write is done, and its caller told so. */
  short: 3,
  /** Half of a write is done, and the rest fails with ENOSPC. */
  torn: 4,
} as const;

export type Failure = keyof typeof FAILURES;

/** What the control file has, each 8 bytes. */
const CONTROL = ["count", "first", "last", "kind", "fired", "operation"] as const;

type Control = Readonly<Record<(typeof CONTROL)[number], number>>;

/** The disk of a process, every operation of which is counted, noted and may be made to fail (`watched-disk.c`). */
export class WatchedDisk {
  private constructor(
    private readonly library: string,
    /** Where all is noted. */
    readonly trace: string,
    private readonly control: string,
  ) {}

  /**
   * Builds it.
   * @param folder where to put it, and the trace; another one than is watched
   * @returns `null` where there is no C compiler, or no LD_PRELOAD
   */
  static build(folder: string): WatchedDisk | null {
    const library = buildPreload("watched-disk.c", folder);
    if (library === null) return null;
    const disk = new WatchedDisk(library, join(folder, "trace"), join(folder, "control"));
    writeFileSync(disk.control, new Uint8Array(CONTROL.length * BigUint64Array.BYTES_PER_ELEMENT));
    return disk;
  }

  /** What a process needs in its environment whose operations below a folder are to be counted, and may fail. */
  counting(dataFolder: string): Record<string, string> {
    return {
      LD_PRELOAD: this.library,
      WATCHED_DISK_FOLDER: dataFolder,
      WATCHED_DISK_CONTROL: this.control,
    };
  }

  /** What a process needs whose operations below a folder are to be noted. The trace begins anew. */
  tracing(dataFolder: string): Record<string, string> {
    writeFileSync(this.trace, "");
    return { LD_PRELOAD: this.library, WATCHED_DISK_FOLDER: dataFolder, WATCHED_DISK_TRACE: this.trace };
  }

  /** Bytes noted so far: all that was done before is among them. */
  get traced(): number {
    return statSync(this.trace).size;
  }

  /** From now on operations are counted from 1, and one fails; none where it is 0. */
  failAt(operation: number, failure: Failure): void {
    // The rest of a torn write is the next operation.
    const last = failure === "torn" ? operation + 1 : operation;
    this.write([0, operation, last, FAILURES[failure], 0, 0]);
  }

  /** What was counted, and what failed. */
  look(): Control {
    const words = new BigUint64Array(CONTROL.length);
    const file = openSync(this.control, "r");
    readSync(file, words, 0, words.byteLength, 0);
    closeSync(file);
    const entries = CONTROL.map((name, index) => [name, Number(words[index])]);
    return Object.fromEntries(entries) as Control;
  }

  /** Into the file that is there: processes have it in their memory. */
  private write(words: readonly number[]): void {
    const file = openSync(this.control, "r+");
    writeSync(file, new Uint8Array(BigUint64Array.from(words.map(BigInt)).buffer), 0);
    closeSync(file);
  }
}
