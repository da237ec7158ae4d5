import type { Database } from "bun:sqlite";

/**
 * The tables that may be gone through, and why they stay small: what grows with the prints is not among them.
 */
const BOUNDED: Readonly<Record<string, string>> = {
  user: "made by the first start",
  workspace: "made by an administrator",
  printer: "made by an administrator, at most PRINTER_LIMITS.printers",
  token: "made by an administrator",
  rule: "made by an administrator, at most RULE_LIMITS.rules a workspace",
  retention_rule: "made by an administrator, at most RETENTION_LIMITS.rules a workspace",
  retention_hold: "made by an administrator",
  saved_search: "made by people, at most SAVED_SEARCH_LIMITS.searches a workspace",
  retention_limit: "one row an option",
  retention_run: "one row",
  retention_version: "one row a workspace",
  notification_target: "made by an administrator, at most NOTIFICATION_LIMITS.targets",
  notice: "what waits to be told, at most NOTIFICATION_LIMITS.notices a target",
  print_reference: "approved by people, at most REFERENCE_LIMITS.references a workspace",
  printer_condition: "one row a printer",
  health_condition: "one row a part of the service",
  rule_progress: "one row a workspace",
  charset_progress: "one row a workspace",
  rule_application: "one row a workspace",
  journal_head: "one row a workspace",
  journal_service: "one row",
  card_scan: "one row a workspace",
  upstream: "one row a workspace at most",
  webhook: "made by an administrator, at most WEBHOOK_LIMITS.webhooksPerWorkspace a workspace",
  fiscal_certificate: "made by an administrator, at most FISCAL_LIMITS.certificates a workspace",
  person: "made by an administrator, at most PERSON_LIMITS.people",
  person_link: "made by starts, commands and administrators, gone after a few days",
  person_session: "made by people who sign in, gone after a month, at most SESSION_LIMITS.sessions",
  spooled_job: "jobs of connections that are open, or were when the service crashed",
  index_segment: "one row for 65,536 prints, and a few",
  scrub_finding: "what is damaged, at most SCRUB_LIMITS.findings",
  sqlite_sequence: "one row a table",
};

export interface Plan {
  /** As SQLite says it, each line below its parent. */
  readonly lines: readonly string[];
  /** What no statement of a thread that others wait for may do. */
  readonly faults: readonly string[];
}

/** How SQLite would run a statement. */
export function planOf(database: Database, text: string): Plan {
  const rows = database
    .prepare<{ id: number; parent: number; detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
    .all();
  const depths = new Map<number, number>([[0, -1]]);
  const lines = rows.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return "  ".repeat(depth) + detail;
  });
  const isGrown = (name: string) => hasTable(database, name) && !Object.hasOwn(BOUNDED, name);
  const faults = rows.flatMap(({ parent, detail }) => {
    const scanned = /^SCAN (\w+)/.exec(detail)?.[1];
    if (scanned !== undefined && isGrown(scanned)) return [detail];
    // It may hold all that was found beside it; what stands below finds what each row is sorted by.
    const beside = rows.filter((row) => row.parent === parent);
    const tables = beside.flatMap((row) => /^(?:SCAN|SEARCH) (\w+)/.exec(row.detail)?.[1] ?? []);
    return detail.startsWith("USE TEMP B-TREE") && tables.some(isGrown) ? [detail] : [];
  });
  return { lines, faults };
}

function hasTable(database: Database, name: string): boolean {
  return database.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== null;
}

/** A statement without what its plan does not depend on: line breaks, and which columns a change sets. */
export function withoutValues(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return /^update /i.test(line) ? line.replace(/ set .*? where /i, " SET … WHERE ") : line;
}
