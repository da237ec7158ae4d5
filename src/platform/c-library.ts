import { dlopen, type FFIFunction } from "bun:ffi";

/** What the C library is called; on Linux one of two. */
const NAMES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`],
  darwin: ["libSystem.B.dylib"],
};

/** Functions of the C library, for what Bun has no way to do; `null` where it has other names. */
export function openCLibrary<Functions extends Record<string, FFIFunction>>(functions: Functions) {
  for (const name of NAMES[process.platform] ?? []) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // Another C library; the next name is tried.
    }
  }
  return null;
}
