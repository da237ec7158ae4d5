import type { Database } from "bun:sqlite";
import type { AuditActor } from "../audit/audit-entry.ts";
import { HISTORY_LIMITS } from "../domain/limits.ts";
import type { PrintChangeKind, RuleFilling } from "../domain/print-change.ts";
import type { ChangeDetails, PrintChange } from "../audit/print-change.ts";

interface ChangeRow extends Pick<PrintChange, "kind" | "at" | "number"> {
  readonly actor: string | null;
  readonly details: string | null;
  readonly rules: string | null;
}

/** Kept in memory: the rules of a workspace give few combinations of fields. */
const KNOWN_FILLINGS = 1000;

/** Reads what was done to prints. */
export class HistoryReader {
  private readonly ofPrint;

  constructor(database: Database) {
    this.ofPrint = database.query<ChangeRow, [number]>(
      "SELECT number, at, kind, actor, details, rules FROM print_change " +
        "LEFT JOIN rule_filling ON rule_filling.id = rule_filling_id WHERE print_id = ? ORDER BY number DESC",
    );
  }

  /** What was done to a print, the newest first. */
  list(printId: number): PrintChange[] {
    return this.ofPrint.all(printId).map(({ actor, details, rules, ...row }) => ({
      ...row,
      actor: actor === null ? null : (JSON.parse(actor) as AuditActor),
      details: details === null ? {} : (JSON.parse(details) as ChangeDetails),
      filling: rules === null ? {} : (JSON.parse(rules) as RuleFilling),
    }));
  }
}

/** Notes what is done to prints, inside the transaction in which it is done. */
export class PrintHistory {
  private readonly statements;
  private readonly fillingIds = new Map<string, number>();

  constructor(database: Database) {
    this.statements = {
      last: database.query<{ number: number }, [number]>(
        "SELECT number FROM print_change WHERE print_id = ? ORDER BY number DESC LIMIT 1",
      ),
      insert: database.query<unknown, (number | string | null)[]>(
        "INSERT INTO print_change (print_id, number, at, kind, actor, details, rule_filling_id) " +
          "VALUES (?, ?, ?, ?, ?, ?, ?)",
      ),
      forget: database.query<unknown, [number, number]>(
        "DELETE FROM print_change WHERE print_id = ? AND number <= ?",
      ),
      addFilling: database.query<unknown, [string]>("INSERT OR IGNORE INTO rule_filling (rules) VALUES (?)"),
      findFilling: database.query<{ id: number }, [string]>("SELECT id FROM rule_filling WHERE rules = ?"),
    };
  }

  /** Notes what somebody did. @param actor `null` for the service itself @returns the particulars as they are stored */
  note(
    printId: number,
    kind: PrintChangeKind,
    now: number,
    actor: AuditActor | null,
    details: ChangeDetails = {},
  ): string | null {
    const text = detailsText(details);
    this.add(printId, kind, now, actor, text, null);
    return text;
  }

  /** Notes what rules gave a print. */
  noteFilling(printId: number, filling: RuleFilling, now: number): void {
    this.add(printId, "filled", now, null, null, this.fillingId(filling));
  }

  /** To be called when a transaction failed: what it added is not there. */
  forgetFillings(): void {
    this.fillingIds.clear();
  }

  private add(
    printId: number,
    kind: PrintChangeKind,
    now: number,
    actor: AuditActor | null,
    details: string | null,
    fillingId: number | null,
  ): void {
    const { last, insert, forget } = this.statements;
    const number = (last.get(printId)?.number ?? 0) + 1;
    insert.run(printId, number, now, kind, actor && JSON.stringify(actor), details, fillingId);
    if (number > HISTORY_LIMITS.changes) forget.run(printId, number - HISTORY_LIMITS.changes);
  }

  private fillingId(filling: RuleFilling): number {
    const rules = JSON.stringify(filling);
    const known = this.fillingIds.get(rules);
    if (known !== undefined) return known;
    this.statements.addFilling.run(rules);
    const id = this.statements.findFilling.get(rules)?.id ?? 0;
    if (this.fillingIds.size >= KNOWN_FILLINGS) this.fillingIds.clear();
    this.fillingIds.set(rules, id);
    return id;
  }
}

/** The particulars of a change as they are stored. Of very many tags only the names of the fields are kept. */
export function detailsText(details: ChangeDetails): string | null {
  const text = JSON.stringify(details);
  if (text === "{}") return null;
  if (text.length <= HISTORY_LIMITS.detailsCharacters || details.changes === undefined) return text;
  const changes = details.changes.map(({ field }) => ({ field, before: null, after: null }));
  return JSON.stringify({ ...details, changes });
}
