import { TillrollError } from "../domain/errors.ts";
import type { Warning } from "../explain/explain.ts";
import { type Command, print, readInput } from "./command.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { PAPER_OPTIONS, paperOf } from "./paper-options.ts";

/** How the warnings are written: lines for people, or a list for programs. */
const LINT_FORMATS = ["text", "json"] as const;

/** What is wrong in a file. */
interface LintedFile {
  readonly file: string;
  readonly warnings: readonly Warning[];
}

const EXIT_WARNINGS = 1;

/** Tells what a printer would not print as it was meant; for tests of POS software. */
export const lint: Command = {
  name: "lint",
  parameters: "FILE...",
  summary:
    "Tell what a printer would not print as it was meant in files of bytes (- for standard input), without a service; " +
    "ends with 1 when there is anything, 0 when there is nothing, 2 when a file cannot be read.",
  options: [
    { name: "format", value: "F", help: `One of ${LINT_FORMATS.join(", ")}; by default text.` },
    ...PAPER_OPTIONS,
  ],
  async run(given) {
    const format = given.choice("format", LINT_FORMATS) ?? "text";
    const printer = paperOf(given);
    const files = filesOf(given);
    const { explain } = await import("../explain/explain.ts");
    const linted: LintedFile[] = [];
    for (const file of files) {
      const { warnings } = explain(await bytesOf(file), printer);
      linted.push({ file, warnings });
    }
    if (format === "json") print(JSON.stringify(linted));
    else for (const line of linted.flatMap(linesOf)) print(line);
    return linted.some(({ warnings }) => warnings.length > 0) ? EXIT_WARNINGS : 0;
  },
};

function filesOf({ argumentsGiven }: GivenOptions): readonly string[] {
  if (argumentsGiven.length === 0) throw new UsageError("Give the FILE to look at, or several.");
  return argumentsGiven;
}

/** A file that is not there is no file with warnings. @throws UsageError */
async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readInput(file);
  } catch (error) {
    if (error instanceof TillrollError) throw new UsageError(error.message);
    throw error;
  }
}

/** A line for each warning, as compilers write them: file, byte offset, command, what is wrong. */
function linesOf({ file, warnings }: LintedFile): string[] {
  return warnings.map(({ offset, name, sentence, code, times }) => {
    const often = times === 1 ? "" : `, ${times} times`;
    // What is said of the whole print has no command.
    const command = name === "" ? "" : `${name}: `;
    return `${file}:${offset}: ${command}${sentence} [${code}${often}]`;
  });
}
