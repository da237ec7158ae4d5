import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The scripts that pages name; each has its file in `browser`. What they import later is beside them. */
const ENTRIES = ["dashboard.tsx", "reference.ts", "sign-in.ts", "unavailable.ts"] as const;

/** Of the API reference alone, whose own style it changes. */
const SEPARATE_STYLES: ReadonlySet<string> = new Set(["styles/reference.css"]);

const FIRST_STYLES = ["browser/design/variables.css", "browser/design/base.css", "browser/design/"];

/** What browsers load, by the name of its file. */
interface BrowserFiles {
  /** Names have a hash of what is in them. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The file of each script that pages name: `dashboard.js` to `dashboard-4f2k….js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** What each such script needs at once: files that a page can ask for together with it. */
  readonly needed: Readonly<Record<string, readonly string[]>>;
  /** The file of each script that is imported later, and what that needs at once, by its source: `pages/prints/prints-page.tsx`. */
  readonly later: Readonly<Record<string, readonly string[]>>;
  /** All style sheets as one. */
  readonly style: string;
}

/** {@link BROWSER_FILES} when the binary was built, which has no files to bundle: the build puts them here. */
declare const EMBEDDED_BROWSER_FILES: BrowserFiles;

/**
 * The scripts and the style of the pages, bundled for the browser. No macro: Bun's test runner leaves macros undone in a
 * file that two others import.
 */
export const BROWSER_FILES: BrowserFiles = Bun.isStandaloneExecutable
  ? EMBEDDED_BROWSER_FILES
  : bundleForBrowsers().files;

/** What a bundle tells of itself, as far as it is asked. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly entryPoint?: string;
        readonly inputs: Readonly<Record<string, unknown>>;
        readonly imports: readonly { readonly path: string; readonly kind: string }[];
      }
    >
  >;
}

/**
 * Bundles what browsers load.
 * @returns the files, and the paths of all sources that are in them, from the root of the source tree
 * @throws Error with what the bundler says when it cannot bundle
 */
export function bundleForBrowsers(): { readonly files: BrowserFiles; readonly sources: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bundle-"));
  try {
    const metafile = bundleInto(folder);
    const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
      name: basename(path),
      ...output,
    }));
    const entries = outputs.filter(({ entryPoint }) =>
      ENTRIES.some((name) => entryPoint?.endsWith(`/${name}`)),
    );
    const needs = new Map(
      outputs.map(({ name, imports }) => [
        name,
        imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path)),
      ]),
    );
    return {
      files: {
        scripts: Object.fromEntries(
          outputs.map(({ name }) => [name, readFileSync(join(folder, name), "utf8")] as const),
        ),
        entries: Object.fromEntries(
          entries.map(({ name, entryPoint = "" }) => [basename(entryPoint).replace(/\.tsx?$/, ".js"), name]),
        ),
        needed: Object.fromEntries(entries.map(({ name }) => [name, neededBy(name, needs)])),
        later: Object.fromEntries(
          outputs.flatMap(({ name, entryPoint }) =>
            entryPoint === undefined
              ? []
              : [[sourceOf(entryPoint), [name, ...neededBy(name, needs)]] as const],
          ),
        ),
        style: allStyles(),
      },
      sources: outputs.flatMap(({ inputs }) => Object.keys(inputs)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bundleInto(folder: string): Metafile {
  const metafile = join(folder, "metafile.json");
  const options = [
    "--target=browser",
    "--production",
    "--splitting",
    "--entry-naming=[name]-[hash].[ext]",
    "--chunk-naming=[name]-[hash].[ext]",
    `--outdir=${folder}`,
    `--metafile=${metafile}`,
  ];
  const files = ENTRIES.map((name) => join(import.meta.dir, "browser", name));
  const root = join(import.meta.dir, "..", "..");
  const result = Bun.spawnSync([process.execPath, "build", ...files, ...options], { cwd: root });
  if (!result.success) throw new Error(result.stderr.toString());
  return JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
}

/** A source as imports name it, from the folder of what browsers load. */
function sourceOf(entryPoint: string): string {
  return entryPoint.replaceAll("\\", "/").split("src/web/browser/").at(-1) ?? entryPoint;
}

/** All that a script imports at once, and what that imports. */
function neededBy(name: string, needs: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const pending = [...(needs.get(name) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...(needs.get(next) ?? []));
  }
  return [...found].toSorted();
}

/** Style sheets in the order in which they count: the variables, what is used everywhere, what is of a page. */
function allStyles(): string {
  const paths = readdirSync(import.meta.dir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".css") && !SEPARATE_STYLES.has(path))
    .toSorted((left, right) => rankOf(left) - rankOf(right) || (left < right ? -1 : 1));
  return paths.map((path) => readFileSync(join(import.meta.dir, path), "utf8")).join("\n");
}

function rankOf(path: string): number {
  const rank = FIRST_STYLES.findIndex((start) => path.startsWith(start));
  // What is printed is said last: it takes away what all others lay out.
  if (path.endsWith("/print.css")) return FIRST_STYLES.length + 1;
  return rank < 0 ? FIRST_STYLES.length : rank;
}
