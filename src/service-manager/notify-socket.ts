import { FFIType } from "bun:ffi";
import { openCLibrary } from "../platform/c-library.ts";

/** Linux: AF_UNIX; SOCK_DGRAM with SOCK_NONBLOCK and SOCK_CLOEXEC; MSG_NOSIGNAL. */
const AF_UNIX = 1;
const DATAGRAM = 2 | 0o4000 | 0o2000000;
const NO_SIGNAL = 0x4000;

/** Bytes of `sun_path` in `struct sockaddr_un` (unix(7)); two bytes of the family stand before it. */
const PATH_BYTES = 108;

/** Sends a datagram to systemd. @returns whether it was taken */
export type Notify = (message: string) => boolean;

/**
 * Opens the way to the socket that `NOTIFY_SOCKET` names (sd_notify(3)): a path, or a name of the abstract namespace that
 * begins with "@".
 * @returns `null` where the address is none, or the system has no such sockets
 */
export function openNotifySocket(address: string): Notify | null {
  const name = Buffer.from(address);
  if (process.platform !== "linux" || !/^[/@]./.test(address) || name.length >= PATH_BYTES) return null;
  const { i32, u32, u64, i64, ptr } = FFIType;
  const library = openCLibrary({
    socket: { args: [i32, i32, i32], returns: i32 },
    sendto: { args: [i32, ptr, u64, i32, ptr, u32], returns: i64 },
  });
  const descriptor = library?.socket(AF_UNIX, DATAGRAM, 0) ?? -1;
  if (library === null || descriptor < 0) return null;
  // A path ends with a zero; an abstract name begins with one, and its length is that of the address.
  const isAbstract = address.startsWith("@");
  const socketAddress = Buffer.alloc(2 + name.length + (isAbstract ? 0 : 1));
  socketAddress.writeUInt16LE(AF_UNIX, 0);
  name.copy(socketAddress, 2);
  if (isAbstract) socketAddress[2] = 0;
  return (message) => {
    const bytes = Buffer.from(message);
    const sent = library.sendto(
      descriptor,
      bytes,
      bytes.length,
      NO_SIGNAL,
      socketAddress,
      socketAddress.length,
    );
    return Number(sent) === bytes.length;
  };
}
