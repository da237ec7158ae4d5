import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The seals in a file, one on each line, or in a folder and the folders in it, a file `.json` for each; as check.py reads them.
 * @throws what the system says
 */
export function sealsIn(path: string): string[] {
  const isFolder = statSync(path).isDirectory();
  const names = isFolder
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(path, name))
    : [path];
  return names.flatMap((name) => readFileSync(name, "utf8").split("\n")).flatMap((line) => line.trim() || []);
}
