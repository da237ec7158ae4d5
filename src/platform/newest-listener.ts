import { FFIType, ptr } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openCLibrary } from "./c-library.ts";

/** Linux, socket(7) and its header: a classic BPF program chooses the listener of a port that takes a connection. */
const SOL_SOCKET = 1;
const SO_ATTACH_REUSEPORT_CBPF = 51;

/** BPF_RET | BPF_K: gives a number, that of the listener in the order in which they began. */
const RETURN_NUMBER = 0x06;

/** Bytes of `struct sock_fprog` and of one `struct sock_filter` (linux/filter.h), on machines of 64 bits. */
const PROGRAM_BYTES = 16;
const INSTRUCTION_BYTES = 8;

/** How /proc/net/tcp calls a socket that listens. */
const LISTENS = "0A";

/**
 * Has the kernel give each new connection of a port to the second of the two listeners that have it, so that the first one
 * has no connection half made when it ends. Once that has ended, its number is no longer there, and the kernel chooses itself.
 * @returns whether the kernel does; it chooses by the client's address otherwise
 */
export function leadToSecond(port: number): boolean {
  if (process.platform !== "linux") return false;
  const { i32, u32, ptr: pointer } = FFIType;
  const library = openCLibrary({ setsockopt: { args: [i32, i32, i32, pointer, u32], returns: i32 } });
  const descriptor = library === null ? undefined : listenersOf(port)[0];
  if (library === null || descriptor === undefined) return false;
  const instruction = new DataView(new ArrayBuffer(INSTRUCTION_BYTES));
  instruction.setUint16(0, RETURN_NUMBER, true);
  instruction.setUint32(4, 1, true);
  const program = new DataView(new ArrayBuffer(PROGRAM_BYTES));
  program.setUint16(0, 1, true);
  program.setBigUint64(8, BigInt(ptr(instruction)), true);
  const failed = library.setsockopt(
    descriptor,
    SOL_SOCKET,
    SO_ATTACH_REUSEPORT_CBPF,
    ptr(program),
    PROGRAM_BYTES,
  );
  // Read here too, so that nothing of it was freed before the call.
  return failed === 0 && instruction.byteLength === INSTRUCTION_BYTES;
}

/** The descriptors of this process's sockets that listen at a port. */
function listenersOf(port: number): number[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  try {
    const lines = ["tcp", "tcp6"].flatMap((file) =>
      readFileSync(`/proc/self/net/${file}`, "latin1").split("\n"),
    );
    const sockets = new Set(
      lines.flatMap((line) => {
        const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
        return state === LISTENS && local.endsWith(end) ? [`socket:[${inode}]`] : [];
      }),
    );
    return readdirSync("/proc/self/fd").flatMap((name) =>
      sockets.has(linkOf(`/proc/self/fd/${name}`)) ? [Number(name)] : [],
    );
  } catch {
    // Such as in a container that shows no /proc.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
