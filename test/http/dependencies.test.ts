import { Glob } from "bun";
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/*
 * Dependencies point inward. The API reads and writes through the ports of `src/storage/ports`: an archive on another database has
 * the same API.
 */

const SOURCE = join(import.meta.dir, "../../src");

/** What only the database of a shop has is read at once, beside the ports; its type is all that the API knows of it. */
const BESIDE_THE_PORTS = "storage/shop-stores.ts";

/** The modules that a file names: only those that are there when it runs, or those of which it knows types too. */
function importsOf(file: string, what: "running" | "all"): string[] {
  const source = readFileSync(join(SOURCE, file), "utf8");
  const named =
    what === "running"
      ? new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" })
          .scanImports(source)
          .map(({ path }) => path)
      : [...source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";$/gms)].map(([, path = ""]) => path);
  return named.map((path) =>
    path.startsWith(".") ? relative(SOURCE, join(SOURCE, dirname(file), path)).replaceAll("\\", "/") : path,
  );
}

const isDatabase = (module: string) => module === "bun:sqlite" || module.startsWith("drizzle-orm");

/** Whether a module, or one that it needs to run, knows SQLite: a store is given its connection, and knows its type. */
function knowsDatabase(module: string, seen = new Set<string>()): boolean {
  if (seen.has(module) || !/\.tsx?$/.test(module) || !existsSync(join(SOURCE, module))) return false;
  seen.add(module);
  return (
    importsOf(module, "all").some(isDatabase) ||
    importsOf(module, "running").some((next) => knowsDatabase(next, seen))
  );
}

function filesOf(folder: string): string[] {
  return [...new Glob(`${folder}/**/*.ts`).scanSync(SOURCE)].map((file) => file.replaceAll("\\", "/"));
}

test("the search for dependencies finds them", () => {
  expect(importsOf("storage/identities.ts", "all")).toContain("bun:sqlite");
  expect(importsOf("storage/identities.ts", "running")).not.toContain("bun:sqlite");
  expect(importsOf("storage/identities.ts", "running")).toContain("storage/token-store.ts");
  expect(knowsDatabase("storage/token-store.ts")).toBe(true);
  expect(knowsDatabase("app/storage-stage.ts")).toBe(true);
  expect(knowsDatabase("storage/raw-content.ts")).toBe(false);
});

test.each(filesOf("http"))("%s knows no database and no store of one", (file) => {
  const named = importsOf(file, "all");
  expect(named.filter(isDatabase)).toEqual([]);
  const stored = named.filter((module) => module.startsWith("storage/") && module !== BESIDE_THE_PORTS);
  expect(stored.filter((module) => knowsDatabase(module))).toEqual([]);
});

/** Parts that do what the contract and the domain say, and of these those that stand on what is stored. */
const ON_STORAGE = "app|archive|cli|http|upstream|web";
const OUTER = `${ON_STORAGE}|storage`;

test.each([
  ...[...filesOf("contract"), ...filesOf("domain")].map((file) => [file, OUTER] as const),
  ...filesOf("storage").map((file) => [file, ON_STORAGE] as const),
])("%s knows nothing of those that stand on it", (file, outer) => {
  const isOuter = new RegExp(`^(?:${outer})/`);
  expect(importsOf(file, "all").filter((module) => isOuter.test(module))).toEqual([]);
});

test.each(filesOf("storage/ports"))("%s speaks of no database", (file) => {
  const named = importsOf(file, "all");
  expect(named.filter((module) => isDatabase(module) || knowsDatabase(module))).toEqual([]);
  expect(importsOf(file, "running")).toEqual([]);
});
