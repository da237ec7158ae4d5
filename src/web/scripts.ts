/** Each has its file in `browser`. */
type ScriptName = "dashboard" | "reference" | "sign-in";

type Scripts = Readonly<Record<ScriptName, string>>;

/** {@link SCRIPTS} when the binary was built, which has no files to bundle: the build puts them here. */
declare const EMBEDDED_SCRIPTS: Scripts;

/**
 * The scripts of the pages, bundled for the browser. No macro: Bun's test runner leaves macros undone in a file that two
 * others import.
 */
export const SCRIPTS: Scripts = Bun.isStandaloneExecutable
  ? EMBEDDED_SCRIPTS
  : { dashboard: bundle("dashboard"), reference: bundle("reference"), "sign-in": bundle("sign-in") };

/** @throws Error with what the bundler says when it cannot bundle */
function bundle(name: ScriptName): string {
  const file = `${import.meta.dir}/browser/${name}.ts`;
  const result = Bun.spawnSync([process.execPath, "build", file, "--target=browser", "--minify"]);
  if (!result.success) throw new Error(result.stderr.toString());
  return result.stdout.toString();
}
