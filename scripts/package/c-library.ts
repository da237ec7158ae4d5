import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { type Entry, file, link } from "./entries.ts";
import { elfNeeds } from "./elf.ts";

/** Where machines that build have the C library of a processor: their own, and that of Debian's cross compilers. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  x64: ["/lib/x86_64-linux-gnu", "/usr/x86_64-linux-gnu/lib", "/lib64"],
  arm64: ["/lib/aarch64-linux-gnu", "/usr/aarch64-linux-gnu/lib", "/lib64"],
};

const MACHINES: Readonly<Record<string, number>> = { x64: 0x3e, arm64: 0xb7 };
const MACHINE_OFFSET = 18;

/**
 * The libraries that an executable needs, from the machine that builds: an image has nothing else. They are the C library's
 * alone.
 * @param processor `x64` or `arm64`
 * @returns `null` when this machine does not have them for that processor
 */
export function cLibrary(executable: Uint8Array, processor: string): Entry[] | null {
  const { interpreter, libraries } = elfNeeds(executable);
  if (interpreter === null) return [];
  const found = new Map<string, Uint8Array>();
  const wanted = [basename(interpreter), ...libraries];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    const bytes = findLibrary(name, processor);
    if (bytes === null) return null;
    found.set(name, bytes);
    wanted.push(...elfNeeds(bytes).libraries);
  }
  const entries = [...found].map(([name, bytes]) => file(`usr/lib/${name}`, bytes, { mode: 0o755 }));
  // The dynamic linker is asked for in /lib or /lib64, and itself looks in both.
  return [...entries, link("lib", "usr/lib"), link("lib64", "usr/lib"), link("usr/lib64", "lib")];
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
