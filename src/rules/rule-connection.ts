import type { RuleScope } from "../domain/rule.ts";
import type { SettledCharset } from "../escpos/text/charset.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { EARLIER_CHARSET } from "../storage/device-charsets.ts";
import { READING_COLUMNS, type ReadingRow } from "../storage/paper-columns.ts";
import type { StoredContent } from "../storage/raw-content.ts";
import { RuleApplications } from "../storage/rule-applications.ts";
import type { NamedRule } from "./runnable-rule.ts";

/** A workspace, and how far its rules have been applied. */
export interface RulesWorkspace {
  readonly id: number;
  /** 1 where the rules that come with Tillroll count, else 0. */
  readonly defaultRules: number;
  readonly nextOrdinal: number;
  readonly printCount: number;
}

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

interface RuleRow extends Omit<NamedRule, "enabled" | "appliesTo"> {
  readonly appliesTo: string;
}

const CANDIDATE_COLUMNS =
  "print.id, ordinal, label, print.tag, printer_id AS printerId, " +
  `${READING_COLUMNS}, ${EARLIER_CHARSET} AS earlier`;

const CANDIDATE_TABLES =
  "print JOIN workspace ON workspace.id = print.workspace_id LEFT JOIN printer ON printer.id = print.printer_id";

/** A reading connection with all that the rule engine asks of the database. */
export class RuleConnection {
  private readonly database;
  private readonly statements;
  /** The prints that rules are to be applied to again. */
  readonly applications: RuleApplications;

  constructor(databasePath: string) {
    const database = openForReading(databasePath);
    this.database = database;
    this.applications = new RuleApplications(database);
    this.statements = {
      workspaces: database.query<RulesWorkspace, []>(
        "SELECT id, default_rules AS defaultRules, coalesce(next_ordinal, 0) AS nextOrdinal, " +
          "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0) AS printCount " +
          "FROM workspace LEFT JOIN rule_progress ON workspace_id = id ORDER BY id",
      ),
      rules: database.query<RuleRow, [number]>(
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
      content: database.query<StoredContent, [number]>(
        "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
      ),
    };
  }

  workspaces(): RulesWorkspace[] {
    return this.statements.workspaces.all();
  }

  /** The workspace's own rules that are enabled, in their order. */
  rules(workspaceId: number): NamedRule[] {
    const rows = this.statements.rules.all(workspaceId);
    return rows.map((row) => ({ ...row, appliesTo: row.appliesTo as RuleScope, enabled: true }));
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

  /** A print's stored bytes. */
  content(printId: number): StoredContent | null {
    return this.statements.content.get(printId);
  }

  close(): void {
    closeReader(this.database);
  }
}
