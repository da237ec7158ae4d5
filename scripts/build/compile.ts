import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PRINTER_PROTOCOLS, PROTOCOLS } from "../../src/domain/protocols.ts";
import { WORKER_ENTRIES } from "../../src/platform/worker-address.ts";
import { readMigrations } from "../../src/storage/migrations/migrations.ts";
import { SCRIPTS } from "../../src/web/scripts.ts";
import { checkKind, type Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "..", "..");
const SOURCE = join(ROOT, "src");

/** Where executables are built to. */
export const DISTRIBUTION = join(ROOT, "dist");

const PROTOCOL_ENTRIES = PRINTER_PROTOCOLS.map((name) => `printers/${PROTOCOLS[name].folder}/protocol`);

/** What goes into an executable, and what is done to it; nothing of it depends on the platform. */
function bundle() {
  return {
    // The Workers and the protocols are addressed by their path under src.
    entrypoints: ["main", ...WORKER_ENTRIES, ...PROTOCOL_ENTRIES].map((entry) => join(SOURCE, `${entry}.ts`)),
    root: SOURCE,
    define: {
      EMBEDDED_MIGRATIONS: JSON.stringify(readMigrations()),
      EMBEDDED_SCRIPTS: JSON.stringify(SCRIPTS),
    },
    format: "esm",
    minify: true,
    // What several entry points share is there once, and what is imported later is loaded later.
    splitting: true,
  } as const;
}

/** Compiles one executable into `dist/`. @throws Error or AggregateError when it cannot be built */
export async function compile(target: Target): Promise<void> {
  mkdirSync(DISTRIBUTION, { recursive: true });
  // Bun leaves the source maps beside the executable as well as in it; and no half a file may end up in dist/.
  const folder = mkdtempSync(join(DISTRIBUTION, "build-"));
  try {
    const { entrypoints, ...common } = bundle();
    await Bun.build({
      ...common,
      entrypoints: [...entrypoints],
      // Embedded, so that a stack trace in an operator's log names our files and lines.
      sourcemap: "linked",
      // Halves the time to the first answer, for 8 MB more.
      bytecode: true,
      compile: {
        outfile: join(folder, target.file),
        // A binary must not take settings from whatever folder it happens to be started in.
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target.compileTarget === undefined ? {} : { target: target.compileTarget }),
      },
    });
    await checkKind(join(folder, target.file), target);
    renameSync(join(folder, target.file), join(DISTRIBUTION, target.file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The npm packages of which something is in the executable: code that is left after unused parts were dropped, or files.
 * @returns their folders from the root of the source tree, such as `node_modules/elysia`, in order
 * @throws Error or AggregateError when the source cannot be bundled
 */
export async function bundledPackages(): Promise<string[]> {
  const { entrypoints, ...common } = bundle();
  const { metafile } = await Bun.build({
    ...common,
    entrypoints: [...entrypoints],
    target: "bun",
    metafile: true,
  });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/** A package's folder, also where one package has its own copy of another. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
