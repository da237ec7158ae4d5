import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { openCLibrary } from "../../platform/c-library.ts";
import { systemCode } from "../../platform/system-error.ts";

/** The most that is read and written at once, bytes: a line's buffer in the kernel, and half of a USB printer's. */
const CHUNK_BYTES = 4096;

const NOTHING = new Uint8Array(0);

const POLLOUT = 0x0004;

let cLibrary: ReturnType<typeof openFunctions> | undefined;

function openFunctions() {
  return openCLibrary({
    ioctl: { args: ["i32", "u64", "ptr"], returns: "i32" },
    poll: { args: ["ptr", "u64", "i32"], returns: "i32" },
    tcflush: { args: ["i32", "i32"], returns: "i32" },
  });
}

/** The functions of the C library that devices are asked by; `null` where there is none that is known. */
export function deviceLibrary() {
  cLibrary ??= openFunctions();
  return cLibrary;
}

/** A device of Linux or macOS as a file that never makes the caller wait. */
export class DeviceFile {
  private readonly buffer = new Uint8Array(CHUNK_BYTES);

  private constructor(readonly descriptor: number) {}

  /** @throws a system error */
  static open(path: string): DeviceFile {
    return new DeviceFile(openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY));
  }

  /** What has come; `null` for nothing yet, empty where the device says that there is an end. @throws a system error */
  read(): Uint8Array | null {
    try {
      const count = readSync(this.descriptor, this.buffer);
      return count === 0 ? NOTHING : new Uint8Array(this.buffer.subarray(0, count));
    } catch (error) {
      if (systemCode(error) === "EAGAIN") return null;
      throw error;
    }
  }

  /** @returns how many bytes the device has taken @throws a system error */
  write(bytes: Uint8Array): number {
    try {
      return writeSync(this.descriptor, bytes, 0, Math.min(bytes.length, CHUNK_BYTES));
    } catch (error) {
      if (systemCode(error) === "EAGAIN") return 0;
      throw error;
    }
  }

  /** Whether it takes bytes now; `true` where nobody can be asked. */
  isWritable(): boolean {
    // struct pollfd: the descriptor, the events that are asked about, those that there are.
    const request = new Int32Array([this.descriptor, POLLOUT]);
    const library = deviceLibrary();
    if (library === null || library.poll(request, 1n, 0) <= 0) return library === null;
    return (((request[1] ?? 0) >> 16) & POLLOUT) !== 0;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
