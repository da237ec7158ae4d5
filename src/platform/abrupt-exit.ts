import { dlopen, FFIType } from "bun:ffi";

/*
 * `process.exit` closes every SQLite database of the process, those of Workers too, before it ends: it waits for a disk that does
 * not answer, and folds a log into a file that may be another one by now. The system's own way out does neither.
 */

const MUSL = `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`;
const LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", MUSL],
  darwin: ["libSystem.B.dylib"],
};

/** Ends the process at once, and runs nothing more: what a kill would leave is left. */
export function exitAbruptly(exitCode: number): never {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      dlopen(library, { _exit: { args: [FFIType.i32], returns: FFIType.void } }).symbols._exit(exitCode);
    } catch {
      // Another C library; the next name is tried.
    }
  }
  if (process.platform === "win32") terminate(exitCode);
  process.kill(process.pid, "SIGKILL");
  throw new Error("the process outlived its end");
}

function terminate(exitCode: number): void {
  try {
    const { ptr: handle, u32, i32 } = FFIType;
    const { symbols } = dlopen("kernel32.dll", {
      GetCurrentProcess: { args: [], returns: handle },
      TerminateProcess: { args: [handle, u32], returns: i32 },
    });
    symbols.TerminateProcess(symbols.GetCurrentProcess(), exitCode);
  } catch {
    // A kill does the same with another exit code.
  }
}
