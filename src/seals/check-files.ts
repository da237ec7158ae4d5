import type { ZipFile } from "../export/zip-writer.ts";
import checkPage from "./CHECK.txt" with { type: "text" };
import checkScript from "./check.py" with { type: "text" };
import checkJournalScript from "./check_journal.py" with { type: "text" };
import treeScript from "./tree.py" with { type: "text" };

/** What a third party checks proofs and journals with, by the names of its files: a page of text, and scripts of Python. */
export const CHECK_FILES: Readonly<Record<string, string>> = {
  // As Windows ends lines.
  "CHECK.txt": checkPage.replaceAll("\n", "\r\n"),
  "check.py": checkScript,
  "check_journal.py": checkJournalScript,
  "tree.py": treeScript,
};

/** The same for an archive. @param modifiedAt epoch milliseconds */
export function checkFiles(modifiedAt: number): ZipFile[] {
  return Object.entries(CHECK_FILES).map(([name, text]) => ({
    name,
    content: Buffer.from(text),
    modifiedAt,
  }));
}
