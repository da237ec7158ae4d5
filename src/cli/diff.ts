import { writeFileSync } from "node:fs";
import { COMPARISON_LIMITS } from "../compare/limits.ts";
import { TillrollError } from "../domain/errors.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { reasonOf } from "../platform/system-error.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { type ComparedSource, readSource, SOURCE_FORMS } from "./compared-source.ts";
import { comparisonLines, showsColours } from "./comparison-text.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { PAPER_OPTIONS, paperOf } from "./paper-options.ts";
import { CLIENT_OPTIONS, clientOf, type ServiceClient } from "./service-client.ts";

export const EXIT_DIFFERENT = 1;

/** What does not count when papers are compared. */
export const IGNORE_OPTIONS: readonly Option[] = lineOnly([
  {
    name: "ignore",
    value: "PATTERN",
    help: "A regular expression (RE2) of what within a line does not count, such as a date; repeatable.",
    repeatable: true,
  },
  { name: "tolerance", value: "DOTS", help: "Dots by which ink may stand elsewhere; by default 0." },
]);

/** Compares the papers of two prints; for tests of POS software. */
export const diff: Command = {
  name: "diff",
  parameters: "A B",
  summary:
    `Compare the paper of two prints. Each is ${SOURCE_FORMS}. Ends with 0 when the paper is the same, 1 when it differs, 2 when ` +
    "they cannot be compared.",
  options: [
    DATA_OPTION,
    WORKSPACE_OPTION,
    ...CLIENT_OPTIONS,
    ...IGNORE_OPTIONS,
    ...lineOnly([
      { name: "commands", help: "Tell also of commands that differ without changing the paper." },
      { name: "png", value: "FILE", help: "Write a picture of both side by side, with what differs marked." },
      { name: "json", help: "Write the comparison as JSON, as the API does." },
    ]),
    ...PAPER_OPTIONS,
  ],
  async run(given) {
    try {
      return await compare(given);
    } catch (error) {
      // Another exit code than that of papers that differ.
      if (error instanceof TillrollError) throw new UsageError(error.message);
      throw error;
    }
  },
};

async function compare(given: GivenOptions): Promise<number> {
  const [first, second, ...more] = given.argumentsGiven;
  if (first === undefined || second === undefined || more.length > 0)
    throw new UsageError("Give the two prints to compare, A and B.");
  const tolerance = given.integer("tolerance", 0, COMPARISON_LIMITS.toleranceDots);
  const own = paperOf(given);
  let known: Promise<ServiceClient> | null = null;
  const client = () => (known ??= clientOf(given));
  const a = await readSource(first, client);
  const b = await readSource(second, client);
  const [{ decode }, { compareReceipts }] = await Promise.all([
    import("../escpos/escpos.ts"),
    import("../compare/compare-receipts.ts"),
  ]);
  const receipts = {
    a: decode(a.bytes, printerOf(a, b, own)),
    b: decode(b.bytes, printerOf(b, a, own)),
  };
  const comparison = compareReceipts(receipts.a, receipts.b, {
    ignore: [...a.ignore, ...b.ignore, ...given.all("ignore")],
    tolerance: tolerance ?? Math.max(a.tolerance, b.tolerance),
    commands: given.has("commands"),
  });
  const file = given.filled("png");
  if (file !== null) {
    const { comparisonPicture } = await import("../compare/picture.ts");
    writePicture(file, comparisonPicture(receipts, comparison));
  }
  if (given.has("json")) print(JSON.stringify(comparison));
  else for (const line of comparisonLines(comparison, { a: a.name, b: b.name }, showsColours())) print(line);
  return comparison.same ? 0 : EXIT_DIFFERENT;
}

/** The printer that one is shown on: the one chosen, its own, or, of a file, that of the other. */
function printerOf(one: ComparedSource, other: ComparedSource, chosen: PrinterChoice): PrinterChoice {
  if (Object.keys(chosen).length > 0) return chosen;
  return one.printer ?? other.printer ?? {};
}

/** @throws UsageError */
function writePicture(file: string, picture: Uint8Array): void {
  try {
    // Receipts are nobody else's business.
    writeFileSync(file, picture, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be written: ${reasonOf(error)}.`);
  }
}
