import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Verification, type VerificationAnswer } from "../contract/journal.ts";
import { read } from "../contract/check.ts";
import { writeDurably } from "../platform/durable-files.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { JOURNAL_FOLDER } from "./seal-file.ts";

const REPORT_FILE = "verification.json";

/** The last verification of the journals in a data folder; `null` where there was none. */
export function readReport(dataFolder: string): VerificationAnswer | null {
  try {
    return read(
      Verification,
      JSON.parse(readFileSync(join(dataFolder, JOURNAL_FOLDER, REPORT_FILE), "utf8")),
    );
  } catch {
    return null;
  }
}

/** Keeps a verification. @throws what the system says */
export function writeReport(dataFolder: string, report: VerificationAnswer): void {
  const path = join(dataFolder, JOURNAL_FOLDER, REPORT_FILE);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, JSON.stringify(report), PRIVATE_FILE_MODE);
}

/**
 * What of a verification is about a workspace, or about none. Of findings only the first are kept: those left out may be of this
 * workspace too, and are never told as none.
 */
export function ownPart(last: VerificationAnswer, slug: string): VerificationAnswer {
  const isOwn = ({ workspace }: { readonly workspace: string | null }) =>
    workspace === null || workspace === slug;
  const findings = last.findings.filter(isOwn);
  const findingCount = last.findingCount - (last.findings.length - findings.length);
  return { ...last, findings, findingCount, restores: last.restores.filter(isOwn) };
}
