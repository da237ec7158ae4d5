import { dlopen, FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

/* What Bun has no way to do, so the C library is asked. */

/** The numbers of SOL_SOCKET and SO_LINGER. */
const PLATFORMS: Partial<Record<NodeJS.Platform, { level: number; option: number }>> = {
  linux: { level: 1, option: 13 },
  // SO_LINGER_SEC on macOS counts in seconds like everywhere; SO_LINGER in ticks. For a time of 0 they are the same.
  darwin: { level: 0xffff, option: 0x80 },
};

/** `struct linger`: two C integers. */
const LINGER_BYTES = 8;
const ABRUPT = new Int32Array([1, 0]);
const ORDERLY = new Int32Array([0, 0]);

type SetLinger = (descriptor: number, value: Int32Array) => void;

/** `null` where the platform has no such thing or needs none. */
let setLinger: SetLinger | null | undefined;

/**
 * Has a connection reset when this process dies, until {@link closeOrderly} is called for it. When a process dies, its system
 * closes its sockets, and a host that waits for our close takes that for the acknowledgement of its job. With SO_LINGER on
 * and a time of 0 such a socket is reset instead (POSIX, setsockopt; RFC 9293, 3.10.4 ABORT). Windows resets the sockets of
 * a process that was ended.
 */
export function closeAbruptly(socket: object): void {
  set(socket, ABRUPT);
}

/** Lets a connection be closed in order again: to be called before it is. */
export function closeOrderly(socket: object): void {
  set(socket, ORDERLY);
}

function set(socket: object, value: Int32Array): void {
  // What Bun's sockets have and their types do not tell.
  const { fd } = socket as { readonly fd?: number };
  if (setLinger === undefined) setLinger = loadSetLinger();
  if (fd !== undefined && fd >= 0) setLinger?.(fd, value);
}

function loadSetLinger(): SetLinger | null {
  const { i32, ptr: pointer, u32 } = FFIType;
  const library = openCLibrary({ setsockopt: { args: [i32, i32, i32, pointer, u32], returns: i32 } });
  const { level = 0, option = 0 } = PLATFORMS[process.platform] ?? {};
  return (
    library &&
    ((descriptor, value) => library.setsockopt(descriptor, level, option, ptr(value), LINGER_BYTES))
  );
}

/**
 * Ends the process at once, and runs nothing more: what a kill would leave is left. `process.exit` closes every SQLite
 * database of the process, those of Workers too, before it ends: it waits for a disk that does not answer, and folds a log
 * into a file that may be another one by now. The system's own way out does neither.
 */
export function exitAbruptly(exitCode: number): never {
  openCLibrary({ _exit: { args: [FFIType.i32], returns: FFIType.void } })?._exit(exitCode);
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
