import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { licensesOf } from "./component.ts";

const FOLDER = join(import.meta.dir, "texts");

/**
 * Licences that packages may have, by their SPDX names; those without a text here need one in the package. What is not in
 * the list stops the build: somebody has to read that licence first.
 */
const KNOWN: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "IJG",
  "ISC",
  "LGPL-2.0-or-later",
  "LGPL-2.1-or-later",
  "LLVM-exception",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unicode-3.0",
  "Zlib",
  "blessing",
  "libpng-2.0",
  "libtiff",
]);

/**
 * The general texts of the licences of an SPDX expression, by their names.
 * @param whose what has it, for the message
 * @throws Error when a licence is not known, or its text is not here
 */
export function generalTexts(expression: string, whose: string): ReadonlyMap<string, string> {
  return new Map(
    licensesOf(expression).map((name) => {
      const path = join(FOLDER, `${name}.txt`);
      if (!KNOWN.has(name) || !existsSync(path))
        throw new Error(`${whose} needs the text of the licence ${name}, which is not in ${FOLDER}`);
      return [name, readFileSync(path, "utf8").trim()];
    }),
  );
}

/** @throws Error when a licence of an SPDX expression is not one of those that were looked at */
export function checkLicense(expression: string, whose: string): void {
  const unknown = licensesOf(expression).find((name) => !KNOWN.has(name));
  if (expression.trim() === "" || unknown !== undefined)
    throw new Error(
      `${whose} has the licence "${expression}", which nobody has looked at: see scripts/licenses/texts.ts`,
    );
}
