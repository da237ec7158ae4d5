import { formatInstant } from "../domain/instant.ts";
import type { ExportPlan } from "./messages.ts";

/** What README.txt tells of an export. */
export interface ToldExport extends ExportPlan {
  /** Whose prints it has, as `the workspace berlin-1`. */
  readonly of: string;
  /** Whether it is what a search has found, or a selection. */
  readonly isSearch: boolean;
  /** Whether each workspace has a folder. */
  readonly hasWorkspaces: boolean;
}

/**
 * What README.txt of an archive says. Lines end as Windows has them.
 * @param unproven prints of which it has no proof; `null` where it has none at all
 */
export function readmeOf(
  { at, version, wanted, of, isSearch, hasWorkspaces, query }: ToldExport,
  unproven: number | null,
): string {
  const lines = [
    `Prints of ${of}, exported by Tillroll ${version} at ${formatInstant(at)}.`,
    "",
    "These are copies of what was printed. They are no fiscal record, and take the place of none.",
    "",
    `Format: ${query.format}`,
    `${isSearch ? "Search" : "Selection"}: ${wanted}`,
    "",
    `prints/     A file for each print${hasWorkspaces ? ", in the folder of its workspace" : ""}: when it was stored (UTC), its id, its label.`,
    "index.csv   A line for each print that was found, also for those without a file.",
    "            sha256 is that of the bytes as they came, fileSha256 that of the file here.",
    "            state: ok; gone (removed, or deleted since the export began); damaged (its bytes are not",
    "            what was stored); not-drawn (it could not be drawn); withheld (its bytes have full",
    "            card numbers, which are masked).",
    "            A text that a spreadsheet could take for a formula, or that begins with an apostrophe,",
    "            has an apostrophe before it: take one away from the beginning of a text to have what was stored.",
    ...proofLines(unproven),
    "",
  ];
  return lines.join("\r\n");
}

function proofLines(unproven: number | null): string[] {
  if (unproven === null) return [];
  return [
    "proofs/     A proof for each print: that it is what was stored. CHECK.txt says how a third party checks that.",
    "seals/      The seals of the journal that the proofs speak of, with their time stamps where there are any.",
    ...(unproven === 0
      ? []
      : [
          `            ${unproven} of the prints have no proof: they have card numbers that are masked, or the journal is damaged there.`,
        ]),
  ];
}
