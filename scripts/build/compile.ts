import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PRINTER_PROTOCOLS, PROTOCOLS } from "../../src/domain/protocols.ts";
import { WORKER_ENTRIES } from "../../src/platform/worker-address.ts";
import { readMigrations } from "../../src/storage/migrations/migrations.ts";
import { readPublicKey, writePublicKey } from "../../src/update/signature.ts";
import { BROWSER_FILES, bundleForBrowsers } from "../../src/web/bundle.ts";
import { allComponents, licensesText } from "../licenses/licenses.ts";
import { hasRightSignature, signedAdHoc } from "./macho-signature.ts";
import { checkKind, type Target } from "./targets.ts";

/** The root of the source tree. */
export const ROOT = join(import.meta.dir, "..", "..");
const SOURCE = join(ROOT, "src");

/** Where executables are built to. */
export const DISTRIBUTION = join(ROOT, "dist");

const PROTOCOL_ENTRIES = PRINTER_PROTOCOLS.map((name) => `printers/${PROTOCOLS[name].folder}/protocol`);

/** What another version is to be like, for tests of updates. */
export interface Variant {
  readonly version: string;
  /** Migrations that it has more. */
  readonly migrations: readonly string[];
}

/** What goes into an executable, and what is done to it; nothing of it depends on the platform. */
function bundle(variant: Variant | null = null) {
  const migrations = readMigrations();
  for (const statements of variant?.migrations ?? [])
    migrations.push({ version: migrations.length + 1, name: "of a later version", statements });
  return {
    // The Workers and the protocols are addressed by their path under src.
    entrypoints: ["main", ...WORKER_ENTRIES, ...PROTOCOL_ENTRIES].map((entry) => join(SOURCE, `${entry}.ts`)),
    root: SOURCE,
    define: {
      EMBEDDED_MIGRATIONS: JSON.stringify(migrations),
      EMBEDDED_BROWSER_FILES: JSON.stringify(BROWSER_FILES),
      // Packages of the old kind would have the folder in them that this was built in: each machine's would differ.
      __dirname: JSON.stringify("/"),
      __filename: JSON.stringify("/module.js"),
      // Whose signature "tillroll update" takes: minisign's public key.
      EMBEDDED_RELEASE_KEY: JSON.stringify(releaseKey()),
    },
    format: "esm",
    minify: true,
    // What several entry points share is there once, and what is imported later is loaded later.
    splitting: true,
    plugins: variant === null ? [] : [otherVersion(variant.version)],
  } as const;
}

/** The public key of releases that this build is given; empty for none. @throws TillrollError when it is no key */
function releaseKey(): string {
  const given = process.env["TILLROLL_RELEASE_KEY"] ?? "";
  return given === "" ? "" : writePublicKey(readPublicKey(given));
}

/** Has the source believe that it is another version. */
function otherVersion(version: string): Bun.BunPlugin {
  return {
    name: "another version",
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\]version\.ts$/ }, () => ({
        contents: `export const VERSION = ${JSON.stringify(version)};`,
        loader: "ts",
      }));
    },
  };
}

/**
 * Compiles one executable into `dist/`.
 * @param variant for another version than this
 * @throws Error or AggregateError when it cannot be built
 */
export async function compile(target: Target, variant: Variant | null = null): Promise<void> {
  mkdirSync(DISTRIBUTION, { recursive: true });
  // Bun leaves the source maps beside the executable as well as in it; and no half a file may end up in dist/.
  const folder = mkdtempSync(join(DISTRIBUTION, "build-"));
  try {
    const { entrypoints, define, ...common } = bundle(variant);
    const licenses = licensesText(allComponents(ROOT, await bundledFiles()));
    await Bun.build({
      ...common,
      define: { ...define, EMBEDDED_LICENSES: JSON.stringify(licenses) },
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
    if ((target.compileTarget ?? `bun-${process.platform}`).startsWith("bun-darwin"))
      await signWhole(join(folder, target.file));
    renameSync(join(folder, target.file), join(DISTRIBUTION, target.file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has an executable of macOS a right signature, which that of Bun's own runtime is not when anything was added to it. */
async function signWhole(path: string): Promise<void> {
  const file = await Bun.file(path).bytes();
  if (!hasRightSignature(file)) await Bun.write(path, signedAdHoc(file, "tillroll"));
}

/**
 * What is in the executable of npm packages: files of which code is left after unused parts were dropped, or that are there whole.
 * @returns their paths from the root of the source tree, in order
 * @throws Error or AggregateError when the source cannot be bundled
 */
export async function bundledFiles(): Promise<string[]> {
  const { entrypoints, ...common } = bundle();
  const { metafile } = await Bun.build({
    ...common,
    entrypoints: [...entrypoints],
    target: "bun",
    metafile: true,
  });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.keys(output.inputs));
  inputs.push(...bundleForBrowsers().sources);
  return [...new Set(inputs.filter((path) => path.includes("node_modules/")))].toSorted();
}
