import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

type CountBytes = (descriptor: number, count: Int32Array) => void;

/** SIOCOUTQ (Linux, tcp(7)): bytes of the send queue that the other side has not acknowledged. */
const SIOCOUTQ = 0x5411;

/** SO_NWRITE of SOL_SOCKET (macOS, sys/socket.h): the same. */
const SOL_SOCKET = 0xffff;
const SO_NWRITE = 0x1024;

const INTEGER_BYTES = 4;

/** `null` where the platform does not tell. */
let count: CountBytes | null | undefined;

/**
 * Bytes that the operating system has taken of a TCP socket and that have not arrived: it takes some megabytes, and says
 * nothing of the printer by that. 0 where the platform does not tell.
 */
export function unacknowledgedBytes(socket: object): number {
  // What Bun's sockets have and their types do not tell.
  const { fd } = socket as { readonly fd?: number };
  if (count === undefined) count = load();
  if (fd === undefined || fd < 0 || count === null) return 0;
  const bytes = new Int32Array(1);
  count(fd, bytes);
  return bytes[0] ?? 0;
}

function load(): CountBytes | null {
  const { i32, u64, ptr: pointer } = FFIType;
  if (process.platform === "linux") {
    const library = openCLibrary({ ioctl: { args: [i32, u64, pointer], returns: i32 } });
    return library && ((descriptor, bytes) => library.ioctl(descriptor, SIOCOUTQ, ptr(bytes)));
  }
  if (process.platform !== "darwin") return null;
  const library = openCLibrary({ getsockopt: { args: [i32, i32, i32, pointer, pointer], returns: i32 } });
  const length = new Int32Array([INTEGER_BYTES]);
  return (
    library &&
    ((descriptor, bytes) => library.getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, ptr(bytes), ptr(length)))
  );
}
