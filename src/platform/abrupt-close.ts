import { dlopen, FFIType, ptr } from "bun:ffi";

/*
 * When a process dies, its system closes its sockets, and a host that waits for our close takes that for the
 * acknowledgement of its job. With SO_LINGER on and a time of 0 such a socket is reset instead (POSIX, setsockopt; RFC 9293,
 * 3.10.4 ABORT). Bun has no way to set it, so the C library is asked. Windows resets the sockets of a process that was ended.
 */

/** The C library, and the numbers of SOL_SOCKET and SO_LINGER. */
const PLATFORMS: Partial<
  Record<NodeJS.Platform, { library: readonly string[]; level: number; option: number }>
> = {
  linux: {
    library: ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`],
    level: 1,
    option: 13,
  },
  // SO_LINGER_SEC on macOS counts in seconds like everywhere; SO_LINGER in ticks. For a time of 0 they are the same.
  darwin: { library: ["libSystem.B.dylib"], level: 0xffff, option: 0x80 },
};

/** `struct linger`: two C integers. */
const LINGER_BYTES = 8;
const ABRUPT = new Int32Array([1, 0]);
const ORDERLY = new Int32Array([0, 0]);

type SetOption = (descriptor: number, value: Int32Array) => boolean;

let loaded: SetOption | null | undefined;

/** `null` where the platform has no such thing or needs none. */
function setOption(): SetOption | null {
  if (loaded === undefined) loaded = load();
  return loaded;
}

function load(): SetOption | null {
  const platform = PLATFORMS[process.platform];
  for (const library of platform?.library ?? []) {
    try {
      const { i32, ptr: pointer, u32 } = FFIType;
      const { symbols } = dlopen(library, {
        setsockopt: { args: [i32, i32, i32, pointer, u32], returns: i32 },
      });
      const { level, option } = platform ?? { level: 0, option: 0 };
      return (descriptor, value) =>
        symbols.setsockopt(descriptor, level, option, ptr(value), LINGER_BYTES) === 0;
    } catch {
      // Another C library; the next name is tried.
    }
  }
  return null;
}

/** What Bun's sockets have and their types do not tell. */
interface WithDescriptor {
  readonly fd?: number;
}

/** Has a connection reset when this process dies, until {@link closeOrderly} is called for it. */
export function closeAbruptly(socket: object): void {
  set(socket, ABRUPT);
}

/** Lets a connection be closed in order again: to be called before it is. */
export function closeOrderly(socket: object): void {
  set(socket, ORDERLY);
}

function set(socket: object, value: Int32Array): void {
  const { fd } = socket as WithDescriptor;
  if (fd !== undefined && fd >= 0) setOption()?.(fd, value);
}
