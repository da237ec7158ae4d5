import type { SettledCharset } from "../escpos/text/charset.ts";
import { CodeFinder } from "../fiscal/code-finder.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { EARLIER_CHARSET } from "../storage/device-charsets.ts";
import { READING_COLUMNS, type ReadingRow } from "../storage/paper-columns.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { RecognitionReader } from "../storage/recognition-reader.ts";
import { RuleApplications } from "../storage/rule-applications.ts";
import { RuleProgressReader } from "./rule-progress.ts";
import type { NamedRule } from "./runnable-rule.ts";

/** A print that rules may fill. */
export interface FillableRow {
  readonly id: number;
  readonly ordinal: number;
  readonly label: string | null;
  readonly tag: string;
  readonly printerId: number | null;
}

/** The same with what decoding it needs to know. */
export interface CandidateRow extends FillableRow, ReadingRow {
  /** What the earlier prints of its device were read as. */
  readonly earlier: SettledCharset | null;
}

/** What is asked of a print that is to be decoded, and of which tables. */
export const CANDIDATE_COLUMNS =
  "print.id, ordinal, label, print.tag, printer_id AS printerId, " +
  `${READING_COLUMNS}, ${EARLIER_CHARSET} AS earlier`;

export const CANDIDATE_TABLES =
  "print JOIN workspace ON workspace.id = print.workspace_id LEFT JOIN printer ON printer.id = print.printer_id";

/** A reading connection with all that the rule engine asks of the database. */
export class RuleConnection {
  readonly progress;
  /** The prints that rules are to be applied to again. */
  readonly applications;
  readonly prints;
  readonly recognition;
  /** What finds fiscal codes in prints. */
  readonly codes;
  private readonly database;
  private readonly statements;

  constructor(databasePath: string) {
    const database = openForReading(databasePath);
    this.database = database;
    this.progress = new RuleProgressReader(database);
    this.applications = new RuleApplications(database);
    this.prints = new PrintReader(database);
    this.recognition = new RecognitionReader(database);
    this.codes = new CodeFinder(database);
    this.statements = {
      rules: database.query<Omit<NamedRule, "enabled">, [number]>(
        "SELECT id, name, pattern, label, tag, applies_to AS appliesTo FROM rule WHERE workspace_id = ? AND enabled " +
          "ORDER BY position, id",
      ),
      // Deleted ones are left alone: whoever restores one can have the rules applied again.
      candidates: database.query<CandidateRow, number[]>(
        `SELECT ${CANDIDATE_COLUMNS} FROM ${CANDIDATE_TABLES} WHERE print.workspace_id = ? AND ordinal >= ? ` +
          "AND ordinal < ? AND deleted_at IS NULL AND (printer_id IS NOT NULL OR ?) ORDER BY ordinal LIMIT ?",
      ),
      candidate: database.query<CandidateRow, [number, number]>(
        `SELECT ${CANDIDATE_COLUMNS} FROM ${CANDIDATE_TABLES} WHERE print.workspace_id = ? AND print.id = ?`,
      ),
    };
  }

  /** The workspace's own rules that are enabled, in their order. */
  rules(workspaceId: number): NamedRule[] {
    return this.statements.rules.all(workspaceId).map((row) => ({ ...row, enabled: true }));
  }

  /**
   * The first `limit` prints, not deleted, with ordinals from `from` up to, and without, `to`.
   * @param ofAll whether also those that came in by no printer
   */
  candidates(workspaceId: number, from: number, to: number, ofAll: boolean, limit: number): CandidateRow[] {
    return this.statements.candidates.all(workspaceId, from, to, ofAll ? 1 : 0, limit);
  }

  /** One print, deleted or not; `null` when the workspace has no such print. */
  candidate(workspaceId: number, printId: number): CandidateRow | null {
    return this.statements.candidate.get(workspaceId, printId);
  }

  close(): void {
    closeReader(this.database);
  }
}
