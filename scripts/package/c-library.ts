import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Component } from "../licenses/component.ts";
import { elfNeeds, MACHINE_OFFSET, MACHINES } from "./elf.ts";
import { type Entry, file, link } from "./entries.ts";

/** Where machines that build have the C library of a processor: their own, and that of Debian's cross compilers. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  x64: ["/lib/x86_64-linux-gnu", "/usr/x86_64-linux-gnu/lib", "/lib64"],
  arm64: ["/lib/aarch64-linux-gnu", "/usr/aarch64-linux-gnu/lib", "/lib64"],
};

/** What glibc says of itself, within its file. */
const VERSION_LINE = /GNU C Library \((.+?)\) (?:stable|development) release version ([\d.]*\d)/;

/** The C library of the machine that builds, for images: they have nothing else. */
export interface CLibrary {
  readonly entries: readonly Entry[];
  readonly component: Component;
}

/**
 * The libraries that an executable needs, from the machine that builds: all are parts of the GNU C Library.
 * @param processor `x64` or `arm64`
 * @returns `null` when this machine does not have them for that processor
 */
export function cLibrary(executable: Uint8Array, processor: string): CLibrary | null {
  const { interpreter, libraries } = elfNeeds(executable);
  const found = new Map<string, Uint8Array>();
  const wanted = [...(interpreter === null ? [] : [basename(interpreter)]), ...libraries];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    const bytes = findLibrary(name, processor);
    if (bytes === null) return null;
    found.set(name, bytes);
    wanted.push(...elfNeeds(bytes).libraries);
  }
  const entries = [...found].map(([name, bytes]) => file(`usr/lib/${name}`, bytes, { mode: 0o755 }));
  // The dynamic linker is asked for in /lib or /lib64, and itself looks in these and below /usr.
  const links = [link("lib", "usr/lib"), link("lib64", "usr/lib"), link("usr/lib64", "lib")];
  return { entries: [...entries, ...links], component: componentOf(found.get("libc.so.6")) };
}

function findLibrary(name: string, processor: string): Uint8Array | null {
  for (const folder of FOLDERS[processor] ?? []) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const bytes = new Uint8Array(readFileSync(realpathSync(path)));
    if (bytes[MACHINE_OFFSET] === MACHINES[processor]) return bytes;
  }
  return null;
}

function componentOf(library: Uint8Array = new Uint8Array()): Component {
  const [, build = null, version = null] = VERSION_LINE.exec(Buffer.from(library).toString("latin1")) ?? [];
  return {
    name: "GNU C Library",
    version: build?.split(" ").at(-1) ?? version,
    license: "LGPL-2.1-or-later",
    copyright: "Copyright (C) Free Software Foundation, Inc.",
    address: "https://www.gnu.org/software/libc/",
    packageAddress: null,
    within: "the container image",
    texts: [],
  };
}
