/**
 * Bundles a script for the browser and gives its text. Runs as a macro, so that the text is part of our own code both
 * when run from source and when compiled; `Bun.build` cannot run inside a macro, the command line can.
 * @param path of the entry file, from this folder
 */
export function bundle(path: string): string {
  const result = Bun.spawnSync([
    process.execPath,
    "build",
    `${import.meta.dir}/${path}`,
    "--target=browser",
    "--minify",
  ]);
  if (!result.success) throw new Error(result.stderr.toString());
  return result.stdout.toString();
}
