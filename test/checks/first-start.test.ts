import { Glob } from "bun";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json";
import { compilerOptions } from "../../tsconfig.json";

/*
 * The first start installs what the service needs, and nothing of what tests need: some of that is larger than all the rest.
 */

const SOURCE = join(import.meta.dir, "../../src");

/** The package that a module is of; `null` for one of ours or of the runtime's. */
function packageOf(module: string): string | null {
  if (/^(?:\.|node:|bun(?::|$))/.test(module)) return null;
  // What is named for JSX, whatever the options say.
  if (/^react(?:\/|$)/.test(module)) return compilerOptions.jsxImportSource;
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? null;
}

/** The packages that modules of ours name, without those of which they know only types. */
function packagesOf(file: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
  const imports = transpiler.scanImports(readFileSync(join(SOURCE, file), "utf8"));
  return imports.map(({ path }) => packageOf(path)).filter((name) => name !== null);
}

test("what runs is installed by the first start, and nothing else is", () => {
  const needed = new Set([...new Glob("**/*.{ts,tsx}").scanSync(SOURCE)].flatMap(packagesOf));
  expect(needed.size).toBeGreaterThan(10);
  expect([...needed].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  expect(manifest.scripts.prestart).toBe(`${manifest.scripts.pretest} --production`);
});
