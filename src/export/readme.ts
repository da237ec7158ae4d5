import { formatInstant } from "../domain/instant.ts";
import type { ExportJob } from "./messages.ts";

/** What README.txt of an archive says. Lines end as Windows has them. */
export function readmeOf({ at, version, wanted, workspace, query }: ExportJob): string {
  const lines = [
    `Prints of the workspace ${workspace.slug}, exported by Tillroll ${version} at ${formatInstant(at)}.`,
    "",
    "These are copies of what was printed. They are no fiscal record, and take the place of none.",
    "",
    `Format: ${query.format}`,
    `${query.ids === null ? "Search" : "Selection"}: ${wanted}`,
    "",
    "prints/     A file for each print: when it was stored (UTC), its id, its label.",
    "index.csv   A line for each print that was found, also for those without a file.",
    "            sha256 is that of the bytes as they came, fileSha256 that of the file here.",
    "            state: ok; gone (removed, or deleted since the export began); damaged (its bytes are not",
    "            what was stored); not-drawn (it could not be drawn).",
    "            A text that a spreadsheet could take for a formula, or that begins with an apostrophe,",
    "            has an apostrophe before it: take one away from the beginning of a text to have what was stored.",
    "",
  ];
  return lines.join("\r\n");
}
