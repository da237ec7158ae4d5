import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a file, or a folder with all in it; there need be none. One by one: Bun's own recursive removal fails under Wine,
 * which does not know how Windows removes an open folder.
 * @throws what the system says
 */
export function removeTree(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) return rmSync(path, { force: true });
  for (const name of readdirSync(path)) removeTree(join(path, name));
  rmdirSync(path);
}
